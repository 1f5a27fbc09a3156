"""Individual: single players who get a new partner in every round."""

from collections.abc import Iterator

from games.engine.sentences import say
from league.rounds.drawing.candidate import (
    MOST_MIXED_ROUNDS,
    UNPREPARED,
    Candidate,
    deals_that_fit,
    lengths,
    of_two_sides,
    sizes_alone,
    sizes_with_two_sides,
)
from league.rounds.drawing.format import Cost, Format, Way
from league.rounds.drawing.formats.individual.individual import draw_individual
from league.rounds.drawing.formats.individual.judging import judge_individual
from league.rounds.drawing.formats.individual.options import SEATS, SHARED_DEALS
from league.rounds.drawing.formats.individual_tables import FORMAT as INDIVIDUAL_TABLES
from league.rounds.drawing.night import Night
from league.rounds.drawing.stage_options import OWN_PREPARED


def _with_partners(night: Night) -> Iterator[Candidate]:
    """All rounds that give everybody other partners, or as many as the time allows.

    Searching for these takes long, so of larger tables only one length is tried.
    """
    sizes = [size for size in sizes_with_two_sides(night) if size.has_partners]
    for place, size in enumerate(size for size in sizes if size.seats <= night.players):
        options = {"seats": size.seats, **UNPREPARED}
        everybody = night.players if night.players % size.seats else night.players - 1
        deals = deals_that_fit(night, everybody, size.seats)
        if deals >= min(2, night.deals_a_round or 2):
            yield of_two_sides(size, FORMAT.id, everybody, deals, singles=True, options=options)
        found = lengths(night, size.seats, most_rounds=everybody)
        for rounds, a_round in found[: 2 if place == 0 else 1]:
            yield of_two_sides(size, FORMAT.id, rounds, a_round, singles=True, options=options)


def _alone_with_sit_outs(night: Night) -> Iterator[Candidate]:
    """Tables of three only, as the game has no other: one or two may have to sit out."""
    if sizes_alone(night) != [3]:
        return
    for rounds, deals in lengths(night, 3, most_rounds=MOST_MIXED_ROUNDS):
        yield Candidate(
            format=FORMAT.id,
            least_seats=3,
            most_seats=3,
            side_size=1,
            rounds=rounds,
            deals=deals,
            draw_options={"seats": 3, **UNPREPARED},
            like=INDIVIDUAL_TABLES.id,
        )


FORMAT = Format(
    id="individual",
    label=say("Individual"),
    help=say(
        "Single players who get a new partner in every round, until everybody has played with "
        "everybody; sit-outs are shared."
    ),
    who="partners",
    all_at_once=True,
    results="none",
    rests="sit_out",
    options=(OWN_PREPARED, SHARED_DEALS),
    filled=frozenset({"seed", "deals", "seats"}),
    draw=draw_individual,
    judge=judge_individual,
    ways=(Way(1, _with_partners), Way(3, _alone_with_sit_outs)),
    cost=Cost(rounds=lambda entries: entries, searched=True, weight=4),
    seats=SEATS,
    trial=8,
)
