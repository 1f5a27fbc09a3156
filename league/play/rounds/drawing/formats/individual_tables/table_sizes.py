"""How many seats each table gets, for a number of players and a range of sizes."""

from games.sentences import Sentence, say
from league.play.rounds.drawing.cannot_draw import impossible


def table_sizes(players: int, *, minimum: int, maximum: int, preferred: int) -> list[int]:
    """Return the sizes, larger tables first, that differ by at most one seat.

    Of the possible numbers of tables the one is taken whose sizes are nearest to the preferred
    one: least distance in all, then least at any table, then the most equal, then fewest tables.
    Raises CannotDraw, with the nearest numbers of players that can be seated, when there is none.
    """
    fewest, most = -(-players // maximum), players // minimum
    if players == 0 or fewest > most:
        raise impossible(
            "no_table_sizes",
            say(
                "%(players)d players cannot be seated at tables of %(sizes)s; %(advice)s",
                players=players,
                sizes=_range(minimum, maximum),
                advice=_advice(players, minimum, maximum),
            ),
            path="entries",
        )
    choices = [_even_sizes(players, tables) for tables in range(max(1, fewest), most + 1)]

    def cost(sizes: list[int]) -> tuple[int, int, int, int]:
        distances = [abs(size - preferred) for size in sizes]
        return sum(distances), max(distances), sizes[0] - sizes[-1], len(sizes)

    return min(choices, key=cost)


def can_be_seated(players: int, minimum: int, maximum: int) -> bool:
    return players > 0 and -(-players // maximum) <= players // minimum


def most_seated(players: int, minimum: int, maximum: int) -> int:
    """Return how many of the players can be seated at once; 0 where no table can be filled."""
    numbers = range(players, 0, -1)
    return next((n for n in numbers if can_be_seated(n, minimum, maximum)), 0)


def _even_sizes(players: int, tables: int) -> list[int]:
    size, larger = divmod(players, tables)
    return [size + 1] * larger + [size] * (tables - larger)


def _range(minimum: int, maximum: int) -> Sentence:
    if minimum == maximum:
        return say("exactly %(size)d", size=minimum)
    return say("%(least)d to %(most)d", least=minimum, most=maximum)


def _advice(players: int, minimum: int, maximum: int) -> Sentence:
    fewer = next((n for n in range(players - 1, 0, -1) if can_be_seated(n, minimum, maximum)), None)
    more = next(n for n in range(players + 1, players + minimum + 1) if n % minimum == 0)
    more = next(n for n in range(players + 1, more + 1) if can_be_seated(n, minimum, maximum))
    if fewer is None:
        return say("at least %(more)d players are needed", more=more)
    return say(
        "%(fewer)d or %(more)d can be: let somebody sit out, find another player, "
        "or allow other sizes",
        fewer=fewer,
        more=more,
    )
