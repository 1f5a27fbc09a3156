"""Plain things as programs see them: declared by their model and served by one view."""

import json
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, ClassVar, TypeVar

from django.db.models import Model, QuerySet
from django.urls import reverse
from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers, viewsets
from rest_framework.permissions import BasePermission
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import DynamicRoute, Route, SimpleRouter
from rest_framework.serializers import ListSerializer

from league.clubs.models import Scope
from league.faces.api.access import club_at
from league.faces.api.api_view import ApiView
from league.faces.api.conditional import digest_as_etag, say_version
from league.faces.api.keyed import ChangedMeanwhile, changed_by, sent_once, versions_in
from league.faces.api.list_files import FORMAT, RENDERERS
from league.faces.api.operations import ACCOUNT, READING, OperationSchema
from league.faces.api.pagination import Pages
from league.faces.api.parsing import (
    check_fields,
    check_nothing_sent,
    has_unknown,
    without_what_stays,
)
from league.faces.api.schema import IF_MATCH, KEY, KEY_IF_WISHED, PAGE
from league.foundation.records import services as records
from league.foundation.records.models import Record
from league.foundation.records.rules import Act
from league.foundation.spreadsheets import MOST_ROWS

# --- The addresses of resources, named as all others are: `venues`, `venue`, `webhook_test` ---


class Router(SimpleRouter):
    """Without a slash at the end; what a resource has no method for is no address."""

    routes = [
        Route("{prefix}", {"get": "list", "post": "create"}, "{basename}s", False, {}),
        Route(
            "{prefix}/{lookup}",
            {"get": "retrieve", "put": "update", "patch": "partial_update", "delete": "destroy"},
            "{basename}",
            True,
            {},
        ),
        DynamicRoute("{prefix}/{lookup}/{url_path}", "{basename}_{url_name}", True, {}),
    ]

    def __init__(self) -> None:
        super().__init__(trailing_slash=False, use_regex_path=False)

    def get_lookup_regex(self, viewset: Any, lookup_prefix: str = "") -> str:
        """Return the place of the number in an address, which is called as the model."""
        return f"<int:{viewset.lookup_url_kwarg}>"


# --- The serializer of any record: for reading and for writing, from the model's own fields ---
# It saves by `records.services`. Fields that nobody reads are refused by name, but what was read
# can be sent back with a change in it. PUT replaces the whole row: what is left out becomes what
# the model says of a new one.

Row = TypeVar("Row", bound=Record)


# without a docstring: drf-spectacular would describe every resource by it
class RecordSerializer(serializers.ModelSerializer[Row]):
    def to_internal_value(self, data: Any) -> Any:
        data = self._without_what_stays(data)
        check_fields(self, data)
        return super().to_internal_value(data)

    def _without_what_stays(self, data: Any) -> Any:
        """Return what was sent without fields that cannot be changed and are as they were read."""
        if self.instance is None or not isinstance(data, Mapping):
            return data
        if not has_unknown(self, data):
            return data
        shown = JSONRenderer().render(self.to_representation(self.instance))
        return without_what_stays(self, data, json.loads(shown))

    def create(self, validated_data: dict[str, Any]) -> Row:
        return self._store(self.Meta.model(), validated_data)  # type: ignore[misc]

    def update(self, instance: Row, validated_data: dict[str, Any]) -> Row:
        if not self.partial:
            validated_data = self._left_out(instance) | validated_data
        return self._store(instance, validated_data)

    def _left_out(self, row: Row) -> dict[str, Any]:
        writable = {field.source for field in self._writable_fields}
        return {
            column.name: column.get_default()
            for column in row._meta.concrete_fields
            if column.name in writable and (column.has_default() or column.blank)
        }

    def _store(self, row: Row, values: dict[str, Any]) -> Row:
        columns = {field.name for field in row._meta.concrete_fields}
        for name, value in values.items():
            if name in columns:
                setattr(row, name, value)
        return self.save_row(row, values, self.context["view"].by)

    def save_row(self, row: Row, values: Mapping[str, Any], by: Act) -> Row:
        """Save the row; `values` may have more than its columns, which a subject knows."""
        records.save(row, by=by)
        return row


class OfClub(serializers.PrimaryKeyRelatedField):  # type: ignore[type-arg]
    """A row of the club of the address; those of other clubs are not there."""

    def get_queryset(self) -> Any:
        rows: Any = super().get_queryset()
        view: Any = self.context.get("view")
        is_described = view is None or getattr(view, "swagger_fake_view", False)
        return rows if rows is None or is_described else rows.filter(club=view.owner)


# --- What OpenAPI says of resources: all of it follows from the class, so that no act is decorated

# the words for the usual acts in the names of operations
WORDS = {
    "list": "list",
    "retrieve": "read",
    "create": "add",
    "update": "set",
    "partial_update": "change",
    "destroy": "remove",
}


class RecordSchema(OperationSchema):
    view: Any

    def get_operation_id(self) -> str:
        words = {**WORDS, **self.view.words}
        return f"{self.view.operations}_{words.get(self.view.action, self.view.action)}"

    def get_serializer_name(self, serializer: Any, direction: Any) -> str:
        is_sent = direction == "request" and isinstance(serializer, RecordSerializer)
        name: str = super().get_serializer_name(serializer, direction)
        return self.view.input_name or name if is_sent else name

    def get_tags(self) -> list[str]:
        return [self.view.tag]

    def get_paginated_name(self, serializer_name: str) -> str:
        return f"PageOf{serializer_name}"

    def _get_pagination_parameters(self) -> list[Any]:
        return []  # named above all others in `get_override_parameters`

    def get_override_parameters(self) -> list[Any]:
        if self.view.action == "list":
            return [*PAGE, FORMAT]
        if self.method == "POST":
            return [self._key()] if self._note("takes_key") else []
        return [IF_MATCH] if self._note("versioned") else []

    def get_examples(self) -> list[OpenApiExample]:
        if self.view.action not in ("create", "update", "partial_update"):
            return []
        return [OpenApiExample("Example", value=self.view.example, request_only=True)]

    def get_request_serializer(self) -> Any:
        """Return none for what is besides the usual acts: they read nothing."""
        is_usual = self.view.action in WORDS
        return super().get_request_serializer() if is_usual else None

    def _map_basic_serializer(self, serializer: Any, direction: Any) -> dict[str, Any]:
        """Say that an answer has all its fields, also those that a request may leave out."""
        shape: dict[str, Any] = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call]
        if direction == "response" and "properties" in shape:
            shape["required"] = sorted(shape["properties"])
        return shape

    def _key(self) -> Any:
        return KEY if self.view.action in self.view.needs_key else KEY_IF_WISHED

    def _note(self, name: str, default: Any = None) -> Any:
        notes = {
            "by": self.view.by_whom_reads if self.method == "GET" else self.view.by_whom_writes,
            "in_pages": self.view.action == "list",
            "versioned": self.method in ("PUT", "PATCH", "DELETE"),
            "takes_key": self.method == "POST" and self.view.action not in self.view.never_kept,
        }
        return notes.get(name, default)

    def _headers_of_write(self) -> list[str]:
        made = ["Location"] if self.view.action == "create" and self.view.one_is_read else []
        shows = made or self.view.action in ("update", "partial_update")
        return [*made, "ETag"] if shows else []

    def _is_list_view(self, serializer: Any = None) -> bool:
        return self.view.action == "list" or isinstance(serializer, ListSerializer)


# --- The resources of the API: DRF's ModelViewSet over `records.services` ---
# A resource declares its model, serializer, rows and permissions, and a router names its addresses.
# Versions, keys, pages, files, the names that are known and the description come with the class.

VERSIONED = ("PUT", "PATCH", "DELETE")
WRITING = ("POST", *VERSIONED)
# the acts that read what is sent
WITH_BODY = ("create", "update", "partial_update")


class HasPermission(BasePermission):
    """Asks django-rules for what the resource names, on the club or event of the address."""

    def has_permission(self, request: Request, view: Any) -> bool:
        reads = request.method in READING
        permission = view.read_permission if reads else view.write_permission
        return not permission or bool(request.user.has_perm(permission, view.owner))


class RecordViewSet(ApiView, viewsets.ModelViewSet):  # type: ignore[type-arg]
    """A resource; `operations` is the word for it in the names of its operations."""

    permission_classes = [HasPermission]
    pagination_class = Pages
    tag: ClassVar[str]
    operations: ClassVar[str]
    example: ClassVar[Mapping[str, Any]]
    # what is sent is called so in the description, where it was promised under another name
    input_name: ClassVar[str] = ""
    # where an operation is not called as usual
    words: ClassVar[Mapping[str, str]] = {}
    read_permission: ClassVar[str] = ""
    write_permission: ClassVar[str] = ""
    by_whom_reads: ClassVar[str] = ACCOUNT
    by_whom_writes: ClassVar[str] = ACCOUNT
    # what a token needs
    token_scopes: ClassVar[Mapping[str, Scope]] = {"GET": Scope.READ} | dict.fromkeys(
        WRITING, Scope.DIRECT
    )
    # whether one row has a GET of its own
    one_is_read: ClassVar[bool] = True
    # acts that must have an Idempotency-Key, and those whose answer is a secret that is not kept
    needs_key: ClassVar[tuple[str, ...]] = ()
    never_kept: ClassVar[tuple[str, ...]] = ()
    schema = RecordSchema()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if cls.queryset is not None:
            cls.lookup_url_kwarg = cls.queryset.model._meta.model_name

    @cached_property
    def owner(self) -> Model:
        """Return the club or event of the address. Raises Http404."""
        raise NotImplementedError

    @property
    def by(self) -> Act:
        return Act(actor=self.actor, at=self.at)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if self.action is not None and self.action not in WITH_BODY:
            check_nothing_sent(request.data)
        if self.action in self.needs_key:
            self.key()
        if request.method == "POST" and self.action not in self.never_kept:
            # sent again under its Idempotency-Key, it gets its first answer
            handler: Any = getattr(self, "post", self.http_method_not_allowed)
            self.post = _once(handler).__get__(self)

    def query_names_of(self, handler: Any) -> set[str]:
        if self.action != "list":
            return set()
        filters: Any = getattr(self, "filterset_class", None)
        return {"page", "page_size", "format", *(filters.base_filters if filters else ())}

    def get_renderers(self) -> list[BaseRenderer]:
        files = RENDERERS if self.action == "list" else (JSONRenderer,)
        return [renderer() for renderer in files]

    def paginate_queryset(self, queryset: Any) -> Any:
        return queryset[:MOST_ROWS] if self.is_file_asked else super().paginate_queryset(queryset)

    def get_paginated_response(self, data: Any) -> Response:
        return Response(data) if self.is_file_asked else super().get_paginated_response(data)

    def get_object(self) -> Any:
        """Return the row, which is that of `If-Match` where the request has one."""
        row = self.row()
        header = self.request.headers.get("If-Match", "").strip()
        if self.request.method in VERSIONED and header not in ("", "*"):
            shown = JSONRenderer().render(self.get_serializer(row).data)
            if digest_as_etag(shown) not in versions_in(header):
                raise ChangedMeanwhile(changed_by(row._meta.model_name, row.pk or 0))
        return row

    def row(self) -> Any:
        """Return the row of the address. Raises Http404."""
        return super().get_object()

    def say_what_was_written(self, handler: Any, answer: Response) -> None:
        if self.action == "create" and self.one_is_read:
            row = {str(self.lookup_url_kwarg): answer.data["id"]}
            answer["Location"] = reverse(f"api:{self.basename}", kwargs=self.kwargs | row)
        if "Location" in answer or self.action in ("update", "partial_update"):
            say_version(answer)

    def perform_destroy(self, instance: Record) -> None:
        records.remove(instance, by=self.by)


class ClubViewSet(RecordViewSet):
    """A resource of the club of the address, which its model calls `club`."""

    @cached_property
    def owner(self) -> Model:
        return club_at(self.kwargs["club"])

    def get_queryset(self) -> "QuerySet[Any]":
        rows: QuerySet[Any] = super().get_queryset()
        return (
            rows.none()
            if getattr(self, "swagger_fake_view", False)
            else rows.filter(club=self.owner)
        )

    def perform_create(self, serializer: Any) -> None:
        serializer.save(club=self.owner)


def _once(post: Callable[..., Response]) -> Callable[..., Response]:
    return sent_once(lambda view, request, *args, **kwargs: post(request, *args, **kwargs))
