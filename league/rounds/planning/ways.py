"""The ways to play a night: for each format the candidates worth drawing, the best first.

A way counts when its format is among FORMATS, so a new format needs one line here and nothing else.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

from league.rounds.drawing.table_sizes import table_sizes
from league.rounds.planning.candidate import (
    Candidate,
    deals_that_fit,
    lengths,
    sizes_alone,
    sizes_with_two_sides,
)
from league.rounds.planning.night import Night, TableSize

Options: TypeAlias = dict[str, Any]

MOST_MIXED_ROUNDS = 12
LARGEST_COMFORTABLE_TABLE = 5
USUAL_TABLE = 4
SEED: Options = {"seed": 0}
# as an event asks when no deals are prepared, with its first seed
UNPREPARED: Options = {"deals": 0, "seed": 0}
Candidates: TypeAlias = Iterator[Candidate]


class Way(NamedTuple):
    """A format for a night, by the name it has in FORMATS."""

    format: str
    candidates: Callable[[Night], Candidates]


def _two_sides(
    night: Night,
    size: TableSize,
    format: str,
    rounds: int,
    deals: int,
    *,
    singles: bool = False,
    options: Options | None = None,
) -> Candidate:
    """Return a candidate for entries that meet two by two, or singles who are given partners."""
    return Candidate(
        format=format,
        least_seats=size.seats,
        most_seats=size.seats,
        side_size=1 if singles else size.side_size,
        rounds=rounds,
        deals=deals,
        draw_options=options or {},
    )


def _everybody_meets(format: str, times: int) -> Callable[[Night], Candidates]:
    """All rounds if the time allows, and else as many as give everybody a deal at each table."""

    def candidates(night: Night) -> Candidates:
        for size in sizes_with_two_sides(night):
            entries = night.players // size.side_size
            if entries < 2:
                continue
            all_rounds = times * (entries - 1 + entries % 2)
            deals = deals_that_fit(night, all_rounds, size.seats)
            if deals >= min(2, night.deals_a_round or 2):
                yield _two_sides(night, size, format, all_rounds, deals)
            if times == 1:
                for rounds, a_round in lengths(night, size.seats, most_rounds=all_rounds - 1):
                    yield _two_sides(night, size, format, rounds, a_round)

    return candidates


def _howell(night: Night) -> Candidates:
    for size in sizes_with_two_sides(night):
        entries = night.players // size.side_size
        rounds = entries - 1 + entries % 2
        deals = deals_that_fit(night, rounds, size.seats)
        if entries >= 4 and deals:
            yield _two_sides(night, size, "howell", rounds, deals, options=UNPREPARED)


def _mitchell(night: Night) -> Candidates:
    for size in sizes_with_two_sides(night):
        entries = night.players // size.side_size
        tables = entries // 2
        rounds = tables if tables % 2 else tables - 1
        if tables >= 3 and (deals := deals_that_fit(night, rounds, size.seats)):
            yield _two_sides(night, size, "mitchell", rounds, deals, options=UNPREPARED)


def _swiss(night: Night) -> Candidates:
    for size in sizes_with_two_sides(night):
        entries = night.players // size.side_size
        most = entries - 1 + entries % 2
        enough = max(3, (entries - 1).bit_length())
        if entries >= 4 and most > enough:
            for rounds, deals in lengths(night, size.seats, most_rounds=enough):
                better = deals_that_fit(night, rounds, size.seats)
                yield _two_sides(night, size, "swiss", rounds, max(deals, better), options=SEED)


def _individual(night: Night) -> Candidates:
    """Single players who get other partners every round: all they can have, or as time allows.

    Searching for these takes long, so of larger tables only one length is tried.
    """
    sizes = [size for size in sizes_with_two_sides(night) if size.has_partners]
    for place, size in enumerate(size for size in sizes if size.seats <= night.players):
        options = {"seats": size.seats} | UNPREPARED
        everybody = night.players if night.players % size.seats else night.players - 1
        deals = deals_that_fit(night, everybody, size.seats)
        if deals >= min(2, night.deals_a_round or 2):
            yield _two_sides(
                night, size, "individual", everybody, deals, singles=True, options=options
            )
        found = lengths(night, size.seats, most_rounds=everybody)
        for rounds, a_round in found[: 2 if place == 0 else 1]:
            yield _two_sides(
                night, size, "individual", rounds, a_round, singles=True, options=options
            )


def _winners_move(night: Night) -> Candidates:
    """Single players at tables of four: winners go up, and all get other partners."""
    for size in sizes_with_two_sides(night):
        if size.seats != USUAL_TABLE or night.players < 2 * USUAL_TABLE:
            continue
        for rounds, deals in lengths(night, size.seats, most_rounds=MOST_MIXED_ROUNDS):
            options = {"pairs": False} | SEED
            yield _two_sides(
                night, size, "winners_move", rounds, deals, singles=True, options=options
            )


def _alone_at_new_tables(night: Night) -> Candidates:
    """Tables of single players: of the usual size, with shorter and longer rounds; then others."""
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
            options = {"preferred": preferred}
            yield Candidate(
                format="individual_tables",
                least_seats=comfortable[0],
                most_seats=comfortable[-1],
                side_size=1,
                rounds=rounds,
                deals=deals,
                stage_options=options,
                draw_options=options | span | {"seed": 0},
            )


def _alone_with_sit_outs(night: Night) -> Candidates:
    """Tables of three only, as the game has no other: one or two may have to sit out."""
    if sizes_alone(night) != [3]:
        return
    for rounds, deals in lengths(night, 3, most_rounds=MOST_MIXED_ROUNDS):
        yield Candidate(
            format="individual",
            least_seats=3,
            most_seats=3,
            side_size=1,
            rounds=rounds,
            deals=deals,
            draw_options={"seats": 3} | UNPREPARED,
        )


WAYS: tuple[Way, ...] = (
    Way("individual", _individual),
    Way("individual_tables", _alone_at_new_tables),
    Way("individual", _alone_with_sit_outs),
    Way("round_robin", _everybody_meets("round_robin", 1)),
    Way("double_round_robin", _everybody_meets("double_round_robin", 2)),
    Way("swiss", _swiss),
    Way("howell", _howell),
    Way("mitchell", _mitchell),
    Way("winners_move", _winners_move),
)
