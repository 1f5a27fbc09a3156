"""The recap's sentences, from facts alone: who won, who came from behind, the deal, the season."""

import pytest
from django.utils.translation import override

from league.office.paper.news import (
    Comeback,
    NamedAchievement,
    News,
    NightDeal,
    Placed,
    SeasonPlaces,
    comeback_of,
    recap,
)

DEAL = NightDeal(
    round=3,
    table="2",
    number=4,
    side="Ann & Bob",
    points=64,
    achievements=[NamedAchievement(name="Ann", what="Double run")],
    url="https://cards.example/deals/7/",
)
NEWS = News(
    event="Spring cup",
    club="Harbour",
    day="Sat 7 Mar 2026",
    after_round=6,
    is_over=True,
    places=[
        Placed(rank=1, name="Ann & Bob", points="52 points"),
        Placed(rank=2, name="Cy & Di", points="47 points"),
    ],
    margin="5 points",
    comeback=Comeback(place=7, after_round=2, first_since=5),
    night_deal=DEAL,
    season=SeasonPlaces(
        season="Spring",
        nights=4,
        places=[
            Placed(rank=1, name="Ann", points="40"),
            Placed(rank=2, name="Di", points="31"),
        ],
    ),
)


@pytest.fixture(autouse=True)
def _english():
    with override("en"):
        yield


def test_an_evening_is_summed_up_in_whole_sentences_with_its_numbers():
    assert recap(NEWS) == [
        "Ann & Bob won Spring cup with 52 points, 5 points ahead of Cy & Di.",
        "Ann & Bob came from place 7 after round 2 and took the first place in round 5.",
        "The deal of the night was deal 4 at table 2 in round 3: it gave Ann & Bob 64 points.",
        "In it: Ann (Double run).",
        "The first places of Spring after 4 nights: 1. Ann (40); 2. Di (31).",
    ]


@pytest.mark.parametrize(
    ("places", "comeback"),
    [
        # first all the time, or from early on: nobody came from behind
        ([1, 1, 1, 1], None),
        ([3, 1, 1, 1], None),
        ([], None),
        # second at worst is not behind
        ([2, 2, 2, 1], None),
        # not the winner
        ([1, 1, 1, 2], None),
        ([2, 3, 4, 1], Comeback(place=4, after_round=3, first_since=4)),
        # half of it behind is enough; of equal places the last counts
        ([5, 5, 1, 1], Comeback(place=5, after_round=2, first_since=3)),
        # the first place was lost and won again
        ([1, 2, 6, 2, 1], Comeback(place=6, after_round=3, first_since=5)),
    ],
)
def test_who_came_from_behind(places, comeback):
    assert comeback_of(list(enumerate(places, start=1))) == comeback
