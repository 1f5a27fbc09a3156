"""The pages of any record: the list with a form for one more, one to change, and the ways back.

A subject declares its pages in a class and names them in its urls: `*VenuePages.urls("venues/")`.
"""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, ClassVar

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django.views.generic import View
from django.views.generic.edit import ModelFormMixin

from league.clubs.models import Club
from league.faces.desk.access import actor_of, club_page, event_page
from league.faces.desk.records.forms import RecordForm, form_of
from league.faces.desk.undo import CHANGE, change_asked, say_done_at, sealed, unsealed
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.records import services as records
from league.foundation.records.models import Record
from league.foundation.records.rules import ChangedMeanwhile, permission_to
from league.foundation.records.sentences import label_of, value_in_words
from league.foundation.refusal import flash_errors
from league.foundation.shown_numbers import figure
from league.foundation.spreadsheets import Column, Sheet, format_asked, spreadsheet
from league.play.events.models import Event

SEAL = "seal"


class ResourceView(ModelFormMixin, View):  # type: ignore[type-arg]
    """One class for the pages of a model; `role` is the page or act that a request is for.

    `fields` are those of the form: without any all that people keep in a row but its owner.
    `columns` are those of the list and its spreadsheet, each by its name or as a Column: without
    any the fields. What else the pages of a subject need is a method or a template of its own.
    """

    model: Any
    # unless it is said the one to change the model
    permission: ClassVar[str] = ""
    columns: ClassVar[Sequence[str | Column]] = ()
    roles: ClassVar[Sequence[str]] = ("list", "change", "remove", "undo")
    # the word for it in the names of its addresses, where that is not the model's
    url_word: ClassVar[str] = ""
    # the last part of the address of an act, where that is not its role
    places: ClassVar[Mapping[str, str]] = {}
    form_class = RecordForm
    ordering: ClassVar[Sequence[str]] = ("pk",)
    list_template = "desk/records/list.html"
    change_template = "desk/records/change.html"
    lead: ClassVar[Any] = ""
    # said where a row is removed
    removal: ClassVar[Any] = ""
    tab = ""  # of a club's settings
    role = "list"
    # of its club or event: a decorator that takes the permission
    page: Any
    owner: Any
    object: Any

    @classmethod
    def urls(cls, base: str) -> Iterator[URLPattern]:
        """Yield the addresses: "venues/" is `venues`, with its `venue`, `venue_remove`, ..."""
        name = cls.model._meta.model_name or ""
        row = "" if cls.model.single_of else f"<int:{name}>/"
        places = {"list": "", "change": row, "undo": "undo/"}
        permission = cls.permission or permission_to("change", cls.model)
        for role in cls.roles:
            place = places.get(role, f"{row}{cls.places.get(role, role)}/")
            view = cls.page(permission)(cls.as_view(role=role, pk_url_kwarg=name))
            if not hasattr(cls, f"get_{role}"):
                view = require_POST(view)
            yield path(f"{base}{place}", view, name=cls.url_name(role))

    @classmethod
    def url_name(cls, role: str) -> str:
        name = cls.url_word or cls.model._meta.model_name or ""
        return {"list": f"{name}s", "change": name}.get(role, f"{name}_{role}")

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        (self.owner,) = args
        self.object = None

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        method = "get" if request.method == "HEAD" else str(request.method).lower()
        handler = getattr(self, f"{method}_{self.role}", self.http_method_not_allowed)
        if self.pk_url_kwarg in kwargs or self.model.single_of:
            self.object = self.get_object()
        answer: HttpResponse = handler(request)
        return answer

    def _allowed_methods(self) -> list[str]:
        return [name for name in ("GET", "POST") if hasattr(self, f"{name.lower()}_{self.role}")]

    # what a subject says more of

    def new_row(self) -> Record:
        """Return the row that the form for one more fills in."""
        row: Record = self.model()
        return row

    def get_queryset(self) -> "QuerySet[Any]":
        rows: QuerySet[Any] = self.model._default_manager.filter(**self.of_owner())
        return rows.order_by(*self.ordering)

    def of_owner(self) -> dict[str, Any]:
        """Return the filter for the rows of the club or event."""
        raise NotImplementedError

    @property
    def at(self) -> list[str]:
        """Return what the addresses of the club or event begin with."""
        raise NotImplementedError

    @property
    def title(self) -> str:
        return str(capfirst(self.model._meta.verbose_name_plural))

    def can_revoke(self, row: Record) -> bool:
        return getattr(row, row.revoked[0]) is None

    # the pages and acts

    def get_list(self, request: HttpRequest) -> HttpResponse:
        if wanted := format_asked(request):
            return spreadsheet(self._sheet(self.get_queryset()), wanted, *self.at, self.title)
        return self._shown(self.list_template, self.get_form())

    def post_list(self, request: HttpRequest) -> HttpResponse:
        form = self.get_form()
        if form.is_valid() and form.stored(self.by):
            return self._done(_("Added: %(name)s"), form.instance, form.change)
        return self._shown(self.list_template, form)

    def get_change(self, request: HttpRequest) -> HttpResponse:
        return self._shown(self.change_template, self.get_form())

    def post_change(self, request: HttpRequest) -> HttpResponse:
        form = self.get_form()
        if form.is_valid() and form.stored(self.by):
            hidden = {
                name: form.initial[name]
                for name in form.changed_data
                if name in self.model.unlogged
            }
            return self._done(_("Saved: %(name)s"), form.instance, form.change, hidden=hidden)
        self.object = self.get_object()  # without what was typed into it
        return self._shown(self.change_template, form)

    def post_remove(self, request: HttpRequest) -> HttpResponse:
        with flash_errors(request):
            change = records.remove(self.object, by=self.by)
            # what the journal does not hold cannot come again
            return self._done(
                _("Removed: %(name)s"), self.object, None if self.model.unlogged else change
            )
        return redirect(self._url("change", self.object))

    def post_revoke(self, request: HttpRequest) -> HttpResponse:
        with flash_errors(request):
            change = records.revoke(self.object, by=self.by)
            return self._done(_("Withdrawn: %(name)s"), self.object, change)
        return redirect(self.home)

    def post_undo(self, request: HttpRequest) -> HttpResponse:
        """Take back a change of a row of this club or event, as the journal has it."""
        with flash_errors(request):
            change = records.change_at(self.model, change_asked(request), **self.in_journal())
            return self._undone(request, change)
        return redirect(self.home)

    def _undone(self, request: HttpRequest, change: Happening) -> HttpResponse:
        """Undo a change; where somebody came in between, show what would be as it was before."""
        hidden = unsealed(self.model.__name__, request.POST.get(SEAL, "")) or {}
        with flash_errors(request) as shown:
            try:
                row = records.undo(self.model, change, by=self.by, hidden=hidden)
                messages.success(request, _("As it was before: %(name)s") % {"name": row})
            except ValidationError as wrong:
                messages.error(request, " ".join(wrong.messages))
        if isinstance(shown.refused, ChangedMeanwhile) and "change" in self.roles:
            self.object = records.restored(self.model, change, hidden)
            self.object.version = shown.refused.version
            return self._shown(self.change_template, self._form(self.object, None), 422)
        return redirect(self.home)

    # how

    @property
    def by(self) -> Act:
        return Act(actor=actor_of(self.request), at=timezone.now())

    def in_journal(self) -> dict[str, int]:
        raise NotImplementedError

    def leads_to(self, row: Record) -> str:
        """Return the page that shows a row once it is saved."""
        return self.home

    def get_form(self, form_class: Any = None) -> RecordForm:
        data = self.request.POST if self.request.method == "POST" else None
        return self._form(self.object or self.new_row(), data)

    def _form(self, row: Record, data: Any) -> RecordForm:
        form = form_of(self.model, self.form_class, self._fields())
        return form(data, instance=row, prefix=self.get_prefix(), **self.form_options())

    def _fields(self) -> tuple[str, ...]:
        owner = self.of_owner()
        names = (field.name for field in self.model.editable_fields())
        return tuple(self.fields or (name for name in names if name not in owner))

    def form_options(self) -> dict[str, Any]:
        return {}

    def _done(
        self, sentence: str, row: Record, change: Happening | None, hidden: Any = None
    ) -> HttpResponse:
        """Say what was done, with a button that undoes it, and lead on."""
        said = sentence % {"name": row}
        if change is None or "undo" not in self.roles:
            messages.success(self.request, said)
        else:
            seal = {SEAL: sealed(self.model.__name__, hidden)} if hidden else {}
            say_done_at(self.request, said, self._url("undo"), {CHANGE: change.pk, **seal})
        is_gone = self.role == "remove"
        return redirect(self.home if is_gone else self.leads_to(row))

    @property
    def home(self) -> str:
        """Return the page from which rows are reached, and to which all acts lead back."""
        return self._url("list" if "list" in self.roles else "change")

    def _url(self, role: str, row: Record | None = None) -> str:
        pk = [] if row is None or row.single_of else [row.pk]
        return reverse(f"desk:{self.url_name(role)}", args=[*self.at, *pk])

    def _sheet(self, rows: Any) -> Sheet:
        columns = [
            self._column(one) if isinstance(one, str) else one
            for one in self.columns or self._fields()
        ]
        return Sheet(title=self.title, columns=columns, rows=rows)

    def _column(self, name: str) -> Column:
        return Column(label_of(self.model, name), lambda row: value_in_words(row, name))

    def _shown(self, template: str, form: RecordForm, status: int = 200) -> HttpResponse:
        return render(
            self.request,
            template,
            self.get_context_data(form=form),
            status=422 if form.errors else status,
        )

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        context |= {"title": self.title, "tab": self.tab}
        is_of_row = self.object is not None and not self.model.single_of
        context["row"] = self.object if is_of_row else None
        context["lead"] = "" if is_of_row else self.lead
        context["list_url"] = self.home
        context["revokes"] = "revoke" in self.roles
        if self.object is None:
            rows = list(self.get_queryset())
            sheet = self._sheet(rows)
            cells = [list(zip(sheet.headings, line, strict=True)) for line in sheet.lines()]
            context |= {"headings": sheet.headings, "rows": list(map(self._line, rows, cells))}
        else:
            context["row_url"] = self._url("change", self.object)
            context["remove_url"] = (
                self._url("remove", self.object) if "remove" in self.roles else ""
            )
            context["removal"] = self.removal
        return context

    def _line(self, row: Record, cells: list[tuple[str, Any]]) -> dict[str, Any]:
        """Return a row of the list: its cells with their headings, and where it is changed."""
        revocable = "revoke" in self.roles and self.can_revoke(row)
        return {
            "row": row,
            "cells": [(heading, in_figures(cell)) for heading, cell in cells],
            "change_url": self._url("change", row) if "change" in self.roles else "",
            "revoke_url": self._url("revoke", row) if revocable else "",
        }


class ClubResource(ResourceView):
    """Of a club, which the model calls `club`."""

    page = staticmethod(club_page)
    owner: Club

    def of_owner(self) -> dict[str, Any]:
        return {"club": self.owner}

    def new_row(self) -> Record:
        row: Record = self.model(club=self.owner)
        return row

    def in_journal(self) -> dict[str, int]:
        return {"club_id": self.owner.pk}

    @property
    def at(self) -> list[str]:
        return [self.owner.slug]

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(club=self.owner, **context)


class EventResource(ResourceView):
    """Of an event; its rows hang on one of its stages."""

    page = staticmethod(event_page)
    owner: Event

    def of_owner(self) -> dict[str, Any]:
        return {"stage__event": self.owner}

    def in_journal(self) -> dict[str, int]:
        return {"event_id": self.owner.pk}

    @property
    def at(self) -> list[str]:
        return [self.owner.club.slug, self.owner.slug]

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(club=self.owner.club, event=self.owner, **context)


def in_figures(cell: Any) -> Any:
    """Return a number as people of the language write it, anything else as it is."""
    return figure(cell) if isinstance(cell, int | float | Decimal) else cell
