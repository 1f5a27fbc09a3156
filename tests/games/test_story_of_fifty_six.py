"""A record of Fifty-Six as the page of a deal shows it: calls with doubles, trump, all tricks."""

from random import Random

from games.engine.variants import VARIANTS, make_ruleset
from games.story import story_of

JACKS = [
    "9S 9H 9D 9C AS AH AD AC", "9S 9H 9D 9C AS AH AD AC", "JS JS JH JH JD JD JC JC",
    "TS TH TD TC KS KH KD KC", "TS TH TD TC KS KH KD KC", "QS QH QD QC QS QH QD QC",
]  # fmt: skip


def test_whole_record_is_in_the_story():
    ruleset = make_ruleset("fifty-six", "standard", {}, 6)
    record = VARIANTS["fifty-six"].random_deal(ruleset, Random(3), dealer=4)
    detail = VARIANTS["fifty-six"].replay(ruleset, record).detail
    del record["trump"]

    story = story_of(ruleset, record)

    assert [call for _, call in story.calls] == record["auction"]
    assert [seat for seat, _ in story.calls[:3]] == [5, 0, 1]
    assert story.trump == detail["trump"]
    assert [trick.winner for trick in story.tricks] == detail["winners"]
    assert [card for trick in story.tricks for _, card in trick.cards] == record["play"]


def test_thrown_in_deal_has_hands_and_nothing_else():
    ruleset = make_ruleset("fifty-six", "56cards", {}, 6)
    record = {"dealer": 4, "hands": JACKS, "auction": [], "play": []}

    story = story_of(ruleset, record)

    assert story.hands == JACKS
    assert (story.calls, story.tricks, story.trump) == ([], [], None)
