"""Dates of matches: set, moved, postponed, and a calendar published with its rounds opened."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.calendar.match_dates.models import DateState, MatchDate, Venue
from league.calendar.match_dates.selectors import first_sequences
from league.foundation.journal.actor import Actor
from league.foundation.refusal import Refused
from league.play.events.journaling import journal_stage
from league.play.events.models import Stage
from league.play.rounds import services as rounds
from league.play.rounds.models import Round, RoundState
from league.play.rounds.services.round_locks import (
    check_running,
    journal_round,
    lock_round,
    lock_stage,
)

FIRST_YEAR, LAST_YEAR = 1900, 2199


class DateInvalid(Refused):
    code = "date_invalid"


class NothingToPublish(Refused):
    code = "nothing_to_publish"


@transaction.atomic
def set_date(
    *,
    round: Round,
    number: int,
    begins_at: datetime | None,
    venue: Venue | None = None,
    home_side: int | None = None,
    state: DateState,
    actor: Actor,
    at: datetime,
) -> MatchDate:
    """Say when and where the match with this number of a round is played, and how firm that is.

    Everybody who dates a match comes here. Without `home_side` the one that was stays. Set again
    as it is, nothing changes; `sequence` counts the changes of what people have seen. Postponed is
    without a day; the others need one. Raises DateInvalid.
    """
    round = lock_round(round)
    date = MatchDate.objects.filter(round=round, number=number).first()
    date = date or MatchDate(
        round=round,
        number=number,
        sequence=first_sequences(round.stage.event).get((round.pk, number), 0),
    )
    _check(date, begins_at, state, home_side)
    if home_side is None:
        home_side = date.home_side
    wanted = {"begins_at": begins_at, "venue": venue, "home_side": home_side, "state": state}
    if date.pk and _is_as_wanted(date, wanted):
        return date
    old, was_seen = place_of(date), bool(date.pk) and date.state != DateState.DRAFT
    for name, value in wanted.items():
        setattr(date, name, value)
    date.changed_by_id = actor.user_id
    date.sequence += int(was_seen or state == DateState.POSTPONED)
    date.save()
    if state != DateState.DRAFT:
        _journal(date, old if was_seen else None, actor=actor, at=at)
    return date


def _is_as_wanted(date: MatchDate, wanted: Mapping[str, Any]) -> bool:
    """Say whether nothing is to be changed; who postpones what never had a day still says so."""
    is_same = all(getattr(date, name) == value for name, value in wanted.items())
    says_postponed = wanted["state"] == DateState.POSTPONED and not date.is_postponed
    return is_same and not says_postponed


@transaction.atomic
def ensure_date(*, round: Round, number: int) -> MatchDate:
    """Return the date of a match, made without a day where it has none: proposals hang on it.

    Nobody is notified, and it is not postponed: the match had no day before, and has none yet.
    """
    round = lock_round(round)
    date, _is_new = MatchDate.objects.get_or_create(
        round=round,
        number=number,
        defaults={
            "state": DateState.POSTPONED,
            "sequence": first_sequences(round.stage.event).get((round.pk, number), 0),
        },
    )
    return date


def _check(
    date: MatchDate, begins_at: datetime | None, state: DateState, home_side: int | None
) -> None:
    if not date.round.tables.filter(number=date.number).exists():
        raise DateInvalid(
            _("There is no table %(number)d in round %(round)d.")
            % {"number": date.number, "round": date.round.number}
        )
    if home_side not in (None, 0, 1):
        raise DateInvalid(_("A match is at home for one of its two sides."), field="home")
    if (begins_at is None) != (state == DateState.POSTPONED):
        raise DateInvalid(_("Give the day and the time of the match."), field="begins_at")
    if begins_at is not None and not FIRST_YEAR <= begins_at.year <= LAST_YEAR:
        raise DateInvalid(
            _("The year must be between %(first)d and %(last)d.")
            % {"first": FIRST_YEAR, "last": LAST_YEAR},
            field="begins_at",
        )
    if state == DateState.DRAFT and date.pk and date.state != DateState.DRAFT:
        raise DateInvalid(_("This date is published already: move it instead."))


def place_of(date: MatchDate) -> dict[str, Any]:
    """Return the day and place of a match, and who is at home, as the journal keeps it."""
    return {
        "begins_at": date.begins_at.isoformat() if date.begins_at else None,
        "venue": date.venue_id,
        "venue_name": date.venue.name if date.venue else "",
        "home_side": date.home_side,
    }


def _journal(date: MatchDate, old: Mapping[str, Any] | None, *, actor: Actor, at: datetime) -> None:
    data: dict[str, Any] = {
        "table": date.number,
        "match_date": date.pk,
        "state": date.state,
        "sequence": date.sequence,
    }
    old = old or {"begins_at": None, "venue": None, "venue_name": "", "home_side": None}
    data |= {"old": dict(old), "new": place_of(date)}
    journal_round(
        _kind_of(date, had_day=bool(old["begins_at"])), date.round, actor=actor, at=at, data=data
    )


def _kind_of(date: MatchDate, *, had_day: bool) -> str:
    """Return what became of a date: one that follows on no day is no move."""
    if date.state == DateState.POSTPONED:
        return "match.postponed"
    return "match.moved" if had_day else "match.dated"


@transaction.atomic
def publish_dates(
    *, stage: Stage, even_stale: bool = False, actor: Actor, at: datetime
) -> list[Round]:
    """Publish the drafted dates of a stage and open its drawn rounds that have dates.

    All rounds are open together then, so that each match can be played on its day. Returns the
    rounds opened. Raises NothingToPublish, and what `open_round` raises: all or nothing.
    """
    stage = lock_stage(stage)
    check_running(stage.event)
    drafts = MatchDate.objects.filter(round__stage=stage, state=DateState.DRAFT)
    wanted = list(drafts.values_list("pk", flat=True))
    drawn = _drawn_with_dates(stage)
    if not wanted and not drawn:
        raise NothingToPublish(
            _("There is no drafted date to publish: make the calendar or date a match first.")
        )
    MatchDate.objects.filter(pk__in=wanted).update(
        state=DateState.PUBLISHED, changed_by=actor.user_id
    )
    for round in drawn:
        rounds.open_round(round=round, even_stale=even_stale, actor=actor, at=at)
    _journal_published(stage, len(wanted), drawn, actor=actor, at=at)
    return drawn


def _drawn_with_dates(stage: Stage) -> list[Round]:
    of_stage = stage.rounds.filter(state=RoundState.DRAWN, match_dates__isnull=False)
    return list(of_stage.order_by("number").distinct())


def _journal_published(
    stage: Stage, count: int, opened: list[Round], *, actor: Actor, at: datetime
) -> None:
    journal_stage(
        "dates.published",
        stage,
        actor=actor,
        at=at,
        count=count,
        rounds=[round.number for round in opened],
    )
