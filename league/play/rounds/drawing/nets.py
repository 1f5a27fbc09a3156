"""Rounds in which no two players meet twice, constructed by algebra (nets of affine planes).

With q tables of at most q seats, q a prime or 4 or 8, the players are the points (row, column) of
a square over the field of q elements; in round r the point sits at table column + r * row. Two
points of different rows share a table in exactly one round, those of one row never; with as many
seats as tables the rows themselves are one round more (the affine plane of order q).
"""

from collections.abc import Callable

# irreducible polynomials over two elements: x^2 + x + 1 and x^3 + x + 1, as bits
POLYNOMIALS = {4: 0b111, 8: 0b1011}


def net_rounds(tables: int, seats: int) -> list[list[int]]:
    """Return for each such round the table of each player; nothing where no field fits.

    Player p is the point (p // tables, p % tables).
    """
    line = _line(tables)
    if line is None or seats > tables:
        return []
    players = range(tables * seats)
    rounds = [
        [line(number, player // tables, player % tables) for player in players]
        for number in range(tables)
    ]
    if seats == tables:
        rounds.append([player // tables for player in players])
    return rounds


def _line(size: int) -> Callable[[int, int, int], int] | None:
    """Return the function slope * x + y of the field of that size, if we know it."""
    if size in POLYNOMIALS:
        return lambda slope, x, y: _product(slope, x, size) ^ y
    if size > 1 and all(size % factor for factor in range(2, size)):
        return lambda slope, x, y: (slope * x + y) % size
    return None


def _product(one: int, other: int, size: int) -> int:
    """Multiply two polynomials over two elements, written as bits, in the field of that size."""
    product = 0
    while other:
        if other & 1:
            product ^= one
        one <<= 1
        if one & size:
            one ^= POLYNOMIALS[size]
        other >>= 1
    return product
