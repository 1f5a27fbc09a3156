"""What the history says about each entry before a round: scores, meetings, first deals, floats."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from games.sentences import say
from league.foundation.doors.played import ABSENT, DRAWN_BYE, REQUESTED, Bye, Match
from league.foundation.doors.reading import Number, whole
from league.foundation.doors.request_files import Entry
from league.play.rounds.drawing.by_standing.swiss_variant import Options
from league.play.rounds.drawing.cannot_draw import impossible
from league.play.rounds.drawing.request import DrawRequest

DOWN, UP = -1, 1
Pair = tuple[int, int]
Meetings = tuple[int, int]  # how often two have met, and in which round for the last time


class Game(NamedTuple):
    """A table that was played: who dealt first, who came, and who won (see `winner_of`)."""

    home: str
    away: str
    winner: int | None
    match: Match


class Record:
    """The facts about each entry, by id, as they count for round `number`."""

    def __init__(self, request: DrawRequest, options: Options, number: int) -> None:
        self.number = number
        self.numbers = pairing_numbers(request.entries)
        self._options = options
        drawn = [bye for bye in request.history.byes if bye.kind == DRAWN_BYE]
        self.byes: Counter[str] = Counter(bye.entry for bye in drawn)
        self.free_rounds = (
            self.byes + self._free_wins(request) + _forfeit_wins(request.history.matches)
        )
        self.just_sat_out = {bye.entry for bye in drawn if bye.round == number - 1}
        self.surplus = dict.fromkeys(self.numbers, 0)  # first deals had minus those of opponents
        self.last_deal = dict.fromkeys(self.numbers, 0)  # 1 had it, -1 did not, 0 not played yet
        self.without_result = 0  # tables that should count and have no points yet
        self._games = _games(request)
        self._bonus = _Bonus(request, self.numbers, options)
        self._scores: dict[str, Number] = dict.fromkeys(self.numbers, 0)
        self._margins: dict[str, Number] = dict.fromkeys(self.numbers, 0)
        self._floats: dict[tuple[str, int], int] = {}
        self._read(request)

    @property
    def bonus(self) -> Number:
        """Return what an accelerated start adds for the upper half in this round."""
        return self._bonus.in_round(self.number)

    def score(self, entry: str) -> Number:
        """Return the score the entry is drawn by, with the points of an accelerated start."""
        return self._before(entry, self.number)

    def rank(self, entry: str) -> tuple[Number, Number, int]:
        """Return the key that puts the best first."""
        margin = -self._margins[entry] if self._options.level == "points" else 0
        return -self.score(entry), margin, self.numbers[entry]

    def floats(self, entry: str) -> tuple[int, int]:
        """Return DOWN, UP or 0 for the last round and for the one before."""
        last = self._floats.get((entry, self.number - 1), 0)
        return last, self._floats.get((entry, self.number - 2), 0)

    def meetings(self, place_of: Mapping[str, int]) -> dict[Pair, Meetings]:
        """Return who of these has met, as pairs in order of place."""
        met: dict[Pair, Meetings] = {}
        for number, games in self._games.items():
            for home, away, _, _ in games:
                one, other = place_of.get(home, -1), place_of.get(away, -1)
                if one >= 0 and other >= 0:
                    pair = (one, other) if one < other else (other, one)
                    met[pair] = (met[pair][0] + 1 if pair in met else 1, number)
        return met

    def _read(self, request: DrawRequest) -> None:
        byes: defaultdict[int, list[Bye]] = defaultdict(list)
        for bye in request.history.byes:
            byes[bye.round].append(bye)
        counted = self.number - (2 if self._options.delayed else 1)
        for number in request.history.rounds:
            games = self._games.get(number, [])
            if number < self.number <= number + 2:
                self._note_floats(number, games, [bye.entry for bye in byes[number]])
            self._note_deals(games)
            if number <= counted:
                self._note_results(games)
                for bye in byes[number]:
                    self._scores[bye.entry] += self._worth(bye)

    def _worth(self, bye: Bye) -> Number:
        """Return the score for a bye: its own points; else as a draw if asked for, or as a bye.

        Being absent is worth nothing.
        """
        if bye.points is not None:
            return bye.points
        usual = {REQUESTED: self._options.score.draw, ABSENT: 0}
        return usual.get(bye.kind, self._options.score.bye)

    def _free_wins(self, request: DrawRequest) -> Counter[str]:
        """Count the rounds that were not drawn as byes and gave as much as a win all the same."""
        win = self._options.score.win
        return Counter(
            bye.entry
            for bye in request.history.byes
            if bye.kind != DRAWN_BYE and self._worth(bye) >= win
        )

    def _note_deals(self, games: Iterable[Game]) -> None:
        for home, away, _, _ in games:
            self.surplus[home] += 1
            self.surplus[away] -= 1
            self.last_deal[home], self.last_deal[away] = 1, -1

    def _note_results(self, games: Iterable[Game]) -> None:
        counts, scores = self._options.score, self._scores
        for home, away, winner, match in games:
            if len(match.forfeits) == len(match.sides):
                scores[home] += counts.loss
                scores[away] += counts.loss
            elif winner is None:
                self.without_result += 1
            elif winner < 0:
                scores[home] += counts.draw
                scores[away] += counts.draw
            else:
                scores[away if winner else home] += counts.win
                scores[home if winner else away] += counts.loss
            if self._options.level == "points":
                self._note_margin(match)

    def _note_margin(self, match: Match) -> None:
        home, away = match.sides
        if home.points is not None and away.points is not None:
            self._margins[home.entries[0]] += home.points - away.points
            self._margins[away.entries[0]] += away.points - home.points

    def _note_floats(self, number: int, games: Iterable[Game], byes: Iterable[str]) -> None:
        """Remember who met somebody of another score; a bye counts as a float down."""
        for home, away, _, _ in games:
            lead = self._before(home, number) - self._before(away, number)
            if lead:
                self._floats[home, number] = DOWN if lead > 0 else UP
                self._floats[away, number] = UP if lead > 0 else DOWN
        for entry in byes:
            self._floats[entry, number] = DOWN

    def _before(self, entry: str, number: int) -> Number:
        bonus = self._bonus.of(entry, number)
        return whole(self._scores[entry] + bonus) if bonus else self._scores[entry]


def pairing_numbers(entries: Iterable[Entry]) -> dict[str, int]:
    """Return each entry's number from 1: by seed, then by rating, then as listed."""
    ordered = sorted(
        entries,
        key=lambda entry: (
            entry.seed is None,
            entry.seed or 0,
            entry.rating is None,
            -(entry.rating or 0),
        ),
    )
    return {entry.id: number for number, entry in enumerate(ordered, start=1)}


def winner_of(match: Match) -> int | None:
    """Return the side that won, -1 for a draw, or None where there is no result yet."""
    if match.winner is not None:
        return match.winner
    first, second = match.sides[0].points, match.sides[1].points
    if first is None or second is None:
        return None
    return -1 if first == second else int(second > first)


def _forfeit_wins(matches: Iterable[Match]) -> Counter[str]:
    """Count for each entry how often the other side did not come."""
    return Counter(
        entry
        for match in matches
        if len(match.forfeits) == 1
        for entry in match.sides[1 - match.forfeits[0]].entries
    )


def _games(request: DrawRequest) -> dict[int, list[Game]]:
    """Return the tables played, round by round; refuse one that is not one against one."""
    games: dict[int, list[Game]] = {}
    for match in sorted(request.history.matches, key=lambda match: match.round):
        sides = match.sides
        if len(sides) != 2 or len(sides[0].entries) != 1 or len(sides[1].entries) != 1:
            raise impossible(
                "not_two_entries",
                say(
                    "round %(round)d of the history has a table of %(names)s; "
                    "in this format one entry meets one other",
                    round=match.round,
                    names=request.names(match.entries),
                ),
                path="history",
            )
        game = Game(sides[0].entries[0], sides[1].entries[0], winner_of(match), match)
        games.setdefault(match.round, []).append(game)
    return games


class _Bonus:
    """The points of an accelerated start (FIDE C.04.5.1, "Baku"); its point is a win of ours.

    The first 2 * ceil(n / 4) numbers of those who started get a win's points before the first half
    (rounded up) of the accelerated rounds, half of them before the others; half of all rounds,
    rounded up, are accelerated.
    """

    def __init__(self, request: DrawRequest, numbers: Mapping[str, int], options: Options) -> None:
        rounds = request.rounds if options.is_accelerated and request.rounds else 0
        self.win = options.score.win
        self.accelerated = -(-rounds // 2)
        self.full = -(-self.accelerated // 2)
        self.group = _first_half(request, numbers) if rounds else frozenset()

    def in_round(self, number: int) -> Number:
        if number > self.accelerated:
            return 0
        return self.win if number <= self.full else whole(Fraction(self.win) / 2)

    def of(self, entry: str, number: int) -> Number:
        return self.in_round(number) if entry in self.group else 0


def _first_half(request: DrawRequest, numbers: Mapping[str, int]) -> frozenset[str]:
    started = {
        entry for match in request.history.matches if match.round == 1 for entry in match.entries
    }
    started |= {bye.entry for bye in request.history.byes if bye.round == 1}
    started = started or {entry.id for entry in request.active}
    ordered = sorted(started, key=lambda entry: numbers[entry])
    return frozenset(ordered[: 2 * -(-len(ordered) // 4)])
