"""A full record told in the order in which it happened: who called, who gave, who won a trick."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.forms import start_deal
from games.engine.meld_names import MELDS
from games.engine.ruleset import Ruleset
from games.engine.variants import VARIANTS
from games.story.telling import tell
from games.story.told import RANKS, Draw, Meld, Story, Trick

__all__ = ["RANKS", "Draw", "Meld", "Story", "Trick", "hands_of", "story_of"]


def story_of(ruleset: Ruleset, record: Mapping[str, Any]) -> Story | None:
    """Return the story of a record that has been scored, or None where it names no cards.

    A game may export what a story asks of it besides: `recorded_hands` (the hands of a record that
    has the whole pack in place of them), `named_melds` (a state before its first card -> seat, name
    and points of each meld), `LAST_TRICK` (what the last trick is worth) and `DECK` (where a deal
    may end before the play).
    """
    game = VARIANTS[ruleset.variant]
    hands = hands_of(game, ruleset, record)
    if not hands:
        return None
    state = start_deal(ruleset, {**record, "hands": hands})
    story = Story(
        hands=list(hands),
        dealer=record["dealer"],
        trump=record.get("trump"),
        counter_clockwise=getattr(ruleset.options, "direction", "") == "counter_clockwise",
    )
    undealt = record.get("stock") or ""
    if hasattr(state, "kitty"):
        story.kitty = undealt
    else:
        story.stock = undealt
    if hasattr(state, "up"):  # the stock lies on a card that is turned up
        story.turned_up = undealt.split()[0]
    tell(story, game, state, record)
    _tell_the_end(story, game, state)
    return story


def hands_of(game: Any, ruleset: Ruleset, record: Mapping[str, Any]) -> Sequence[str]:
    """Return the hands of a record, dealt from the whole pack where that stands in their place."""
    if record.get("hands") or not hasattr(game, "recorded_hands") or not record.get("deck"):
        return record.get("hands") or ()
    hands: Sequence[str] = game.recorded_hands(record, record["dealer"], ruleset.options)
    return hands


def _tell_the_end(story: Story, game: Any, state: Any) -> None:
    """Tell what is known best when all is done: the contract, melds and draws, the ranks."""
    detail = game.result(state).detail if state.over else {}
    story.declarer = detail.get("declarer")
    story.trump = getattr(state, "trump", None) or story.trump
    story.ranks = _ranks(game, state)
    for seat, melds in enumerate(detail.get("named_melds") or ()):
        story.melds += [
            Meld(None, seat, MELDS.get(name, name), worth) for name, worth in melds.items()
        ]
    for laid in getattr(state, "laid", ()):
        after = laid.trick or None
        story.melds.append(Meld(after, laid.seat, laid.label, laid.points, laid.cards))
    story.draws[:0] = [Draw(*drawn) for drawn in getattr(state, "drawn", ())]


def _ranks(game: Any, state: Any) -> str:
    """Return the ranks of the pack from strong to weak, as the game's own deck has them."""
    deck = getattr(getattr(state, "play", None), "deck", None) or getattr(game, "DECK", None)
    if deck is None:
        return RANKS
    return "".join(dict.fromkeys(text[0] for text in reversed(deck.texts)))
