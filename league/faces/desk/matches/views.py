"""The matches of an event at the desk: what is open, and one match."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from league.calendar.captains import services as captains
from league.calendar.captains.line_up_facts import players_in, who_may_lead, who_may_play
from league.calendar.captains.matches import (
    Match,
    NoSuchMatch,
    dates_of,
    makes_line_ups,
    match_at,
    rules_of,
)
from league.calendar.captains.models import MATCH_RULES, MatchRules
from league.calendar.captains.selectors import (
    MatchState,
    matches_by_day,
    state_of_match,
    states_of,
    unsettled_matches,
)
from league.clubs.models import Player
from league.faces.desk.access import act_of, check, event_page, stage_of
from league.faces.desk.event_tabs import event_tabs
from league.faces.desk.matches.for_a_side import MatchAct, act, captain_again, line_up_again
from league.faces.desk.matches.forms import CaptainForm, LineUpForm, RulingForm
from league.faces.desk.records.forms import RecordForm
from league.faces.desk.records.views import EventResource
from league.faces.desk.undo import change_asked, flash_change_here
from league.foundation.journal.actor import Act
from league.play.events.entry_rules import captain_of
from league.play.events.models import Event
from league.play.events.names import name_of
from league.play.events.selectors import stages_in_order
from league.play.rounds.models import Round

A_PAGE = 100


@require_safe
@event_page("captains.view_matches")
def matches(request: HttpRequest, event: Event) -> HttpResponse:
    """What is open in the matches of an event by date, the urgent ones of each page first."""
    unsettled = unsettled_matches(event)
    dates = dates_of(unsettled)
    found = matches_by_day(unsettled, dates)
    page = Paginator(found, A_PAGE).get_page(request.GET.get("page"))
    states = states_of(list(page), at=timezone.now(), dates=dates)
    context = _context(request, event) | {
        "page": page,
        "rows": sorted(states, key=lambda state: not _is_urgent(state)),
        "stages": stages_in_order(event),
    }
    return render(request, "desk/matches/matches.html", context)


def _is_urgent(state: MatchState) -> bool:
    walkover = state.walkover is not None and state.walkover.state == "proposed"
    asked = state.asked is not None and state.asked.overdue_at is not None
    return (
        state.is_disputed or walkover or asked or state.is_overdue or bool(state.missing_line_ups())
    )


@require_http_methods(["GET", "POST"])
@event_page("captains.view_matches")
def match(request: HttpRequest, event: Event, round: int, number: int) -> HttpResponse:
    """One match with its line-ups, dates and captains; directors decide here."""
    found = _match(event, round, number)
    may_change = request.user.has_perm("captains.change_matches", event)
    pressed = request.POST.get("act", "") if request.method == "POST" else None
    if pressed is not None:
        check(request.user, "captains.change_matches", event, event.club)  # type: ignore[arg-type]
    captain_by_side = [captain_of(entry) for entry in found.entries]
    shown = _forms(request, found, captain_by_side, pressed)
    if pressed is not None and act(request, shown, _acts(request, found)):
        return redirect("desk:match", event.club.slug, event.slug, round, number)
    state = state_of_match(found, at=timezone.now())
    context = _context(request, event) | {
        "match": found,
        "state": state,
        "may_change": may_change,
        "ruling": shown["rule"],
        "asked_by": name_of(state.asked.entry) if state.asked else "",
        "sides": [
            _side(state, shown, side, captain, may_change=may_change)
            for side, captain in enumerate(captain_by_side)
        ],
    }
    return render(request, "desk/matches/match.html", context)


def _match(event: Event, round: int, number: int) -> Match:
    row = get_object_or_404(Round.objects.select_related("stage"), pk=round, stage__event=event)
    row.stage.event = event
    try:
        return match_at(row, number)
    except NoSuchMatch as missing:
        raise Http404 from missing


def _forms(
    request: HttpRequest,
    match: Match,
    captain_by_side: Sequence[Player | None],
    pressed: str | None,
) -> dict[str, Any]:
    def data(name: str) -> Any:
        return request.POST if pressed == name else None

    forms: dict[str, Any] = {"rule": RulingForm(data("rule"))}
    for side, (entry, captain) in enumerate(zip(match.entries, captain_by_side, strict=True)):
        people = who_may_play(entry, against=match.entries[1 - side])
        name = f"line_up{side}"
        forms[name] = LineUpForm(data(name), match=match, side=side, people=people)
        name = f"captain{side}"
        people = who_may_lead(entry, by_director=True)
        forms[name] = CaptainForm(data(name), entry=entry, captain=captain, people=people)
    return forms


def _acts(request: HttpRequest, match: Match) -> dict[str, MatchAct]:
    by = act_of(request)
    return {
        "rule": partial(_rule, request, match, by),
        "rule_back": partial(_rule_back, request, match, by),
        "absent0": lambda _form: _decide(match, by, [0]),
        "absent1": lambda _form: _decide(match, by, [1]),
        "absent_both": lambda _form: _decide(match, by, [0, 1]),
        "no_walkover": lambda _form: _decide(match, by, None),
        **{f"line_up{side}": partial(_line_up, request, match, by, side) for side in (0, 1)},
        **{f"captain{side}": partial(_captain, request, match, by, side) for side in (0, 1)},
        **{
            f"line_up{side}_back": partial(_line_up_back, request, match, by, side)
            for side in (0, 1)
        },
        **{
            f"captain{side}_back": partial(_captain_back, request, match, by, side)
            for side in (0, 1)
        },
    }


def _rule(request: HttpRequest, match: Match, by: Act, form: RulingForm) -> str:
    captains.rule_date(match=match, **form.cleaned_data, by=by)
    change = captains.ruling_change(match, by=by)
    flash_change_here(request, _("The date is set."), change, act="rule_back")
    return ""


def _rule_back(request: HttpRequest, match: Match, by: Act, _form: None) -> str:
    captains.undo_ruling(match=match, change=change_asked(request), by=by)
    return _("The match has its earlier date again; both sides are told.")


def _decide(match: Match, by: Act, absent: list[int] | None) -> str:
    state = state_of_match(match, at=by.at)
    if state.walkover is not None:
        captains.decide_walkover(walkover=state.walkover, absent=absent, by=by)
    return _("Saved.")


def _line_up(request: HttpRequest, match: Match, by: Act, side: int, form: LineUpForm) -> str:
    players = form.players
    captains.set_line_up(match=match, side=side, players=players, by_director=True, by=by)
    change = captains.line_up_change(match, by=by)
    flash_change_here(request, _("The line-up is saved."), change, act=f"line_up{side}_back")
    return ""


def _line_up_back(request: HttpRequest, match: Match, by: Act, side: int, _form: None) -> str:
    change = change_asked(request)
    back = captains.undo_line_up(match=match, side=side, change=change, by_director=True, by=by)
    return line_up_again(back)


def _captain(request: HttpRequest, match: Match, by: Act, side: int, form: CaptainForm) -> str:
    entry = match.entries[side]
    captains.name_captain(entry=entry, player=form.chosen, by=by)
    sentence = _("%(player)s is the captain now.") % {"player": form.chosen.name}
    change = captains.captain_change(entry, by=by)
    flash_change_here(request, sentence, change, act=f"captain{side}_back")
    return ""


def _captain_back(request: HttpRequest, match: Match, by: Act, side: int, _form: None) -> str:
    entry = match.entries[side]
    captains.undo_captain(entry=entry, change=change_asked(request), by=by)
    return captain_again(entry)


def _side(
    state: MatchState,
    shown: dict[str, Any],
    side: int,
    captain: Player | None,
    *,
    may_change: bool,
) -> dict[str, Any]:
    line_up = state.line_ups.get(side)
    # scorers may play themselves: they learn of a line-up when both sides do
    players = players_in(line_up) if line_up and (may_change or state.are_shown) else []
    return {
        "name": state.match.names[side],
        "captain": captain,
        "is_home": state.home == side,
        "line_up": line_up,
        "players": players,
        "line_up_form": shown[f"line_up{side}"] if may_change and state.has_line_ups else None,
        "captain_form": shown[f"captain{side}"] if may_change else None,
        "line_up_act": f"line_up{side}",
        "captain_act": f"captain{side}",
        "absent_act": f"absent{side}",
    }


def _context(request: HttpRequest, event: Event) -> dict[str, Any]:
    may_change = request.user.has_perm("events.change_event", event)
    tabs = event_tabs(event, "matches") if may_change else []
    return {"club": event.club, "event": event, "tabs": tabs, "may_change": may_change}


# --- The rules of a stage for its captains at the desk ---

OF_LINE_UPS = ("lineup_days", "most_reserves", "tied_after")


class MatchRulesForm(RecordForm):
    class Meta(RecordForm.Meta):
        widgets = {"walkover_for": forms.RadioSelect}


class MatchRulesPages(EventResource):
    model = MatchRules
    permission = "captains.change_matches"
    roles = ("change", "undo")
    url_word = "match_rules"
    form_class = MatchRulesForm
    lead = gettext_lazy("A number that you leave empty is no limit.")

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.stage = stage_of(self.owner, kwargs["stage"])

    def get_object(self, queryset: Any = None) -> MatchRules:
        return rules_of(self.stage)

    @property
    def fields(self) -> tuple[str, ...]:  # type: ignore[override]  # of the stage
        left_out = () if makes_line_ups(self.stage) else OF_LINE_UPS
        return tuple(name for name in MATCH_RULES if name not in left_out)

    @property
    def at(self) -> list[Any]:
        return [*super().at, self.stage.number]

    @property
    def home(self) -> str:
        return reverse("desk:matches", args=super().at)

    def in_journal(self) -> dict[str, int]:
        return {"stage_id": self.stage.pk}

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        may_change = self.request.user.has_perm("events.change_event", self.owner)
        tabs = event_tabs(self.owner, "matches") if may_change else []
        return super().get_context_data(tabs=tabs, **context)
