"""The sums of a table, worked out by hand."""

from games.services import Achievement, DealFigures
from league.tables.statistics.counting import Achieved, CountedDeal, Seated, count_table
from league.tables.statistics.selectors import Statistics

TABLE = [Seated(0, 10, 0), Seated(1, 11, 1), Seated(2, 12, 0), Seated(3, 13, 1)]


def deal(number: int, score: tuple[int, int] = (64, 42), **figures) -> CountedDeal:
    return CountedDeal(number, DealFigures(**({"played": True} | figures)), score)


def bid(declarer: int | None, bid: int, taken: int | None, side: int = 0, **more) -> dict:
    made = taken is not None and taken >= bid
    return {"side": side, "declarer": declarer, "bid": bid, "taken": taken, "made": made} | more


def test_bids_are_the_declarers_and_sets_the_sides():
    deals = [
        deal(1, **bid(0, 60, 64)),
        deal(2, (-70, 90), **bid(2, 70, 61)),
        deal(3, (20, -55), **bid(1, 55, 40, side=1)),
    ]
    counts = count_table(TABLE, deals).seats
    mine, partner, other = counts[0], counts[2], counts[1]
    assert (mine.deals, mine.bids, mine.made, mine.bid_sum) == (3, 1, 1, 60)
    assert (mine.over_deals, mine.over_sum, mine.short_deals) == (1, 4, 0)
    assert (partner.bids, partner.made, partner.short_sum) == (1, 0, 9)
    for one in (mine, partner):
        assert (one.side_bids, one.side_sets, one.defended, one.sets_given) == (2, 1, 1, 1)
        assert one.points == 64 - 70 + 20
    assert (other.defended, other.sets_given, other.side_sets) == (2, 1, 1)


def test_melds_are_known_by_seat_or_by_side_or_not_at_all():
    deals = [
        deal(1, side_melds=[34, 22], seat_melds=[30, 12, 4, 10]),
        deal(2, side_melds=[20, 40]),
        deal(3),
    ]
    mine = count_table(TABLE, deals).seats[2]
    assert (mine.meld_deals, mine.meld_sum) == (1, 4)
    assert (mine.side_meld_deals, mine.side_meld_sum) == (2, 54)


def test_a_bid_that_names_only_the_side_is_nobodys():
    counts = count_table(TABLE, [deal(1, **bid(None, 30, 31))]).seats
    assert [one.bids for one in counts.values()] == [0, 0, 0, 0]
    assert [one.unnamed for one in counts.values()] == [1, 0, 1, 0]
    assert counts[0].side_bids == 1


def test_there_is_no_average_where_no_number_is_bid():
    mine = count_table(TABLE, [deal(1, side=0, declarer=0, made=True, taken=3)]).seats[0]
    found = Statistics({"bids": mine.bids, "made": mine.made, "bid_sum": mine.bid_sum}, tables=1)
    assert (found.made_percent, found.average_bid) == (100, None)


def test_what_is_not_recorded_of_a_failed_bid_is_in_no_sum():
    mine = count_table(TABLE, [deal(1, **bid(0, 60, None))]).seats[0]
    assert (mine.bids, mine.made, mine.short_deals, mine.over_deals) == (1, 0, 0, 0)


def test_a_deal_that_was_thrown_in_is_not_counted():
    found = count_table(
        TABLE, [deal(1, played=False, achievements=(Achievement("all_tricks", 0),))]
    )
    assert not found.achieved
    assert all(one.deals == 0 for one in found.seats.values())


def test_an_achievement_is_the_players_or_the_sides():
    achievements = (Achievement("double_run", 1, 3), Achievement("all_tricks", 0))
    assert count_table(TABLE, [deal(7, achievements=achievements)]).achieved == {
        Achieved(7, 13, "double_run"),
        Achieved(7, 10, "all_tricks"),
        Achieved(7, 12, "all_tricks"),
    }
