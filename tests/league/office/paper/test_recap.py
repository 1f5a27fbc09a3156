"""The recap's sentences, from facts alone: who won, who came from behind, the deal, the season."""

from dataclasses import replace

import pytest
from django.utils.translation import override

from league.foundation.languages import LANGUAGES
from league.office.paper.news import (
    BigDeal,
    Comeback,
    NamedAchievement,
    News,
    NightDeal,
    Placed,
    SeasonPlaces,
    comeback_of,
)
from league.office.paper.newsletter import newsletter
from league.office.paper.recap import recap

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


def test_an_evening_is_told_in_whole_sentences_with_its_numbers():
    assert recap(NEWS) == [
        "Ann & Bob won Spring cup with 52 points, 5 points ahead of Cy & Di.",
        "Ann & Bob came from place 7 after round 2 and took the first place in round 5.",
        "The deal of the night was deal 4 at table 2 in round 3: it gave Ann & Bob 64 points.",
        "In it: Ann (Double run).",
        "The first places of Spring after 4 nights: 1. Ann (40); 2. Di (31).",
    ]


@pytest.mark.parametrize(
    ("language", "points"), [("en", "1,070"), ("de", "1.070"), ("ja", "1,070")]
)
def test_points_are_written_as_tables_write_them(language, points):
    big = BigDeal(name="Cy", points=1070, round=1, table="3")
    news = replace(NEWS, night_deal=replace(DEAL, points=1070), big_deal=big)
    news = replace(news, deals=1070, players=4)
    with override(language):
        told, letter = " ".join(recap(news)), " ".join(newsletter(news))

    assert told.count(points) == 1
    assert letter.count(points) == 3
    assert "1070" not in told + letter


def test_places_and_names_are_joined_as_the_language_does():
    with override("ja"):
        told = " ".join(recap(NEWS))

    assert "1位 Ann（40）、2位 Di（31）" in told
    assert "Ann（Double run）" in told


def test_what_is_not_known_is_not_told():
    bare = replace(NEWS, comeback=None, night_deal=None, season=None)

    assert recap(bare) == ["Ann & Bob won Spring cup with 52 points, 5 points ahead of Cy & Di."]
    assert recap(replace(NEWS, places=[])) == []


def test_a_deal_in_which_nothing_has_a_name_is_told_by_its_points_alone():
    told = recap(replace(NEWS, night_deal=replace(DEAL, achievements=[], points=1)))

    assert any(sentence.endswith("it gave Ann & Bob 1 point.") for sentence in told)
    assert not any(sentence.startswith("In it") for sentence in told)


def test_a_division_is_named():
    season = replace(NEWS.season, division="Second division", nights=1)
    assert recap(replace(NEWS, season=season))[-1].startswith(
        "The first places of Spring, Second division after 1 night: 1. Ann"
    )


@pytest.mark.parametrize("language", [code for code, _name in LANGUAGES])
def test_every_language_tells_all_numbers_and_names(language):
    with override(language):
        told = recap(NEWS)

    text = " ".join(told)
    assert len(told) == 5
    for fact in ("Ann & Bob", "Cy & Di", "52", "7", "64", "4", "40", "31", "Double run"):
        assert fact in text
    if language != "en":
        with override("en"):
            assert not set(told) & set(recap(NEWS))


def test_the_newsletter_tells_them_too_with_the_address_of_the_deal():
    paragraphs = newsletter(NEWS)

    assert "came from place 7" in paragraphs[1]
    assert any(paragraph.startswith("The deal of the night") for paragraph in paragraphs)
    assert "https://cards.example/deals/7/" in paragraphs
    assert any("after 4 nights" in paragraph for paragraph in paragraphs)


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
