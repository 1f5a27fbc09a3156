"""What a side gets in the standings by a forfeit, by the results there are before it is one."""

from dataclasses import replace

from league.doors.reading import Number
from league.prepared.hiding import hidden_in_stages
from league.rounds.models import Placement, Table
from league.standings.facts import facts_of
from league.standings.methods import Match, RankRequest, Side
from league.standings.methods.explaining import entries_explained
from league.standings.methods.unplayed import Reason
from league.standings.ranking import request_after
from league.standings.stage_facts import rank_id


def forfeit_wins(table: Table, *, most: int) -> dict[str, Number]:
    """Return what each entry of a table of two sides would get if the other side did not come.

    By full name of the entry; those that no result says anything of yet are left out. Empty where
    the stage has more than `most` facts: entries times rounds.
    """
    stage, number = table.round.stage, table.round.number
    if stage.stage_entries.count() * number > most:
        return {}
    facts = facts_of(stage, hidden=hidden_in_stages([stage.pk]))
    seated = Placement.objects.filter(table=table, entry__isnull=False).order_by("side", "pk")
    sides: dict[int | None, list[int]] = {0: [], 1: []}
    for entry, side in seated.values_list("entry_id", "side"):
        sides[side].append(entry)
    if not sides[0] or not sides[1]:
        return {}
    request = replace(request_after(facts, number), tiebreaks=())
    wins: dict[int, Number] = {}
    for absent, coming in ((1, sides[0]), (0, sides[1])):
        match = Match(
            number,
            tuple([Side(tuple([rank_id(entry) for entry in side])) for side in sides.values()]),
            table.number,
            forfeits=(absent,),
        )
        wins |= _wins(replace(request, matches=[*request.matches, match]), number, coming)
    return {facts.names[entry].full: points for entry, points in wins.items() if points}


def _wins(request: RankRequest, number: int, entries: list[int]) -> dict[int, Number]:
    explained = entries_explained(request)
    return {
        entry: part.value
        for entry in entries
        for part in explained.account(rank_id(entry)).parts
        if part.reason is Reason.FORFEIT_WON and part.round == number
    }
