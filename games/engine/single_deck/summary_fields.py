"""Fields of a summary that the games with one pinochle pack have in common."""

from collections.abc import Callable, Mapping
from typing import Any

from games.engine.card_values import CardValues
from games.engine.single_deck.number_auction import HIGHEST_BID
from games.engine.single_deck.values import HIGHEST_TOTAL, USUAL_CARDS, card_values
from games.engine.summary_fields import (
    Asked,
    SummaryField,
    When,
    declarer,
    trump,
    whatever_the_rules,
)
from games.sentences import Sentence, say

LIKELY_BIDS = 10
STEP = 10  # of all bids, in all rulesets

# a summary that does not say how the deal ended was played
WITH_BID: When = (("outcome", ("played", "unmakeable", "thrown_in", None)),)
PLAYED: When = (("outcome", ("played", None)),)


def endings(points: int) -> dict[str, Sentence]:
    """Return how a deal can end; `points` are those of all tricks together."""
    return {
        "played": say("all tricks were played"),
        "unmakeable": say(
            "not played: meld and %(points)d points do not reach the bid", points=points
        ),
        "thrown_in": say("thrown in before the first card"),
        "redeal": say("everybody passed; the cards are dealt again"),
    }


def may_redeal(options: Any) -> bool:
    return bool(options.all_pass == "redeal")


def contract(*, declared: Sentence, melded: Sentence) -> tuple[SummaryField, ...]:
    """Return the fields up to the play: the deal may have ended before it, in several ways.

    A deal that is passed out ends before there is a bid, any other after the melds.
    """
    return (
        _outcome(may_redeal),
        _bid(),
        declarer(help=declared, when=WITH_BID),
        trump(when=WITH_BID),
        melds(help=melded, when=WITH_BID),
        _outcome(lambda options: not may_redeal(options)),
    )


def _outcome(is_here: Callable[[Any], bool]) -> SummaryField:
    def asked(options: Any, players: int) -> Mapping[str, Any] | None:
        possible = {
            "unmakeable": options.unmakeable_bid == "no_play",
            "thrown_in": options.throw_in,
            "redeal": may_redeal(options),
        }
        known = endings(card_values(options).total).items()
        choices = tuple(ending for ending in known if possible.get(ending[0], True))
        return {"choices": choices} if is_here(options) and len(choices) > 1 else None

    return SummaryField(
        name="outcome",
        label=say("How the deal ended"),
        help=say("Whether the tricks were played, or the deal ended before."),
        kind="choice",
        choices=tuple(endings(USUAL_CARDS.total).items()),
        default="played",
        asked=asked,
        written=lambda state, result: state.ending or "redeal",
    )


def _bid() -> SummaryField:
    def by_rules(lowest: int, step: int) -> Mapping[str, Any]:
        return {
            "help": say("The highest bid of the auction, %(low)d or more.", low=lowest),
            "minimum": lowest,
            "step": step,
            "likely": tuple(range(lowest, lowest + LIKELY_BIDS * step, step)),
        }

    return SummaryField(
        name="bid",
        label=say("Bid"),
        kind="number",
        maximum=HIGHEST_BID,
        asked=lambda options, players: by_rules(options.min_bid, options.bid_increment),
        when=WITH_BID,
        **by_rules(STEP, STEP),
    )


def melds(*, help: Sentence, asked: Asked = whatever_the_rules, when: When = ()) -> SummaryField:
    return SummaryField(
        name="melds",
        label=say("Meld"),
        help=help,
        kind="side_numbers",
        minimum=0,
        step=10,
        asked=asked,
        when=when,
    )


def points(
    *,
    help: Callable[[CardValues], Sentence],
    values: Callable[[Any], CardValues] = card_values,
    asked: Asked = whatever_the_rules,
    when: When = (),
) -> SummaryField:
    """Return the points in play; `help` says what counts, given what the cards are worth."""

    def by_rules(options: Any, players: int) -> Mapping[str, Any]:
        worth = values(options)
        bounds = {"maximum": worth.total, "total": worth.total, "step": worth.step}
        return {"help": help(worth), **bounds, **(asked(options, players) or {})}

    return SummaryField(
        name="points",
        label=say("Points in play"),
        help=help(USUAL_CARDS),
        kind="side_numbers",
        minimum=0,
        maximum=HIGHEST_TOTAL,
        total=USUAL_CARDS.total,
        asked=by_rules,
        when=when,
    )


def tricks(
    *, help: Sentence, total: int, asked: Asked = whatever_the_rules, when: When = ()
) -> SummaryField:
    return SummaryField(
        name="tricks",
        label=say("Tricks"),
        help=help,
        kind="side_numbers",
        minimum=0,
        maximum=total,
        total=total,
        required=False,
        asked=asked,
        when=when,
    )


def dix_only(*, label: Sentence, help: Sentence) -> SummaryField:
    """Return the field of a meld of nines of trumps: written of every meld, asked after a play."""
    return SummaryField(
        name="dix_only",
        label=label,
        help=help,
        kind="side_flags",
        required=False,
        asked=lambda options, players: {"when": PLAYED} if options.save_meld == "point" else None,
        when=WITH_BID,
        written=lambda state, result: list(state.dix_only),
    )
