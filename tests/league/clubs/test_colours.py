"""A club's colours: whichever are chosen, everything that stands on them can be read."""

from itertools import product
from random import Random

import pytest

from league.clubs.colours import (
    DARK_GROUNDS,
    LIGHT_GROUNDS,
    READABLE,
    contrast,
    shades,
)

# every corner and every middle of the cube of colours, and some that nobody would think of
CUBE = ["#" + "".join(parts) for parts in product(("00", "80", "ff"), repeat=3)]
DRAWN = [f"#{Random(number).randrange(1 << 24):06x}" for number in range(60)]
QUIET = {False: "#545e58", True: "#a5b0aa"}
# who stands on whom
TEXTS = [
    *(("on-felt", "felt"), ("on-felt", "felt-2"), ("on-felt-2", "felt"), ("on-felt-2", "felt-2")),
    *(("on-accent", "accent"), ("on-accent", "accent-hover")),
    *(("accent", "accent-soft"), ("accent-hover", "accent-soft")),
]


@pytest.mark.long
@pytest.mark.parametrize("dark", [False, True])
def test_every_text_can_be_read_in_every_colour(dark):
    grounds = DARK_GROUNDS if dark else LIGHT_GROUNDS
    for colour in (*CUBE, *DRAWN):
        found = shades(colour, dark=dark)
        pairs = [(found[text], found[ground]) for text, ground in TEXTS]
        pairs += [
            (found[one], ground)
            for one in ("accent", "accent-hover")
            for ground in grounds.values()
        ]
        pairs += [(QUIET[dark], found["accent-soft"])]
        worst = min(contrast(*pair) for pair in pairs)
        assert worst >= READABLE - 0.005, (colour, worst)


@pytest.mark.parametrize("nonsense", ["", "red", "#12345", "#12345G", "#0D3F33", "#0d3f33;}"])
def test_what_is_no_colour_makes_no_shades(nonsense):
    with pytest.raises(ValueError, match="is no colour like"):
        shades(nonsense, dark=False)
