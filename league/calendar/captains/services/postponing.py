"""Another date for a match, or its first: proposed by one side, accepted by the other, or ruled."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.wording import join_sentences
from league.calendar.captains.happenings import format_moment
from league.calendar.captains.matches import Match, is_untouched, journal_match, match_at, rules_of
from league.calendar.captains.models import LineUp, MatchRules, Outcome, Postponement, Walkover
from league.calendar.captains.suggested_days import find_objections
from league.calendar.match_dates.models import (
    DateProposal,
    DateState,
    EntryHome,
    MatchDate,
    ProposalState,
    Venue,
)
from league.calendar.match_dates.services import ensure_date, place_of, set_date
from league.foundation.journal.actor import SYSTEM, Act
from league.foundation.journal.models import Happening
from league.foundation.journal.versions import change_made, change_to_undo, is_undone
from league.foundation.refusal import OutOfDate, Refused
from league.play.events.models import EventState
from league.play.rounds.merged_seats import EditedMatches
from league.play.rounds.models import Round, RoundState
from league.play.rounds.rooms import renumber
from league.play.rounds.services.running_rounds import lock_round

MOST_PROPOSALS = 5
LONGEST_REASON = 300
RULED = "match_date.ruled"
COUNTS = (Outcome.OPEN, Outcome.AGREED, Outcome.RULED)


class DatesRefused(Refused):
    """The dates do not suit, or the side may not ask for another one."""

    code = "dates_refused"


class NoRequest(Refused):
    """Nobody asks for another date of the match."""

    code = "no_request"


@transaction.atomic
def propose_dates(
    *,
    match: Match,
    side: int,
    dates: Sequence[datetime],
    reason: str = "",
    by: Act,
) -> Postponement:
    """Propose up to five dates to the other side, at the home side's venue.

    The first proposal asks for another date of the match; either side may add dates until one is
    agreed. The same dates again change nothing. Raises DatesRefused with everything against them.
    """
    match = hold_undecided(match)
    rules = rules_of(match.round.stage)
    date = ensure_date(round=match.round, number=match.number)
    if date.state == DateState.DRAFT:
        raise DatesRefused(
            _("The organiser has not published the dates of this round yet: ask the organiser.")
        )
    asked = Postponement.objects.filter(match_date=date, outcome=Outcome.OPEN).first()
    if asked is None:
        _check_may_ask(match, side, date.begins_at, rules, at=by.at)
    venue = venue_of(match, date.home_side, date.venue)
    _check_dates(match, dates, venue, rules, at=by.at)
    asked = asked or Postponement.objects.create(
        match_date=date,
        entry=match.entries[side],
        was_at=date.begins_at,
        asked_at=by.at,
        decide_by=by.at + timedelta(days=rules.decide_days),
    )
    before = set(_open_of(asked, side).values_list("begins_at", flat=True))
    new = [moment for moment in dict.fromkeys(dates) if moment not in before]
    _check_number(len(before) + len(new))
    DateProposal.objects.bulk_create(
        DateProposal(
            match_date=date,
            begins_at=moment,
            venue=venue,
            by_side=side,
            reason=reason.replace("\x00", "").strip()[:LONGEST_REASON],
            proposed_by_id=by.actor.user_id,
            proposed_at=by.at,
        )
        for moment in new
    )
    if new:
        proposed = {"entry": match.noted_name(side), "proposed": [one.isoformat() for one in new]}
        journal_match("match_date.proposed", match, by=by, side=side, **proposed)
    return asked


@transaction.atomic
def accept_date(*, match: Match, side: int, proposal: int, by: Act) -> DateProposal:
    """Accept a date that the other side proposed: the match is played then.

    Accepting it again changes nothing. Raises OutOfDate where it is no longer proposed, and
    DatesRefused where it does not suit any more.
    """
    match = hold_undecided(match)
    found = _proposal(match, proposal, side)
    if found.state == ProposalState.ACCEPTED:
        return found
    if found.state != ProposalState.OPEN:
        raise OutOfDate(_("This date is no longer proposed. Look at the dates again."))
    _check_dates(match, [found.begins_at], found.venue, rules_of(match.round.stage), at=by.at)
    found.state, found.answered_at = ProposalState.ACCEPTED, by.at
    found.save(update_fields=["state", "answered_at"])
    _end(found.match_date_id, Outcome.AGREED, at=by.at)
    _set(match, found.begins_at, found.venue, DateState.AGREED, by=by)
    agreed = {"day": found.begins_at.isoformat(), "side": side}
    journal_match("match_date.agreed", match, by=by, **agreed)
    return found


@transaction.atomic
def decline_dates(*, match: Match, side: int, by: Act) -> int:
    """Decline every date that the other side proposed, and return how many there were.

    The request stays open: either side may propose others, and the organiser decides in the end.
    """
    match = hold_undecided(match)
    asked = _asked(match)
    declined = _open_of(asked, 1 - side).update(state=ProposalState.DECLINED, answered_at=by.at)
    if declined:
        about = {"entry": match.noted_name(side), "side": side}
        journal_match("match_date.declined", match, by=by, **about)
    return declined


@transaction.atomic
def take_request_back(*, match: Match, side: int, by: Act) -> None:
    """Ask for no other date any more: the match keeps the one it has. Raises NoRequest."""
    match = hold_undecided(match)
    asked = _asked(match)
    if asked.entry_id != match.entries[side].pk:
        raise NoRequest(
            _("%(entry)s asked for another date, so only %(entry)s can take that back.")
            % {"entry": match.names[1 - side]}
        )
    own = _open_of(asked, side)
    own.update(state=ProposalState.TAKEN_BACK, answered_at=by.at)
    _end(asked.match_date_id, Outcome.TAKEN_BACK, at=by.at)
    about = {"entry": match.noted_name(side), "side": side}
    journal_match("match_date.request_taken_back", match, by=by, **about)


@transaction.atomic
def rule_date(
    *,
    match: Match,
    begins_at: datetime,
    even_unsuitable: bool = False,
    by: Act,
) -> None:
    """Decide as the organiser when a match is played, whoever asked or did not.

    Raises DatesRefused with what speaks against the date, unless `even_unsuitable`.
    """
    match = hold_undecided(match)
    date = ensure_date(round=match.round, number=match.number)
    venue = venue_of(match, date.home_side, date.venue)
    if not even_unsuitable:
        _check_dates(match, [begins_at], venue, rules_of(match.round.stage), at=by.at)
    before, ended = date_as_it_is(date), _end(date.pk, Outcome.RULED, at=by.at)
    _set(match, begins_at, venue, DateState.RULED, by=by)
    date.refresh_from_db()
    about: dict[str, Any] = {"day": begins_at.isoformat()}
    if before["state"] != DateState.DRAFT:
        # what is published does not become a draft again
        about["was"] = {"before": before, "after": date_as_it_is(date), **ended}
    journal_match(RULED, match, by=by, **about)


def date_as_it_is(date: MatchDate) -> dict[str, Any]:
    """Return the date of a match as an undo of it needs it."""
    return place_of(date) | {"state": date.state}


def _set(
    match: Match,
    begins_at: datetime,
    venue: Venue | None,
    state: DateState,
    *,
    by: Act,
) -> None:
    """Have the match dated by the subject of dates, which is what people are notified of."""
    set_date(
        round=match.round,
        number=match.number,
        begins_at=begins_at,
        venue=venue,
        state=state,
        by=by,
    )


def mark_overdue(*, at: datetime) -> int:
    """Hand requests that nobody settled in time to the organiser; return how many were new."""
    waiting = Postponement.objects.filter(
        outcome=Outcome.OPEN,
        overdue_at__isnull=True,
        decide_by__lte=at,
        match_date__round__stage__event__state=EventState.RUNNING,
    )
    return sum(_mark(pk, at=at) for pk in waiting.order_by("pk").values_list("pk", flat=True))


@transaction.atomic
def _mark(pk: int, *, at: datetime) -> bool:
    rows = Postponement.objects.select_related("match_date__round__stage__event__club")
    asked = rows.select_for_update(of=("self",)).get(pk=pk)
    if asked.outcome != Outcome.OPEN or asked.overdue_at is not None:
        return False
    asked.overdue_at = at
    asked.save(update_fields=["overdue_at"])
    match = match_at(asked.match_date.round, asked.match_date.number)
    journal_match("match_date.overdue", match, by=Act(SYSTEM, at))
    return True


def venue_of(match: Match, home: int | None, venue: Venue | None) -> Venue | None:
    """Return where the match is played: the venue of its date, or else of the home side."""
    if venue is not None:
        return venue
    entry = match.entries[home or 0]
    own = EntryHome.objects.select_related("venue").filter(entry=entry).first()
    return own.venue if own else None


def hold_undecided(match: Match) -> Match:
    """Lock the round and read the match as it is now. Raises DatesRefused once it is played."""
    match = match_at(lock_round(match.round), match.number)
    if match.round.state == RoundState.CLOSED or not is_untouched(match):
        raise DatesRefused(
            _("%(one)s against %(other)s is being played or over: its date stays as it is.")
            % {"one": match.names[0], "other": match.names[1]}
        )
    return match


def _asked(match: Match) -> Postponement:
    asked = Postponement.objects.filter(
        match_date__round=match.round,
        match_date__number=match.number,
        outcome=Outcome.OPEN,
    ).first()
    if asked is None:
        raise NoRequest(_("Nobody asks for another date of this match any more."))
    return asked


def _proposal(match: Match, pk: int, side: int) -> DateProposal:
    rows = DateProposal.objects.select_related("venue")
    found = rows.filter(
        pk=pk, match_date__round=match.round, match_date__number=match.number
    ).first()
    if found is None:
        raise OutOfDate(_("This date is no longer proposed. Look at the dates again."))
    if found.by_side == side:
        raise DatesRefused(
            _("%(entry)s proposed this date; %(other)s has to accept it.")
            % {"entry": match.names[side], "other": match.names[1 - side]}
        )
    return found


def _open_of(asked: Postponement, side: int) -> "QuerySet[DateProposal]":
    return DateProposal.objects.filter(
        match_date=asked.match_date_id, by_side=side, state=ProposalState.OPEN
    )


def _end(match_date_id: int, outcome: Outcome, *, at: datetime) -> dict[str, Any]:
    """End the request of a match; proposals that are still open are overtaken. Return which."""
    still_open = DateProposal.objects.filter(match_date=match_date_id, state=ProposalState.OPEN)
    asked = Postponement.objects.filter(match_date=match_date_id, outcome=Outcome.OPEN)
    ended = {
        "proposals": list(still_open.values_list("pk", flat=True)),
        "asked": list(asked.values_list("pk", flat=True)),
    }
    still_open.update(state=ProposalState.OVERTAKEN, answered_at=at)
    asked.update(outcome=outcome, ended_at=at)
    return ended


def _check_may_ask(
    match: Match, side: int, was_at: datetime | None, rules: MatchRules, *, at: datetime
) -> None:
    if was_at is None:
        return
    if at > was_at - timedelta(days=rules.ask_days):
        raise DatesRefused(_too_late(match, was_at, rules))
    used = Postponement.objects.filter(
        entry=match.entries[side],
        match_date__round__stage=match.round.stage,
        was_at__isnull=False,
        outcome__in=COUNTS,
    ).count()
    most = rules.most_postponements
    if most is not None and used >= most:
        sentence = ngettext(
            "%(entry)s has postponed %(count)d match already; %(most)d is allowed. Ask the "
            "organiser.",
            "%(entry)s has postponed %(count)d matches already; %(most)d are allowed. Ask the "
            "organiser.",
            used,
        )
        numbers = {"entry": match.names[side], "count": used, "most": most}
        raise DatesRefused(sentence % numbers)


def _too_late(match: Match, was_at: datetime, rules: MatchRules) -> str:
    sentence = ngettext(
        "The match is on %(day)s, and another date can be asked for until %(count)d day before. "
        "Ask the organiser.",
        "The match is on %(day)s, and another date can be asked for until %(count)d days before. "
        "Ask the organiser.",
        rules.ask_days,
    )
    return sentence % {"day": format_moment(was_at, match.zone), "count": rules.ask_days}


def _check_number(count: int) -> None:
    if count > MOST_PROPOSALS:
        raise DatesRefused(
            _("At most %(most)d dates can be proposed at once, and these would be %(count)d.")
            % {"most": MOST_PROPOSALS, "count": count},
            field="dates",
        )


def _check_dates(
    match: Match,
    dates: Sequence[datetime],
    venue: Venue | None,
    rules: MatchRules,
    *,
    at: datetime,
) -> None:
    """Raise DatesRefused with everything that speaks against the dates, or where there is none."""
    _check_number(len(dates))
    if not dates:
        raise DatesRefused(_("Give at least one day and time."), field="dates")
    against = [
        objection.sentence
        for moment in dates
        for objection in find_objections(match, moment, venue, rules, at=at)
    ]
    if against:
        sentence = join_sentences(list(dict.fromkeys(against)))
        raise DatesRefused(sentence, field="dates")


# --- Undo ruling ---
# Undo of a date that the organiser ruled: the match has the one before, and both sides learn it.
#
# A request for another date that it had decided is open again, with its proposals.


def ruling_change(match: Match, *, by: Act) -> Happening | None:
    """Return what somebody's ruling at a moment wrote, if it can be undone."""
    return change_made("table", match.tables[0].pk, (RULED,), by=by)


@transaction.atomic
def undo_ruling(*, match: Match, change: int, by: Act) -> None:
    """Give a match the date before a ruling, a happening by its number; twice it is done once.

    Raises OutOfDate where the date has changed since, another one is asked for or the earlier venue
    is gone, and DatesRefused once it is played.
    """
    made = change_to_undo("table", match.tables[0].pk, (RULED,), change)
    if made is not None and is_undone(made):
        return
    match = hold_undecided(match)
    date = MatchDate.objects.filter(round=match.round, number=match.number).first()
    if made is None or date is None or _has_changed(date, made.data["was"]):
        raise OutOfDate(
            _("This can no longer be undone: somebody has changed the date since then.")
        )
    _set_back(match, made.data["was"]["before"], by=by)
    _ask_again(made.data["was"])
    journal_match("match_date.ruling_undone", match, by=by, undoes=made.pk)


def _has_changed(date: MatchDate, was: dict[str, Any]) -> bool:
    asked = Postponement.objects.filter(match_date=date, outcome=Outcome.OPEN)
    return date_as_it_is(date) != was["after"] or asked.exists()


def _set_back(match: Match, before: dict[str, Any], *, by: Act) -> None:
    begins_at = before["begins_at"]
    venue = Venue.objects.filter(pk=before["venue"] or 0).first()
    if before["venue"] and venue is None:
        raise OutOfDate(
            _("This can no longer be undone: the earlier venue no longer exists. Set the date.")
        )
    set_date(
        round=match.round,
        number=match.number,
        begins_at=datetime.fromisoformat(begins_at) if begins_at else None,
        venue=venue,
        home_side=before["home_side"],
        state=DateState(before["state"]),
        by=by,
    )


def _ask_again(was: dict[str, Any]) -> None:
    Postponement.objects.filter(pk__in=was["asked"]).update(outcome=Outcome.OPEN, ended_at=None)
    DateProposal.objects.filter(pk__in=was["proposals"]).update(
        state=ProposalState.OPEN, answered_at=None
    )


# --- What becomes of line-ups and walkovers when a draw is changed by hand ---


def follow_edit(round: Round, edited: EditedMatches) -> None:
    """Drop what was planned for matches that are gone; the others take theirs along.

    A table that changed is seated again, so line-ups that were seated there are to be seated again.
    """
    line_ups = LineUp.objects.filter(round=round)
    line_ups.filter(number__in=edited.freed).delete()
    line_ups.filter(number__in=edited.numbers).update(seated_at=None, refused="")
    # one entry has one line-up in a round, so several line-ups share the number of a match
    renumber(line_ups, edited.moved)
    walkovers = Walkover.objects.filter(round=round)
    walkovers.filter(number__in=edited.freed).delete()
    renumber(walkovers, edited.moved)
