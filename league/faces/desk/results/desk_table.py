"""A table at the desk: found by its event, with its names, its sheet and what may be done."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from league.faces.desk.access import event_page
from league.play.events.models import Event
from league.play.results.deal_words import Names
from league.play.results.models import Submission, TableResult
from league.play.results.sheet import Sheet, read_sheet
from league.play.rounds.models import Table
from league.play.rounds.selectors import table_with_names

PERMISSIONS = {
    "may_enter": "results.enter_deal",
    "may_confirm": "results.confirm_deal",
    "may_correct": "results.correct_deal",
    "may_void": "results.void_deal",
    "may_settle": "results.settle_dispute",
    "may_award": "results.award_table",
    "may_end": "results.end_table",
    "may_renew": "rounds.renew_link",
}


@dataclass(kw_only=True)
class DeskTable:
    """What every page about a table needs; each thing is loaded once, when a page asks for it."""

    event: Event
    table: Table
    names: Names

    @cached_property
    def sheet(self) -> Sheet:
        """Return the sheet; a service that writes reads its own, behind the table's lock."""
        return read_sheet(self.table)

    @cached_property
    def result(self) -> TableResult:
        row = TableResult.objects.filter(table=self.table).first()
        # by its number: the table itself does not get to know an empty result
        return row or TableResult(table_id=self.table.pk)

    @property
    def address(self) -> str:
        return reverse("desk:table", args=self.at)

    @property
    def at(self) -> list[Any]:
        return [self.event.club.slug, self.event.slug, self.table.pk]

    def history_of(self, submission: Submission) -> str:
        return reverse("desk:deal_history", args=[*self.at, submission.number])

    def context(self, request: HttpRequest) -> dict[str, Any]:
        may = {name: request.user.has_perm(perm, self.table) for name, perm in PERMISSIONS.items()}
        return {
            "club": self.event.club,
            "event": self.event,
            "round": self.table.round,
            "stage": self.table.round.stage,
            "table": self.table,
            "result": self.result,
            **may,
        }


def decision_page(
    request: HttpRequest,
    desk: DeskTable,
    form: forms.Form,
    *,
    template: str = "desk/results/decision.html",
    **context: Any,
) -> HttpResponse:
    """Return the page of one form about a table; `heading`, `lead` and `submit_label` are its own.

    It leads back to the table, unless `back` names another page.
    """
    context = desk.context(request) | {"form": form, "back": desk.address} | context
    return render(request, template, context, status=422 if form.errors else 200)


def desk_table_page(permission: str) -> Callable[[Callable[..., HttpResponse]], Any]:
    """Give the view the table of its address, if the person has the permission on its event."""

    def decorate(view: Callable[..., HttpResponse]) -> Any:
        @event_page(permission)
        @wraps(view)
        def page(
            request: HttpRequest, event: Event, table: int, *args: Any, **kwargs: Any
        ) -> HttpResponse:
            return view(request, desk_table(event, table), *args, **kwargs)

        return page

    return decorate


def desk_table(event: Event, pk: int) -> DeskTable:
    """Return a table of the event, or 404 for another event's."""
    try:
        table = table_with_names(pk)
    except Table.DoesNotExist:
        raise Http404("there is no such table") from None
    if table.round.stage.event_id != event.pk:
        raise Http404("the table belongs to another event")
    table.round.stage.event = event
    return DeskTable(event=event, table=table, names=Names(table, public=False))


def redirect_to_table(desk: DeskTable) -> HttpResponse:
    return redirect(desk.address)
