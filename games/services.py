"""What the rest of the site asks of the games: scores, checks, explanations, rules."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from functools import cache
from random import Random
from typing import Any

from games import score_door
from games.engine import forms
from games.engine.actions import play_deal
from games.engine.errors import RulesetRefused
from games.engine.figures import Achievement, DealFigures
from games.engine.final_scores import FINAL_SCORE, Played, score_final
from games.engine.games import GameState
from games.engine.meld_sheet import MeldSheet, add_up
from games.engine.options import Option, Value, changes, value_label
from games.engine.prepared import (
    PreparedDeal,
    Step,
    check_as_prepared,
    commitment_of,
    dealer_of,
    how_dealt,
    is_seed,
    prepared_deal,
    sorted_hand,
    steps_of,
)
from games.engine.prepared_summary import check_summary_as_prepared
from games.engine.record import as_object
from games.engine.result import DealResult
from games.engine.rule_codes import CodeGroup
from games.engine.ruleset import Ruleset
from games.engine.schemas import record_schema, summary_schema
from games.engine.summary_fields import SummaryField
from games.engine.variant import Family
from games.engine.variants import CODE_GROUPS, RULE_CODES, VARIANTS, make_ruleset, variant_of
from games.example import example_record
from games.models import Deal
from games.printed_rules import (
    PrintedRule,
    PrintedSection,
    option_sections,
    printed_rules,
    rulesets_by_players,
)
from games.sentences import Sentence
from games.stored import (
    contract_of,
    figures_of,
    lines_of,
    result_of,
    store_deal,
    store_deals,
    unsaved_deal,
)
from games.story import hands_of, turns_of
from games.variant_info import PresetInfo, VariantInfo, variant_info
from games.wording import AS_IN_DATA, render_sentence, whole_sentence

__all__ = [
    "FINAL_SCORE",
    "Achievement",
    "DealFigures",
    "Family",
    "Played",
    "PreparedDeal",
    "PresetInfo",
    "PrintedRule",
    "PrintedSection",
    "RulesetRefused",
    "Step",
    "VariantInfo",
    "achievement_implied",
    "achievement_label",
    "check_cards_prepared",
    "code_groups",
    "commitment_of",
    "contract_of",
    "dealer_of",
    "example_record",
    "explain_call",
    "families",
    "family_of",
    "figures_of",
    "imp_multiplier",
    "is_counter_clockwise",
    "is_seed",
    "lines_of",
    "look_at",
    "meld_sheet",
    "melds_laid",
    "option_diff",
    "option_sections",
    "play_game",
    "play_prepared",
    "play_same_cards",
    "prepared_deal",
    "printed_rules",
    "random_record",
    "ranks_of",
    "render_sentence",
    "result_of",
    "ruleset",
    "rulesets_by_players",
    "schemas",
    "score",
    "score_deal",
    "score_final_score",
    "sorted_hands",
    "spread_of",
    "step_of_final_score",
    "steps_by_hand",
    "stock_in_order",
    "store_deal",
    "store_deals",
    "summary_fields",
    "summary_of",
    "target_of",
    "turns_of",
    "unsaved_deal",
    "value_in_words",
    "variant_named",
    "variants",
    "whole_sentence",
    "with_melds",
]


def ruleset(
    variant: str,
    preset: str | None = None,
    options: Mapping[str, Any] | None = None,
    players: int | None = None,
) -> Ruleset:
    """Return the ruleset, checked and frozen. Raises RulesetRefused(code, sentence, field)."""
    return make_ruleset(variant, preset, options, players)


def score(data: object) -> dict[str, Any]:
    """Return the answer of the `score` door, in the active language; see `score_door.score`."""
    return score_door.score(data, AS_IN_DATA)


def score_deal(ruleset: Ruleset, data: Mapping[str, Any]) -> DealResult:
    """Score a deal by this ruleset.

    `data` is a summary form (`{"dealer": .., "summary": {..}}`) or a full record; what it names of
    a ruleset must agree. Raises MalformedRecord or IllegalAction.
    """
    data = as_object(data, name="deal")
    forms.check_same_ruleset(ruleset, data)
    return forms.score_deal(ruleset, data)


def score_final_score(ruleset: Ruleset, data: Mapping[str, Any], played: Played) -> DealResult:
    """Check the final score of a table or a game; `played` says of what.

    `data` is `{"final_score": [..], "winner": .., "unfinished": ..}`, the scores by side. Raises
    MalformedRecord or IllegalAction.
    """
    game = VARIANTS[ruleset.variant]
    return score_final(ruleset, game.final_scores, game.target(ruleset.options), data, played)


def step_of_final_score(ruleset: Ruleset) -> int:
    """Return the number of which every score of the game is a multiple by this ruleset."""
    return VARIANTS[ruleset.variant].final_scores.step(ruleset.options, ruleset.players)


def play_game(
    ruleset: Ruleset,
    deals: Iterable[Deal | DealResult | Mapping[str, Any]],
    first_dealer: int | None = None,
) -> GameState:
    """Return the game after the deals: stored ones, results, bare results, summaries or records.

    Raises MalformedRecord or IllegalAction; `deal` of the refusal is the place in the list.
    """
    known = [result_of(deal) if isinstance(deal, Deal) else deal for deal in deals]
    return forms.play_deals(ruleset, known, first_dealer)


def target_of(ruleset: Ruleset) -> int:
    """Return the score at which a game by these rules is won."""
    return VARIANTS[ruleset.variant].target(ruleset.options)


def is_counter_clockwise(ruleset: Ruleset) -> bool:
    """Say whether the turn passes to the right by these rules."""
    return VARIANTS[ruleset.variant].counter_clockwise(ruleset.options)


def summary_fields(ruleset: Ruleset) -> tuple[SummaryField, ...]:
    """Return what a scorer is asked, in the order in which it happens at the table."""
    return VARIANTS[ruleset.variant].summary_fields(ruleset.options, ruleset.players)


def summary_of(ruleset: Ruleset, record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the summary form of a full record. Raises what replaying it raises."""
    return VARIANTS[ruleset.variant].summary_of(ruleset, record)


def explain_call(
    ruleset: Ruleset, dealer: int, auction: Sequence[Any], call: object
) -> Mapping[str, Any] | None:
    """Return what a call tells the partner by the ruleset's conventions, or None."""
    return VARIANTS[ruleset.variant].explain_call(ruleset, dealer, list(auction), call)


def schemas(variant: str) -> dict[str, Any]:
    """Return the JSON Schemas of `record` and `summary`. Raises RulesetRefused."""
    game = variant_of(variant)
    return {"record": record_schema(game), "summary": summary_schema(game)}


@cache
def variants() -> tuple[VariantInfo, ...]:
    """Return every game with its presets and options, in the order of their names.

    They are made once: pages of many events ask for the name of each one's game.
    """
    return tuple(variant_info(VARIANTS[name]) for name in sorted(VARIANTS))


def variant_named(name: str) -> VariantInfo | None:
    """Return one game with its presets and options, or None where there is no such game."""
    return next((info for info in variants() if info.id == name), None)


def code_groups() -> tuple[CodeGroup, ...]:
    """Return every code a refusal can have, with what a scorer looks at, by part of the deal."""
    return CODE_GROUPS


def look_at(code: str) -> Sentence | None:
    """Return what a scorer should look at when a deal is refused with this code."""
    return RULE_CODES.get(code)


def achievement_implied(variant: str, kind: str) -> str | None:
    """Return the kind of achievement that this one says as well, or None."""
    return VARIANTS[variant].implied_achievements.get(kind) if variant in VARIANTS else None


def achievement_label(variant: str, kind: str) -> Sentence | None:
    """Return what an achievement of a game is called, or None for one that is no longer read."""
    return VARIANTS[variant].achievements.get(kind) if variant in VARIANTS else None


def families() -> Mapping[str, Family]:
    """Return the families of games that share a rating, by id, in the order of the games."""
    return {game.family.id: game.family for game in VARIANTS.values()}


def family_of(variant: str) -> Family:
    """Return the family of a game. Raises KeyError where there is no such game."""
    return VARIANTS[variant].family


def spread_of(variant: str) -> float:
    """Return the standard deviation of the margin of one deal, in the game's points.

    Measured with plain players of equal strength: 150 random deals a preset; the presets of a
    game differ by less than the figures are worth.
    """
    return VARIANTS[variant].spread


def imp_multiplier(variant: str) -> Decimal:
    """Return the factor by which a game's points are usually multiplied before they become IMPs."""
    return VARIANTS[variant].imp_multiplier


def option_diff(ruleset: Ruleset) -> list[tuple[Sentence, Sentence, Sentence]]:
    """Return each option that differs from its preset, as (option, preset's value, its value)."""
    preset = VARIANTS[ruleset.variant].presets[ruleset.preset]
    return [
        (about.label, value_label(about, before), value_label(about, after))
        for about, before, after in changes(preset, ruleset.options)
    ]


def value_in_words(option: Option, value: Value) -> str:
    """Return what a value of an option is called; one that is no longer offered, as it is."""
    for choice in option.choices:
        if choice.value == value and type(choice.value) is type(value):
            return render_sentence(choice.label)
    return str(value)


def random_record(ruleset: Ruleset, rng: Random, dealer: int | None = None) -> dict[str, Any]:
    """Return a whole legal record, shuffled by `rng` and played by the plain sensible player."""
    return VARIANTS[ruleset.variant].random_deal(ruleset, rng, dealer=dealer)


def play_prepared(ruleset: Ruleset, deal: PreparedDeal) -> dict[str, Any]:
    """Return the record of a prepared deal, played by the plain sensible player."""
    game = VARIANTS[ruleset.variant]
    record = {**ruleset.as_json(), **deal.as_record()}
    return play_deal(record, game.opening(ruleset, record), game.apply, game.plain_player)


def play_same_cards(ruleset: Ruleset, record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the record of the cards of another one, played by the plain sensible player.

    What that record says of the cards and of the game before stays; what was done with them goes.
    """
    game = VARIANTS[ruleset.variant]
    done = {*game.phase_of, "trump"}
    cards = {key: value for key, value in record.items() if key not in done}
    return game.played_out(ruleset, {**cards, **ruleset.as_json()})


def check_cards_prepared(ruleset: Ruleset, deal: PreparedDeal, data: Mapping[str, Any]) -> None:
    """Refuse a deal that has been scored if it cannot be of the prepared cards.

    The cards of a record must be those; a summary is refused where its melds are more than they
    can be. Raises IllegalAction `not_as_prepared`.
    """
    if "summary" in data:
        check_summary_as_prepared(ruleset, deal, data["summary"])
        return
    hands = hands_of(VARIANTS[ruleset.variant], ruleset, data)
    if hands:
        check_as_prepared(how_dealt(ruleset), deal, hands, data.get("stock"))


def sorted_hands(ruleset: Ruleset, deal: PreparedDeal) -> list[list[str]]:
    """Return the hands by seat in the order in which people sort a pack."""
    dealt = how_dealt(ruleset)
    return [sorted_hand(dealt, cards) for cards in deal.hands]


def steps_by_hand(ruleset: Ruleset, deal: PreparedDeal) -> list[Step]:
    """Return how the deal is made from a sorted pack, four cards at a time."""
    return steps_of(how_dealt(ruleset), deal)


def ranks_of(ruleset: Ruleset) -> str:
    """Return the ranks of the pack from strong to weak."""
    texts = how_dealt(ruleset).deck.texts
    return "".join(dict.fromkeys(text[0] for text in reversed(texts)))


def stock_in_order(ruleset: Ruleset) -> bool:
    """Say whether cards are drawn from the stock, so that the order of its cards counts."""
    return how_dealt(ruleset).stock_in_order


# Melds by the cards that were laid down: which there can be, and what they are worth.


def meld_sheet(ruleset: Ruleset) -> MeldSheet | None:
    """Return what can be laid down as meld by this ruleset, None in a game without melds."""
    return VARIANTS[ruleset.variant].meld_sheet(ruleset.options, ruleset.players)


def melds_laid(
    ruleset: Ruleset, laid: Sequence[Mapping[str, int]], trump: str, declarer: int | None
) -> list[list[tuple[str, int]]]:
    """Return by seat the melds in words with their points; their sum is what the seat melds.

    Raises IllegalAction for cards that the pack or a hand does not hold.
    """
    sheet = meld_sheet(ruleset)
    named = add_up(sheet, laid, trump, declarer) if sheet else []
    return [[(render_sentence(name), points) for name, points in melds] for melds in named]


def with_melds(ruleset: Ruleset, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a deal whose summary names the melds laid down with their numbers beside them.

    Raises MalformedRecord or IllegalAction.
    """
    summary = data.get("summary") if isinstance(data, Mapping) else None
    if not isinstance(summary, Mapping) or "laid" not in summary:
        return data
    return {**data, "summary": forms.added_up(ruleset, summary)}
