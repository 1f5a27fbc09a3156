"""Past events: their final standings stored as they were given, and removed again."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.clubs.services.clubs import lock_club
from league.foundation.journal import services as journal
from league.foundation.journal.actor import Act
from league.foundation.refusal import Refused
from league.play.events.models import Season
from league.tables.past_events.models import PastEvent, PastMember, PastPlace

MOST_EVENTS = 5_000
AT_ONCE = 1_000


class PastEventInvalid(Refused):
    """The standings cannot be those of an event: nobody is in them, or there are too many."""

    code = "past_event_invalid"


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenPlace:
    """A line of standings as it was given; `players` are ids of players of the club."""

    rank: int
    name: str
    team: str = ""
    points: Decimal | None = None
    players: tuple[int, ...] = ()


@transaction.atomic
def import_past_event(
    *,
    club: Club,
    name: str,
    starts_on: date,
    places: Sequence[GivenPlace],
    source: str,
    game: str = "",
    season: Season | None = None,
    by: Act,
) -> PastEvent:
    """Store the final standings of an event that is over; of one known they are replaced.

    The same standings again change nothing. Raises PastEventInvalid.
    """
    lock_club(club.pk)
    if not places:
        raise PastEventInvalid(_("Nobody is in the standings of %(event)s.") % {"event": name})
    fields = {"season": season, "game": game, "source": source[:200]}
    event = PastEvent.objects.filter(club=club, name=name, starts_on=starts_on).first()
    if event is not None and _as_given(event) == list(places) and event.season == season:
        return event
    kind = "past_event.changed" if event else "past_event.imported"
    if event is None:
        _check_number(club)
        event = PastEvent(club=club, name=name, starts_on=starts_on)
    for field, value in (
        fields | {"imported_by_id": by.actor.user_id, "imported_at": by.at}
    ).items():
        setattr(event, field, value)
    event.save()
    event.places.all().delete()
    _store(event, places)
    _journal(kind, event, by)
    return event


def _check_number(club: Club) -> None:
    if club.past_events.count() >= MOST_EVENTS:
        raise PastEventInvalid(
            _("A club can have %(most)d past events; yours has as many.") % {"most": MOST_EVENTS}
        )


def _as_given(event: PastEvent) -> list[GivenPlace]:
    rows = event.places.order_by("position").prefetch_related("members")
    return [
        GivenPlace(
            rank=row.rank,
            name=row.name,
            team=row.team,
            points=row.points,
            players=tuple(
                member.player_id for member in sorted(row.members.all(), key=lambda m: m.position)
            ),
        )
        for row in rows
    ]


def _store(event: PastEvent, places: Iterable[GivenPlace]) -> None:
    given = list(places)
    rows = PastPlace.objects.bulk_create(
        [
            PastPlace(
                event=event,
                position=position,
                rank=place.rank,
                name=place.name,
                team=place.team,
                points=place.points,
            )
            for position, place in enumerate(given, start=1)
        ],
        batch_size=AT_ONCE,
    )
    PastMember.objects.bulk_create(
        [
            PastMember(place=row, player_id=player, position=position)
            for row, place in zip(rows, given, strict=True)
            for position, player in enumerate(dict.fromkeys(place.players))
        ],
        batch_size=AT_ONCE,
    )


@transaction.atomic
def remove_past_event(*, event: PastEvent, by: Act) -> None:
    """Remove an event that was imported, with its standings; removed twice it is gone once."""
    lock_club(event.club_id)
    past_event = PastEvent.objects.filter(pk=event.pk).first()
    if past_event is None:
        return
    _journal("past_event.removed", past_event, by)
    past_event.delete()


def _journal(kind: str, event: PastEvent, by: Act) -> None:
    journal.append(
        kind=kind,
        by=by,
        club_id=event.club_id,
        subject=event,
        data={"event": event.name, "day": event.starts_on.isoformat()},
    )
