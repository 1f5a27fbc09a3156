"""Makes the next season from the last: its rules, divisions after the moves, guests, handicaps."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.events.models import Season
from league.events.services import add_season
from league.journal import services as journal
from league.journal.actor import Actor
from league.refusal import Refused
from league.seasons.models import Competitor, Division, OwnHandicap, SeasonRules, SignedMoves
from league.seasons.services.season_locks import lock_season


class NotSigned(Refused):
    """The season has divisions, and nobody has signed who goes up and down."""

    code = "moves_not_signed"


@transaction.atomic
def copy_season(
    *, season: Season, name: str, starts_on: date, ends_on: date, actor: Actor, at: datetime
) -> Season:
    """Make the next season from this one, or return the one that was made from it before.

    Raises NotSigned, or EventInvalid for a name or days that a season cannot have.
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
