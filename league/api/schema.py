"""What the OpenAPI page says: operations with their tags, pages of rows, errors, examples."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import django_filters
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    OpenApiResponse,
    extend_schema,
    inline_serializer,
)
from rest_framework import serializers

from league.api.scopes import declared

Method = TypeVar("Method", bound=Callable[..., Any])
Shape = type[serializers.BaseSerializer[Any]]

PAGE = (
    OpenApiParameter("page", int, description="The page, from 1."),
    OpenApiParameter("page_size", int, description="Rows a page: 50, at most 100."),
)
CURSOR = (OpenApiParameter("cursor", str, description="From `next` or `previous`."), PAGE[1])
KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "format": "uuid"},
    OpenApiParameter.HEADER,
    required=True,
    description="A fresh UUID. Sent again under the same key, the request is done once.",
)
ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message"],
            "properties": {
                "code": {"type": "string", "description": "Stable, for programs."},
                "message": {"type": "string", "description": "A sentence for people."},
                "field": {"type": "string"},
                "fields": {
                    "type": "object",
                    "additionalProperties": {"type": "array", "items": {"type": "string"}},
                },
                "kind": {"enum": ["illegal", "malformed"]},
                "phase": {"type": "string"},
                "index": {"type": ["integer", "null"]},
                "rule": {"type": "string", "description": "One of `/api/v1/rule-codes`."},
                "look_at": {"type": "string", "description": "What a scorer checks."},
            },
        }
    },
}


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "league.api.authentication.TokenAuthentication"
    name = "tokenAuth"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token <token>`: an account's token. Each operation names the scope "
            "that the token needs: `read`, `score` or `direct`.",
        }

    def get_security_requirement(self, auto_schema: Any) -> dict[str, list[str]]:
        """Name the scope, which OpenAPI 3.1 allows of every scheme."""
        scope = declared(type(auto_schema.view), str(auto_schema.method).upper())
        return {self.name: [] if scope is None else [scope.value]}


class TableLinkScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "league.api.authentication.TableLinkAuthentication"
    name = "tableLink"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Table <token>`: the link of one table, good for that table only.",
        }


def reads(
    operation: str, tag: str, response: Any, *, parameters: Sequence[OpenApiParameter] = ()
) -> Callable[[Method], Method]:
    """Describe a read of one thing."""
    return extend_schema(
        operation_id=operation, tags=[tag], responses={200: response}, parameters=[*parameters]
    )


def lists(
    operation: str,
    tag: str,
    row: Shape,
    *,
    filters: type[django_filters.FilterSet] | None = None,
    by_cursor: bool = False,
) -> Callable[[Method], Method]:
    """Describe a list that comes in pages."""
    fields: dict[str, Any] = {} if by_cursor else {"count": serializers.IntegerField()}
    fields |= {
        "next": serializers.URLField(allow_null=True),
        "previous": serializers.URLField(allow_null=True),
        "results": row(many=True),
    }
    name = f"PageOf{row.__name__.removesuffix('Serializer')}"
    return extend_schema(
        operation_id=operation,
        tags=[tag],
        parameters=[*(CURSOR if by_cursor else PAGE), *_parameters(filters)],
        responses={200: inline_serializer(name, fields)},
    )


def writes(
    operation: str,
    tag: str,
    request: Any,
    response: Any,
    *,
    status: int = 200,
    example: Any = None,
    keyed: bool = False,
) -> Callable[[Method], Method]:
    """Describe a write, with an example of what is sent; `keyed`: with an Idempotency-Key."""
    examples = []
    if example is not None:
        examples.append(OpenApiExample("Example", value=example, request_only=True))
    if status == 204:
        response = OpenApiResponse(description="Done.")
    return extend_schema(
        operation_id=operation,
        tags=[tag],
        request=request,
        responses={status: response},
        parameters=[KEY] if keyed else [],
        examples=examples,
    )


def _parameters(filters: type[django_filters.FilterSet] | None) -> list[OpenApiParameter]:
    if filters is None:
        return []
    return [_parameter(name, one) for name, one in filters.base_filters.items()]


def _parameter(name: str, one: django_filters.Filter) -> OpenApiParameter:
    match one:
        case django_filters.MultipleChoiceFilter():
            values = [value for value, _label in one.extra["choices"]]
            schema = {"type": "array", "items": {"type": "string", "enum": values}}
            return OpenApiParameter(name, schema, explode=True, style="form")
        case django_filters.BooleanFilter():
            return OpenApiParameter(name, bool)
        case django_filters.NumberFilter():
            return OpenApiParameter(name, int)
    return OpenApiParameter(name, str)


def add_errors(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """Say of every operation that its errors have the one form."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    schemas["Error"] = ERROR
    answer = {
        "description": "What was wrong, in the form of every error.",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
    }
    for operations in result["paths"].values():
        for operation in operations.values():
            operation["responses"].setdefault("4XX", answer)
    return result
