"""What the plain player of the site makes of the cards of a deal, beside what the table made."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from django.core.cache import cache

from games import services as games
from games.engine import ENGINE_VERSION
from games.engine.errors import Refusal
from games.engine.ruleset import Ruleset
from games.models import Deal
from league.play.results.deal_words import Names, contract_parts, ruleset_of, totals_of

CACHED_SECONDS = 7 * 24 * 3_600
NOT_PLAYED = {"nothing": True}  # in the cache, of cards that cannot be played


def plain_play_of(deal: Deal, names: Names) -> dict[str, Any] | None:
    """Return the table's deal and the plain player's beside it; None where no cards are known.

    `rows` have whether they are the player's, contract, made, and points by side; `is_same` says
    that contract and points are the same in both. The player is the same in every seat, sees no
    hand but its own, and uses no chance: the same cards are always played the same way. In every
    game a deal is a bounded number of choices among the cards of a hand (measured: 1 to 30 ms); it
    is kept in the cache by its cards, without a name.
    """
    if deal.form != Deal.Form.RECORD:
        return None
    played = _played(ruleset_of(deal), deal.data)
    if played is None:
        return None
    here, players = _row(deal, names), _row(played, names)
    return {
        "rows": [here | {"is_players": False}, players | {"is_players": True}],
        "is_same": here == players,
    }


def _row(deal: Deal, names: Names) -> dict[str, Any]:
    return {
        "contract": contract_parts(deal, names),
        "made": deal.made,
        "points": totals_of(deal, names),
    }


def _played(ruleset: Ruleset, record: Mapping[str, Any]) -> Deal | None:
    """Return the deal as the plain player plays it, not saved; from the cache if it is there."""
    key = _key(ruleset, record)
    data = cache.get(key)
    if data is None:
        try:
            data = games.play_same_cards(ruleset, record)
        except Refusal:
            data = NOT_PLAYED
        cache.set(key, data, CACHED_SECONDS)
    if data == NOT_PLAYED:
        return None
    return games.unsaved_deal(ruleset, data, games.score_deal(ruleset, data))


def _key(ruleset: Ruleset, record: Mapping[str, Any]) -> str:
    names = ("dealer", "hands", "stock", "deck")
    cards = {name: record.get(name) for name in names}
    text = json.dumps([ENGINE_VERSION, ruleset.as_json(), cards, sorted(record)], sort_keys=True)
    return f"plain_play:{sha256(text.encode()).hexdigest()}"
