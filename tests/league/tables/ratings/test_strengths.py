"""Strengths: the library's own figures, and what must hold for any table."""

from math import isclose
from random import Random

from league.tables.ratings.method import (
    NEWCOMER,
    SIGMA,
    SKILL,
    Strength,
    _model,
    at_least,
    rate_table,
    share_of,
    shown,
)

# two pairs, the first of which wins, and what comes out without drift: openskill's README
README = (
    ((25, 25 / 3), (28.669648436582808, 8.071520788025197)),
    ((32.444, 5.123), (33.83086971107981, 5.062772998705765)),
    ((43.381, 2.421), (43.071274808241974, 2.4166900452721256)),
    ((25.188, 6.211), (23.149503312339064, 6.1378606973362135)),
)
WIN = 1e9  # a margin that leaves no doubt


def test_a_clear_win_changes_strengths_as_in_the_readme(monkeypatch):
    for name, value in {"TAU": 0, "EVIDENCE": 1, "BETA": 25 / 6}.items():
        monkeypatch.setattr(f"league.tables.ratings.method.{name}", value)
    _model.cache_clear()
    a, b, c, d = [Strength(*before) for before, _ in README]
    rated = rate_table([[a, b], [c, d]], [WIN, 0], deals=4, spread=75)
    after = [one for side in rated for one in side.after]
    for one, (_, (mu, sigma)) in zip(after, README, strict=True):
        assert isclose(one.mu, mu)
        assert isclose(one.sigma, sigma)
    _model.cache_clear()


def test_the_share_follows_the_margin():
    assert share_of(0, deals=4, spread=75) == 0.5
    # one standard deviation of four deals is 150: 84 % of equal players' margins are smaller
    assert round(share_of(150, deals=4, spread=75), 3) == 0.841
    assert isclose(share_of(90, deals=4, spread=75), 1 - share_of(-90, deals=4, spread=75))


def test_the_model_expects_the_share_that_sides_of_known_strength_get_in_the_mean():
    """Otherwise ratings of sides that differ much run away from the truth, however many tables."""
    rng = Random(11)
    for difference in (5, 15, 25):
        mean_margin = 4 * SKILL * 75 * difference / SIGMA
        margins = [rng.gauss(mean_margin, 75 * 2) for _ in range(4_000)]
        got = sum(share_of(margin, deals=4, spread=75) for margin in margins) / len(margins)
        sides = [[Strength(25 + difference, 0.01)], [Strength(25, 0.01)]]
        rated = rate_table(sides, [0, 0], deals=4, spread=75)
        assert isclose(rated[0].expected, got, abs_tol=0.015)


def test_a_draw_of_equals_moves_nobody_and_makes_both_surer():
    for side in rate_table([[NEWCOMER], [NEWCOMER]], [100, 100], deals=4, spread=75):
        assert isclose(side.after[0].mu, 25)
        assert side.after[0].sigma < NEWCOMER.sigma
        assert side.expected == side.share == 0.5


def test_who_does_better_than_expected_rises_and_the_other_falls():
    rng = Random(5)
    for _ in range(60):
        sides = [[Strength(rng.gauss(25, 6), rng.uniform(2, 8)) for _ in range(2)] for _ in "ab"]
        points = [rng.randint(-200, 400) for _ in sides]
        for before, rated in zip(
            sides, rate_table(sides, points, deals=rng.randint(1, 24), spread=75), strict=True
        ):
            for was, now in zip(before, rated.after, strict=True):
                assert (now.mu > was.mu) == (rated.share > rated.expected)


def test_the_less_certain_partner_gets_more_of_the_credit():
    sure, unsure = Strength(25, 2), Strength(25, 8)
    winners, _ = rate_table([[sure, unsure], [NEWCOMER, NEWCOMER]], [300, 0], deals=4, spread=75)
    assert winners.after[1].mu - 25 > winners.after[0].mu - 25 > 0


def test_more_deals_change_a_strength_more():
    """The same margin a deal over more deals moves further and is more certain."""
    few, many = (
        rate_table([[NEWCOMER], [NEWCOMER]], [30 * deals, 0], deals=deals, spread=75)[0]
        for deals in (4, 24)
    )
    assert many.after[0].mu > few.after[0].mu
    assert many.after[0].sigma < few.after[0].sigma


def test_a_table_of_four_alone_says_more_than_one_of_two_but_not_three_times_as_much():
    two, four = (
        rate_table([[NEWCOMER]] * sides, [9] * sides, deals=4, spread=2.2)[0].after[0].sigma
        for sides in (2, 4)
    )
    said = [1 - (sigma / NEWCOMER.sigma) ** 2 for sigma in (two, four)]
    assert said[0] < said[1] < 2 * said[0]


def test_several_sides_are_ordered_by_their_points():
    rated = rate_table([[NEWCOMER]] * 4, [9, 5, 5, -3], deals=6, spread=2.2)
    mus = [side.after[0].mu for side in rated]
    assert mus[0] > mus[1] > mus[3]
    assert isclose(mus[1], mus[2])
    assert isclose(sum(mus), 100)


def test_a_newcomer_is_shown_as_1500_at_least_1167():
    assert (shown(NEWCOMER.mu), at_least(NEWCOMER)) == (1500, 1167)
