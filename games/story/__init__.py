"""A full record in the order in which it happened: who called, who gave, who won a trick."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.ruleset import Ruleset
from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from games.story.following import follow
from games.story.parts import RANKS, Draw, Meld, Story, Trick

__all__ = ["RANKS", "Draw", "Meld", "Story", "Trick", "hands_of", "story_of"]


def story_of(ruleset: Ruleset, record: Mapping[str, Any]) -> Story | None:
    """Return the story of a record that has been scored, or None where it names no cards."""
    game = VARIANTS[ruleset.variant]
    hands = hands_of(game, ruleset, record)
    if not hands:
        return None
    state = game.opening(ruleset, record)
    story = Story(
        hands=list(hands),
        dealer=record["dealer"],
        trump=record.get("trump"),
        counter_clockwise=game.counter_clockwise(ruleset.options),
    )
    undealt = record.get("stock") or ""
    if game.undealt == "kitty":
        story.kitty = undealt
    else:
        story.stock = undealt
    if game.turns_up:  # the stock lies on a card that is turned up
        story.turned_up = undealt.split()[0]
    follow(story, game, state, record)
    _write_the_end(story, game, state)
    return story


def hands_of(game: Variant, ruleset: Ruleset, record: Mapping[str, Any]) -> Sequence[str]:
    """Return the hands of a record, dealt from the whole pack where that stands in their place."""
    if record.get("hands") or game.recorded_hands is None or not record.get("deck"):
        return record.get("hands") or ()
    return game.recorded_hands(record, record["dealer"], ruleset.options)


def _write_the_end(story: Story, game: Variant, state: Any) -> None:
    """Add what is known best when all is done: the contract, melds and draws, the ranks."""
    detail = game.result(state).detail if state.over else {}
    story.declarer = detail.get("declarer")
    story.trump = state.trump or story.trump
    story.ranks = _ranks(game, state)
    for seat, melds in enumerate(detail.get("named_melds") or ()):
        story.melds += [
            Meld(None, seat, game.meld_names[name], worth) for name, worth in melds.items()
        ]
    for laid in game.melds_laid(state):
        after = laid.trick or None
        story.melds.append(Meld(after, laid.seat, laid.label, laid.points, laid.cards))
    story.draws[:0] = [Draw(*drawn) for drawn in game.cards_drawn(state)]


def _ranks(game: Variant, state: Any) -> str:
    """Return the ranks of the pack from strong to weak; trump may put another card in a suit."""
    if state.play is not None:
        deck = state.play.deck
    else:
        deck = game.how_dealt(state.ruleset.options, state.ruleset.players).deck
    return "".join(dict.fromkeys(text[0] for text in reversed(deck.texts)))
