"""Handicaps by hand: from the season so far, prorated by deals, kept in limits, set by the club."""

from datetime import date, timedelta
from fractions import Fraction

import pytest

from league.tables.seasons.methods import (
    Handicaps,
    OwnHandicap,
    Place,
    SeasonFacts,
    read_rules,
    scored_nights,
)
from league.tables.seasons.methods.nights import Night
from tests.league.tables.seasons.methods.nights import FIRST, night, table, totals

POINTS = {"scoring": {"name": "points"}, "tiebreaks": []}
HALF = {"factor": 0.5, "reference": 60, "most": 20}


def season(*points: dict, deals: dict | None = None):
    return [
        night(number, ", ".join(own), points=own, deals=deals or dict.fromkeys(own, 24))
        for number, own in enumerate(points, start=1)
    ]


def listed(rules: dict, played, day=None, own=()):
    facts = SeasonFacts(rules=read_rules(POINTS | {"handicap": rules}), nights=played)
    day = day or FIRST + timedelta(weeks=50)
    found = Handicaps(scored_nights(facts), facts.rules.handicap, own).on(day)
    return {player: found.handicap(player) for player in found.players()}


def test_a_handicap_is_half_of_what_the_average_lacks_to_the_reference():
    found = listed(HALF, season({"a": 51, "b": 60}, {"a": 52, "b": 70}))

    # (60 - 51.5) / 2 = 4.25, shown and counted as 4.3; b is above the reference
    assert found["a"].value == Fraction(43, 10)
    assert str(found["a"].why) == "4.3: 0.5 × (60 − 51.5), nights so far: 2"
    assert found["b"].value == 0
    assert str(found["b"].why) == (
        "0: 0.5 × (60 − 65) would be -2.5, nights so far: 2; a handicap lies between 0 and 20"
    )


@pytest.mark.parametrize(
    ("rules", "value"),
    [
        ({"most": 3}, 3),
        ({"decimals": 0}, 5),  # 4.5 rounds away from zero
        ({"decimals": 2, "factor": 1}, 9),
        ({"reference": "best"}, Fraction(19, 2)),
        ({"reference": "mean"}, Fraction(24, 5)),  # (60.5 - 51) / 2 = 4.75 with one decimal
        ({"after_nights": 2}, None),
    ],
)
def test_a_handicap_obeys_its_reference_its_limits_and_its_rounding(rules, value):
    found = listed(HALF | rules, season({"a": 51, "b": 70}))

    assert (found["a"].value if "a" in found else None) == value


def test_the_first_night_has_no_handicaps_and_each_later_one_those_of_the_nights_before():
    found = table(POINTS | {"handicap": HALF}, season({"a": 50}, {"a": 40}, {"a": 60}))

    assert [one.points for one in found.added["a"].values()] == [0, 5, Fraction(15, 2)]
    assert totals(found.scratch) == {"a": 150}
    assert totals(found.net) == {"a": Fraction(325, 2)}


def test_handicaps_recalculated_on_fixed_days_stand_between_them():
    played = season({"a": 50}, {"a": 40}, {"a": 40})
    days = [one.day for one in played]
    found = table(POINTS | {"handicap": HALF | {"dates": [days[1].isoformat()]}}, played)

    assert [one.points for one in found.added["a"].values()] == [0, 5, 5]


def test_two_nights_of_one_day_have_the_same_handicaps():
    played = season({"a": 50}, {"a": 40})
    played[1] = Night(id="2", day=played[0].day, places=played[1].places)

    assert [
        one.points for one in table(POINTS | {"handicap": HALF}, played).added["a"].values()
    ] == [0, 0]


def test_a_handicap_is_given_for_the_deals_played():
    first = season({"a": 50, "b": 60})
    half = night(2, "b, a", points={"a": 50, "b": 60}, deals={"a": 12, "b": 24})
    rules = POINTS | {"handicap": HALF}

    by_night = table(rules, [*first, half]).added["a"][1]
    by_number = table(POINTS | {"handicap": HALF | {"deals": 36}}, [*first, half]).added["a"][1]

    assert by_night.points == Fraction(5, 2)
    assert str(by_night.why) == (
        "2.5 for 12 of 24 deals; a whole night 5: 0.5 × (60 − 50), nights so far: 1"
    )
    assert by_number.points == Fraction(5, 3)


def test_a_team_has_the_handicaps_of_its_players_by_their_deals():
    teams = POINTS | {"who": "team", "handicap": HALF}
    played = [
        Night(
            id=str(number),
            day=FIRST + timedelta(weeks=number),
            places=[
                Place(("owls",), 1, 50, {"p1": 24, "p2": 24, "p3": 0}),
                Place(("foxes",), 2, 40, {"p4": 24, "p5": 12, "p6": 12}),
            ],
        )
        for number in (1, 2)
    ]
    found = table(teams, played)

    # owls 5 each for two players; foxes 10 each: 10 + 10 * 12/24 + 10 * 12/24
    assert found.added["owls"][1].points == 10
    assert found.added["foxes"][1].points == 20
    assert str(found.added["foxes"][1].why) == "handicaps 10 + 10 × 12/24 + 10 × 12/24 = 20"
    assert "p3" not in listed(HALF, played)


def test_the_club_sets_a_handicap_from_a_day_on_and_gives_it_back_to_the_calculation():
    played = season({"a": 50}, {"a": 50}, {"a": 50})
    days = [one.day for one in played]
    own = [
        OwnHandicap("a", days[1], 12, "played for the county"),
        OwnHandicap("a", days[2], None, ""),
    ]
    found = table(POINTS | {"handicap": HALF}, played, own_handicaps=own)
    on_list = listed(HALF, played, day=days[1], own=own)

    assert [one.points for one in found.added["a"].values()] == [0, 12, 5]
    assert on_list["a"].is_own
    assert str(on_list["a"].why) == (
        "12, set by the club: played for the county. Calculated, it would be 5"
    )


def test_the_table_that_decides_is_the_one_with_handicaps_unless_the_club_says_no():
    played = season({"a": 50, "b": 40}, {"a": 50, "b": 44})

    first = {
        decides: table(POINTS | {"handicap": HALF | {"decides": decides}}, played).rows[0].key
        for decides in (True, False)
    }
    # a 100 and 5; b 84 and 10
    assert first == {True: "a", False: "a"}
    closer = season({"a": 50, "b": 40}, {"a": 50, "b": 56})
    assert [
        table(POINTS | {"handicap": HALF | {"decides": decides}}, closer).rows[0].key
        for decides in (True, False)
    ] == ["b", "a"]


def test_a_day_before_the_first_fixed_day_has_no_list():
    assert listed(HALF | {"dates": ["2026-06-01"]}, season({"a": 50}), day=date(2026, 5, 31)) == {}
