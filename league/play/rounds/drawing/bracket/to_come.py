"""The round of a bracket that comes next, its tables with their reasons, and its quality."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from games.sentences import Sentence, say
from league.foundation.doors.played import Match
from league.foundation.doors.reasons import Called
from league.play.rounds.drawing.bracket.bracket_progress import Progress
from league.play.rounds.drawing.bracket.replay import (
    CONSOLATION,
    MAIN,
    Decision,
    Key,
    LoserOf,
    Node,
    Source,
    WinnerOf,
)
from league.play.rounds.drawing.bracket.seeding import Field
from league.play.rounds.drawing.cannot_draw import CannotDraw, impossible
from league.play.rounds.drawing.drawn import Draw, DrawnRound, DrawnTable, Reason
from league.play.rounds.drawing.request import DrawRequest


def draw_bracket(request: DrawRequest, progress: Progress) -> Draw:
    """Return the next round. Raises CannotDraw for a missing result, and when all is decided."""
    _check_results(request, progress)
    if not progress.playable:
        raise _over(request, progress)
    drawn = _Tables(request, progress)
    tables = tuple(
        drawn.table(place, node) for place, node in enumerate(progress.playable, start=1)
    )
    why = (
        *(drawn.why_bye(entry, node) for entry, node in progress.byes.items()),
        *(Reason("walk_over", sentence) for sentence in progress.moved_on),
        *(drawn.why_no_place(entry) for entry in progress.without_place),
        *_kept_apart(request, progress.field),
    )
    round_to_come = DrawnRound(
        round=progress.number,
        tables=tables,
        byes=tuple(progress.byes),
        sit_outs=progress.without_place,
        why=tuple(why),
    )
    return Draw(rounds=(round_to_come,), quality=quality_of(request, progress, round_to_come))


# ------------------------------------------------------------------------------- what is asked


def _check_results(request: DrawRequest, progress: Progress) -> None:
    for match, problem in progress.replay.unfinished.values():
        names = request.names(match.entries)
        if problem == "level":
            sentence = say(
                "%(table)s of round %(round)d (%(names)s) is level, and in a bracket one must "
                "move on: let them play one more deal, and say who won the table",
                table=_table_named(match),
                round=match.round,
                names=names,
            )
        else:
            sentence = say(
                "%(table)s of round %(round)d (%(names)s) has no result yet: enter it, say who won "
                "the table, or withdraw the entry that has gone",
                table=_table_named(match),
                round=match.round,
                names=names,
            )
        raise impossible(
            "level_table" if problem == "level" else "no_result", sentence, path="history"
        )


def _table_named(match: Match) -> Sentence:
    if match.table is None:
        return say("a table")
    return say("table %(table)d", table=match.table)


def _over(request: DrawRequest, progress: Progress) -> CannotDraw:
    champion = progress.champion
    last = progress.last_match
    if champion is None and last in progress.replay.decided:
        sentence = say(
            "the bracket is over without a winner: nobody won the %(match)s",
            match=progress.replay.nodes[last].title,
        )
        return impossible("bracket_decided", sentence, path="round")
    if champion is None:
        sentence = say("nobody is left to play; add entries or start another stage")
    else:
        sentence = say(
            "the bracket is decided: %(entry)s won it, and there is no further round",
            entry=request.names([champion]),
        )
    return impossible("bracket_decided", sentence, path="round")


# ---------------------------------------------------------------------------------- the answer


class _Tables:
    """Seats the matches: whoever had the first deal less often has it, then the better seed."""

    def __init__(self, request: DrawRequest, progress: Progress) -> None:
        self.request = request
        self.replay = progress.replay
        self.seeds = {entry: place for place, entry in enumerate(progress.field.seeds)}
        self.met: dict[frozenset[str], int] = {}
        self.surplus: Counter[str] = Counter()
        for match in request.history.matches:
            self.met[frozenset(match.entries)] = match.round
            home, away = match.entries
            self.surplus[home] += 1
            self.surplus[away] -= 1

    def table(self, place: int, node: Node) -> DrawnTable:
        entries = [entry for side in (0, 1) if (entry := self.replay.occupants[node.key, side])]
        home, away = sorted(
            entries, key=lambda e: (self.surplus[e], self.seeds.get(e, len(self.seeds)))
        )
        return DrawnTable(
            table=place, sides=((home,), (away,)), why=tuple(self._why(node.key, entries))
        )

    def _why(self, key: Key, entries: Sequence[str]) -> Iterable[Reason]:
        one, other = self.request.names(entries[:1]), self.request.names(entries[1:])
        yield Reason(
            "bracket",
            say(
                "%(match)s: %(one)s %(how_one)s, %(other)s %(how_other)s",
                match=self.replay.nodes[key].title,
                one=one,
                how_one=self.replay.came[key, 0],
                other=other,
                how_other=self.replay.came[key, 1],
            ),
        )
        pair = frozenset(entries)
        if pair in self.met:
            sentence = say(
                "%(one)s and %(other)s have met in round %(round)d: here both have won their way "
                "to the same match",
                one=one,
                other=other,
                round=self.met[pair],
            )
            yield Reason("repeat", sentence)
        if pair in self.request.avoid:
            sentence = say(
                "%(one)s and %(other)s should be kept apart, but the results have brought them "
                "together",
                one=one,
                other=other,
            )
            yield Reason("avoid_pair", sentence)

    def why_bye(self, entry: str, node: Node) -> Reason:
        name = self.request.names([entry])
        if any((node.key, side) not in self.replay.occupants for side in (0, 1)):
            sentence = say(
                "no match yet for %(entry)s: the one their opponent comes from is still to be "
                "played",
                entry=name,
            )
            return Reason("waits", sentence)
        missing = [self.replay.occupants[node.key, side] for side in (0, 1)]
        left = next((other for other in missing if other not in (None, entry)), None)
        if left is not None:
            sentence = say(
                "no match for %(entry)s: %(left)s withdrew",
                entry=name,
                left=self.request.names([left]),
            )
            return Reason("walk_over", sentence)
        came_from = [self.replay.nobody_from((node.key, side)) for side in (0, 1)]
        if nobody := next((one for one in came_from if one is not None), None):
            return Reason("walk_over", _why_nobody_comes(name, *nobody))
        sentence = say(
            "a bye for %(entry)s: %(count)d entries do not fill the bracket, "
            "and the best seeds move on without a match",
            entry=name,
            count=len(self.replay.entries_of(node.key[0])),
        )
        return Reason("bye", sentence)

    def why_no_place(self, entry: str) -> Reason:
        sentence = say(
            "%(entry)s came after the draw, and the bracket has no free place: let it play "
            "somebody who has a bye while round 1 lasts, or take the place of one that leaves",
            entry=self.request.names([entry]),
        )
        return Reason("no_place", sentence)


def _why_nobody_comes(entry: Called, node: Node, decision: Decision) -> Sentence:
    if decision.how == "nobody_came":
        return say(
            "no match for %(entry)s: neither side came to the %(match)s",
            entry=entry,
            match=node.title,
        )
    return say(
        "no match for %(entry)s: nobody is left of the %(match)s", entry=entry, match=node.title
    )


def _kept_apart(request: DrawRequest, field: Field) -> Iterable[Reason]:
    if request.history.rounds:
        return
    for moved, partner, apart in field.apart:
        sentence = say(
            "%(moved)s and %(partner)s have changed places in the draw, so that %(moved)s and "
            "%(apart)s do not meet at once",
            moved=request.names([moved]),
            partner=request.names([partner]),
            apart=request.names([apart]),
        )
        yield Reason("kept_apart", sentence)


def quality_of(request: DrawRequest, progress: Progress, drawn: DrawnRound) -> dict[str, object]:
    """Return the numbers over all rounds, this one included."""
    met = Counter(frozenset(match.entries) for match in request.history.matches)
    met.update(frozenset(table.entries) for table in drawn.tables)
    surplus: Counter[str] = Counter()
    for home, away in chain(
        (match.entries for match in request.history.matches),
        (table.entries for table in drawn.tables),
    ):
        surplus[home] += 1
        surplus[away] -= 1
    byes = Counter(bye.entry for bye in request.history.byes)
    byes.update(drawn.byes)
    waits = [byes[entry.id] for entry in request.active]
    return {
        "repeat_partners": 0,
        "repeat_opponents": sum(times - 1 for times in met.values()),
        "avoid_pairs_met": sum(met[pair] for pair in request.avoid),
        "sit_outs": [min(waits, default=0), max(waits, default=0)],
        "balance": max((abs(surplus[entry.id]) for entry in request.active), default=0),
        "matches_left": list(matches_left(progress)),
        "without_place": len(progress.without_place),
    }


def matches_left(progress: Progress) -> tuple[int, int]:
    """Return how many matches are still to be played, at least and at most."""
    replay = progress.replay
    expected: dict[Source, bool] = {}
    matches = perhaps = 0
    for key, node in replay.nodes.items():
        if key in replay.decided:
            continue
        there = []
        for place in ((key, 0), (key, 1)):
            if place in replay.occupants:
                there.append(replay.present(replay.occupants[place], progress.number) is not None)
            else:
                there.append(expected.get(replay.comes_from[place], False))
        expected[WinnerOf(key)] = any(there)
        expected[LoserOf(key)] = all(there)
        matches += all(there)
        perhaps += all(there) and node.repeats is not None and node.repeats not in replay.decided
    matches += max(0, _still_entering(progress, expected) - 1)
    return matches - perhaps, matches


def _still_entering(progress: Progress, expected: Mapping[Source, bool]) -> int:
    """Count whoever will enter a consolation that has not been seeded yet."""
    replay = progress.replay
    if any(key[0] == CONSOLATION for key in replay.nodes):
        return 0
    feeding = [k for k in replay.nodes if k[0] == MAIN and k[1] <= progress.consolation_after]
    return sum(
        replay.present(replay.decided[key].loser, progress.number) is not None
        if key in replay.decided
        else expected[LoserOf(key)]
        for key in feeding
    )
