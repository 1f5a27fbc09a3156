"""Scored deals in the database: written once, and read without scoring them again."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.engine import ENGINE_VERSION
from games.engine.deal_contracts import DealContract
from games.engine.figures import THROWN_IN, DealFigures, ScoredDeal
from games.engine.final_scores import FINAL_SCORE
from games.engine.result import DealResult, ScoreLine
from games.engine.ruleset import Ruleset
from games.engine.variants import VARIANTS, make_ruleset
from games.models import Deal
from games.sentences import sentence_from_json, sentence_to_json


def store_deal(ruleset: Ruleset, data: Mapping[str, Any], result: DealResult) -> Deal:
    """Store a scored deal: the record or summary as it was entered, with its result."""
    deal = unsaved_deal(ruleset, data, result)
    deal.save(force_insert=True)
    return deal


def store_deals(deals: Iterable[Deal]) -> None:
    """Keep deals for good that `unsaved_deal` made, all in one query."""
    Deal.objects.bulk_create(deals)


def unsaved_deal(ruleset: Ruleset, data: Mapping[str, Any], result: DealResult) -> Deal:
    """Return a scored deal as a `Deal` that is not saved, for pages that only show it."""
    return Deal(
        variant=ruleset.variant,
        preset=ruleset.preset,
        options=dict(ruleset.changed_options),
        players=ruleset.players,
        form=_form_of(data),
        data=dict(data),
        score=list(result.score),
        made=result.made,
        lines=[
            {
                "side": line.side,
                "points": line.points,
                "code": line.code,
                "sentence": sentence_to_json(line.sentence),
            }
            for line in result.lines
        ],
        detail=dict(result.detail),
        engine_version=ENGINE_VERSION,
    )


def _form_of(data: Mapping[str, Any]) -> Deal.Form:
    if FINAL_SCORE in data:
        return Deal.Form.FINAL
    return Deal.Form.SUMMARY if "summary" in data else Deal.Form.RECORD


def lines_of(deal: Deal) -> tuple[ScoreLine, ...]:
    """Return the score lines of a stored deal, with sentences that can be translated."""
    return tuple(
        ScoreLine(line["side"], line["points"], line["code"], sentence_from_json(line["sentence"]))
        for line in deal.lines
    )


def result_of(deal: Deal) -> DealResult:
    """Return the result of a stored deal as the engine gave it, without scoring it again."""
    return DealResult(
        sides=len(deal.score),
        made=deal.made,
        lines=lines_of(deal),
        detail=deal.detail,
        dealer=deal.data.get("dealer"),
    )


def contract_of(deal: Deal, summary: Mapping[str, Any]) -> DealContract:
    """Return what a stored deal was played for; `summary` is its own or that of its record."""
    return VARIANTS[deal.variant].contract(summary, deal.made, deal.detail)


def figures_of(deal: Deal) -> DealFigures:
    """Return the figures of a stored deal for statistics: bids, melds, achievements.

    A final score has none: nothing is known of its deals.
    """
    if deal.detail.get("redeal") or deal.form == Deal.Form.FINAL:
        return THROWN_IN
    scored = ScoredDeal(
        ruleset=make_ruleset(deal.variant, deal.preset, deal.options, deal.players),
        data=deal.data,
        made=deal.made,
        detail=deal.detail,
    )
    return VARIANTS[deal.variant].figures(scored)
