"""A stage that is being played as contests: one a group, made from its confirmed facts."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import NamedTuple, TypeVar

from django.db.models import QuerySet

from league.foundation.doors.reading import Number
from league.play.events.models import Entry, EntryState, Stage
from league.play.rounds.drawing.stage_options import WALK_OVERS
from league.play.rounds.groups import expected_of, rounds_of_draw
from league.play.rounds.models import Placement, PlacementKind, Room, Round, RoundState
from league.play.rounds.rooms import draws_all_rounds
from league.tables.outlook.methods.contest import FOLLOWED, WINS, Contest, OpenMatch
from league.tables.outlook.methods.possible_results import possible_results
from league.tables.standings.methods import TIEBREAKS, Duels, RankRequest
from league.tables.standings.methods.exact import Range
from league.tables.standings.methods.ledger import Ledger
from league.tables.standings.methods.levels import Separation
from league.tables.standings.methods.matches.awards import AVERAGES, ROUND_AVERAGE, WON, Award
from league.tables.standings.methods.matches.match_method import MatchMethod
from league.tables.standings.methods.ranking import separation_of
from league.tables.standings.ranking import request_after
from league.tables.standings.stage_facts import RoundFacts, StageFacts

# tie-breaks whose number nobody else changes once an entry has played its last match
OWN_NUMBERS = frozenset(
    {
        *("point_difference", "points_for", "average", "quotient", "wins", "played", "lot"),
        *("wins_with_first_deal", "fewer_sets", "bids_made", "highest_deal"),
    }
)
SIDES_OF_A_MATCH = 2
Value = TypeVar("Value")
UNCERTAIN = frozenset({*AVERAGES, ROUND_AVERAGE})


class Seating(NamedTuple):
    """Two entries that are to meet at a table."""

    round: int
    table: int
    entries: tuple[int, int]


class Waiting(NamedTuple):
    """An entry without a table in a round whose byes do not count yet.

    `kind` is that of its placement, or what the stage says of a match whose other side withdrew.
    """

    entry: int
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupContest:
    """Those who are ranked together: ids of entries in the order of the contest's numbers."""

    group: str
    entries: Sequence[int]
    contest: Contest


@dataclass(frozen=True, slots=True, kw_only=True)
class StageContest:
    """A stage: its groups, how many rounds nobody has seen drawn, which tie-breaks are followed.

    `has_limit` says whether the scoring does; `rounds_to_draw` is None where nobody knows.
    """

    groups: Sequence[GroupContest]
    rounds_to_draw: int | None
    has_limit: bool
    followed: tuple[str, ...]


def contest_of(stage: Stage, facts: StageFacts) -> StageContest:
    """Return what is open in a stage: a fixed number of queries. Raises CannotRank.

    Only confirmed tables count. Of rounds that are drawn one by one those not shown yet count as
    not drawn.
    """
    request = _confirmed(facts)
    method = request.method if isinstance(request.method, MatchMethod) else None
    has_limit = method is not None and bool(possible_results(method))
    rounds_to_draw = _rounds_to_draw(stage, len(facts.entries))
    if method is None or not has_limit or rounds_to_draw is None:
        return StageContest(
            groups=[], rounds_to_draw=rounds_to_draw, has_limit=has_limit, followed=()
        )
    separation = separation_of(request)
    made = _Making(stage, facts, separation, method, rounds_to_draw)
    groups = [made.group(name, entries) for name, entries in made.groups.items()]
    followed = groups[0].contest.tiebreaks if groups else ()
    return StageContest(
        groups=groups, rounds_to_draw=rounds_to_draw, has_limit=True, followed=followed
    )


def _confirmed(facts: StageFacts) -> RankRequest:
    """Return the request to rank by what is confirmed to the end."""
    request = request_after(facts, max((one.number for one in facts.rounds), default=0))
    duels = request.duels or Duels()
    kept = [line for line in range(len(duels)) if line not in duels.provisional]
    only = Duels(
        rounds=_lines(duels.rounds, kept),
        homes=_lines(duels.homes, kept),
        aways=_lines(duels.aways, kept),
        home_points=_lines(duels.home_points, kept),
        away_points=_lines(duels.away_points, kept),
        winners=_lines(duels.winners, kept),
    )
    matches = [match for match in request.matches if not match.provisional]
    return replace(request, duels=only, matches=matches)


def _lines(column: Sequence[Value], kept: Sequence[int]) -> list[Value]:
    """Return some lines of a column; one that was left empty stays so."""
    return [column[line] for line in kept] if column else []


def _rounds_to_draw(stage: Stage, entries: int) -> int | None:
    """Return how many rounds nobody has seen drawn yet; None where nobody knows."""
    rounds = Round.objects.filter(stage=stage)
    drawn = list(rounds)
    expected = expected_of(stage, entries=entries, drawn=len(drawn), of_draw=rounds_of_draw(drawn))
    if expected.in_all is None:
        return None
    return max(0, expected.in_all - _shown(stage, rounds).count())


def _shown(stage: Stage, rounds: "QuerySet[Round]") -> "QuerySet[Round]":
    return rounds if draws_all_rounds(stage) else rounds.exclude(state=RoundState.DRAWN)


class _Making:
    """What the groups of a stage are made from, read once."""

    def __init__(
        self,
        stage: Stage,
        facts: StageFacts,
        separation: Separation,
        method: MatchMethod,
        rounds_to_draw: int,
    ) -> None:
        self.facts, self.separation = facts, separation
        self.results = possible_results(method)
        self.ledger: Ledger = separation.ledger
        self.method = method
        self.place = {entry: at for at, entry in enumerate(facts.entries)}
        self.rounds_to_draw = rounds_to_draw
        self.staying = set(
            Entry.objects.filter(event_id=stage.event_id, state=EntryState.ACCEPTED).values_list(
                "pk", flat=True
            )
        )
        self.seatings, self.waiting = _still_to_play(stage, facts)
        self.won = self.ledger.tallies()[WON]
        self.between: dict[tuple[int, int], Number] = defaultdict(int)
        self.met: Counter[tuple[int, int]] = Counter()
        for entry, other, made in _meetings(self.ledger):
            self.between[entry, other] += made
            self.met[entry, other] += 1

    @property
    def groups(self) -> dict[str, list[int]]:
        groups: dict[str, list[int]] = defaultdict(list)
        for entry in self.facts.entries:
            groups[self.facts.groups.get(entry, "")].append(entry)
        return dict(sorted(groups.items()))

    def group(self, name: str, entries: Sequence[int]) -> GroupContest:
        number = {entry: at for at, entry in enumerate(entries)}
        places = [self.place[entry] for entry in entries]
        spare = self._spare(entries)
        matches = []
        for seating in self.seatings:
            if all(entry in number for entry in seating.entries):
                home, away = (number[entry] for entry in seating.entries)
                matches.append(OpenMatch(home, away, seating.round, seating.table))
        between = {
            (one, other): self.between[places[one], places[other]]
            for one, other in permutations(range(len(places)), 2)
            if (places[one], places[other]) in self.met
        }
        contest = Contest(
            points=[self._points(place) for place in places],
            matches=matches,
            results=self.results,
            spare=spare,
            wins=[self.won[place] for place in places],
            between=between,
        )
        return GroupContest(group=name, entries=entries, contest=self._with_ties(contest, places))

    def _points(self, place: int) -> Number:
        """Return the points of an entry without the byes that are worth an average."""
        unplayed = self.ledger.unplayed.get(place, ())
        return self.ledger.totals[place] - sum(
            one.result for one in unplayed if one.award in UNCERTAIN
        )

    def _spare(self, entries: Sequence[int]) -> list[Range]:
        """Return by entry what byes and rounds that are not drawn can still add."""
        method = self.method
        any_round = _any_round(method)
        spare = []
        for entry in entries:
            rounds = [_bye(method, one.kind) for one in self.waiting if one.entry == entry]
            unplayed = self.ledger.unplayed.get(self.place[entry], ())
            rounds += [any_round for one in unplayed if one.award in UNCERTAIN]
            if entry in self.staying:
                rounds += [any_round] * self.rounds_to_draw
            spare.append(Range(sum(one.least for one in rounds), sum(one.most for one in rounds)))
        return spare

    def _with_ties(self, contest: Contest, places: Sequence[int]) -> Contest:
        """Add the tie-breaks that can be followed, and the numbers that are settled."""
        if contest.has_spare:
            return contest
        names = list(self.facts.tiebreaks)
        followed: list[str] = []
        while (
            names and names[0] in FOLLOWED and (names[0] == WINS or self._all_meet(contest, places))
        ):
            followed.append(names.pop(0))
        own = []
        while names and names[0] in OWN_NUMBERS:
            own.append(names.pop(0))
        playing = {entry for match in contest.matches for entry in match.both}
        settled = {
            at: tuple(self._number(name, place) for name in own)
            for at, place in enumerate(places)
            if at not in playing and own
        }
        return replace(contest, tiebreaks=tuple(followed), settled=settled)

    def _number(self, name: str, place: int) -> Number:
        number = self.separation.columns[name][place]
        return -number if TIEBREAKS[name].lower_is_ahead else number

    def _all_meet(self, contest: Contest, places: Sequence[int]) -> bool:
        """Say whether in the end all will have met equally often: then head-to-head decides."""
        times = Counter(
            {
                (one, other): self.met[places[one], places[other]]
                for one, other in permutations(range(contest.size), 2)
            }
        )
        for match in contest.matches:
            times.update([match.both, match.both[::-1]])
        counts = set(times.values())
        return len(counts) == 1 and 0 not in counts


def _still_to_play(stage: Stage, facts: StageFacts) -> tuple[list[Seating], list[Waiting]]:
    """Return who is to meet at tables that are not confirmed, and who waits in rounds to come."""
    decided = {key for one in facts.rounds for key in _decided(one)}
    settled = {
        (match.round, match.opponent): departure.outcome
        for departure in facts.departures
        for match in departure.left
    }
    begun = {one.number for one in facts.rounds if one.has_results}
    shown = _shown(stage, Round.objects.filter(stage=stage))
    rows = (
        Placement.objects.filter(round__in=shown, room__in=(Room.ONLY, Room.OPEN))
        .order_by("round__number", "table__number", "side", "entry_id")
        .values_list("round__number", "table__number", "entry_id", "kind")
    )
    tables: dict[tuple[int, int], list[int]] = defaultdict(list)
    waiting = []
    for number, table, entry, kind in rows:
        if kind == PlacementKind.TABLE and table is not None:
            tables[number, table].append(entry)
        elif number not in begun:
            is_bye = kind == PlacementKind.BYE
            outcome = settled.get((number, entry)) if is_bye else None
            waiting.append(Waiting(entry, outcome or kind))
    seatings = [
        Seating(*key, (entries[0], entries[1]))
        for key, entries in tables.items()
        if key not in decided and len(entries) == SIDES_OF_A_MATCH
    ]
    return seatings, waiting


def _decided(round: RoundFacts) -> Iterator[tuple[int, int]]:
    """Yield the tables that are decided: confirmed to the end, or not played."""
    for match in round.all_matches:
        if not match.is_provisional:
            yield round.number, match.table
    for forfeit in round.forfeits:
        yield round.number, forfeit.table


def _meetings(ledger: Ledger) -> Iterator[tuple[int, int, Number]]:
    """Yield who met whom, and what it gave; a forfeit counts like a match."""
    yield from zip(ledger.facing, ledger.opponents, ledger.results_against, strict=True)
    for entry, rounds in ledger.unplayed.items():
        for one in rounds:
            for other in one.opponents:
                yield entry, other, one.result


def _any_round(method: MatchMethod) -> Range:
    """Return what a round can bring an entry whose table is not known: a match, or a bye."""
    bounds = method.bounds or Range(0, 0)
    bye = _worth(method, method.bye)
    return Range(min(bounds.least, bye.least), max(bounds.most, bye.most))


def _bye(method: MatchMethod, kind: str) -> Range:
    """Return what a round without a table brings, of which the byes do not count yet."""
    if kind == PlacementKind.HALF_BYE:
        even = method.even or 0
        return Range(even, even)
    if kind in (PlacementKind.BYE, PlacementKind.SIT_OUT):
        return _worth(method, method.bye)
    if kind == WALK_OVERS:
        return _worth(method, method.forfeit_win)
    return Range(0, 0)


def _worth(method: MatchMethod, award: Award) -> Range:
    """Return what an award comes to; of an average it is anything a match can bring."""
    if award in UNCERTAIN:
        return method.bounds or Range(0, 0)
    worth = method.worth_of(award, 0, 0)
    return Range(worth, worth)
