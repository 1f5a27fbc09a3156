"""The cards of a full record in words: hands, auction, exchange, melds, and the play by tricks."""

from collections.abc import Mapping
from typing import Any

from games.engine.ruleset import Ruleset
from games.models import Deal
from games.story import Story, story_of
from league.faces.public.deal_story.auction_shown import auction_grid
from league.faces.public.deal_story.exchange_shown import cards_moved, melds_laid
from league.faces.public.deal_story.hands_shown import seats_with_hands
from league.faces.public.deal_story.play_shown import (
    points_after_tricks,
    stock_lasts,
    tricks_in_words,
)
from league.faces.public.pictures.points_by_trick import points_by_trick
from league.play.results.deal_words import Names, ruleset_of, summary_of

SHORT = 10  # cards that stand beside each other at a seat


def story_in_words(deal: Deal, names: Names) -> dict[str, Any] | None:
    """Return the cards of a full record, named; None for a summary."""
    if deal.form != Deal.Form.RECORD:
        return None
    ruleset = ruleset_of(deal)
    story = story_of(ruleset, deal.data)
    if story is None:
        return None
    return words_of(story, ruleset, names, detail=deal.detail, summary=summary_of(deal))


def words_of(
    story: Story,
    ruleset: Ruleset,
    names: Names,
    *,
    detail: Mapping[str, Any] | None = None,
    summary: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return a story as `public/_deal_*.html` take it; what the deal does not have is empty."""
    after, in_points = points_after_tricks(story, ruleset)
    return {
        "players": len(story.hands),
        "long_hands": any(len(cards.split()) > SHORT for cards in story.hands),
        "mirrored": story.counter_clockwise,
        "seats": seats_with_hands(story, names, ruleset.sides),
        "contract": _contract(story, names, detail or {}, summary or {}),
        "trump": story.trump,
        "auction": auction_grid(story, ruleset, names, detail or {}),
        "moved": cards_moved(story, names),
        "stock": story.stock,
        "melds": melds_laid(story, names, detail or {}),
        "thrown_in": story.thrown_in,
        "tricks": tricks_in_words(story, names, ruleset),
        "stock_lasts": stock_lasts(story),
        "curve": points_by_trick([names.side(side) for side in range(ruleset.sides)], after),
        "curve_in_points": in_points,
    }


def _contract(
    story: Story, names: Names, detail: Mapping[str, Any], summary: Mapping[str, Any]
) -> dict[str, str] | None:
    """Return the bid that stands, its trump and who plays it; None where nobody bid.

    A game may name a contract and its side where everybody passed.
    """
    if story.declarer is not None:
        name = names.seat(story.declarer)
    elif detail.get("bid") is not None and detail.get("side") is not None:
        name = names.side(detail["side"])
    else:
        return None
    bid = summary.get("bid", detail.get("bid"))
    return {"bid": "" if bid is None else str(bid), "trump": story.trump or "", "name": name}
