"""A game's example deal as its pages show it: the cards, what a scorer writes, the score."""

import json
from typing import Any

from games import services as games
from games.engine.ruleset import Ruleset
from games.story import RANKS, story_of
from league.faces.public.rules.letters import Letters
from league.faces.public.rules.record_entries import Entry
from league.faces.public.rules.record_shown import record_shown
from league.play.results.deal_words import contract_of, facts_of, lines_shown, totals_of

SUITS = "SHCD"  # black and red in turn


def example_deal(ruleset: Ruleset) -> dict[str, Any]:
    """Return the example of this ruleset in words; always the same deal."""
    record = games.example_record(ruleset)
    names = Letters(ruleset)
    result = games.score_deal(ruleset, record)
    deal = games.unsaved_deal(ruleset, record, result)
    parts = {part.phase: part for part in record_shown(ruleset, record, names)}
    return {
        "contract": contract_of(deal, names),
        "made": deal.made,
        "facts": facts_of(deal, names, a_row_each_side=True),
        "lines": lines_shown(result.lines, names),
        "totals": totals_of(deal, names),
        "hands": _hands(ruleset, record, parts.pop("hands").entries),
        "parts": list(parts.values()),
    }


def _hands(ruleset: Ruleset, record: dict[str, Any], dealt: list[Entry]) -> list[tuple[str, str]]:
    """Return the hands sorted as people hold them: by suit, the game's high cards first."""
    story = story_of(ruleset, record)
    ranks = story.ranks if story else RANKS
    return [
        (
            hand.who,
            " ".join(
                sorted(hand.cards, key=lambda card: (SUITS.find(card[1:]), ranks.find(card[:1])))
            ),
        )
        for hand in dealt
    ]


def example_record_text(ruleset: Ruleset) -> str:
    """Return the example's full record as it is pasted: one line a field."""
    return as_text(games.example_record(ruleset))


def example_summary(ruleset: Ruleset) -> dict[str, Any]:
    """Return what a scorer writes down of the example: dealer and summary."""
    form = games.summary_of(ruleset, games.example_record(ruleset))
    return {"dealer": form.get("dealer", ruleset.players - 1), "summary": form["summary"]}


def as_text(record: dict[str, Any]) -> str:
    """Return a record as JSON that fits a narrow screen: one line for each field."""
    fields = [f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in record.items()]
    return "{\n" + ",\n".join(fields) + "\n}"
