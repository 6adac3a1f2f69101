"""The document describes what is mounted, and can be read by a machine."""

from typing import Any

import pytest
from flask import Flask

from chatapp.web.tables import TABLES

ROUTES = tuple(route for table in TABLES for route in table)


@pytest.fixture
def document(app: Flask) -> Any:
    return app.test_client().get("/api/openapi.json").json


def test_every_route_is_described_with_a_summary(document: Any) -> None:
    assert document["openapi"] == "3.1.0"
    described = {(method, path) for path, item in document["paths"].items() for method in item}
    assert len(described) == len(ROUTES)
    for item in document["paths"].values():
        for operation in item.values():
            assert operation["summary"].endswith((".", ":"))
            assert set(operation["responses"]) >= {"401", "404", "429", "503"}


def test_operation_ids_are_told_apart(document: Any) -> None:
    names = [one["operationId"] for item in document["paths"].values() for one in item.values()]
    assert len(names) == len(set(names))


def test_every_reference_leads_somewhere(document: Any) -> None:
    schemas = document["components"]["schemas"]

    def references(value: Any) -> list[str]:
        if isinstance(value, dict):
            own = [value["$ref"]] if "$ref" in value else []
            return own + [name for item in value.values() for name in references(item)]
        if isinstance(value, list):
            return [name for item in value for name in references(item)]
        return []

    found = references(document)
    assert found
    assert {name.removeprefix("#/components/schemas/") for name in found} <= set(schemas)


def test_a_path_parameter_is_described_for_each_place_in_the_path(document: Any) -> None:
    path = "/api/repos/{repo_id}/chat/conversations/{conversation_id}/artifacts/{artifact_id}"
    names = [one["name"] for one in document["paths"][path]["get"]["parameters"]]
    assert names == ["repo_id", "conversation_id", "artifact_id"]


def test_a_query_and_a_body_are_described(document: Any) -> None:
    files = document["paths"]["/api/repos/{repo_id}/files"]["get"]["parameters"]
    assert {one["name"]: one["required"] for one in files if one["in"] == "query"} == {
        "path": True,
        "start": False,
        "end": False,
    }
    ask = document["paths"]["/api/repos/{repo_id}/chat/messages"]["post"]
    assert ask["requestBody"]["content"]["application/json"]["schema"] == {
        "$ref": "#/components/schemas/AskBody"
    }
    assert "text/event-stream" in ask["responses"]["200"]["content"]
