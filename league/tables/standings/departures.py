"""Entries that left a round robin: which of their results count, and what their opponents get.

FIDE General Regulations for Competitions 6.6: the results of a player who leaves before half of the
matches stay in sight and do not count; of one who leaves later they count, and the matches that are
left are lost and won by forfeit. A stage may choose otherwise (`WITHDRAWALS_OPTION`).
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from league.play.events.models import EntryState, Stage
from league.play.events.setup_problems import COMPARING_DEALS
from league.play.rounds.arrangement import VACATED
from league.play.rounds.drawing import format_named
from league.play.rounds.drawing.stage_options import (
    NOT_COUNTED,
    WALK_OVERS,
    WITHDRAWALS,
    WITHDRAWALS_OPTION,
)
from league.play.rounds.models import Round
from league.tables.standings.stage_facts import (
    Departure,
    EntryInside,
    ForfeitFact,
    MatchLeft,
    RoundFacts,
)


def departures_of(
    stage: Stage, rounds: Iterable[RoundFacts], inside: Collection[EntryInside]
) -> list[Departure]:
    """Return who of those inside withdrew from a round robin; one query where somebody did."""
    withdrawn = [row for row in inside if row.state == EntryState.WITHDRAWN]
    if not withdrawn or not _may_choose(stage):
        return []
    sizes = Counter(row.group for row in inside)
    played = Counter(chain.from_iterable(map(_met_at_a_table, rounds)))
    left = _matches_left(stage, {row.entry for row in withdrawn})
    return [
        _departure(stage, row.entry, played[row.entry], sizes[row.group], left[row.entry])
        for row in withdrawn
    ]


def _may_choose(stage: Stage) -> bool:
    """Say whether the stage has matches whose results can be left out one by one."""
    options = format_named(stage.format).options
    return WITHDRAWALS_OPTION in options and stage.event.method.get("name") not in COMPARING_DEALS


def _met_at_a_table(round: RoundFacts) -> Iterator[int]:
    yield from chain(round.duels.homes, round.duels.aways)
    for match in round.matches:
        yield from match.entries


def _matches_left(stage: Stage, entries: Collection[int]) -> Mapping[int, list[MatchLeft]]:
    """Return the matches that these entries were to play when they left, by entry."""
    left: dict[int, list[MatchLeft]] = {entry: [] for entry in entries}
    rounds = Round.objects.filter(stage=stage, drawing__has_key=VACATED).order_by("number")
    for round_id, number, drawing in rounds.values_list("id", "number", "drawing"):
        for key, place in drawing[VACATED].items():
            sides = place.get("sides") or []
            if int(key) in left and [len(side) for side in sides] == [1, 1]:
                both = (sides[0][0], sides[1][0])
                left[int(key)].append(
                    MatchLeft(round_id, number, place["table"], both, both.index(int(key)))
                )
    return left


def _departure(
    stage: Stage, entry: int, played: int, size: int, left: Sequence[MatchLeft]
) -> Departure:
    """Return the departure from a group of so many entries, those who left counted too."""
    due = (format_named(stage.format).times or 1) * (size - 1)
    if stage.rounds_planned is not None:
        due = min(due, stage.rounds_planned)
    outcome = str(stage.options.get(WITHDRAWALS, WITHDRAWALS_OPTION.default))
    if outcome == NOT_COUNTED and 2 * played >= due:
        outcome = WALK_OVERS
    return Departure(entry, played, due, outcome, left)


def walked_over(rounds: Mapping[int, RoundFacts], departures: Iterable[Departure]) -> set[int]:
    """Return the rounds (ids) without any table left, in which a walk-over is all there is."""
    return {
        match.round_id
        for departure in departures
        if departure.outcome == WALK_OVERS
        for match in departure.left
        if match.round_id in rounds and rounds[match.round_id].is_complete
    }


def settle_departures(rounds: Mapping[int, RoundFacts], departures: Iterable[Departure]) -> None:
    """Make the facts of the rounds (by id) say what the departures left of the matches."""
    for departure in departures:
        if departure.outcome == NOT_COUNTED:
            for round in rounds.values():
                _leave_out(round, departure.entry)
        for match in departure.left:
            if match.round_id in rounds:
                _settle(rounds[match.round_id], match, departure)


def _leave_out(round: RoundFacts, entry: int) -> None:
    """Take the matches of the entry out of the round."""
    round.duels = round.duels.without(entry)
    round.matches = [match for match in round.matches if entry not in match.entries]
    round.forfeits = [match for match in round.forfeits if entry not in match.entries]
    round.absent = [other for other in round.absent if other != entry]
    round.asked_for = [(other, half) for other, half in round.asked_for if other != entry]
    round.byes = [other for other in round.byes if other != entry]


def _settle(round: RoundFacts, match: MatchLeft, departure: Departure) -> None:
    """Replace the bye of who was to meet the entry; who was given another match keeps that."""
    if match.opponent not in round.byes:
        return
    round.byes.remove(match.opponent)
    if departure.outcome != WALK_OVERS:
        return
    if departure.entry in round.absent:
        round.absent.remove(departure.entry)
    entries = list(match.entries)
    round.forfeits.append(ForfeitFact(match.table, entries, [0, 1], (match.place,)))
