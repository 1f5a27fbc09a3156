"""The resources of the API: DRF's ModelViewSet over `records.services`.

A resource declares its model, serializer, rows and permissions, and a router names its addresses.
Versions, keys, pages, files, the names that are known and the description come with the class.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, ClassVar

from django.db.models import Model, QuerySet
from django.urls import reverse
from rest_framework import viewsets
from rest_framework.permissions import BasePermission
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Scope
from league.faces.api.access import club_at
from league.faces.api.api_view import ApiView
from league.faces.api.conditional import digest_as_etag
from league.faces.api.keyed import ChangedMeanwhile, changed_by, sent_once, versions_in
from league.faces.api.known_names import check_nothing_sent
from league.faces.api.list_files import RENDERERS
from league.faces.api.operations import ACCOUNT, READING
from league.faces.api.pagination import Pages
from league.faces.api.records.schema import RecordSchema
from league.faces.api.written import say_version
from league.foundation.records import services as records
from league.foundation.records.act import Act
from league.foundation.records.models import Record
from league.foundation.spreadsheets.rows_and_columns import MOST_ROWS

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
