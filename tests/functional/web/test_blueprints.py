from flask import Flask

from chatapp.web.tables import TABLES


def test_everything_in_the_table_is_mounted(app: Flask) -> None:
    mounted = {rule.endpoint for rule in app.url_map.iter_rules()}
    for table in TABLES:
        for route in table:
            assert f"{table.blueprint.name}.{route.name}" in mounted


def test_pages_and_fragments_are_mounted_beside_it(app: Flask) -> None:
    kinds = {rule.endpoint.partition(".")[0] for rule in app.url_map.iter_rules()}
    assert {"pages", "fragments", "static"} <= kinds
