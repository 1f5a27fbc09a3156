from fractions import Fraction

from league.tables.standings.methods import read_request
from league.tables.standings.methods.deal_bookkeeping import explain_deal
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
