"""How events came out, in the sentences of their recaps."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _

from league.foundation.lists import noted
from league.foundation.shown_numbers import figure
from league.office.documents.night_deals import ChosenDeal, describe_deals
from league.office.paper.news import (
    FinalMatch,
    News,
    Placed,
    SeasonPlaces,
    comeback_of,
)
from league.office.paper.recap import recap
from league.play.events.models import Event, Season
from league.play.events.states import OVER
from league.tables.highlights.recap_facts import PlaceFact, RecapFacts
from league.tables.highlights.season_facts import SeasonFirst
from league.tables.highlights.selectors import (
    first_of_season,
    may_see,
    nights_of,
    recaps_of,
    top_rows,
)
from league.tables.seasons.selectors import division_of_event
from league.tables.standings.methods.deals.methods import PERCENTAGE
from league.tables.standings.names import EntryNames, names_of

MOST_IN_SEASON = 3
IN_IMPS = ("cross_imps", "butler", "imps")
NOBODY = AnonymousUser()


class EventRecap(NamedTuple):
    """How an event that is over came out in sentences, and the deals of its nights."""

    sentences: list[str]
    deals: list[ChosenDeal]


def event_recaps(events: Sequence[Event], *, nights: int = 1) -> dict[int, EventRecap]:
    """Return by event the recaps of these, each with the deals of so many nights, the last first.

    Two queries however many for events that were loaded with their highlights and the tops of
    their seasons, and four for each season of which one is the last night.
    """
    prefetch_related_objects(list(events), "season__top")
    deals = describe_deals({pk: chosen[:nights] for pk, chosen in nights_of(events).items()})
    facts = recaps_of(events)
    named = names_of({entry for row in facts.values() for entry in row.entries})
    return {
        event.pk: EventRecap(
            recap(
                news_from(
                    event,
                    facts.get(event.pk),
                    named,
                    night=next(iter(deals[event.pk]), None),
                    first=_shown_to_all(event),
                )
            ),
            deals[event.pk],
        )
        for event in events
    }


def _shown_to_all(event: Event) -> SeasonFirst | None:
    """Return the first places after the last night of a season that everybody may see."""
    first = first_of_season(event.season) if event.season else None
    if first is None or first.last_event != event.pk:
        return None
    return first if may_see(first, event.club, NOBODY) else None


def news_from(
    event: Event,
    facts: RecapFacts | None,
    named: Mapping[int, EntryNames],
    *,
    night: ChosenDeal | None,
    first: SeasonFirst | None,
) -> News:
    """Return what a recap says of the event; `first` are the first places of its season."""
    is_over = event.state in OVER
    if facts is None:
        return News(event=event.name, after_round=0, is_over=is_over, places=[])
    rows = [row for row in facts.places if row.entry in named]
    return News(
        event=event.name,
        after_round=facts.round,
        is_over=is_over,
        is_during=facts.is_during,
        is_unconfirmed=facts.is_unconfirmed,
        places=[_placed(event, row, named) for row in rows],
        margin="" if facts.is_knockout else _margin(event, rows),
        is_level=not facts.is_knockout and _is_level(rows),
        is_knockout=facts.is_knockout,
        final=_final(facts, named),
        comeback=comeback_of(facts.way) if is_over and facts.way else None,
        night_deal=night.deal if night else None,
        season=season_places(event, first) if is_over and first else None,
    )


def season_places(event: Event, first: SeasonFirst) -> SeasonPlaces | None:
    """Return the first places of the event's season, if it is its last night so far.

    None where each division has its own and the event is of none.
    """
    season: Season | None = event.season
    if season is None or first.last_event != event.pk:
        return None
    division = division_of_event(event)
    places = [
        place for place in first.places if division is None or place.division == division.number
    ]
    if not places or len({place.division for place in places}) > 1:
        return None
    return SeasonPlaces(
        season=season.name,
        nights=first.nights,
        division=division.name if division else "",
        places=[
            Placed(rank=row.rank, name=row.name, points=figure(row.total))
            for row in top_rows(season, places[:MOST_IN_SEASON], full=False)
        ],
    )


def _placed(event: Event, row: PlaceFact, named: Mapping[int, EntryNames]) -> Placed:
    group = _("Group %(name)s") % {"name": row.group} if row.group else ""
    name = public_name(named[row.entry])
    return Placed(rank=row.rank, name=name, points=points_in_words(event, row.points), group=group)


def public_name(names: EntryNames) -> str:
    """Return what an entry is called with its members, where it has a name of its own."""
    return noted(names.public, names.public_members) if names.public_members else names.public


def _final(facts: RecapFacts, named: Mapping[int, EntryNames]) -> FinalMatch | None:
    final = facts.final
    if final is None or not {final.winner, final.loser} <= named.keys():
        return None
    score = "" if final.score is None else ":".join(map(figure, final.score))
    winner, loser = public_name(named[final.winner]), public_name(named[final.loser])
    return FinalMatch(winner=winner, loser=loser, score=score)


def _margin(event: Event, rows: Sequence[PlaceFact]) -> str:
    """Return by how much the first is ahead; nothing where a tie-break parts them."""
    if len(rows) < 2 or rows[0].group or rows[0].points <= rows[1].points:
        return ""
    return points_in_words(event, rows[0].points - rows[1].points)


def _is_level(rows: Sequence[PlaceFact]) -> bool:
    """Say whether a tie-break parts the first two."""
    if len(rows) < 2 or rows[0].group:
        return False
    return rows[0].points == rows[1].points and rows[1].rank > 1


def points_in_words(event: Event, points: Decimal | Any) -> str:
    """Return points of the event's scoring with their unit."""
    number = f"{points:.2f}".rstrip("0").rstrip(".")
    method = event.method
    if method.get("points_as") == PERCENTAGE:
        return f"{number} %"
    if method.get("name") in IN_IMPS:
        return _("%(number)s IMPs") % {"number": number}
    if points == 1:
        return _("1 point")
    return _("%(number)s points") % {"number": number}
