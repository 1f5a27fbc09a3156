"""A season at the desk: rules with their preview, divisions, handicaps, the draft and the next."""

import pytest
from django.urls import reverse

from league.clubs.models import Role
from league.play.events.models import Season
from league.tables.seasons.drafts import draft_of
from league.tables.seasons.models import SignedMoves
from league.tables.seasons.selectors import season_sheet
from tests.league.factories import make_member
from tests.league.tables.seasons.factories import key_of, make_night, make_season

pytestmark = pytest.mark.django_db

RULES = {
    **{"who": "player", "scoring": "thresholds", "bands": "60: 3, 50: 2", "of": "percentage"},
    **{"total": "sum", "best": "5", "has_handicap": "no", "tiebreak_1": "best_night"},
}


@pytest.fixture
def season():
    season = make_season()
    make_night(season, {"Ann": 9, "Bob": 8, "Cy": 7, "Di": 6})
    return season


@pytest.fixture
def director(client, season):
    client.force_login(make_member(season.club, role=Role.DIRECTOR).user)
    return client


def at(name, season):
    return reverse(f"desk:{name}", args=[season.club.slug, season.slug])


def text(client, name, season):
    answer = client.get(at(name, season))
    assert answer.status_code == 200
    return answer.content.decode()


def test_rules_are_previewed_without_being_stored_and_then_saved(director, season):
    part = director.post(at("season_rules", season), RULES, headers={"HX-Request": "true"})
    assert "The standings under these rules" in part.content.decode()
    assert "<html" not in part.content.decode()
    assert season_sheet(season).rules.best is None

    director.post(at("season_rules", season), RULES | {"save": "1"})

    rules = season_sheet(season).rules
    assert (rules.best, rules.scoring.name, rules.tiebreaks) == (5, "thresholds", ("best_night",))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"bands": "sixty"}, "Enter thresholds and their points such as 60: 3, 50: 2."),
        ({"bands": "60: 1, 50: 2"}, "A higher threshold must give as much as a lower one"),
        ({"scoring": "rank_points", "table": "12; x"}, "Enter numbers separated by commas"),
        ({"best": "0"}, "This must be between 1 and 400."),
        ({"has_handicap": "yes", "factor": "3"}, "The factor of a handicap must be above 0"),
        ({"has_handicap": "yes", "reference": "points"}, "Give the number."),
        (
            {"has_handicap": "yes", "recalculated": "dates", "dates": "next week"},
            "must be a day such as 2026-10-01",
        ),
        ({"tiebreak_2": "best_night"}, "appears twice"),
    ],
)
def test_wrong_rules_come_back_with_a_sentence_and_lose_nothing(director, season, wrong, sentence):
    html = director.post(at("season_rules", season), RULES | wrong | {"save": "1"}).content.decode()

    assert sentence in html
    assert 'value="5"' in html or wrong.get("best")
    assert season_sheet(season).rules.best is None


def divide(client, season):
    forms = {"form-TOTAL_FORMS": "3", "form-INITIAL_FORMS": "0"}
    for number, (name, up, down) in enumerate((("First", 0, 1), ("Second", 1, 0), ("", "", ""))):
        forms |= {f"form-{number}-name": name, f"form-{number}-up": up, f"form-{number}-down": down}
    client.post(at("season_divisions", season), forms)
    places = {
        f"place-{key_of(season, name)}": number
        for name, number in (("Ann", 1), ("Bob", 1), ("Cy", 2), ("Di", 2))
    }
    client.post(at("season_people", season), places)


def test_a_draft_is_decided_signed_and_made_into_the_next_season(director, season):
    divide(director, season)
    html = text(director, "season_moves", season)
    assert "goes up: First" in html
    assert "goes down: Second" in html
    choice = {"key": key_of(season, "Bob"), "to": "1", "reason": "hardship"}
    director.post(at("season_decide", season), choice)
    director.post(at("season_decide", season), choice | {"to": "?"})
    old = {"digest": "0" * 64}
    shown = director.post(at("season_sign", season), old, follow=True).content.decode()
    assert "Look at it again." in shown

    director.post(at("season_sign", season), {"digest": draft_of(season).digest})
    director.post(at("season_unsign", season))
    director.post(at("season_sign", season), {"digest": draft_of(season).digest})
    assert SignedMoves.objects.get().moves[1]["after"] == 1
    bad = {"name": "Summer", "starts_on": "2026-09-01", "ends_on": "2026-08-01"}
    html = director.post(at("season_next", season), bad).content.decode()
    assert "A season cannot end before it starts." in html
    director.post(at("season_next", season), bad | {"ends_on": "2026-12-01"})

    following = Season.objects.get(name="Summer")
    assert season_sheet(following).facts.divisions[key_of(following, "Cy")] == 1
    assert following.name in text(director, "season_moves", season)
