"""The newsletter's sentences: who won, by how much, ties, groups, what is not over yet."""

from dataclasses import replace

import pytest
from django.utils.translation import override

from league.office.paper.news import News, Placed, newsletter

PLACES = [
    Placed(rank=1, name="Ann & Bob", points="52 points"),
    Placed(rank=2, name="Cy & Di", points="47 points"),
    Placed(rank=3, name="Eve & Flo", points="40 points"),
]
NEWS = News(
    event="Spring cup",
    club="Harbour",
    day="Sat 7 Mar 2026",
    after_round=3,
    is_over=True,
    places=PLACES,
    margin="5 points",
    players=12,
    deals=72,
)


@pytest.fixture(autouse=True)
def _english():
    with override("en"):
        yield


def test_a_finished_event_is_reported_from_the_winners_to_the_thanks():
    assert newsletter(NEWS) == [
        "Spring cup, Harbour, Sat 7 Mar 2026",
        "Ann & Bob won Spring cup with 52 points, 5 points ahead of Cy & Di.",
        "The other places: 2. Cy & Di (47 points); 3. Eve & Flo (40 points).",
        "12 players took part and played 72 deals. Thank you to all of them.",
    ]


@pytest.mark.parametrize(
    ("is_over", "sentence"),
    [
        (True, "Ann & Bob and Cy & Di share the first place of Spring cup with 52 points."),
        (False, "After round 3, Ann & Bob and Cy & Di share the lead with 52 points."),
    ],
)
def test_those_who_share_the_first_place_are_named_together(is_over, sentence):
    level = [PLACES[0], Placed(rank=1, name="Cy & Di", points="52 points"), PLACES[2]]

    paragraphs = newsletter(replace(NEWS, places=level, margin="", is_over=is_over))

    assert paragraphs[1].startswith(sentence)
    assert paragraphs[2] == "The other places: 3. Eve & Flo (40 points)."


def test_every_group_has_its_winner():
    places = [
        replace(PLACES[0], group="Group A"),
        replace(PLACES[1], group="Group A"),
        Placed(rank=1, name="Gus & Hal", points="30 points", group="Group B"),
    ]

    paragraphs = newsletter(replace(NEWS, places=places, margin=""))

    assert paragraphs[1] == (
        "Group A: Ann & Bob won Spring cup with 52 points. "
        "Group B: Gus & Hal won Spring cup with 30 points."
    )
    assert not any("The other places" in paragraph for paragraph in paragraphs)


def test_a_win_by_the_tie_break_is_said_to_be_one():
    assert newsletter(replace(NEWS, margin="", is_level=True))[1] == (
        f"Ann & Bob won Spring cup with 52 points, level with {NEWS.places[1].name}: "
        "the tie-break decided."
    )
