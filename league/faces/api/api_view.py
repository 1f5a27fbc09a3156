"""What every view of the API has: who asks, what he may do, one form of list, ETags."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from inspect import signature
from typing import Any, NoReturn, cast
from uuid import UUID

from django.db.models import Model, QuerySet
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException, PermissionDenied, ValidationError
from rest_framework.pagination import BasePagination
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from league.clubs.models import Scope, User
from league.faces.api.authentication import (
    table_link,
    token_of,
)
from league.faces.api.conditional import (
    WRITES_ROWS,
    after_rendering,
    say_version,
    say_where,
    shows_the_row,
)
from league.faces.api.deprecations import say_deprecated
from league.faces.api.keyed import KEY, if_unchanged, key_in, once, shown_now
from league.faces.api.list_files import RENDERERS, say_file_name
from league.faces.api.pagination import Pages, pages_of_known
from league.faces.api.parsing import (
    check_fields,
    check_nothing_sent,
    check_query,
    has_unknown,
    without_what_stays,
)
from league.faces.api.problem_answers import ProblemRenderer
from league.faces.api.rate_limits import say_limits
from league.faces.api.scopes import HANDLERS, check_declared, needed_scope
from league.foundation.journal.actor import Act, Actor
from league.foundation.spreadsheets import MOST_ROWS
from league.play.events.entry_rules import entries_led_by
from league.play.results.services import NoSuchSide
from league.play.rounds.models import Placement, Seat, Table
from league.play.rounds.selectors import load_names, players_of_side, side_names, sides_of

CHANGES = ("PATCH", "PUT")


class ApiView(APIView):
    """A view of four steps: fetch what one may see, check the shape, call one service, answer.

    Reading is free; every write asks for its permission by `need`.
    """

    permission_classes = []
    # what a token needs for each method
    token_scopes: Mapping[str, Scope | None] = {}
    pages: type[BasePagination] = Pages
    # the view whose GET shows what this one writes to, where it is not this one itself
    version_of: "type[ApiView] | None" = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse what the view does not read, after it is known who asks."""
        super().initial(request, *args, **kwargs)
        method = str(request.method)
        handler: Any = getattr(self, method.lower(), None)
        # a view whose description names no parameters reads none
        check_query(request, self.query_names_of(handler))
        if handler is None:
            return
        if self.note("reads_no_body", method):
            check_nothing_sent(request.data)
        if getattr(handler, "versioned", False):
            handler = if_unchanged(self, handler)
        if method == "POST" and self.note("takes_key", method):
            # outermost: sent again, it gets its first answer, although the version has changed
            handler = once(self, handler)
        setattr(self, method.lower(), handler)

    def note(self, name: str, method: str, default: Any = None) -> Any:
        """Return what is noted of a method for its description, or of all by the class."""
        return getattr(getattr(self, method.lower(), None), name, default)

    def query_names_of(self, handler: Any) -> Collection[str]:
        return getattr(handler, "query_names", ())

    def get_renderers(self) -> list[BaseRenderer]:
        """Return what the method answers with: JSON, lists also as files, or one file."""
        handler = getattr(self, (self.request.method or "get").lower(), None)
        if getattr(handler, "is_also_a_file", False):
            return [renderer() for renderer in RENDERERS]
        if file_renderer := getattr(handler, "file_renderer", None):
            return [file_renderer(), JSONRenderer()]
        return [JSONRenderer()]

    @property
    def is_file_asked(self) -> bool:
        """Say whether the request wants the rows as a file for spreadsheets."""
        return self.request.accepted_renderer.format != JSONRenderer.format

    def operation_id(self) -> str:
        """Return the name of what the request asks for in the description, "" without one."""
        handler = getattr(self, str(self.request.method).lower(), None)
        return str(getattr(handler, "operation", ""))

    def read_now(self, request: Request, kwargs: Mapping[str, Any]) -> Response:
        """Return the answer to a GET at this moment, with what it takes from the address."""
        reader: Any = self.get  # type: ignore[attr-defined]
        names = kwargs.keys() & signature(reader).parameters
        answer: Response = reader(request, **{name: kwargs[name] for name in names})
        return answer

    @classmethod
    def read_shape(cls) -> Any:
        """Return the shape of what a GET answers with, None without one."""
        return getattr(getattr(cls, "get", None), "shape", None)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Refuse a view that does not say what a token needs for it. Raises LookupError."""
        super().__init_subclass__(**kwargs)
        check_declared(cls)

    def check_throttles(self, request: Request) -> None:
        """Do nothing: the limits were asked before the permissions."""

    def get_throttles(self) -> list[Any]:
        """Return what limits requests; the answer says of each how many are left."""
        self.throttles: list[Any] = super().get_throttles()
        return self.throttles

    def check_permissions(self, request: Request) -> None:
        """Refuse a token that is not good for this method, and whoever may not do it.

        What is refused counts for the limits too, so these come first.
        """
        super().check_throttles(request)
        self._check_scope(request)
        super().check_permissions(request)

    def _check_scope(self, request: Request) -> None:
        token = token_of(request)
        method = "GET" if request.method == "HEAD" else str(request.method)
        if token is None or method not in HANDLERS or not hasattr(self, method.lower()):
            return
        wanted = needed_scope(self, method)
        if wanted is not None and wanted not in token.scopes:
            raise PermissionDenied(
                _("This needs a token with the scope “%(wanted)s”; yours has “%(scopes)s”.")
                % {"wanted": wanted.value, "scopes": ", ".join(token.scopes)},
                code="token_scope",
            )

    def finalize_response(
        self, request: Request, response: Any, *args: Any, **kwargs: Any
    ) -> Response:
        if getattr(response, "exception", False):
            # an error is a problem document, whatever was asked for
            request.accepted_renderer, request.accepted_media_type = (
                ProblemRenderer(),
                ProblemRenderer.media_type,
            )
        final = super().finalize_response(request, response, *args, **kwargs)
        handler = getattr(self, (request.method or "").lower(), None)
        if final.status_code == 200:
            say_file_name(final, request)
        say_limits(final, getattr(self, "throttles", ()))
        say_deprecated(final, self.operation_id())
        reads = request.method in ("GET", "HEAD")
        if reads and final.status_code == 200 and isinstance(final, Response):
            final.add_post_render_callback(lambda rendered: after_rendering(rendered, request))
        if request.method in WRITES_ROWS and final.status_code in (200, 201):
            self.say_what_was_written(handler, final)
        return final

    def say_what_was_written(self, handler: Any, answer: Response) -> None:
        """Give the answer its `Location` and its `ETag`, as far as it has them."""
        say_where(answer, handler, self.kwargs)
        if shows_the_row(self, handler):
            say_version(answer)

    def need(self, permission: str, subject: Model) -> None:
        """Refuse with 401 who has not said who he is, with 403 who may not."""
        if not self.may(permission, subject):
            self.refuse()

    def may(self, permission: str, subject: Model) -> bool:
        return bool(self.request.user.has_perm(permission, subject))

    def refuse(self) -> NoReturn:
        message = _("Your account may not do this here.")
        if table_link(self.request) is not None:
            message = _("A table's link may act at its own table only.")
        self.permission_denied(self.request, message=message)

    def read(self, shape: type[BaseSerializer[Any]]) -> dict[str, Any]:
        """Return the request's data in the shape. Raises ValidationError."""
        incoming = shape(data=self.request.data)
        data = self._without_what_stays(incoming, self.request.data)
        if data is not self.request.data:
            incoming = shape(data=data)
        check_fields(incoming, data)
        incoming.is_valid(raise_exception=True)
        return dict(incoming.validated_data)

    def _without_what_stays(self, shape: BaseSerializer[Any], data: Any) -> Any:
        """Return what was sent without what is as it was read, where that cannot be changed.

        So what was read can be sent back with a change in it: of a PATCH that has fields which
        cannot be changed, only what is sent otherwise than it was read is looked at.
        """
        is_whole = self.request.method in CHANGES and isinstance(data, Mapping)
        if not is_whole or not self._can_be_sent_back() or not has_unknown(shape, data):
            return data
        try:
            shown = json.loads(shown_now(self, self.request, self.kwargs))
        except (Http404, APIException):
            return data
        if self.request.method == "PATCH":
            # also what is written in another form than it is read in
            needed = {
                name for name, field in getattr(shape, "fields", {}).items() if field.required
            }
            data = {
                name: value
                for name, value in data.items()
                if name in needed or name not in shown or shown[name] != value
            }
        return without_what_stays(shape, data, shown)

    def _can_be_sent_back(self) -> bool:
        """Say whether a GET shows as one thing what is written."""
        handler = getattr(self, (self.request.method or "").lower())
        return getattr(handler, "versioned", False) or shows_the_row(self, handler)

    def listed(
        self,
        rows: "QuerySet[Any] | list[Any]",
        shape: type[BaseSerializer[Any]],
        *,
        known: Callable[[], int] | None = None,
        read: Callable[[list[Any]], Sequence[Any]] = list,
        **context: Any,
    ) -> Response:
        """Return one page of the rows, all of them as a file.

        `context` is what the shape asks for; `known` returns how many rows there are, where that
        is kept; `read` returns rows with what is read for all of a page together.
        """
        if self.is_file_asked:
            return Response(shape(read(self._all(rows)), many=True, context=context).data)
        pages = self.pages() if known is None else pages_of_known(known)
        page = pages.paginate_queryset(cast("QuerySet[Any]", rows), self.request, view=self) or []
        return pages.get_paginated_response(shape(read(page), many=True, context=context).data)

    def _all(self, rows: "QuerySet[Any] | list[Any]") -> list[Any]:
        """Return the rows of a file, in the order of the list's pages."""
        ordering = getattr(self.pages, "ordering", None)
        if ordering and isinstance(rows, QuerySet):
            rows = rows.order_by(ordering)
        return list(rows[:MOST_ROWS])

    def has_key(self) -> bool:
        return KEY in self.request.headers

    def key(self) -> UUID:
        """Return the key under which a request can be sent twice and is done once."""
        return key_in(self.request)

    def key_if_sent(self) -> UUID | None:
        return self.key() if self.has_key() else None

    @property
    def at(self) -> datetime:
        return timezone.now()

    @property
    def actor(self) -> Actor:
        """Return the account that acts; for a table's link see `player_at`."""
        return Actor(user_id=self.account.pk, name=str(self.account), via="api")

    @property
    def account(self) -> User:
        """Return the account that asks, where a permission says that it is one."""
        user = self.request.user
        assert isinstance(user, User), "checked by `need`"  # noqa: S101
        return user

    @property
    def by(self) -> Act:
        """Return the account that acts, and that it is now."""
        return Act(self.actor, self.at)

    def need_a_player(self, table: Table) -> None:
        """Let only those go on who act for a side of this table."""
        link = table_link(self.request)
        if link is None:
            self.need("results.act_for_side", table)
        elif link.table.pk != table.pk:
            self.refuse()

    def need_side_or(self, permission: str, table: Table) -> None:
        """Whoever names no side acts for all of them; a player is asked for the side."""
        if not self.may(permission, table):
            raise ValidationError({"side": _("Say which side you act for.")}, code="required")

    def player_at(self, table: Table, side: int) -> Actor:
        """Return who acts for a side: a phone with the table's link, or a player of that side."""
        if table_link(self.request) is not None:
            self.need_a_player(table)
            name = _side_name(table, side)
            return Actor(players=players_of_side(table, side), name=name, via="api")
        user = self.request.user
        if isinstance(user, User) and _sits(user, table, side):
            return self.actor
        self.need_a_player(table)
        if not isinstance(user, User) or not _leads(user, table, side):
            self.permission_denied(
                self.request, message=_("You can act for the side you sit on, not for another.")
            )
        return self.actor


def _sits(user: User, table: Table, side: int) -> bool:
    return Seat.objects.filter(table=table, player__user=user, placement__side=side).exists()


def _leads(user: User, table: Table, side: int) -> bool:
    """Say whether one is captain of the side."""
    placed = Placement.objects.filter(table=table, side=side).values("entry")
    return entries_led_by(user.pk).filter(pk__in=placed).exists()


def _side_name(table: Table, side: int) -> str:
    load_names(table)
    if not 0 <= side < sides_of(table):
        raise NoSuchSide(
            _("This table has %(sides)d sides; choose where you sit.") % {"sides": sides_of(table)}
        )
    return side_names(table)[side][:120]


def fetch_all(model: type[Model], club_id: int, ids: Sequence[int], field: str) -> list[Any]:
    """Return the club's rows with these ids in their order. Raises ValidationError for others."""
    found = {row.pk: row for row in model._default_manager.filter(pk__in=ids, club_id=club_id)}
    missing = [pk for pk in ids if pk not in found]
    if missing:
        raise ValidationError(
            {field: _("The club has nothing here with the number %(id)d.") % {"id": missing[0]}},
            code="unknown",
        )
    return [found[pk] for pk in ids]
