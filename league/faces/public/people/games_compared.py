"""What a player or a pair does at a game: figures by game, and partners and opponents compared."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from games import services as games
from league.faces.public.pictures.difference_bars import difference_bars
from league.faces.public.ratings.ratings_shown import game_in_words
from league.tables.statistics.at_tables import Met
from league.tables.statistics.selectors import Statistics

# of partners and opponents so many stand there at once, the others folded
SHOWN_AT_ONCE = 8
MOST_SHOWN = 60


def chosen_game(wanted: str, played: Sequence[str]) -> str:
    """Return the game that was asked for where it was played, else the first; "" without any."""
    return wanted if wanted in played else next(iter(played), "")


def family_in(variant: str) -> str:
    """Return the family of a game's ratings; a game that is no more has one of its own."""
    return games.family_of(variant).id if games.variant_named(variant) else variant


def game_rows(
    found: Sequence[tuple[str, Statistics]], rated: Mapping[str, dict[str, Any]], chosen: str
) -> list[dict[str, Any]]:
    """Return a row a game: its rating (by family, with its place), deals and averages."""
    return [
        {
            "variant": variant,
            "game": game_in_words(variant),
            "rating": rated.get(family_in(variant)),
            "sums": sums,
            "is_chosen": variant == chosen,
        }
        for variant, sums in found
    ]


def partners_compared(
    partners: Sequence[tuple[int, Statistics]],
    own: Statistics,
    names: Mapping[int, str],
    found: Collection[int],
) -> list[dict[str, Any]]:
    """Return the partners, the most deals first, each compared with the player's own average."""
    known = [(partner, sums) for partner, sums in partners if partner in names]
    most = sorted(known, key=lambda one: (-one[1].deals, names[one[0]]))[:MOST_SHOWN]
    bars = difference_bars([sums.points_a_deal for _partner, sums in most], own.points_a_deal)
    return [
        {
            "id": partner,
            "name": names[partner],
            "has_page": partner in found,
            "sums": sums,
            "bar": bar,
        }
        for (partner, sums), bar in zip(most, bars, strict=True)
    ]


def opponents_compared(
    met: Sequence[Met], names: Mapping[int, str], found: Collection[int]
) -> list[dict[str, Any]]:
    """Return whom somebody met, the most deals first, with the points ahead of them a deal.

    `names` are all that may be shown, `found` the players whose page may be seen.
    """
    known = [one for one in met if one.player in names][:MOST_SHOWN]
    bars = difference_bars([one.ahead_a_deal for one in known], 0)
    return [
        {
            "id": one.player,
            "name": names[one.player],
            "has_page": one.player in found,
            "met": one,
            "bar": bar,
        }
        for one, bar in zip(known, bars, strict=True)
    ]


def differ(rows: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether there is anything to compare: a bar in some row."""
    return any(row["bar"] for row in rows)


def split_folded(rows: Sequence[Any], at_once: int = SHOWN_AT_ONCE) -> dict[str, Sequence[Any]]:
    """Return the rows that stand there at once, and the others, which are folded."""
    return {"first": rows[:at_once], "more": rows[at_once:]}
