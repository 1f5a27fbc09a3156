"""The answer of a movement of pairs: its rounds with their reasons, and its quality."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from games.sentences import say
from league.play.rounds.drawing.deal_sets import deals_of
from league.play.rounds.drawing.drawn import Draw, DrawnRound, DrawnTable, Reason
from league.play.rounds.drawing.movement_facts import Facts, repeats, spread
from league.play.rounds.drawing.movements.continuing import rounds_to_come
from league.play.rounds.drawing.movements.movement import (
    Common,
    Movement,
    Sitting,
    check_sides,
    too_few,
)
from league.play.rounds.drawing.movements.numbers_held import Places, find_places
from league.play.rounds.drawing.movements.tables_played import rounds_played
from league.play.rounds.drawing.request import DrawRequest, check_rounds_asked


def draw_movement(
    request: DrawRequest, common: Common, make: Callable[[int], Movement], *, winners: int
) -> Draw:
    """Return the rounds asked for; `make` gives the movement for so many entries."""
    check_sides(request)
    check_rounds_asked(request)
    places = find_places(request, make)
    if len(request.active) < 2:
        raise too_few(
            say(
                "only %(count)d active entries are left, so nobody can be met; add entries",
                count=len(request.active),
            )
        )
    played = rounds_played(request, places, common.deals)
    past = set(request.history.rounds)
    last = max([len(places.movement.rounds), *past])
    to_come = [number for number in range(1, last + 1) if number not in past]
    sittings = played + rounds_to_come(
        request, places, to_come, deals=common.deals, seed=common.seed
    )
    wanted = range(1, last + 1) if request.round is None else [request.round]
    rounds = tuple(_round(request, number, sittings, common.deals) for number in wanted)
    until = [sitting for sitting in sittings if sitting.round <= wanted[-1]]
    waits = [
        waiting
        for number in range(1, wanted[-1] + 1)
        for waiting in _waiting(request, number, until)
    ]
    quality = _quality(request, places, until, waits, common.deals, winners)
    return Draw(rounds=rounds, quality=quality | {"seed": common.seed})


def _round(
    request: DrawRequest, number: int, sittings: Sequence[Sitting], deals: int
) -> DrawnRound:
    here = sorted((s for s in sittings if s.round == number), key=lambda s: s.table)
    out = _waiting(request, number, here)
    played = Counter(sitting.deal_set for sitting in here)
    tables = tuple(
        DrawnTable(
            table=sitting.table,
            sides=((sitting.first,), (sitting.second,)),
            deals=deals_of(sitting.deal_set, deals) if sitting.deal_set else (),
            shared=bool(deals and sitting.deal_set) and played[sitting.deal_set] > 1,
            why=(Reason(sitting.code, sitting.why), *_apart(request, sitting)),
        )
        for sitting in here
    )
    why: tuple[Reason, ...] = ()
    if out and number not in request.history.rounds:
        sentence = say("nobody is left for %(names)s in this round", names=request.names(out))
        why = (Reason("sit_out", sentence),)
    return DrawnRound(round=number, tables=tables, sit_outs=out, why=why)


def _waiting(request: DrawRequest, number: int, sittings: Iterable[Sitting]) -> tuple[str, ...]:
    if number in request.history.rounds:
        return tuple(bye.entry for bye in request.history.byes if bye.round == number)
    busy = {e for sitting in sittings if sitting.round == number for e in sitting.entries}
    return tuple(entry.id for entry in request.active if entry.id not in busy)


def _apart(request: DrawRequest, sitting: Sitting) -> tuple[Reason, ...]:
    if sitting.pair not in request.avoid or sitting.code == "stays":
        return ()
    sentence = say(
        "%(names)s should be kept apart, but the movement brings them together",
        names=request.names(sitting.entries),
    )
    return (Reason("avoid_pair", sentence),)


def _quality(
    request: DrawRequest,
    places: Places,
    sittings: Sequence[Sitting],
    waits: Sequence[str],
    deals: int,
    winners: int,
) -> dict[str, object]:
    active = [entry.id for entry in request.active]
    facts = Facts()
    facts.add_round([((s.first,), (s.second,)) for s in sittings], waits)
    groups = _groups(request, places, facts, winners)
    plays = Counter((e, s.deal_set) for s in sittings if s.deal_set for e in s.entries)
    compared = comparisons(sittings if deals else [], groups)
    first = facts.first_deals
    lean = [abs(2 * first[entry] - facts.played[entry]) for entry in active]
    quality: dict[str, object] = {
        "repeat_partners": 0,
        "repeat_opponents": repeats(facts.opponents),
        "avoid_pairs_met": sum(facts.opponents[pair] for pair in request.avoid),
        "sit_outs": spread(facts.waits, active),
        "rounds_played": spread(facts.played, active),
        "winners": winners,
        "groups": groups,
        "balance": compared[1] - compared[0] if deals else max(lean),
    }
    if deals:
        quality |= {
            "comparisons": compared,
            "repeat_deals": sum(times - 1 for times in plays.values()),
            "deal_sets": len({s.deal_set for s in sittings if s.deal_set}),
        }
    return quality


def _groups(request: DrawRequest, places: Places, facts: Facts, winners: int) -> list[list[str]]:
    """Return who is compared with whom: all together, or each direction by itself."""
    active = [entry.id for entry in request.active]
    if winners == 1:
        return [active]
    homes = places.movement.homes
    late = {entry for entry in places.late if 2 * facts.first_deals[entry] >= facts.played[entry]}
    at_home = [e for e in active if places.parse_int.get(e) in homes or e in late]
    return [at_home, [entry for entry in active if entry not in at_home]]


# How evenly the results of a movement compare its entries.
#
# Source: J. Manning, "The mathematics of duplicate bridge tournaments" (1979). At each deal set an
# entry is compared with all others that play it: with those in its own direction (counted +1), with
# those in the other (-1), and with its opponents, who lose what it wins: as often as there are
# other tables. In a perfect movement all pairs of entries have the same sum.


def comparisons(sittings: Iterable[Sitting], groups: Sequence[Sequence[str]]) -> list[int]:
    """Return the least and the most that two entries of a group are compared with each other."""
    sittings = [sitting for sitting in sittings if sitting.deal_set is not None]
    entries = {entry: place for place, entry in enumerate(e for group in groups for e in group)}
    highest = max((sitting.deal_set or 0 for sitting in sittings), default=0)
    side = np.zeros((len(entries), highest + 1), dtype=np.int64)
    met = np.zeros((len(entries), len(entries)), dtype=np.int64)
    tables = np.bincount([s.deal_set or 0 for s in sittings], minlength=highest + 1)
    for sitting in sittings:
        first, second = (entries.get(entry) for entry in sitting.entries)
        for place, sign in ((first, 1), (second, -1)):
            if place is not None:
                side[place, sitting.deal_set] = sign
        if first is not None and second is not None:
            met[first, second] += tables[sitting.deal_set]
            met[second, first] += tables[sitting.deal_set]
    compared = side @ side.T + met
    within = [
        compared[np.ix_(places, places)][np.triu_indices(len(places), k=1)]
        for places in ([entries[entry] for entry in group] for group in groups)
    ]
    every = np.concatenate(within) if within else np.zeros(0, dtype=np.int64)
    return [int(every.min()), int(every.max())] if len(every) else [0, 0]
