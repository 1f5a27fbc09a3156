"""The cards of a full record in words: hands, calls, gifts, tricks."""

from typing import Any

from django.utils.translation import gettext as _

from games.models import Deal
from games.story import Story, story_of
from league.results.deal_words import Names, ruleset_of


def story_in_words(deal: Deal, names: Names) -> dict[str, Any] | None:
    """Return the cards of a full record, named; None for a summary."""
    if deal.form != Deal.Form.RECORD:
        return None
    story = story_of(ruleset_of(deal), deal.data)
    if story is None:
        return None
    return {
        "hands": [(names.seat(seat), cards) for seat, cards in enumerate(story.hands)],
        "calls": [(names.seat(seat), _call(call)) for seat, call in story.calls],
        "trump": story.trump,
        "gifts": [(names.seat(giver), names.seat(to), cards) for giver, to, cards in story.gifts],
        "thrown_in": story.thrown_in,
        "tricks": _tricks(story, names),
    }


def _tricks(story: Story, names: Names) -> list[dict[str, Any]]:
    return [
        {
            "number": number,
            "cards": [
                {"name": names.seat(seat), "card": card, "won": seat == trick.winner}
                for seat, card in trick.cards
            ],
            "winner": "" if trick.winner is None else names.seat(trick.winner),
        }
        for number, trick in enumerate(story.tricks, start=1)
    ]


def _call(call: str) -> str:
    return _("pass") if call == "pass" else call
