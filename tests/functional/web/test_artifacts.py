"""Every tool's artifact through its renderer: the shapes are the tools', the templates ours."""

from collections.abc import Iterator

import pytest
from flask import Flask, render_template

from chatapp.codebase import registry
from chatapp.codebase.tools.registry import repository_tools
from chatapp.domain.events import Artifact
from chatapp.domain.tools import Tool
from chatapp.infra.handle import Infra
from chatapp.web.views.artifact import RENDERERS, Shelf, panel

ARGUMENTS = {
    "search_codebase": {"query": "buzz"},
    "get_context": {"targets": ["bees.py", "buzz", "no/such.py"], "include": ["full_doc"]},
    "get_risk": {"targets": ["bees.py", "no/such.py"]},
    "get_why": {"question": "why do bees buzz", "path": "bees.py"},
    "get_dead_code": {"tier": "all"},
}


@pytest.fixture
def tools(app: Flask, infra: Infra, indexed_id: str) -> Iterator[dict[str, Tool]]:
    with app.test_request_context():
        made = repository_tools(infra, registry.get(infra, indexed_id))
        yield {tool.spec.name: tool for tool in made}


def test_every_tools_result_is_shown(tools: dict[str, Tool], indexed_id: str) -> None:
    shown = set()
    for name, tool in tools.items():
        result = tool.call(ARGUMENTS.get(name, {}))
        if result.is_error or result.data is None:
            continue
        artifact = Artifact("a", tool.spec.artifact_type or "", result.data)
        made = panel([artifact], Shelf("c" * 32, indexed_id))
        assert made.current is not None
        html = render_template("artifact/_panel.html", panel=made)
        assert 'role="tabpanel"' in html
        shown.add(made.current.renderer)
    assert shown >= RENDERERS


@pytest.mark.parametrize("kind", sorted(RENDERERS))
def test_an_artifact_with_nothing_in_it_is_shown_too(app: Flask, kind: str) -> None:
    """Stored artifacts outlive the tools that made them: a missing field must not break a page."""
    with app.test_request_context():
        made = panel([Artifact("a", kind, {"unknown_field": 1})], Shelf("c" * 32, "r" * 32))
        assert 'role="tabpanel"' in render_template("artifact/_panel.html", panel=made)
