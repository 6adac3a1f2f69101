"""The OpenAPI 3.1 document, made from the table of routes: what is mounted is what is described."""

import re
from collections.abc import Iterable
from typing import Final

import msgspec
from werkzeug.wrappers import Response

from chatapp import __version__
from chatapp.web.answers import answer
from chatapp.web.routes import Guard, Route, Routes, Schema, Shape

JsonSchema = dict[str, object]

_PARAMETER: Final = re.compile(r"<(?:\w+:)?(\w+)>")
_REF: Final = "#/components/schemas/{name}"
_ERRORS: Final = {
    "400": "A parameter or the body cannot be used.",
    "401": "No credential, or none that is good.",
    "403": "A disabled or expired key, a missing scope, or a role that does not suffice.",
    "404": "Unknown, or not yours.",
    "409": "`conversation_busy`, `request_in_progress` or `request_id_reused`, among others.",
    "413": "The body is larger than this server takes.",
    "415": "The body is not JSON.",
    "422": "Well-formed, but it cannot be carried out.",
    "429": "A limit is used up; `Retry-After` says when to come back.",
    "503": "A part this needs is away; `Retry-After` says when to come back.",
}


class Problem(msgspec.Struct):
    """Every error before a stream begins, `application/problem+json`."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    retryable: bool
    request_id: str


def routes(tables: Iterable[Routes]) -> Routes:
    """The route that serves the document of `tables`."""
    own = Routes("openapi")
    served = (*tables, own)

    @own.get("/api/openapi.json", Guard.ANYONE)
    def describe_api() -> Response:
        """This document."""
        return answer(document(route for table in served for route in table))

    return own


def document(table: Iterable[Route]) -> JsonSchema:
    """The document for these routes."""
    known = tuple(table)
    shapes = {schema for route in known for schema in _schemas(route.shape)} | {Problem}
    ordered = sorted(shapes, key=lambda schema: schema.__name__)
    _, components = msgspec.json.schema_components(
        ordered, schema_hook=_any_value, ref_template=_REF
    )
    paths: dict[str, JsonSchema] = {}
    for route in known:
        path = _PARAMETER.sub(r"{\1}", route.rule)
        paths.setdefault(path, {})[route.method.lower()] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {"title": "chatapp", "version": __version__, "description": _DESCRIPTION},
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": _SECURITY},
    }


def _any_value(kind: type) -> JsonSchema:
    """The schema of what msgspec has none for: only values that are already JSON."""
    if kind is not object:
        raise NotImplementedError(f"{kind} has no schema")
    return {"description": "Any JSON value."}


def _operation(route: Route) -> JsonSchema:
    operation: JsonSchema = {
        "operationId": route.name,
        "summary": route.summary,
        "description": route.guard.value,
        "parameters": [*_path_parameters(route), *_query_parameters(route.shape)],
        "responses": _responses(route.shape),
        "security": [] if route.guard is Guard.ANYONE else [{"session": []}, {"key": []}],
    }
    if route.shape.body is not None:
        content = {"application/json": {"schema": _ref(route.shape.body)}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _path_parameters(route: Route) -> list[JsonSchema]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in _PARAMETER.findall(route.rule)
    ]


def _query_parameters(shape: Shape) -> list[JsonSchema]:
    if shape.query is None:
        return []
    schema = msgspec.json.schema(shape.query)
    described = schema["$defs"][shape.query.__name__]
    required = described.get("required", [])
    return [
        {"name": name, "in": "query", "required": name in required, "schema": of_field}
        for name, of_field in described["properties"].items()
    ]


def _responses(shape: Shape) -> JsonSchema:
    content: JsonSchema = {}
    if shape.is_stream:
        content["text/event-stream"] = {}
    if shape.answer is not None:
        content["application/json"] = {"schema": _ref(shape.answer)}
    good: JsonSchema = {"description": "Events." if shape.is_stream else "Done."}
    if content:
        good["content"] = content
    kind = "application/problem+json" if shape.error is None else "application/json"
    problem = {kind: {"schema": _ref(shape.error or Problem)}}
    bad = {status: {"description": text, "content": problem} for status, text in _ERRORS.items()}
    return {str(shape.status): good, **bad}


def _schemas(shape: Shape) -> list[Schema]:
    return [schema for schema in (shape.body, shape.answer, shape.error) if schema is not None]


def _ref(schema: Schema) -> JsonSchema:
    return {"$ref": _REF.format(name=schema.__name__)}


_DESCRIPTION: Final = (
    "Questions about code and documents, answered with evidence. Identity comes from the session"
    " cookie or an API key alone, never from a body or a query. Streams follow the two dialects of"
    " the protocol; every event of a managed turn has an id to resume after."
)
_SECURITY: Final = {
    "session": {"type": "apiKey", "in": "cookie", "name": "chatapp_session"},
    "key": {"type": "http", "scheme": "bearer", "bearerFormat": "wa_…"},
}
