"""A season at the desk: rules with their preview, divisions, handicaps, the draft and the next."""

import pytest
from django.urls import reverse

from league.clubs.models import Role
from league.foundation.journal.models import Happening
from league.play.events.models import Season
from league.tables.seasons.drafts import draft_of
from league.tables.seasons.models import SignedMoves
from league.tables.seasons.selectors import season_sheet
from tests.league.factories import make_member, make_player
from tests.league.play.events.factories import make_other_club
from tests.league.tables.seasons.factories import key_of, make_night, make_season, player_of

pytestmark = pytest.mark.django_db

READ = ("season", "season_rules", "season_people", "season_handicaps", "season_moves")
WRITE = (
    *("season_rules", "season_people", "season_add", "season_divisions", "season_handicaps"),
    *("season_decide", "season_sign", "season_unsign", "season_next"),
)
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


@pytest.mark.long
@pytest.mark.parametrize(
    ("who", "status"), [("director", 200), ("scorer", 403), ("player", 403), ("elsewhere", 404)]
)
def test_the_pages_are_for_directors(client, season, who, status):
    club = make_other_club() if who == "elsewhere" else season.club
    role = "director" if who == "elsewhere" else who
    client.force_login(make_member(club, role=role).user)
    happenings = Happening.objects.count()

    read = {name: client.get(at(name, season)).status_code for name in READ}
    expected = dict.fromkeys(READ, status)
    if who == "scorer":
        expected["season"] = 200
    assert read == expected
    if who == "scorer":
        assert at("season_rules", season) not in text(client, "season", season)
    if who != "director":
        written = {client.post(at(name, season)).status_code for name in WRITE}
        assert written == {status}
        assert Happening.objects.count() == happenings


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


@pytest.mark.long
def test_divisions_and_guests_are_set_in_one_form(director, season):
    divide(director, season)
    director.post(
        at("season_people", season),
        {f"place-{key_of(season, 'Di')}": "guest", f"withdrawn-{key_of(season, 'Di')}": "on"},
    )

    sheet = season_sheet(season)
    assert [one.name for one in sheet.divisions] == ["First", "Second"]
    assert {sheet.names[key].full: n for key, n in sheet.facts.divisions.items()} == {
        **{"Ann": 1, "Bob": 1},
        "Cy": 2,
    }
    assert sheet.facts.guests == {key_of(season, "Di")}


def test_a_player_is_listed_before_the_first_night(director, season):
    divide(director, season)
    zoe = make_player(season.club, "Zoe")
    assert "Zoe" in text(director, "season_people", season)
    director.post(at("season_add", season), {"player": zoe.pk, "division": "2"})
    director.post(at("season_add", season), {"player": "x", "division": "2"})

    assert season_sheet(season).facts.divisions[f"p{zoe.pk}"] == 2


def test_a_handicap_is_set_with_a_reason(director, season):
    director.post(at("season_rules", season), RULES | {"has_handicap": "yes", "save": "1"})
    bob = player_of(season.club, "Bob")
    typed = {"player": bob.pk, "value": "2.5", "from_day": "2026-03-01", "reason": ""}
    html = director.post(at("season_handicaps", season), typed).content.decode()
    assert 'value="2.5"' in html

    director.post(at("season_handicaps", season), typed | {"reason": "was ill"})

    assert "2.5, set by the club: was ill. Calculated, it would be" in text(
        director, "season_handicaps", season
    )


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


@pytest.mark.long
def test_the_desk_says_which_event_keeps_the_public_from_the_table(director, season):
    make_night(season, {"Ann": 9, "Bob": 8}, visibility="members", name="Members only")

    assert "These events are not public, so this table is not shown to the public either" in text(
        director, "season", season
    )
