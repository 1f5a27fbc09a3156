"""The forms in which deals are sent: a record, a summary, a game, a call. One function each."""

from collections.abc import Mapping
from typing import Any

from games.engine.errors import MalformedRecord, Refusal
from games.engine.games import GameState, read_bare_result
from games.engine.meld_sheet import with_melds
from games.engine.record import (
    DEAL_KEYS,
    IGNORED,
    RULESET_KEYS,
    as_object,
    bad_field,
    check_keys,
    read_dealer,
    read_list,
    read_seat,
    required,
)
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.variants import VARIANTS, make_ruleset
from games.sentences import say

GAME_KEYS = IGNORED | RULESET_KEYS | {"game", "first_dealer"}
# by game: the keys that the form of a summary may have
SUMMARY_KEYS = {
    name: frozenset({*DEAL_KEYS, "summary", *game.extra_form_schemas})
    for name, game in VARIANTS.items()
}
CALL_KEYS = DEAL_KEYS | {"auction", "call"}
# keys of records and summaries, which a bare result (a deal of which only the score is sent) lacks
DEAL_MARKS = frozenset({"summary", "hands", "deck", "auction", "play"})


def ruleset_of(data: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset a form names. Raises RulesetRefused.

    Numbers that the rulebook does not list are a club's own: `house_rules` true allows them.
    """
    return make_ruleset(
        required(data, "variant"),
        data.get("preset"),
        data.get("options"),
        data.get("players"),
        house_rules=data.get("house_rules", False),
    )


def score_deal(ruleset: Ruleset, data: Mapping[str, Any]) -> DealResult:
    """Score one deal, a summary or a full record. Raises MalformedRecord or IllegalAction."""
    game = VARIANTS[ruleset.variant]
    if "summary" not in data:
        return game.replay(ruleset, data)
    check_keys(data, SUMMARY_KEYS[ruleset.variant])
    summary = as_object(data["summary"], name="summary")
    if "laid" in summary:
        summary = added_up(ruleset, summary)
        if game.meld_sheet(ruleset.options, ruleset.players) is not None:
            del summary["laid"]
    extra = {name: data[name] for name in game.extra_form_schemas if name in data}
    return game.score_summary(ruleset, read_dealer(data, ruleset.players), summary, **extra)


def added_up(ruleset: Ruleset, summary: Mapping[str, Any]) -> dict[str, Any]:
    """Return a summary with the melds that were laid down as numbers; see `laid.with_melds`."""
    sheet = VARIANTS[ruleset.variant].meld_sheet(ruleset.options, ruleset.players)
    return with_melds(sheet, summary, ruleset.players, ruleset.sides)


def play_game(data: Mapping[str, Any]) -> GameState:
    """Play the deals of a game form one after the other.

    Raises what a deal raises; `deal` of the refusal is then its place in the list.
    """
    check_keys(data, GAME_KEYS)
    ruleset = ruleset_of(data)
    first = data.get("first_dealer")
    if first is not None:
        first = read_seat(first, ruleset.players, name="first_dealer", rule="bad_dealer")
    return play_deals(ruleset, read_list(data, "game"), first)


def play_deals(ruleset: Ruleset, deals: Any, first_dealer: int | None = None) -> GameState:
    """Return the game after all the deals: results, or deals in any form (see `deal_result`)."""
    variant = VARIANTS[ruleset.variant]
    game = variant.start_game(ruleset, first_dealer)
    for place, deal in enumerate(deals):
        try:
            result = deal if isinstance(deal, DealResult) else deal_result(game, deal)
            game = variant.add_deal(game, result)
        except Refusal as refusal:
            refusal.deal = place
            raise
    return game


def deal_result(game: GameState, data: object) -> DealResult:
    """Score a deal of a game; ruleset, dealer and what the game carries are inherited."""
    deal = as_object(data, name="game")
    if "score" in deal and not DEAL_MARKS & deal.keys():
        return read_bare_result(game.ruleset, deal)
    check_same_ruleset(game.ruleset, deal)
    inherited = dict(VARIANTS[game.ruleset.variant].carried(game))
    if game.next_dealer is not None:
        inherited["dealer"] = game.next_dealer
    for name in inherited.keys() & deal.keys():
        if name != "dealer" and deal[name] != inherited[name]:
            sentence = say(
                '"%(name)s" of deal %(number)d does not agree with the deals before it',
                name=name,
                number=len(game.running) + 1,
            )
            raise bad_field(name, sentence, phase="game")
    return score_deal(game.ruleset, {**inherited, **deal})


def check_same_ruleset(ruleset: Ruleset, deal: Mapping[str, Any]) -> None:
    """Refuse a deal that names other rules than those it is to be scored by."""
    named = {name: deal[name] for name in RULESET_KEYS & deal.keys()}
    if named and make_ruleset(**{**ruleset.as_json(), **named}) != ruleset:
        sentence = say("this deal names another game, preset, options or players than are in force")
        raise MalformedRecord("options_changed", sentence, field="options")


def explain_call(data: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return what a call tells the partner by the conventions in force, or None."""
    check_keys(data, CALL_KEYS)
    ruleset = ruleset_of(data)
    return VARIANTS[ruleset.variant].explain_call(
        ruleset,
        read_dealer(data, ruleset.players),
        list(read_list(data, "auction")),
        data["call"],
    )
