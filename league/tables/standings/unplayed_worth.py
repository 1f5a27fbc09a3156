"""What byes and forfeits are worth in the standings, by the results there are so far."""

from collections.abc import Sequence
from dataclasses import replace

from league.foundation.doors.reading import InvalidRequest, Number
from league.play.events.entry_names import names_of
from league.play.prepared.hiding import hidden_in_stages
from league.play.rounds.bye_award import method_with_byes
from league.play.rounds.models import Placement, Round, Table
from league.tables.standings.facts import facts_of
from league.tables.standings.methods import Match, RankRequest, Side
from league.tables.standings.methods.explaining import entries_explained
from league.tables.standings.methods.matches.awards import AVERAGES
from league.tables.standings.methods.matches.match_method import MatchMethod
from league.tables.standings.methods.scoring import read_method
from league.tables.standings.methods.unplayed import Reason
from league.tables.standings.ranking import request_after
from league.tables.standings.stage_facts import rank_id


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
        with_it = replace(request, matches=[*request.matches, match])
        wins |= _given(with_it, number, coming, Reason.FORFEIT_WON)
    names = names_of(wins)
    return {names[entry].full: points for entry, points in wins.items() if points}


def average_byes(round: Round, *, most: int) -> dict[int, Number]:
    """Return what each entry (id) without a table gets for its bye, where that is an average.

    Empty where a bye is worth a number that the scoring says, before the round has a result, and
    where the stage has more than `most` facts.
    """
    stage, number = round.stage, round.number
    if not _are_byes_averages(round) or stage.stage_entries.count() * number > most:
        return {}
    facts = facts_of(stage, hidden=hidden_in_stages([stage.pk]))
    byes = [entry for one in facts.rounds if one.number == number for entry in one.byes]
    if not byes:
        return {}
    return _given(replace(request_after(facts, number), tiebreaks=()), number, byes, Reason.BYE)


def _are_byes_averages(round: Round) -> bool:
    try:
        method = read_method(method_with_byes(round.stage, round.stage.event.method))
    except InvalidRequest:
        return False
    return isinstance(method, MatchMethod) and method.bye in AVERAGES


def _given(
    request: RankRequest, number: int, entries: Sequence[int], reason: Reason
) -> dict[int, Number]:
    """Return what entries get for a round that they did not play."""
    explained = entries_explained(request)
    return {
        entry: part.value
        for entry in entries
        for part in explained.account(rank_id(entry)).parts
        if part.reason is reason and part.round == number
    }
