"""Plain things as programs see them: declared by their model and served by one view."""

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar, TypeVar

from django.db.models import QuerySet
from django.urls import reverse
from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers, viewsets
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.faces.api.access import check_sees_event, get_or_404
from league.faces.api.conditional import digest_as_etag, say_version
from league.faces.api.keyed import ChangedMeanwhile, changed_by, versions_in
from league.faces.api.operations import ACCOUNT, ANYBODY, OperationSchema
from league.faces.api.parsing import (
    check_fields,
    has_unknown,
    without_what_stays,
)
from league.faces.api.resources import (
    WORDS,
    ClubResource,
    ResourceSchema,
    ResourceViewSet,
    StageResource,
)
from league.foundation.journal.actor import Act
from league.foundation.records import services as records
from league.foundation.records.models import Record
from league.foundation.records.rules import permission_to
from league.play.events.models import Event, Stage

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


class EntryOfEvent(serializers.PrimaryKeyRelatedField):  # type: ignore[type-arg]
    """An entry of the event of the address."""

    def get_queryset(self) -> Any:
        return self.context["view"].event.entries.all()


# --- What OpenAPI says of records: all of it follows from the class ---


class RecordSchema(ResourceSchema):
    def get_serializer_name(self, serializer: Any, direction: Any) -> str:
        is_sent = direction == "request" and isinstance(serializer, RecordSerializer)
        name: str = super().get_serializer_name(serializer, direction)
        return self.view.input_name or name if is_sent else name

    def get_examples(self) -> list[OpenApiExample]:
        if self.view.action not in WITH_BODY:
            return []
        return [OpenApiExample("Example", value=self.view.example, request_only=True)]

    def get_request_serializer(self) -> Any:
        """Return none for what is besides the usual acts: they read nothing."""
        return OperationSchema.get_request_serializer(self) if self.view.action in WORDS else None

    def get_response_serializers(self) -> Any:
        return OperationSchema.get_response_serializers(self)

    def _map_basic_serializer(self, serializer: Any, direction: Any) -> dict[str, Any]:
        """Say that an answer has all its fields, also those that a request may leave out."""
        shape: dict[str, Any] = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call]
        if direction == "response" and "properties" in shape:
            shape["required"] = sorted(shape["properties"])
        return shape

    def _note(self, name: str, default: Any = None) -> Any:
        return self.method in VERSIONED if name == "versioned" else super()._note(name, default)

    def _headers_of_write(self) -> list[str]:
        made = ["Location"] if self.view.action == "create" and self.view.one_is_read else []
        shows = made or self.view.action in ("update", "partial_update")
        return [*made, "ETag"] if shows else []


# --- The records of the API: DRF's ModelViewSet over `records.services`, with versions and keys ---

VERSIONED = ("PUT", "PATCH", "DELETE")
# the acts that read what is sent
WITH_BODY = ("create", "update", "partial_update")


class RecordViewSet(ResourceViewSet, viewsets.ModelViewSet):  # type: ignore[type-arg]
    """A resource whose model is a record, with the usual permissions unless it says others."""

    example: ClassVar[Mapping[str, Any]]
    # what is sent is called so in the description, where it was promised under another name
    input_name: ClassVar[str] = ""
    by_whom_reads: ClassVar[str] = ACCOUNT
    # whether one row has a GET of its own
    one_is_read: ClassVar[bool] = True
    # acts that must have an Idempotency-Key, and those whose answer is a secret that is not kept
    needs_key: ClassVar[tuple[str, ...]] = ()
    never_kept: ClassVar[tuple[str, ...]] = ()
    schema = RecordSchema()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if cls.queryset is None:
            return
        model = cls.queryset.model
        usual = {
            "lookup_url_kwarg": model._meta.model_name,
            "read_permission": permission_to("view", model),
            "write_permission": permission_to("change", model),
        }
        own = cls.__mro__[: cls.__mro__.index(RecordViewSet)]
        for name, value in usual.items():
            if not any(name in vars(one) for one in own):
                setattr(cls, name, value)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if self.action in self.needs_key:
            self.key()

    def note(self, name: str, method: str, default: Any = None) -> Any:
        notes = {
            "reads_no_body": self.action not in WITH_BODY,
            "takes_key": self.action not in self.never_kept,
            "needs_key": self.action in self.needs_key,
        }
        return notes[name] if name in notes else super().note(name, method, default)

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


class ClubViewSet(ClubResource, RecordViewSet):
    """A record of the club of the address, which its model calls `club`."""

    def get_queryset(self) -> "QuerySet[Any]":
        rows: QuerySet[Any] = super().get_queryset()
        return (
            rows.none()
            if getattr(self, "swagger_fake_view", False)
            else rows.filter(club=self.club)
        )

    def perform_create(self, serializer: Any) -> None:
        serializer.save(club=self.club)


class StageViewSet(StageResource, RecordViewSet):
    """A record of a stage: the list is at the stage's address, one row at its own."""

    by_whom_reads = ANYBODY
    read_permission = ""
    one_is_read = False

    @cached_property
    def stage(self) -> Stage:
        return self.one.stage if self.lookup_url_kwarg in self.kwargs else super().stage

    @cached_property
    def one(self) -> Any:
        model: Any = self.serializer_class.Meta.model  # type: ignore[union-attr]
        rows = model._default_manager.select_related("stage__event__club", "entry")
        found = get_or_404(rows, pk=self.kwargs[str(self.lookup_url_kwarg)])
        check_sees_event(self.request, found.stage.event)
        return found

    @property
    def event(self) -> Event:
        return self.stage.event

    def context(self) -> dict[str, Any]:
        return {"full": self.full}

    def get_queryset(self) -> "QuerySet[Any]":
        return super().get_queryset().filter(stage=self.stage)

    def perform_create(self, serializer: Any) -> None:
        serializer.save(stage=self.stage)

    def revoked(self) -> Response:
        """Revoke the row of the address."""
        records.revoke(self.one, by=self.by)
        return self.answer(self.one)
