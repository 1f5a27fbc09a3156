"""A match as one who speaks for a side sees it, with all that is done there for that side."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.forms import BooleanField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from league.calendar.captains import services as captains
from league.calendar.captains.line_up_facts import players_in, who_may_lead, who_may_play
from league.calendar.captains.matches import Match, is_untouched, side_at
from league.calendar.captains.models import LineUp
from league.calendar.captains.selectors import MatchState, state_of_match
from league.calendar.captains.suggested_days import days_for
from league.clubs.models import Club, User
from league.faces.desk.access import act_of
from league.faces.desk.matches.forms import CaptainForm, DatesForm, DisputeForm, LineUpForm
from league.faces.desk.undo import change_asked, flash_change_here
from league.foundation.limits import LARGEST_ID, parse_int
from league.foundation.refusal import Refused, add_refusal
from league.office.associations.selectors import dialled, known_to_club, phone_of
from league.play.events.entry_rules import captain_of, captains_of, is_captain
from league.play.events.models import Entry
from league.play.results.deal_words import Names
from league.play.results.final_score_form import FinalScoreForm
from league.play.results.sheet import has_final_scores, read_sheet, takes_final_scores
from league.play.rounds.models import RoundState, Table
from league.play.rounds.selectors import side_names

# --- What one page of a match can ask for: the button that was pressed, its form, its service ---

# does what a valid form asks for, and returns the sentence that says so; "" if it said so itself
MatchAct: TypeAlias = Callable[[Any], str]


def act(
    request: HttpRequest, forms_of: Mapping[str, forms.Form], acts: Mapping[str, MatchAct]
) -> bool:
    """Do what the pressed button asks for; False: the page is shown again with what was typed."""
    name = request.POST.get("act", "")
    if name not in acts:
        return False
    form = forms_of.get(name)
    if form is not None and not form.is_valid():
        return False
    try:
        said = acts[name](form)
    except Refused as refused:
        if form is None:
            messages.error(request, str(refused))
            return True
        add_refusal(form, refused)
        return False
    if said:
        messages.success(request, said)
    return True


def line_up_again(line_up: LineUp | None) -> str:
    """Return the sentence after a line-up was undone; `line_up` is the one that holds again."""
    if line_up is None:
        return _("The line-up has been taken back.")
    return _("The earlier line-up has been restored.")


def captain_again(entry: Entry) -> str:
    """Return the sentence after the naming of a captain was undone."""
    speak = captains_of(entry)
    if len(speak) == 1:
        return _("%(player)s is the captain again.") % {"player": speak[0].name}
    return _("No captain is named any more.")


def page_for_side(
    request: HttpRequest,
    match: Match,
    side: int,
    *,
    back: str,
    done: Callable[[], HttpResponse],
    for_club: Club | None = None,
) -> HttpResponse:
    """Show the match to one who may speak for a side, and do what was pressed.

    `back` is the address of the list it is on, `done` answers when something was done. The people
    of a club act `for_club`, in place of its captain.
    """
    pressed = request.POST.get("act") if request.method == "POST" else None
    forms = _forms(request, match, side, pressed, for_club)
    if pressed is not None and act(request, forms, _acts(request, match, side, for_club)):
        return done()
    state = state_of_match(match, at=timezone.now())
    context = _shown(state, side) | {
        "line_up_form": forms["line_up"] if _may_line_up(state, side) else None,
        "dates_form": forms["propose"] if _may_move(state) else None,
        "captain_form": forms["captain"],
        "dispute_form": forms["dispute"],
        "back": back,
        "for_club": for_club,
        "results": _results(state, side, forms),
    }
    return render(request, "desk/account/match.html", context)


def _may_line_up(state: MatchState, side: int) -> bool:
    is_late = state.due is not None and state.due <= state.at
    return state.has_line_ups and not is_late and not state.are_shown and state.is_untouched


def _may_move(state: MatchState) -> bool:
    return state.is_untouched and state.match.round.state != RoundState.CLOSED


def _shown(state: MatchState, side: int) -> dict[str, Any]:
    match = state.match
    own, others = state.line_ups.get(side), state.line_ups.get(1 - side)
    return {
        "match": match,
        "state": state,
        "side": side,
        "own_name": match.names[side],
        "other_name": match.names[1 - side],
        "is_home": state.home == side,
        "home_name": match.names[state.home],
        "club": match.round.stage.event.club,
        "event": match.round.stage.event,
        "other_captains": [
            (captain, phone, dialled(phone))
            for captain in captains_of(match.entries[1 - side])
            for phone in [phone_of(captain)]
        ],
        "own_line_up": players_in(own) if own else [],
        "other_line_up": players_in(others) if others and state.are_shown else [],
        "has_other_line_up": others is not None,
        "own_proposals": [one for one in state.proposals if one.by_side == side],
        "other_proposals": [one for one in state.proposals if one.by_side != side],
        "may_take_back": state.asked is not None and state.asked.entry == match.entries[side],
        "may_confirm": state.waits_for_confirmation and _waits_for(match, side),
    }


def _waits_for(match: Match, side: int) -> bool:
    """Say whether the other side entered something that nobody has confirmed."""
    return any(
        table.submissions.filter(state="submitted").exclude(by_side=side_at(table, side)).exists()
        for table in match.tables
    )


def _results(state: MatchState, side: int, forms: dict[str, Any]) -> list[dict[str, Any]]:
    may_enter = captains.enters_result(state.match, side)
    rows = []
    for table in state.match.tables:
        result = getattr(table, "result", None)
        name = f"result{table.pk}"
        rows.append(
            {
                "table": table,
                "names": side_names(table),
                "totals": result.totals if result is not None and result.totals else None,
                "result": result,
                "form": forms.get(name) if may_enter else None,
                "act": name,
            }
        )
    return rows


def _forms(
    request: HttpRequest, match: Match, side: int, pressed: str | None, for_club: Club | None
) -> dict[str, Any]:
    def data(name: str) -> Any:
        return request.POST if pressed == name else None

    entry = match.entries[side]
    people = who_may_play(entry, against=match.entries[1 - side])
    leaders = who_may_lead(entry, by_director=for_club is not None)
    if for_club is not None:
        people = known_to_club(for_club, entry, people)
        leaders = known_to_club(for_club, entry, leaders)
    forms: dict[str, Any] = {
        "line_up": LineUpForm(data("line_up"), match=match, side=side, people=people),
        "propose": _dates_form(match, data("propose")),
        "captain": CaptainForm(
            data("captain"),
            entry=entry,
            captain=captain_of(entry),
            people=leaders,
            account=None if for_club is not None else request.user.pk,
        ),
        "dispute": DisputeForm(data("dispute")),
    }
    if match.round.state != RoundState.OPEN:
        return forms
    for table in match.tables:
        name = f"result{table.pk}"
        form = _score_form(match, table, data(name))
        if form is not None:
            forms[name] = form
    return forms


def _dates_form(match: Match, data: Any) -> DatesForm:
    """Return the form for proposed dates; days are looked for only while the match can be moved."""
    may_move = is_untouched(match) and match.round.state != RoundState.CLOSED
    days = days_for(match, at=timezone.now()) if may_move else []
    return DatesForm(data, days=days, names=match.names)


def _score_form(match: Match, table: Table, data: Any) -> FinalScoreForm | None:
    """Return the form for the final score of a table; None where it takes none now."""
    sheet = read_sheet(table)
    if not takes_final_scores(sheet) or has_final_scores(sheet):
        return None
    form = FinalScoreForm(data, sheet=sheet, names=Names(table, public=False))
    if captains.plays_later(match, at=timezone.now()):
        form.fields["even_early"] = BooleanField(
            label=_("The match has been played already"), required=False
        )
    return form


def _acts(
    request: HttpRequest, match: Match, side: int, for_club: Club | None
) -> dict[str, MatchAct]:
    who: dict[str, Any] = {"match": match, "side": side, "by": act_of(request)}
    enter = {f"result{table.pk}": partial(_enter, who, table) for table in match.tables}
    return {
        "line_up": partial(_line_up, request, who),
        "line_up_back": lambda _form: _line_up_back(request, who),
        "propose": partial(_propose, who),
        "accept": lambda _form: _accept(request, who),
        "decline": lambda _form: _decline(who),
        "take_back": lambda _form: _take_back(who),
        "confirm": lambda _form: _confirm(who),
        "dispute": partial(_dispute, who),
        "captain": partial(_hand_over, request, who, for_club),
        "captain_back": lambda _form: _captain_back(request, who),
        **enter,
    }


Who: TypeAlias = dict[str, Any]


def _line_up(request: HttpRequest, who: Who, form: LineUpForm) -> str:
    """Set the line-up; where both are in and shown, as the page says, there is no way back."""
    captains.set_line_up(players=form.players, **who)
    match, at = who["match"], who["by"].at
    if not _may_line_up(state_of_match(match, at=at), who["side"]):
        return _("The line-up is saved.")
    change = captains.line_up_change(match, by=who["by"])
    flash_change_here(request, _("The line-up is saved."), change, act="line_up_back")
    return ""


def _line_up_back(request: HttpRequest, who: Who) -> str:
    return line_up_again(captains.undo_line_up(change=change_asked(request), **who))


def _propose(who: Who, form: DatesForm) -> str:
    captains.propose_dates(dates=form.dates, reason=form.cleaned_data["reason"], **who)
    return _("The dates are proposed to the other side.")


def _accept(request: HttpRequest, who: Who) -> str:
    pk = parse_int(request.POST.get("proposal"), most=LARGEST_ID) or 0
    captains.accept_date(proposal=pk, **who)
    return _("The date is agreed.")


def _decline(who: Who) -> str:
    captains.decline_dates(**who)
    return _("You declined the proposed dates.")


def _take_back(who: Who) -> str:
    captains.take_request_back(**who)
    return _("You no longer ask for another date.")


def _confirm(who: Who) -> str:
    captains.confirm_result(**who)
    return _("The result is confirmed.")


def _dispute(who: Who, form: DisputeForm) -> str:
    captains.dispute_result(reason=form.cleaned_data["reason"], **who)
    return _("You said that the result is wrong. The organiser has a message and settles it.")


def _hand_over(request: HttpRequest, who: Who, for_club: Club | None, form: CaptainForm) -> str:
    """Name a captain; whoever speaks for the entry no more, as the page says, has no way back."""
    entry = who["match"].entries[who["side"]]
    by = who["by"]
    captains.name_captain(entry=entry, player=form.chosen, by=by)
    sentence = _("%(player)s is the captain now.") % {"player": form.chosen.name}
    assert isinstance(request.user, User)  # noqa: S101  login_required
    if for_club is None and not is_captain(request.user, entry):
        return sentence
    change = captains.captain_change(entry, by=by)
    flash_change_here(request, sentence, change, act="captain_back")
    return ""


def _captain_back(request: HttpRequest, who: Who) -> str:
    entry = who["match"].entries[who["side"]]
    change = change_asked(request)
    captains.undo_captain(entry=entry, change=change, by=who["by"])
    return captain_again(entry)


def _enter(who: Who, table: Table, form: FinalScoreForm) -> str:
    even_early = form.cleaned_data.get("even_early", False)
    captains.enter_result(table=table, data=form.sent, key=uuid4(), even_early=even_early, **who)
    return _("The result is entered. The other side confirms it.")
