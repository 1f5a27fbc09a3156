"""A club's colours: whichever are chosen, everything that stands on them can be read."""

import re
from itertools import product
from pathlib import Path
from random import Random

import pytest
from django.conf import settings

from league.clubs.colours import (
    DARK_GROUNDS,
    LIGHT_GROUNDS,
    READABLE,
    contrast,
    digest_of,
    sample_stylesheet,
    shades,
    stylesheet,
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


def test_contrast_is_that_of_the_guidelines():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.478, abs=0.001)
    assert contrast("#ffffff", "#777777") == contrast("#777777", "#ffffff")


def test_a_colour_that_can_be_read_already_is_kept_as_it_is():
    assert shades("#0a4f9e", dark=False)["accent"] == "#0a4f9e"
    assert shades("#7fb2ff", dark=True)["accent"] == "#7fb2ff"
    assert shades("#5c1a1b", dark=False)["felt"] == "#5c1a1b"


def test_links_follow_the_accent_and_the_bar_the_main_colour():
    both = shades("#5c1a1b", "#0a4f9e", dark=False)

    assert (both["felt"], both["accent"]) == ("#5c1a1b", "#0a4f9e")
    assert both["club-stripe"] == "#0a4f9e"


@pytest.mark.parametrize("nonsense", ["", "red", "#12345", "#12345G", "#0D3F33", "#0d3f33;}"])
def test_what_is_no_colour_makes_no_shades(nonsense):
    with pytest.raises(ValueError, match="is no colour like"):
        shades(nonsense, dark=False)


def test_the_stylesheet_gives_the_tokens_of_the_site_and_no_others():
    site = Path(settings.BASE_DIR, "deploy/styles/01-tokens.css").read_text()
    known = set(re.findall(r"^  --([a-z0-9-]+):", site, re.MULTILINE)) | {"club-stripe"}
    given = set(
        re.findall(r"--([a-z0-9-]+):", stylesheet("#5c1a1b") + sample_stylesheet("#5c1a1b"))
    )

    assert given <= known
    for name, colour in LIGHT_GROUNDS.items():
        assert re.search(rf"--{name}: ({colour}|#fff);", site), f"{name} has another colour now"
    for name, colour in DARK_GROUNDS.items():
        assert f"--{name}: {colour};" in site


def test_printed_pages_stay_black_on_white():
    assert stylesheet("#5c1a1b").startswith("@media screen{")


def test_the_digest_changes_with_either_colour():
    assert len({digest_of("#5c1a1b"), digest_of("#5c1a1c"), digest_of("#5c1a1b", "#0a4f9e")}) == 3
