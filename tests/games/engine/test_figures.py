"""Figures of deals, by hand for what is rare, and for every game on random deals."""

from random import Random
from typing import Any

import pytest

from games import services as games
from games.engine.figures import Achievement, DealFigures, ScoredDeal
from games.engine.variants import VARIANTS

SEATS = {"fifty-six": 6, "pitch": 4, "pedro": 4}


def read(variant: str, data: dict[str, Any], players: int | None = None, **options: Any):
    ruleset = games.ruleset(variant, None, options, players or SEATS.get(variant))
    result = games.score_deal(ruleset, data)
    return VARIANTS[ruleset.variant].figures(
        ScoredDeal(ruleset=ruleset, data=data, made=result.made, detail=result.detail)
    )


def pinochle(**more: Any) -> dict[str, Any]:
    summary = {
        "declarer": 0,
        "bid": 60,
        "melds": [34, 22],
        "outcome": "played",
        "points": [30, 20],
        "last_trick": 0,
        "side_bid": [True, True],
        "royal_marriage": True,
    }
    return {"dealer": 0, "summary": summary | more}


def test_a_made_bid_with_what_was_left_of_it():
    found = read("double-deck-pinochle", pinochle())
    assert (found.side, found.declarer, found.bid, found.made, found.taken) == (0, 0, 60, True, 64)
    assert found.side_melds == [34, 22]
    assert found.seat_melds is None


def test_a_great_meld_and_a_great_bid_are_remembered():
    found = read(
        "double-deck-pinochle",
        pinochle(bid=200, melds=[166, 22], seat_melds=[150, 12, 16, 10], points=[50, 0]),
    )
    assert Achievement("meld_of_100", 0, 0) in found.achievements
    assert Achievement("bid_of_100", 0, 0) in found.achievements


def test_the_cards_of_a_record_show_a_double_run():
    mine = ["AS", "TS", "KS", "QS", "JS"] * 2
    mine += ["AH", "TH", "KH", "QD", "JD", "AC", "TC", "KC", "QC", "JC"]
    pack = [rank + suit for suit in "SHDC" for rank in "AKQJT" for _ in range(4)]
    for card in mine:
        pack.remove(card)
    others = [" ".join(pack[at : at + 20]) for at in range(0, 60, 20)]
    deal = ScoredDeal(
        ruleset=games.ruleset("double-deck-pinochle"),
        data={
            "dealer": 3,
            "hands": [" ".join(mine), *others],
            "auction": ["50", "pass", "pass", "pass"],
            "trump": "S",
        },
        made=None,
        detail={
            "declarer_side": 0,
            "declarer": 0,
            "bid": 50,
            "points": None,
            "branch": "played",
            "melds": [150, 0],
            "melds_counted": [150, 0],
            "seat_melds": [150, 0, 0, 0],
            "tricks": None,
        },
    )
    found = VARIANTS["double-deck-pinochle"].figures(deal)
    assert Achievement("double_run", 0, 0) in found.achievements


def test_fifty_six_bid_and_made():
    summary = {"bid": 56, "trump": "S", "declarer": 2, "points": [56, 0], "doubled": "redouble"}
    found = read("fifty-six", {"dealer": 0, "summary": summary})
    assert found.taken == 56
    assert set(found.achievements) == {
        Achievement("bid_of_56", 0, 2),
        Achievement("redoubled", 0, 2),
        Achievement("all_points", 0),
    }


def test_a_sheet_that_names_only_the_side_says_so():
    summary = {"bid": 30, "trump": "S", "side": 1, "points": [26, 30]}
    found = read("fifty-six", {"dealer": 0, "summary": summary})
    assert (found.side, found.declarer, found.made) == (1, None, True)


def test_where_everybody_passed_nobody_bid():
    found = read("fifty-six", {"dealer": 0, "summary": {"all_pass": True, "points": [26, 30]}})
    assert (found.played, found.side, found.bid) == (True, None, None)


def test_thrown_in_is_not_played():
    redealt = {"dealer": 0, "summary": {"redeal": "no_points"}}
    found = read("fifty-six", redealt, players=8, redeal="all_jacks_or_no_points")
    assert found == DealFigures(played=False)
    assert read("pitch", {"dealer": 0, "summary": {"passed_out": True}}) == DealFigures(
        played=False
    )


def test_a_smudge_is_remembered():
    awards = {"high": 1, "low": 1, "jack": 1, "game": 1}
    found = read("pitch", {"dealer": 0, "summary": {"declarer": 1, "bid": 4, "awards": awards}})
    assert set(found.achievements) == {Achievement("smudge", 1, 1), Achievement("smudge_bid", 1, 1)}


def test_all_fourteen_points_of_pedro():
    summary = {"declarer": 1, "bid": 14, "trump": "S", "points": [0, 14]}
    found = read("pedro", {"dealer": 0, "summary": summary})
    assert set(found.achievements) == {Achievement("bid_of_14", 1, 1), Achievement("all_points", 1)}


def test_the_doubles_of_a_single_pack():
    detail = {
        "redeal": False,
        "result": "made",
        "declarer": 1,
        "declarer_side": 1,
        "bid": 300,
        "named_melds": [{"run": 150}, {"aces": 1000, "run": 1500}, {"pinochle": 300}, {}],
        "seat_melds": [150, 2500, 300, 0],
        "melds": [450, 2500],
        "melds_counted": [450, 2500],
        "points": [0, 250],
        "tricks": [0, 12],
    }
    ruleset = games.ruleset("partnership-pinochle")
    found = VARIANTS[ruleset.variant].figures(
        ScoredDeal(ruleset=ruleset, data={}, made=True, detail=detail)
    )
    assert found.taken == 2750
    assert set(found.achievements) == {
        Achievement("thousand_aces", 1, 1),
        Achievement("double_run", 1, 1),
        Achievement("double_pinochle", 0, 2),
        Achievement("all_tricks", 1),
    }


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_every_preset_of_every_game_has_figures(variant):
    """What was taken decides whether the bid was made, and every achievement has a name."""
    info = games.variant_named(variant)
    rng = Random(7)
    for preset in info.presets:
        ruleset = games.ruleset(variant, preset.id, {}, preset.seats[0])
        for _ in range(3):
            record = games.random_record(ruleset, rng)
            result = games.score_deal(ruleset, record)
            found = VARIANTS[ruleset.variant].figures(
                ScoredDeal(ruleset=ruleset, data=record, made=result.made, detail=result.detail)
            )
            summary = games.summary_of(ruleset, record)
            scored = games.score_deal(ruleset, summary)
            short = VARIANTS[ruleset.variant].figures(
                ScoredDeal(ruleset=ruleset, data=summary, made=scored.made, detail=scored.detail)
            )
            assert (found.side, found.bid, found.taken) == (short.side, short.bid, short.taken)
            if found.taken is not None and found.made is not None and found.bid is not None:
                assert found.made == (found.taken >= found.bid)
            assert all(
                games.achievement_label(variant, achievement.kind)
                for achievement in found.achievements
            )
