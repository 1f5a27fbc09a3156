"""What a night plays: a format, who competes, at which tables, how it is counted. By lot."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from games import services as games
from league.play.rounds.drawing import FORMATS
from league.play.rounds.drawing.stage_options import BYE_AWARD, BYE_POINTS, FIXED, FormatOption
from tests.nights.counting import counting_by_lot


@dataclass(frozen=True, slots=True, kw_only=True)
class Programme:
    """An event as it is set up, and how many entries of how many players begin it."""

    format: str
    entries: int
    players: int
    fields: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Company:
    """Who sits together: the game, its rules, the kind of entries, their players, the seats."""

    variant: str
    preset: str
    kind: str
    players: int
    seats: int
    least: int | None = None


TWO_SIDES = (
    Company("double-deck-pinochle", "standard", "pair", 2, 4),
    Company("pedro", "standard", "pair", 2, 4),
    Company("partnership-pinochle", "pagat", "team", 2, 4),
    Company("fifty-six", "standard", "team", 3, 6),
    Company("fifty-six", "standard", "team", 4, 8),
    Company("two-handed-pinochle", "bicycle", "individual", 1, 2),
    Company("pitch", "gordon", "pair", 2, 4),
)
SINGLES_IN_FOURS = (
    Company("double-deck-pinochle", "standard", "individual", 1, 4),
    Company("pitch", "gordon", "individual", 1, 4),
)
DRAWN_PARTNERS = (
    *SINGLES_IN_FOURS,
    Company("two-handed-pinochle", "bicycle", "individual", 1, 2),
    Company("three-handed-pinochle", "bga", "individual", 1, 3),
    Company("fifty-six", "standard", "individual", 1, 6),
    Company("fifty-six", "standard", "individual", 1, 8),
)
ALONE = (
    Company("pitch", "standard", "individual", 1, 5, 3),
    Company("pitch", "standard", "individual", 1, 7, 4),
    Company("three-handed-pinochle", "bga", "individual", 1, 3),
)


def usual_company(game: games.VariantInfo) -> Company:
    """Return who sits together by the usual rules of a game."""
    rules = games.ruleset(game.id, None, None, game.usual_players)
    together = rules.players // rules.sides
    kind = {1: "individual", 2: "pair"}.get(together, "team")
    return Company(game.id, rules.preset, kind, together, rules.players)


_ABOVE = {one.variant for one in (*TWO_SIDES, *DRAWN_PARTNERS, *ALONE)}
OTHERS = [usual_company(game) for game in games.variants() if game.id not in _ABOVE]
TWO_SIDES += tuple(one for one in OTHERS if one.seats == 2 * one.players)
ALONE += tuple(one for one in OTHERS if one.seats > 2 * one.players)

PAIRS_OF_WINNERS_MOVE = TWO_SIDES[0]
FEW_OF_MANY = 24  # how large a field of single players at tables of several may be
# entries: most formats are tried with few, where the odd cases are
USUAL_SIZE = (2, 9)
OTHER_SIZES: dict[str, tuple[int, int]] = {
    "round_robin": (2, 7),
    "double_round_robin": (2, 5),
    "knockout": (2, 10),
    "monrad": (2, 8),
    "danish": (2, 8),
    "mitchell": (4, 9),
    "howell": (3, 8),
    "winners_move": (4, 17),
    "seat_chart": (4, 14),
    "individual": (4, 12),
    "individual_tables": (3, 16),
}
ROUNDS: dict[str, tuple[int, int]] = {
    name: (2, 4) for name in FORMATS if name not in ("knockout", "double_elimination")
}


def size_of(format: str) -> tuple[int, int]:
    """Return the fewest and the most entries of a night of this format."""
    return OTHER_SIZES.get(format, USUAL_SIZE)


def programme_by_lot(format: str, rng: Random) -> Programme:
    company = _company(format, rng)
    fewest, most = size_of(format)
    if FORMATS[format].who != "sides":
        fewest = max(fewest, company.least or company.seats)
        most = min(FEW_OF_MANY, max(most, 2 * company.seats))
    rounds = None
    if format in ROUNDS and rng.random() < 0.7:
        rounds = rng.randint(*ROUNDS[format])
    elif not FORMATS[format].all_at_once and format in ROUNDS:
        rounds = 3
    fields: dict[str, Any] = {
        "variant": company.variant,
        "preset": company.preset,
        "entry_kind": company.kind,
        "least_seats": company.least or company.seats,
        "most_seats": company.seats,
        "rounds_planned": rounds,
        "stage_options": _options(format, rng),
        **_play(rng),
        **counting_by_lot(
            format, three_sides=format == "individual" and company.seats == 3, rng=rng
        ),
    }
    if rng.random() < 0.05:
        most += 8  # a large field now and then
    return Programme(
        format=format,
        entries=min(rng.randint(fewest, most), rng.randint(fewest, most)),
        players=company.players,
        fields=fields,
    )


def season_by_lot(rng: Random) -> dict[str, Any]:
    """Return the rules of a season; half of them are those that most clubs have."""
    scorings: tuple[dict[str, Any], ...] = (
        {"name": "rank_points"},
        {"name": "rank_points", "table": [10, 7, 5], "beyond": 1},
        {"name": "points"},
        {"name": "percentage"},
        {"name": "thresholds"},
        {"name": "thresholds", "of": "points", "bands": [[30, 2], [10, 1]]},
    )
    handicaps: tuple[dict[str, Any] | None, ...] = (None, None, {}, {"decides": False})
    return {
        "scoring": rng.choice(scorings[:1] if rng.random() < 0.5 else scorings),
        "total": rng.choice(["sum", "sum", "average"]),
        "best": rng.choice([None, None, 1, 2, 3]),
        "drop": rng.choice([0, 0, 1]),
        "least_nights": rng.choice([1, 1, 2]),
        "handicap": rng.choice(handicaps),
    }


def _company(format: str, rng: Random) -> Company:
    match FORMATS[format].who:
        case "alone":
            return rng.choice(ALONE)
        case "partners" if format == "individual":
            return rng.choice(DRAWN_PARTNERS)
        case "partners":
            pairs_too = format == "winners_move" and rng.random() < 0.3
            return PAIRS_OF_WINNERS_MOVE if pairs_too else rng.choice(SINGLES_IN_FOURS)
    return rng.choice(TWO_SIDES)


def _play(rng: Random) -> dict[str, Any]:
    match rng.randrange(4):
        case 0:
            return {"table_play": "game", "deals_a_round": None}
        case 1:
            return {"table_play": "timed", "deals_a_round": None, "minutes_a_round": 20}
    return {"table_play": "deals", "deals_a_round": rng.randint(1, 2)}


def _options(format: str, rng: Random) -> dict[str, Any]:
    chosen: dict[str, Any] = {}
    for option in FORMATS[format].stage_options:
        if option.for_teams:
            continue
        if rng.random() < 0.2 and option.name != BYE_POINTS:
            chosen[option.name] = _value(option, rng)
    if chosen.get(BYE_AWARD) == FIXED:
        chosen[BYE_POINTS] = rng.randint(0, 12)
    return chosen


def _value(option: FormatOption, rng: Random) -> Any:
    if option.choices:
        return rng.choice(option.choices).value
    if option.numbers is not None:
        low, high = option.numbers
        return rng.randint(low, min(high, low + 3))
    return True
