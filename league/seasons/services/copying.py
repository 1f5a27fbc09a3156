"""Makes the next season from the last: rules, divisions after the moves, handicaps, events."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.events.models import Season
from league.events.services import Competing, add_season, competing_in, copy_event
from league.journal import services as journal
from league.journal.actor import Actor
from league.refusal import Refused
from league.seasons.keys import key_of_players, key_of_team
from league.seasons.models import Competitor, Division, OwnHandicap, SeasonRules, SignedMoves
from league.seasons.services.season_locks import lock_season


class NotSigned(Refused):
    """The season has divisions, and nobody has signed who goes up and down."""

    code = "moves_not_signed"


@transaction.atomic
def copy_season(
    *,
    season: Season,
    name: str,
    starts_on: date,
    ends_on: date,
    draw_lot: Callable[[], int] | None = None,
    actor: Actor,
    at: datetime,
) -> Season:
    """Make the next season from this one, or return the one that was made from it before.

    With `draw_lot`, which gives the seeds of lots for places in later stages, its events are made
    again as drafts, later by as many days as the season, each with who competed in it; an event
    in which all were of one division has those who are in that division after the moves. Raises
    NotSigned, LimitReached, or EventInvalid for a name or days that a season cannot have.
    """
    rules = lock_season(season)
    copied = SeasonRules.objects.filter(copied_from=season).select_related("season").first()
    if copied is not None:
        return copied.season
    signed = SignedMoves.objects.filter(season=season).first()
    if signed is None and season.divisions.exists():
        raise NotSigned(
            _("Sign the moves after %(season)s first: the next season begins with them.")
            % {"season": season.name}
        )
    following = add_season(
        club=season.club, name=name, starts_on=starts_on, ends_on=ends_on, actor=actor, at=at
    )
    SeasonRules.objects.create(
        season=following,
        rules=_later(rules.rules, starts_on - season.starts_on),
        version=1,
        copied_from=season,
    )
    _copy_people(season, following, signed)
    _copy_handicaps(season, following)
    if draw_lot is not None:
        _copy_events(season, following, signed, draw_lot, actor=actor, at=at)
    journal.append(
        kind="season.copied",
        actor=actor,
        at=at,
        club_id=season.club_id,
        subject=following,
        data={"season": season.name, "next": following.name},
    )
    return following


def _later(rules: dict[str, Any], by: timedelta) -> dict[str, Any]:
    """Return the rules with the days on which handicaps are recalculated moved by `by`."""
    handicap = rules.get("handicap")
    if not handicap or not handicap.get("dates"):
        return rules
    days = [date.fromisoformat(day) + by for day in handicap["dates"]]
    return {**rules, "handicap": {**handicap, "dates": [day.isoformat() for day in days]}}


def _copy_people(season: Season, following: Season, signed: SignedMoves | None) -> None:
    divisions = {
        division.number: Division.objects.create(
            season=following,
            number=division.number,
            name=division.name,
            up=division.up,
            down=division.down,
        )
        for division in season.divisions.order_by("number")
    }
    guests = season.competitors.filter(is_guest=True)
    Competitor.objects.bulk_create(
        [
            *(
                Competitor(
                    season=following,
                    key=move["key"],
                    name=move["name"][:120],
                    division=divisions[move["after"]],
                )
                for move in (signed.moves if signed else [])
                if move["after"] is not None
            ),
            *(Competitor(season=following, key=g.key, name=g.name, is_guest=True) for g in guests),
        ]
    )


def _copy_events(
    season: Season,
    following: Season,
    signed: SignedMoves | None,
    draw_lot: Callable[[], int],
    *,
    actor: Actor,
    at: datetime,
) -> None:
    later = following.starts_on - season.starts_on
    events = list(season.events.order_by("starts_on", "id"))
    competing = {event.pk: competing_in(event) for event in events}
    known = {_key(one): one for ones in competing.values() for one in ones if one.players}
    for event in events:
        division = _division_of(competing[event.pk], signed)
        moved = None if division is None else _in_division(division, signed, known)
        copy_event(
            event=event,
            name=event.name,
            starts_on=event.starts_on + later,
            season=following,
            with_entries=True,
            instead=moved,
            draw_lot=draw_lot,
            actor=actor,
            at=at,
        )


def _key(one: Competing) -> str:
    """Return the key under which the table of a season knows who competed."""
    if one.name and len(one.players) > 1:
        return key_of_team(one.name)
    return key_of_players(player.pk for player in one.players)


def _division_of(competing: Sequence[Competing], signed: SignedMoves | None) -> int | None:
    """Return the division of all who competed; None where there are several or none."""
    before = {move["key"]: move["before"] for move in (signed.moves if signed else [])}
    divisions = {before.get(_key(one)) for one in competing if one.players}
    return divisions.pop() if len(divisions) == 1 else None


def _in_division(
    division: int, signed: SignedMoves | None, known: Mapping[str, Competing]
) -> list[Competing]:
    """Return who is in a division after the moves and competed in an event of the season."""
    moves = signed.moves if signed else []
    return [
        known[move["key"]] for move in moves if move["after"] == division and move["key"] in known
    ]


def _copy_handicaps(season: Season, following: Season) -> None:
    """Copy the handicaps set by hand that are in force at the end; they begin on the first day."""
    OwnHandicap.objects.bulk_create(
        [
            OwnHandicap(
                season=following,
                player_id=handicap.player_id,
                from_day=following.starts_on,
                value=handicap.value,
                reason=handicap.reason,
                set_by_id=handicap.set_by_id,
                set_at=handicap.set_at,
            )
            for handicap in _latest_of_each_player(season)
            if handicap.value is not None
        ]
    )


def _latest_of_each_player(season: Season) -> Iterator[OwnHandicap]:
    rows = OwnHandicap.objects.filter(season=season).order_by("player_id", "-from_day")
    return iter(rows.distinct("player_id"))
