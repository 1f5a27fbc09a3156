"""The deal of the week: one deal a game for all clubs, dealt by hand and compared."""

from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from games import services as games
from league.clubs.models import Club
from league.faces.public.prepared.views import SeatNumbers, cards_shown
from league.foundation.journal.actor import Act, Actor
from league.foundation.refusal import Refused
from league.office.documents.document_kind import DocumentOptions
from league.office.documents.prepared_papers import WEEKLY_SHEET, weekly_game
from league.office.paper.document import pdf
from league.play.events.models import TablePlay
from league.play.prepared import services as prepared
from league.play.prepared.models import WeeklyDeal
from league.play.prepared.services.weekly import week_of
from league.play.prepared.stage_deals import deal_sheet
from league.play.prepared.weekly_deals import (
    cards_of,
    clubs_scored_by,
    earlier_weeks,
    is_committed_late,
    is_over,
    next_weekly,
    results_of,
    ruleset_of,
    sees_results,
    this_week,
    weekly_of,
)
from league.play.results.deal_form import DealForm
from league.play.results.deal_inputs import UnreadableRecord, read_record
from league.play.results.deal_words import contract_of
from league.play.results.table_outcome import TablePlan
from league.play.results.visible_results import shares


class TableForm(forms.Form):
    """Which table of which club enters the deal; with a record, no question needs an answer."""

    club = forms.ModelChoiceField(
        queryset=Club.objects.none(),
        label=gettext_lazy("Club"),
        empty_label=gettext_lazy("choose a club"),
    )
    table_name = forms.CharField(
        max_length=80,
        label=gettext_lazy("Table"),
        help_text=gettext_lazy(
            "A name that everybody may see, such as the players’ first names or Table 1."
        ),
    )

    record = forms.CharField(
        required=False,
        label=gettext_lazy("Record of every card"),
        help_text=gettext_lazy("As JSON, from a program that played the deal or wrote it down."),
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, clubs: list[Club], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["club"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101
        field.queryset = Club.objects.filter(pk__in=[club.pk for club in clubs])
        field.initial = clubs[0] if clubs else None

    @property
    def has_record(self) -> bool:
        return bool((self["record"].value() or "").strip())

    def clean_record(self) -> dict[str, Any] | None:
        """Return the record that was pasted, or None."""
        text: str = self.cleaned_data["record"]
        if not text.strip():
            return None
        try:
            return read_record(text)
        except UnreadableRecord as refused:
            raise forms.ValidationError(str(refused)) from None


@require_safe
def all_weekly(request: HttpRequest) -> HttpResponse:
    """This week's deal of every game."""
    now = timezone.now()
    rows = this_week(now)
    context = {
        "week": week_of(now),
        "deals": [{"weekly": row, "game": weekly_game(row)} for row in rows],
    }
    return render(request, "public/weekly/all.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def weekly(request: HttpRequest, variant: str) -> HttpResponse:
    """One game's deal: its sheet, the form to enter it, and, in time, the comparison."""
    weekly_deal = _found(request, variant)
    if weekly_deal is None:
        return _render_not_made(request, variant)
    clubs = clubs_scored_by(request.user)
    if request.method == "POST" and not clubs:
        return _may_not_enter(request)
    may_enter = bool(clubs) and not is_over(weekly_deal, timezone.now())
    posted = request.POST if request.method == "POST" and may_enter else None
    table_form = TableForm(posted, clubs=clubs)
    deal_form = _deal_form(weekly_deal, None if table_form.has_record else posted)
    if posted is not None and table_form.has_record:
        # the record is what counts, but what was written beside it stays
        typed = {name: posted[name] for name in deal_form.fields if name in posted}
        deal_form.initial = {**deal_form.initial, **typed}
    # both are looked at, so that one can see everything that is missing
    are_valid = [table_form.is_valid(), table_form.has_record or deal_form.is_valid()]
    is_ready = posted is not None and all(are_valid)
    if is_ready and _enter(request, weekly_deal, table_form, deal_form):
        return redirect(request.get_full_path())
    context = _about(request, weekly_deal) | {
        "may_enter": may_enter,
        "table_form": table_form,
        "form": deal_form,
        "asks_more": deal_form.is_bound and deal_form.has_more_to_ask,
    }
    refused = table_form.errors or (deal_form.is_bound and deal_form.errors)
    return render(request, "public/weekly/deal.html", context, status=422 if refused else 200)


@require_safe
def weekly_sheet(request: HttpRequest, variant: str) -> HttpResponse:
    """The sheet to deal by. Whoever reads it does not play the deal."""
    weekly_deal = _found(request, variant)
    if weekly_deal is None:
        return _render_not_made(request, variant)
    ruleset = ruleset_of(weekly_deal)
    context = {
        "weekly": weekly_deal,
        "game": weekly_game(weekly_deal),
        "sheet": deal_sheet(ruleset, cards_of(weekly_deal)),
        "stock_in_order": games.stock_in_order(ruleset),
        "paper_query": f"week={weekly_deal.week.isoformat()}",
    }
    return render(request, "public/weekly/sheet.html", context)


@require_safe
def weekly_sheet_pdf(request: HttpRequest, variant: str) -> HttpResponse:
    """The same sheet as a file."""
    weekly_deal = _found(request, variant)
    if weekly_deal is None:
        return _render_not_made(request, variant)
    options = DocumentOptions(at=timezone.now(), paper=request.GET.get("paper", ""))
    printing = WEEKLY_SHEET.make(weekly_deal, options)
    return pdf(printing, WEEKLY_SHEET.name, variant, weekly_deal.week.isoformat())


def _found(request: HttpRequest, variant: str) -> WeeklyDeal | None:
    """Return the requested deal; None if this week's is not made yet. Raises Http404."""
    now, asked = timezone.now(), request.GET.get("week")
    if games.variant_named(variant) is None:
        raise Http404("there is no such game")
    try:
        week = date.fromisoformat(asked) if asked else week_of(now)
    except ValueError as error:
        raise Http404("no week is written like this") from error
    # the coming one is committed to, but nobody may see it yet
    weekly_deal = weekly_of(variant, week) if week <= week_of(now) else None
    if weekly_deal is None and week != week_of(now):
        raise Http404("there is no such deal of the week")
    return weekly_deal


def _may_not_enter(request: HttpRequest) -> HttpResponse:
    """Ask visitors to sign in. Raises PermissionDenied for people who score for no club."""
    if request.user.is_authenticated:
        raise PermissionDenied
    return redirect_to_login(request.get_full_path())


def _render_not_made(request: HttpRequest, variant: str) -> HttpResponse:
    """Say that the worker has still to make this week's deal."""
    info = games.variant_named(variant)
    context = {"game": games.render_sentence(info.label) if info else variant}
    return render(request, "public/weekly/not_made_yet.html", context, status=404)


def _deal_form(weekly_deal: WeeklyDeal, posted: Any) -> DealForm:
    ruleset = ruleset_of(weekly_deal)
    plan = TablePlan(
        ruleset=ruleset,
        play=TablePlay.DEALS,
        deals_due=1,
        first_dealer=cards_of(weekly_deal).dealer,
    )
    return DealForm(posted, plan=plan, names=SeatNumbers(ruleset))


def _enter(
    request: HttpRequest, weekly_deal: WeeklyDeal, table_form: TableForm, deal_form: DealForm
) -> bool:
    user: Any = request.user
    try:
        entered = prepared.enter_weekly(
            weekly=weekly_deal,
            club=table_form.cleaned_data["club"],
            table_name=table_form.cleaned_data["table_name"],
            data=table_form.cleaned_data["record"] or {"summary": deal_form.summary},
            user=user,
            by=Act(Actor(user_id=user.pk, name=str(user), via="public"), timezone.now()),
        )
    except prepared.WeeklyRefused as refused:
        if table_form.has_record:
            table_form.add_error("record", str(refused))
        else:
            deal_form.refuse(str(refused), refused.field)
        return False
    except Refused as refused:
        table_form.add_error(refused.field, str(refused))
        return False
    sentence = _("%(table)s is entered. See below what the other tables made of these cards.")
    messages.success(request, sentence % {"table": entered.table_name})
    return True


def _about(request: HttpRequest, weekly_deal: WeeklyDeal) -> dict[str, Any]:
    now = timezone.now()
    over, ruleset = is_over(weekly_deal, now), ruleset_of(weekly_deal)
    shown = sees_results(request.user, weekly_deal, now)
    coming = next_weekly(weekly_deal) if not over else None
    return {
        "weekly": weekly_deal,
        "game": weekly_game(weekly_deal),
        "is_over": over,
        "is_late": is_committed_late(weekly_deal),
        "is_shown": shown,
        "entered": weekly_deal.results.count(),
        "rows": _rows(weekly_deal) if shown else [],
        "story": cards_shown(ruleset, cards_of(weekly_deal)) if shown else None,
        "coming": coming,
        "earlier": earlier_weeks(weekly_deal.variant, now),
    }


def _rows(weekly_deal: WeeklyDeal) -> list[dict[str, Any]]:
    """Return the tables, best for the first side first."""
    names = SeatNumbers(ruleset_of(weekly_deal))
    results = results_of(weekly_deal)
    compared = shares([result.deal.score for result in results])
    rows = [
        {
            "club": result.club,
            "name": result.table_name,
            "contract": contract_of(result.deal, names),
            "made": result.deal.made,
            "sides": [
                (name, score, None if share is None else float(share))
                for name, score, share in zip(names.sides, result.deal.score, points, strict=True)
            ],
        }
        for result, points in zip(results, compared, strict=True)
    ]
    return sorted(rows, key=lambda row: -(row["sides"][0][2] or 0))
