"""Individual tables: single players, each for itself, at a new table every round."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.engine.sentences import say
from league.rounds.drawing.candidate import (
    MOST_MIXED_ROUNDS,
    SEED,
    USUAL_TABLE,
    Candidate,
    lengths,
    sizes_alone,
)
from league.rounds.drawing.format import Cost, Format, Way
from league.rounds.drawing.formats.individual_tables.individual_tables import (
    PREFERRED,
    draw_individual_tables,
    sizes_asked,
)
from league.rounds.drawing.meeting_judge import judge_meetings
from league.rounds.drawing.night import Night
from league.rounds.drawing.table_sizes import table_sizes

LARGEST_COMFORTABLE_TABLE = 5


def _at_new_tables(night: Night) -> Iterator[Candidate]:
    """Tables of the usual size, with shorter and longer rounds; then of other sizes."""
    possible = sizes_alone(night)
    comfortable = [n for n in possible if n <= LARGEST_COMFORTABLE_TABLE] or possible
    if not comfortable:
        return
    span = {"minimum": comfortable[0], "maximum": comfortable[-1]}
    wanted = sorted(comfortable, key=lambda n: (abs(n - USUAL_TABLE), -n))
    known: list[list[int]] = []
    for preferred in wanted:
        sizes = table_sizes(night.players, preferred=preferred, **span)
        if sizes in known:
            continue
        known.append(sizes)
        found = lengths(night, sizes[0], most_rounds=MOST_MIXED_ROUNDS)
        for rounds, deals in found[: 2 if len(known) == 1 else 1]:
            options: Mapping[str, Any] = {PREFERRED.name: preferred}
            yield Candidate(
                format=FORMAT.id,
                least_seats=comfortable[0],
                most_seats=comfortable[-1],
                side_size=1,
                rounds=rounds,
                deals=deals,
                stage_options=options,
                draw_options={**options, **span, **SEED},
            )


FORMAT = Format(
    id="individual_tables",
    label=say("Individual tables"),
    help=say("Single players, a new table every round, so that all meet about equally often."),
    who="alone",
    all_at_once=False,
    results="none",
    rests="sit_out",
    options=(PREFERRED,),
    filled=frozenset({"minimum", "maximum", "seed"}),
    draw=draw_individual_tables,
    judge=judge_meetings(sizes=sizes_asked),
    ways=(Way(2, _at_new_tables),),
    cost=Cost(rounds=lambda entries: 1, searched=True, weight=4),
    has_order=False,
)
