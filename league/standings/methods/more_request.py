"""What only some rankings need: points carried over, play-offs, a seed for lots, deal facts."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from games.engine.sentences import say
from league.rounds.drawing.played import MOST_SIDES, Match, read_known
from league.rounds.drawing.reading import (
    Number,
    read_count,
    read_list,
    read_number,
    read_object,
    shown_input,
    within,
)
from league.rounds.drawing.unanswerable import Unanswerable
from league.standings.methods.ledger import Carried
from league.standings.methods.tiebreaks import LOT, TIEBREAKS

MOST_CARRIED = 100_000
MOST_PLAY_OFFS = 1_000
LARGEST_SEED = 2**63 - 1


def read_carried(value: object, known: Mapping[str, Any]) -> tuple[Carried, ...]:
    """Return the points that entries bring along. Raises Unanswerable."""
    carried: dict[str, Carried] = {}
    for place, element in read_list([] if value is None else value, "carried", most=MOST_CARRIED):
        fields = read_object(
            element, place, allowed=("entry", "points", "weight"), required=("entry", "points")
        )
        entry = read_known(fields["entry"], within(place, "entry"), known)
        if entry in carried:
            raise Unanswerable(
                "carried_twice",
                say("%(place)s names %(entry)s for the second time", place=place, entry=entry),
                path=place,
            )
        points = read_number(fields["points"], within(place, "points"))
        carried[entry] = Carried(entry, points, _read_weight(fields.get("weight"), place))
    return tuple(carried.values())


def _read_weight(value: object, place: str) -> Number:
    if value is None:
        return 1
    path = within(place, "weight")
    weight = read_number(value, path)
    if weight <= 0:
        raise Unanswerable(
            "weight_not_positive",
            say(
                "%(place)s is how many matches the points stand for and must be more than 0, not "
                "%(given)s",
                place=path,
                given=shown_input(value),
            ),
            path=path,
        )
    return weight


def read_play_offs(value: object, known: Mapping[str, Any]) -> tuple[Mapping[str, Number], ...]:
    """Return the points of the entries of each play-off. Raises Unanswerable."""
    play_offs: list[Mapping[str, Number]] = []
    elements = read_list([] if value is None else value, "play_offs", most=MOST_PLAY_OFFS)
    for place, element in elements:
        fields = read_object(element, place, allowed=("sides",), required=("sides",))
        points: dict[str, Number] = {}
        sides = within(place, "sides")
        for side_place, side in read_list(fields["sides"], sides, most=MOST_SIDES):
            keys = ("entries", "points")
            told = read_object(side, side_place, allowed=keys, required=keys)
            own = read_number(told["points"], within(side_place, "points"))
            members = within(side_place, "entries")
            for entry_place, name in read_list(told["entries"], members, most=MOST_SIDES):
                entry = read_known(name, entry_place, known)
                if entry in points:
                    raise Unanswerable(
                        "against_itself",
                        say(
                            "%(place)s has %(entry)s twice; nobody plays against or with itself",
                            place=place,
                            entry=entry,
                        ),
                        path=entry_place,
                    )
                points[entry] = own
        if len(points) < 2:
            raise Unanswerable(
                "play_off_of_one",
                say("%(place)s needs at least two entries that play it off", place=sides),
                path=sides,
            )
        play_offs.append(points)
    return tuple(play_offs)


def read_seed(value: object, tiebreaks: Collection[str]) -> int | None:
    """Return the number lots are drawn from; refuse a lot without one."""
    if value is not None:
        return read_count(value, "seed", least=0, most=LARGEST_SEED)
    if LOT in tiebreaks:
        raise Unanswerable(
            "lot_without_seed",
            say(
                "the tie-break lot needs a seed, a whole number that is kept, so that anyone can "
                "draw the lot again"
            ),
            path="seed",
        )
    return None


def check_deal_facts(
    matches: Sequence[Match], tiebreaks: Sequence[str], elements: Sequence[Any] | None
) -> None:
    """Refuse a side that does not tell what a tie-break counts: nothing told is not nothing."""
    needed = [TIEBREAKS[name].fact for name in tiebreaks if TIEBREAKS[name].fact]
    if not needed:
        return
    places = [at for at, one in enumerate(elements or ()) if "bye" not in one]
    for at, match in zip(places, matches, strict=True):
        for side, told in enumerate(match.sides):
            lacking = next((key for key in needed if getattr(told.facts, key, None) is None), None)
            if lacking is not None and not match.forfeits:
                place = f"matches[{at}].sides[{side}]"
                raise Unanswerable(
                    "missing_deal_fact",
                    say(
                        "%(place)s has no %(key)s, which a tie-break counts; give it, 0 where "
                        "there was none, or leave out the tie-break",
                        place=place,
                        key=lacking,
                    ),
                    path=within(place, lacking),
                )
