"""Decorators (`reads`, `lists`, `writes`) that describe methods of the API in its schema."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import django_filters
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    OpenApiResponse,
    extend_schema,
    inline_serializer,
)
from rest_framework import serializers
from rest_framework.renderers import BaseRenderer

from league.faces.api import declared_shapes
from league.faces.api.list_files import FORMAT, also_a_file
from league.faces.api.operations import (
    ACCOUNT,
    ANYBODY,
    HEADERS,
    PARAMETERS,
    SECURITY_SCHEMES,
    TABLE,
    noted,
    responses,
)

__all__ = ["ACCOUNT", "ANYBODY", "TABLE", "act", "lists", "reads", "reads_file", "writes"]

Method = TypeVar("Method", bound=Callable[..., Any])
Shape = type[serializers.BaseSerializer[Any]]

PAGE = (
    OpenApiParameter("page", int, description="The page, from 1."),
    OpenApiParameter("page_size", int, description="Rows a page: 50, at most 100."),
)
CURSOR = (OpenApiParameter("cursor", str, description="From `next` or `previous`."), PAGE[1])
SINCE = "Only what was changed at this time or later; see docs/api.md."
ORDER = "By what the rows are ordered; with a minus from the last to the first."
PROBLEM: dict[str, Any] = {
    "type": "object",
    "description": "An error, as RFC 9457 describes it.",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string", "description": "Always `about:blank`: `code` says what it is."},
        "title": {"type": "string", "description": "The phrase of the status."},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "A sentence for people."},
        "code": {"type": "string", "description": "Stable, for programs."},
        "field": {"type": "string"},
        "fields": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
        },
        "kind": {"type": "string", "enum": ["illegal", "malformed", "impossible"]},
        "phase": {"type": "string"},
        "index": {"type": ["integer", "null"]},
        "rule": {"type": "string", "description": "One of `/api/v1/rule-codes`."},
        "path": {"type": "string", "description": "The place in what was sent to a door."},
        "look_at": {"type": "string", "description": "What a scorer checks."},
        "rows": {
            "type": "array",
            "description": "Of many rows those that cannot be written, and why.",
            "items": {"$ref": "#/components/schemas/ProblemRow"},
        },
    },
}
OF_THE_WHOLE = ("type", "title", "status", "fields", "index", "path", "rows")
PROBLEM_ROW = {
    "type": "object",
    "required": ["index", "code", "detail"],
    "properties": {
        "index": {"type": "integer", "description": "Of the row in what was sent, from 0."},
        **{
            name: shape for name, shape in PROBLEM["properties"].items() if name not in OF_THE_WHOLE
        },
    },
}


def reads(
    operation: str,
    tag: str,
    response: Any,
    *,
    parameters: Sequence[OpenApiParameter] = (),
    by: str = ANYBODY,
    refused: bool = False,
    missing: bool = False,
) -> Callable[[Method], Method]:
    """Describe a GET that answers with one object.

    `by` says who may ask at all; `refused`: it can be refused as things stand (409); `missing`:
    it may not be there (404), although its address names nothing.
    """
    describe = extend_schema(
        operation_id=operation, tags=[tag], responses={200: response}, parameters=[*parameters]
    )
    notes = {"by": by, "refused": refused, "missing": missing, "shape": response}
    return _with_query(describe, parameters, operation=operation, **notes)


def _with_query(
    describe: Callable[[Any], Any], parameters: Sequence[OpenApiParameter], **notes: object
) -> Callable[[Method], Method]:
    """Let the method read the parameters that are described, and no others."""

    def decorate(method: Any) -> Any:
        method.query_names = frozenset(
            parameter.name
            for parameter in parameters
            if parameter.location == OpenApiParameter.QUERY
        )
        return describe(noted(method, **notes))

    return decorate


def reads_file(
    operation: str,
    tag: str,
    renderer: type[BaseRenderer],
    *,
    by: str,
    parameters: Sequence[OpenApiParameter] = (),
    refused: bool = False,
    missing: bool = False,
) -> Callable[[Method], Method]:
    """Describe a GET that answers with a file, which also is what the renderer is for.

    The rest is as in `reads`.
    """
    describe = extend_schema(
        operation_id=operation,
        tags=[tag],
        responses={(200, renderer.media_type): OpenApiTypes.BINARY},
        parameters=[*parameters],
    )
    notes = {"by": by, "refused": refused, "missing": missing, "file_renderer": renderer}
    return _with_query(describe, parameters, operation=operation, **notes)


def lists(
    operation: str,
    tag: str,
    row: Shape,
    *,
    filters: type[django_filters.FilterSet] | None = None,
    by_cursor: bool = False,
    by: str = ANYBODY,
) -> Callable[[Method], Method]:
    """Describe a GET that answers with a list in pages, by number or by cursor."""
    fields: dict[str, Any] = {} if by_cursor else {"count": serializers.IntegerField()}
    fields |= {
        "next": serializers.URLField(allow_null=True),
        "previous": serializers.URLField(allow_null=True),
        "results": row(many=True),
    }
    name = f"PageOf{row.__name__.removesuffix('Serializer')}"
    parameters = [*(CURSOR if by_cursor else PAGE), FORMAT, *filter_parameters(filters)]
    describe = extend_schema(
        operation_id=operation,
        tags=[tag],
        parameters=parameters,
        responses={200: inline_serializer(name, fields)},
    )
    with_query = _with_query(describe, parameters, operation=operation, by=by, in_pages=True)
    return lambda method: with_query(also_a_file(method))


def writes(
    operation: str,
    tag: str,
    request: Any,
    response: Any,
    *,
    status: int = 200,
    made_at: str = "",
    as_read: bool = True,
    example: Any = None,
    keyed: bool = False,
    once: bool = True,
    versioned: bool = False,
    by: str = ACCOUNT,
    rules: bool = False,
    query: Sequence[OpenApiParameter] = (),
) -> Callable[[Method], Method]:
    """Describe a write, with an example of what is sent.

    `by` says who may ask at all; `rules`: the rules of the game can forbid it (422); `query` are
    the parameters of its address.

    `made_at` is the address below `/api/v1/` of what was made, as `events/{id}`, with names of the
    answer and of the operation's own address. Not `as_read`: the answer is not what a GET of the
    row shows, although it has the same shape.

    Every POST takes an Idempotency-Key; `keyed`: it must have one; not `once`: it takes none,
    because it writes nothing or its answer is a secret that must not be kept. `versioned`: it takes
    If-Match with the ETag of what the GET of the same view, or of its `version_of`, shows.
    """
    examples = []
    if example is not None:
        examples.append(OpenApiExample("Example", value=example, request_only=True))
    if status == 204:
        response = OpenApiResponse(description="Done.")

    def decorate(method: Any) -> Any:
        method.reads_no_body = request is None
        method.query_names = frozenset(parameter.name for parameter in query)
        method = noted(method, operation=operation, by=by, versioned=versioned, rules=rules)
        method = noted(method, shape=response if as_read else None, made_at=made_at)
        method = noted(method, takes_key=once, needs_key=keyed)
        describe = extend_schema(
            operation_id=operation or None,
            tags=[tag] if tag else None,
            request=request,
            responses={status: response},
            parameters=[*query] or None,
            examples=examples or None,
        )
        return describe(method)

    return decorate


def act(request: Any, response: Any, **about: Any) -> Callable[[Method], Method]:
    """Describe an act of a resource, whose class has its tag and the word for it (see `writes`)."""
    return writes("", "", request, response, **about)


def filter_parameters(
    filters: type[django_filters.FilterSet] | None,
) -> list[OpenApiParameter]:
    if filters is None:
        return []
    return [_parameter(name, filter_) for name, filter_ in filters.base_filters.items()]


def _parameter(name: str, filter_: django_filters.Filter) -> OpenApiParameter:
    match filter_:
        case django_filters.MultipleChoiceFilter():
            values = [value for value, _label in filter_.extra["choices"]]
            schema = {"type": "array", "items": {"type": "string", "enum": values}}
            return OpenApiParameter(name, schema, explode=True, style="form")
        case django_filters.BooleanFilter():
            return OpenApiParameter(name, bool)
        case django_filters.NumberFilter():
            return OpenApiParameter(name, int)
        case django_filters.DateFilter():
            return OpenApiParameter(name, {"type": "string", "format": "date"})
        case django_filters.IsoDateTimeFilter():
            return OpenApiParameter(
                name, {"type": "string", "format": "date-time"}, description=SINCE
            )
        case django_filters.ModelChoiceFilter():
            return OpenApiParameter(name, str)
        case django_filters.ChoiceFilter():
            values = [value for value, _label in filter_.extra["choices"]]
            about = ORDER if name == "ordering" else ""
            return OpenApiParameter(name, {"type": "string", "enum": values}, description=about)
    return OpenApiParameter(name, str)


def add_components(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """Add what operations refer to: errors, headers, security (a hook of drf-spectacular)."""
    components = result.setdefault("components", {})
    components.setdefault("schemas", {}).update(
        Problem=PROBLEM, ProblemRow=PROBLEM_ROW, **declared_shapes.components()
    )
    components["responses"] = responses()
    components["headers"] = HEADERS
    components["parameters"] = PARAMETERS
    components["securitySchemes"] = SECURITY_SCHEMES
    return result
