from fractions import Fraction

from league.tables.standings.methods import read_request
from league.tables.standings.methods.deal_explaining import explain_deal
from tests.league.tables.standings.methods.deals.results import deal, request


def explained(method, text, full=None):
    asked = read_request(request(method, [deal(7, text)]))
    (played,) = asked.deals
    found = explain_deal(asked.method, played, full or len(played.results))
    return [(one.scores, one.percent, str(one.why)) for one in found]


def test_matchpoints_of_a_table_are_said_by_counting():
    first, *_ = explained("matchpoints", "1-5 420 0, 2-6 420 0, 3-7 0 50, 4-8 170 0")

    assert first == (
        (5, 1),
        Fraction(500, 6),
        "+420 is better than 2, equal to 1 and worse than 0 of the other tables: "
        "5 of 6 matchpoints",
    )


def test_neuberg_is_said_with_its_numbers():
    first, *_ = explained("matchpoints", "1-4 30 0, 2-5 20 0, 3-6 10 0", full=6)

    assert first == (
        (9, 1),
        90,
        "+30 is better than 2, equal to 0 and worse than 0 of the other tables: "
        "4 of 4 matchpoints; played at 3 tables of 6, so that 6 ÷ 3 × (4 + 1) − 1 = 9 of 10",
    )


def test_butler_names_the_datum():
    assert explained("butler", "1-4 420 0, 2-5 0 50, 3-6 170 0")[0] == (
        (6, -6),
        70,
        "+420 is +240 from the datum of +180: +6 IMPs",
    )


def test_cross_imps_say_their_sum_and_average():
    assert [why for _, _, why in explained("cross_imps", "1-4 420 0, 2-5 0 50, 3-6 170 0")] == [
        "+420 against 2 other tables: +16 IMPs together, +8 on average",
        "-50 against 2 other tables: -16 IMPs together, -8 on average",
        "+170 against 2 other tables: 0 IMPs together, 0 on average",
    ]


def test_teams_say_both_tables():
    assert [(scores, why) for scores, _, why in explained("imps", "A-B 420 0, B-A 0 50")] == [
        ((10, -10), "+420 here and +50 at the other table make +470"),
        ((-10, 10), "-50 here and -420 at the other table make -470"),
    ]


def test_a_lone_table_and_an_award_say_so():
    assert [why for _, _, why in explained("matchpoints", "1-3 10 0, 2-4 60%40", full=2)] == [
        "no other table has played this deal; it counts as an average",
        "the director has given 60 % and 40 %",
    ]
    assert [why for _, _, why in explained("imps", "A-B 10 0")] == [
        "this table waits for another one"
    ]
