"""What became of the places of an entry that withdrew or came back, in sentences for the desk."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.foundation.lists import listed
from league.play.events.models import Entry, Event
from league.play.events.names import name_of, people_named
from league.play.events.selectors import members_with_players
from league.play.rounds.left_places import LeftPlace, place_it_left
from league.play.rounds.models import Placement, PlacementKind, Round, RoundState

MOST_ROUNDS = 3


def moves_in_words(event: Event, entry: Entry) -> list[str]:
    """Return who moved, by name, in the rounds being played, or else in the next one drawn."""
    rounds = Round.objects.filter(stage__event=event, placements__entry=entry).distinct()
    rounds = rounds.order_by("stage__number", "number")
    shown = list(rounds.filter(state=RoundState.OPEN)[:MOST_ROUNDS])
    shown = shown or list(rounds.filter(state=RoundState.DRAWN)[:1])
    places = {round: place_it_left(round, entry.pk) for round in shown}
    placed = _placed(shown)
    entries = Entry.objects.prefetch_related(members_with_players()).in_bulk(
        {entry.pk, *(e for place in places.values() for e in (*place.entries, place.stand_in or 0))}
    )
    return [
        sentence
        for round, place in places.items()
        if place.number is not None
        for sentence in _of_round(round, place, placed[round.pk], entry.pk, entries)
    ]


def _placed(rounds: Iterable[Round]) -> dict[int, dict[int, Placement]]:
    """Return where each entry is, by round and entry; one query."""
    placed: dict[int, dict[int, Placement]] = {round.pk: {} for round in rounds}
    rows = Placement.objects.filter(round__in=placed).select_related("table")
    for row in rows:
        placed[row.round_id][row.entry_id] = row
    return placed


def _of_round(
    round: Round,
    place: LeftPlace,
    placed: Mapping[int, Placement],
    entry: int,
    entries: Mapping[int, Entry],
) -> Iterator[str]:
    where = {"round": round.number, "table": place.number, "name": name_of(entries[entry])}
    is_back = placed[entry].kind != PlacementKind.ABSENT
    if is_back:
        yield _came_back(placed[entry], place, where, entries)
        return
    others = [one for one in place.entries if one != entry and one in placed]
    idle = [one for one in others if placed[one].table is None]
    if place.stand_in is not None:
        yield _("Round %(round)d: %(other)s takes the place at table %(table)d.") % {
            **where,
            "other": name_of(entries[place.stand_in]),
        }
    elif idle:
        yield _not_played([entries[one] for one in idle], where)


def _not_played(idle: Sequence[Entry], where: Mapping[str, object]) -> str:
    sentence = ngettext(
        "Round %(round)d: table %(table)d is not played; %(names)s has no table.",
        "Round %(round)d: table %(table)d is not played; %(names)s have no table.",
        people_named(idle),
    )
    return sentence % {**where, "names": listed(name_of(entry) for entry in idle)}


def _came_back(
    now: Placement, place: LeftPlace, where: Mapping[str, object], entries: Mapping[int, Entry]
) -> str:
    if now.table is None or now.table.number != place.number:
        return (
            _(
                "Round %(round)d: the place at table %(table)d is taken, so %(name)s has no table. "
                "Change the draw by hand to seat them there."
            )
            % where
        )
    if place.stand_in is None:
        return _("Round %(round)d: %(name)s is at table %(table)d again.") % where
    return _("Round %(round)d: %(name)s is at table %(table)d again, and %(other)s sits out.") % {
        **where,
        "other": name_of(entries[place.stand_in]),
    }
