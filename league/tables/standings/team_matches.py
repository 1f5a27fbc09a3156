"""Matches of teams at two tables (rooms): the points of both together, or the deals compared."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from league.foundation.doors.reading import InvalidRequest, Number
from league.play.prepared.hiding import NOTHING_HIDDEN
from league.play.rounds.draw_requests import history_of
from league.play.rounds.models import Round, Table
from league.play.rounds.rooms import compares_deals
from league.play.rounds.stage_results import Points, use_match_points
from league.tables.standings.credits import Credits
from league.tables.standings.deal_facts import DealFact, compared_deals, deal_facts
from league.tables.standings.methods import Method, VictoryPoints, read_method
from league.tables.standings.methods.deals.methods import BoardAMatch, Imps
from league.tables.standings.methods.deals.played import PlayedDeal
from league.tables.standings.methods.deals.scored import DealLine, scored_lines
from league.tables.standings.methods.deals.team_matches import matches_of_teams
from league.tables.standings.stage_facts import ForfeitFact, MatchFact


def register() -> None:
    """Let rounds read the points of matches here. Called once, when the apps are loaded."""
    use_match_points(points_by_deals)


def team_matches(
    rounds: Iterable[int], credits: Credits, *, held_back: Collection[int]
) -> Iterator[tuple[int, MatchFact | ForfeitFact]]:
    """Yield the matches with a result in both rooms, each with the id of its round.

    A match is credited as its tables are; the number of queries does not depend on its size. A
    match is left out while one of its tables is `held_back` (ids).
    """
    chosen = list(
        Round.objects.filter(pk__in=rounds).select_related("stage__event").order_by("number")
    )
    ids = {round.number: round.pk for round in chosen}
    tables: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, table, table_id in Table.objects.filter(round__in=chosen).values_list(
        "round__number", "number", "id"
    ):
        tables[number, table].append(table_id)
    for match in history_of(chosen, held_back=held_back).matches:
        points = [side.points for side in match.sides]
        if match.table is None or None in points:
            continue
        entries = [int(entry) for side in match.sides for entry in side.entries]
        sides = [place for place, side in enumerate(match.sides) for _entry in side.entries]
        if match.forfeits:
            yield ids[match.round], ForfeitFact(match.table, entries, sides, match.forfeits)
            continue
        for table_id in tables[match.round, match.table]:
            entries, sides = credits.share(table_id, entries, sides)
        yield (
            ids[match.round],
            MatchFact(
                match.table,
                [_as_json(side) for side in points if side is not None],
                entries,
                sides,
                match.winner,
                match.provisional,
            ),
        )


def points_by_deals(rounds: Sequence[Round]) -> dict[tuple[int, int], Points]:
    """Return the points of matches whose deals are compared, by round and table.

    IMPs, or two points a deal at board-a-match, in the order of the sides in the open room.
    Empty where the points of the tables are added up. One query.
    """
    if not rounds or not compares_deals(rounds[0].stage):
        return {}
    try:
        method = read_method(rounds[0].stage.event.method)
    except InvalidRequest:
        return {}
    numbers = {round.pk: round.number for round in rounds}
    facts_of_rounds = deal_facts(numbers, Credits(), hidden=NOTHING_HIDDEN)
    return {
        (numbers[round_id], table): points
        for round_id, facts in facts_of_rounds.items()
        for table, of_table in _by_table(facts).items()
        if (points := _match_points(method, numbers[round_id], of_table)) is not None
    }


def _by_table(facts: Iterable[DealFact]) -> dict[int, list[DealFact]]:
    by_table: dict[int, list[DealFact]] = defaultdict(list)
    for fact in facts:
        by_table[fact.table].append(fact)
    return by_table


def _match_points(method: Method, number: int, facts: list[DealFact]) -> Points | None:
    """Return the points of the two sides, first those of the first side of the open room.

    The facts of the open room come first. None where the method compares no deals of teams.
    """
    ids = {entry: str(entry) for entry in facts[0].entries}
    deals = compared_deals([(number, facts)], ids)
    home = str(facts[0].entries[0])
    if isinstance(method, BoardAMatch):
        return _boards_won(method, deals, home)
    if not isinstance(method, Imps | VictoryPoints):
        return None
    matches = matches_of_teams(deals, method.multiplier)
    if not matches:
        return 0, 0
    first, second = (side.points or 0 for side in matches[0].sides)
    return (first, second) if home in matches[0].sides[0].entries else (second, first)


def _boards_won(method: BoardAMatch, deals: Sequence[PlayedDeal], home: str) -> Points:
    of_home: Number = 0
    of_others: Number = 0
    for line in scored_lines(method, deals):
        first, second = line.scores or _awarded(method, line)
        at_home = home in line.sides[0]
        of_home += first if at_home else second
        of_others += second if at_home else first
    return of_home, of_others


def _awarded(method: BoardAMatch, line: DealLine) -> Points:
    first, second = (
        method.at_percent(award, line.others, 2) if not isinstance(award, str) else 0
        for award in line.award or (0, 0)
    )
    return first, second


def _as_json(points: Number) -> float:
    return int(points) if points == int(points) else float(points)
