"""Check of rounds drawn or edited by hand: their breaches, shown to a director before storing.

Rounds that are also in the history must be as they were; the others are judged together with it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.sentences import say
from league.play.rounds.drawing.breaches import Breach
from league.play.rounds.drawing.drawn import DrawnRound, read_rounds
from league.play.rounds.drawing.formats import format_named
from league.play.rounds.drawing.request import DrawRequest, read_request


def check_draw(
    request: DrawRequest | Mapping[str, Any],
    rounds: Sequence[DrawnRound] | Sequence[Mapping[str, Any]],
) -> list[Breach]:
    """Return the breaches in the order of the rounds; an empty list is a sound draw.

    Codes: unknown_entry, withdrawn_entry, entry_twice, table_twice, changed_round (nothing of the
    past may change), and those of the format's judge, among them missing_entry and table_size.
    Raises CannotDraw for what cannot be read.
    """
    typed = request if isinstance(request, DrawRequest) else read_request(request)
    drawn = sorted(read_rounds(rounds), key=lambda round: round.round)
    past = set(typed.history.rounds)
    to_come = [round for round in drawn if round.round not in past]
    breaches = [
        breach for round in drawn if round.round in past for breach in _changed(typed, round)
    ]
    for round in to_come:
        breaches += [*_nobody_twice(typed, round), *_strangers(typed, round)]
    format = format_named(typed.format)
    breaches += format.judge(typed, to_come)
    breaches = format.rate(typed, to_come, breaches)
    return sorted(breaches, key=lambda breach: (breach.round or 0, breach.table or 0))


# ------------------------------------------------------------------------------ a round by itself


def _changed(request: DrawRequest, drawn: DrawnRound) -> Iterator[Breach]:
    matches = [match for match in request.history.matches if match.round == drawn.round]
    before = {tuple(side.entries for side in match.sides) for match in matches}
    if before != {table.sides for table in drawn.tables}:
        sentence = say("round %(round)d has been played and must stay as it is", round=drawn.round)
        yield Breach("changed_round", sentence, drawn.round)


def _nobody_twice(request: DrawRequest, drawn: DrawnRound) -> Iterator[Breach]:
    at_tables = [entry for table in drawn.tables for entry in table.entries]
    for entry, times in Counter([*at_tables, *drawn.byes, *drawn.sit_outs]).items():
        if times > 1:
            sentence = say(
                "%(entry)s is in %(times)d places of round %(round)d",
                entry=request.names([entry]),
                times=times,
                round=drawn.round,
            )
            yield Breach("entry_twice", sentence, drawn.round, None, (entry,))
    for number, times in Counter(table.table for table in drawn.tables).items():
        if times > 1:
            sentence = say(
                "round %(round)d has table %(table)d twice", round=drawn.round, table=number
            )
            yield Breach("table_twice", sentence, drawn.round, number)


def _strangers(request: DrawRequest, drawn: DrawnRound) -> Iterator[Breach]:
    active = {entry.id: entry.active for entry in request.entries}
    at_tables = [(entry, table.table) for table in drawn.tables for entry in table.entries]
    waiting = [(entry, None) for entry in (*drawn.byes, *drawn.sit_outs)]
    for entry, table in (*at_tables, *waiting):
        if entry not in active:
            sentence = say("%(entry)s is not among the entries", entry=entry)
            yield Breach("unknown_entry", sentence, drawn.round, table, (entry,))
        elif not active[entry]:
            sentence = say(
                "%(entry)s has withdrawn and cannot be drawn", entry=request.names([entry])
            )
            yield Breach("withdrawn_entry", sentence, drawn.round, table, (entry,))
