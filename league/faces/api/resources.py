"""What resources of the API have in common: DRF's ViewSets and routers over rules and services.

A resource declares its serializer, rows, filters and permissions, and a router names its addresses.
Pages, files, the names that are known, scopes and the description come with the class; what is more
than reading and writing a row is an act of its own (`act`, with DRF's `action` for its address).
"""

from collections.abc import Mapping
from functools import cached_property, partial
from typing import Any, ClassVar

from django.db.models import Model
from drf_spectacular.utils import OpenApiResponse
from rest_framework import viewsets
from rest_framework.metadata import SimpleMetadata
from rest_framework.pagination import BasePagination
from rest_framework.permissions import BasePermission
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import DynamicRoute, Route, SimpleRouter
from rest_framework.serializers import ListSerializer

from league.clubs.models import Club, Scope
from league.faces.api.access import club_at, event_at, sees_full_names, stage_at
from league.faces.api.api_view import ApiView
from league.faces.api.list_files import FORMAT, RENDERERS
from league.faces.api.operations import ACCOUNT, ANYBODY, READING, OperationSchema
from league.faces.api.pagination import Counted, Pages
from league.faces.api.schema import CURSOR, PAGE, filter_parameters
from league.foundation.spreadsheets import MOST_ROWS
from league.play.events.models import Event, Stage

WRITING = ("POST", "PUT", "PATCH", "DELETE")


# --- The addresses of resources, named as all others are: `venues`, `venue`, `webhook_test` ---


ONE_ROW = {"get": "retrieve", "put": "update", "patch": "partial_update", "delete": "destroy"}


class Router(SimpleRouter):
    """Without a slash at the end; what a resource has no method for is no address."""

    routes = [
        Route("{prefix}", {"get": "list", "post": "create"}, "{basename}s", False, {}),
        DynamicRoute("{prefix}/{url_path}", "{basename}s_{url_name}", False, {}),
        Route("{prefix}/{lookup}", ONE_ROW, "{basename}", True, {}),
        DynamicRoute("{prefix}/{lookup}/{url_path}", "{basename}_{url_name}", True, {}),
    ]

    def __init__(self) -> None:
        super().__init__(trailing_slash=False, use_regex_path=False)

    def get_lookup_regex(self, viewset: Any, lookup_prefix: str = "") -> str:
        """Return the place of the number in an address, which is called as the model."""
        converter = getattr(viewset, "lookup_value_converter", "int")
        return f"<{converter}:{viewset.lookup_url_kwarg}>"


class OneRouter(Router):
    """Addresses of what there is one of, as the kitty of a club: no number in them."""

    routes = [
        Route("{prefix}", {**ONE_ROW, "post": "create"}, "{basename}", True, {}),
        DynamicRoute("{prefix}/{url_path}", "{basename}_{url_name}", True, {}),
    ]


class RowRouter(Router):
    """Addresses of single rows, whose lists are below what they belong to."""

    routes = Router.routes[2:]


# --- What OpenAPI says of resources: all of it follows from the class ---

# the words for the usual acts in the names of operations
WORDS = {
    "list": "list",
    "retrieve": "read",
    "create": "add",
    "update": "set",
    "partial_update": "change",
    "destroy": "remove",
}


class ResourceSchema(OperationSchema):
    """Describes the acts of a resource; what reads or answers something else says it by `act`."""

    def get_operation_id(self) -> str:
        name: str = self.view.operation_id()
        return name

    def get_description(self) -> str:  # type: ignore[override]
        about: str = super().get_description()
        is_inherited = self.view.action == "retrieve" and self.view.about_one
        return self.view.about_one if is_inherited else about

    def get_tags(self) -> list[str]:
        return [self.view.tag]

    def get_paginated_name(self, serializer_name: str) -> str:
        return f"PageOf{serializer_name}"

    def _get_pagination_parameters(self) -> list[Any]:
        return []  # named above all others in `get_override_parameters`

    def _get_filter_parameters(self) -> list[Any]:
        return []

    def get_override_parameters(self) -> list[Any]:
        if self.view.action == "list":
            pages = PAGE if issubclass(self.view.pagination_class, Pages) else CURSOR
            return [*pages, FORMAT, *filter_parameters(self.view.filterset_class)]
        return super().get_override_parameters()

    def get_request_serializer(self) -> Any:
        """Return none: what reads something says so by `act`."""
        return None

    def get_response_serializers(self) -> Any:
        if self.view.action == "destroy" or self.view.serializer_class is None:
            return {204: OpenApiResponse(description="Done.")}
        return {200: super().get_response_serializers()}

    def _get_paginator(self) -> Any:
        return self.view.paginator if self.view.action == "list" else None

    def _is_list_view(self, serializer: Any = None) -> bool:
        return self.view.action == "list" or isinstance(serializer, ListSerializer)


# --- Resources ---


class HasPermission(BasePermission):
    """Asks django-rules for what the resource names, on the club or event of the address."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if view.action in (None, "metadata"):
            return True  # nothing is read or written: a method that there is not, or OPTIONS
        reads = request.method in READING
        usual = view.read_permission if reads else view.write_permission
        permission = view.permissions.get(view.action, usual)
        if permission and not request.user.has_perm(permission, view.owner):
            view.refuse()
        return True


class NoFields(SimpleMetadata):
    """Answers OPTIONS without fields, which the description has."""

    def determine_actions(self, *_about: Any) -> dict[str, Any]:
        return {}


class ResourceViewSet(ApiView, viewsets.GenericViewSet):  # type: ignore[type-arg]
    """A resource; `operations` is the word for it in the names of its operations.

    `list` and `retrieve` come with DRF's mixins, which ask for the rows (`get_queryset`); the rest
    is acts. An act may have a permission or a scope of its own, as arguments of DRF's `action`.
    """

    permission_classes = [HasPermission]
    metadata_class = NoFields
    pagination_class: type[BasePagination]
    filterset_class: Any = None
    schema = ResourceSchema()
    tag: ClassVar[str]
    operations: ClassVar[str]
    # what a GET of one row is described by, where it has no method of its own
    about_one: ClassVar[str] = ""
    # where an operation is not called as usual
    words: ClassVar[Mapping[str, str]] = {}
    # asked of the owner before anything is read or written; "" where everybody may
    read_permission = ""
    write_permission = ""
    # where an act has a permission of its own
    permissions: ClassVar[Mapping[str, str]] = {}
    by_whom_reads: ClassVar[str] = ANYBODY
    by_whom_writes: ClassVar[str] = ACCOUNT
    # whether a GET of one row can be refused as things stand, or there may be none
    refused = missing = False
    # what a token needs
    token_scopes: Mapping[str, Scope | None] = {"GET": Scope.READ} | dict.fromkeys(
        WRITING, Scope.DIRECT
    )

    @cached_property
    def owner(self) -> Model:
        """Return the club or event of the address, which permissions are of. Raises Http404."""
        raise NotImplementedError

    @cached_property
    def club(self) -> Club:
        raise NotImplementedError

    @cached_property
    def full(self) -> bool:
        """Say whether names are shown in full; those who may write here read them so."""
        return self.request.method in WRITING or sees_full_names(self.request, self.club)

    def note(self, name: str, method: str, default: Any = None) -> Any:
        reads = method in READING
        inherited = {
            "by": self.by_whom_reads if reads else self.by_whom_writes,
            "in_pages": self.action == "list",
            "refused": reads and self.refused,
            "missing": reads and self.missing,
            "reads_no_body": method in WRITING,
            "takes_key": method in WRITING,
        }
        handler = getattr(self, self.action or "", None)
        return getattr(handler, name, inherited.get(name, default))

    def get_serializer_context(self) -> dict[str, Any]:
        is_described = getattr(self, "swagger_fake_view", False)
        asked = {} if is_described else self.context()
        return {**super().get_serializer_context(), **asked}

    def context(self) -> dict[str, Any]:
        """Return what the serializer asks for."""
        return {}

    def read_now(self, request: Request, kwargs: Mapping[str, Any]) -> Response:
        self.action = "retrieve"
        reader: Any = self.retrieve  # type: ignore[attr-defined]
        answer: Response = reader(request, **kwargs)
        return answer

    @classmethod
    def read_shape(cls) -> Any:
        reader = getattr(cls, "retrieve", None)
        return getattr(reader, "shape", None if reader is None else cls.serializer_class)

    def operation_id(self) -> str:
        own = getattr(getattr(self, self.action or "", None), "operation", "")
        words = {**WORDS, **self.words}
        return own or f"{self.operations}_{words.get(self.action, self.action)}"

    def query_names_of(self, handler: Any) -> set[str]:
        if self.action != "list" or hasattr(handler, "query_names"):
            return set(super().query_names_of(handler))
        filters = self.filterset_class.base_filters if self.filterset_class else ()
        return {"page", "cursor", "page_size", "format", *filters} - self.other_pages

    @property
    def other_pages(self) -> set[str]:
        """Return the parameter that pages of the other kind have."""
        return {"cursor"} if issubclass(self.pagination_class, Pages) else {"page"}

    def get_renderers(self) -> list[BaseRenderer]:
        handler = getattr(self, self.action or "", None)
        if self.action == "list" or getattr(handler, "is_also_a_file", False):
            return [renderer() for renderer in RENDERERS]
        return super().get_renderers()

    def known_count(self) -> int | None:
        """Return how many rows the list has, where that is kept elsewhere."""
        return None

    def with_related(self, rows: list[Any]) -> Any:
        """Return the rows of a page with what is read for all of them together."""
        return rows

    def paginate_queryset(self, queryset: Any) -> Any:
        if self.is_file_asked:
            ordering = getattr(self.pagination_class, "ordering", None)
            rows = queryset.order_by(ordering) if ordering else queryset
            return self.with_related(list(rows[:MOST_ROWS]))
        known = self.known_count()
        if known is not None and isinstance(self.paginator, Pages):
            counted: Any = partial(Counted, known=lambda: known)
            self.paginator.django_paginator_class = counted
        page = super().paginate_queryset(queryset)
        return self.with_related(list(page or ()))

    def get_paginated_response(self, data: Any) -> Response:
        return Response(data) if self.is_file_asked else super().get_paginated_response(data)

    def answer(self, row: Any, status: int = 200) -> Response:
        """Return the row in the shape of the resource, or of the act."""
        return Response(self.get_serializer(row).data, status=status)


class ClubResource(ResourceViewSet):
    """A resource of the club of the address."""

    @cached_property
    def owner(self) -> Model:
        return self.club

    @cached_property
    def club(self) -> Club:
        return club_at(self.kwargs["club"])


class EventResource(ResourceViewSet):
    """A resource of the event of the address."""

    @cached_property
    def owner(self) -> Model:
        return self.event

    @cached_property
    def event(self) -> Event:
        return event_at(self.request, self.kwargs["event"])

    @cached_property
    def club(self) -> Club:
        return self.event.club


class StageResource(ResourceViewSet):
    """A resource of the stage of the address."""

    @cached_property
    def owner(self) -> Model:
        return self.stage

    @cached_property
    def stage(self) -> Stage:
        return stage_at(self.request, self.kwargs["stage"])

    @cached_property
    def club(self) -> Club:
        return self.stage.event.club
