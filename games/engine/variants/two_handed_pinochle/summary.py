"""A deal as a scorer writes it down: melds, points taken in tricks, and what tells more of them."""

from collections.abc import Mapping
from typing import Any

from games.engine.record import read_seat
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.summaries import check_fields, needed, read_flag_field, read_numbers, read_suit
from games.engine.variants.two_handed_pinochle.deal import SEATS
from games.engine.variants.two_handed_pinochle.score import FinishedDeal, score_deal
from games.engine.variants.two_handed_pinochle.summary_melds import check_melds
from games.engine.variants.two_handed_pinochle.summary_tricks import check_tricks_and_points

FIELDS = frozenset({"melds", "points", "tricks", "last_trick", "trump", "turned_dix"})


def score_summary(ruleset: Ruleset, dealer: int, summary: Mapping[str, Any]) -> DealResult:
    """Return what the deal scored, or raise at the first thing that cannot have happened."""
    check_fields(summary, FIELDS)
    tricks, last, trump = (summary.get(name) for name in ("tricks", "last_trick", "trump"))
    deal = FinishedDeal(
        melds=read_numbers(needed(summary, "melds"), SEATS, name="melds"),
        points=read_numbers(needed(summary, "points"), SEATS, name="points"),
        tricks=None if tricks is None else read_numbers(tricks, SEATS, name="tricks"),
        last_trick=None if last is None else read_seat(last, SEATS, name="last_trick"),
        trump=None if trump is None else read_suit(trump),
        turned_dix=read_flag_field(summary, "turned_dix"),
    )
    check_tricks_and_points(deal, ruleset.options)
    check_melds(deal, dealer, ruleset.options)
    return score_deal(ruleset, dealer, deal)
