"""A record of Fifty-Six as the page of a deal shows it: calls with doubles, trump, all tricks."""

from games.engine.variants import make_ruleset
from games.story import story_of

JACKS = [
    "9S 9H 9D 9C AS AH AD AC", "9S 9H 9D 9C AS AH AD AC", "JS JS JH JH JD JD JC JC",
    "TS TH TD TC KS KH KD KC", "TS TH TD TC KS KH KD KC", "QS QH QD QC QS QH QD QC",
]  # fmt: skip


def test_thrown_in_deal_has_hands_and_nothing_else():
    ruleset = make_ruleset("fifty-six", "56cards", {}, 6)
    record = {"dealer": 4, "hands": JACKS, "auction": [], "play": []}

    story = story_of(ruleset, record)

    assert story.hands == JACKS
    assert (story.calls, story.tricks, story.trump) == ([], [], None)
