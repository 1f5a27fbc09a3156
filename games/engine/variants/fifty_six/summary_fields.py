"""The fields of a summary of Fifty-Six, in the order in which it happens at the table."""

from collections.abc import Mapping
from typing import Any

from games.engine.result import DealResult
from games.engine.summary_fields import (
    Field,
    SummaryField,
    SummaryFields,
    When,
    declarer,
    only_if,
)
from games.engine.variants.fifty_six.calls import HIGHEST, LOWEST, STRAINS
from games.engine.variants.fifty_six.deal import PLAYERS, POINTS, SIDES, can_be_dealt, pack_for
from games.engine.variants.fifty_six.options import Options
from games.engine.variants.fifty_six.score import MULTIPLIERS
from games.engine.variants.fifty_six.state import State
from games.sentences import SUIT_WORDS, say

# None, for a summary may leave out that the deal was played and that somebody bid
PLAYED: When = (("redeal", ("none", None)),)
WITH_BID: When = (*PLAYED, ("all_pass", (False, None)))

_PLAYED = ("none", say("no, it was played"))
_HANDS = (
    ("all_jacks", say("yes, a hand of jacks only")),
    ("no_points", say("yes, a hand without a card worth points")),
)
_DOUBLED = (("none", say("no")), ("double", say("doubled")), ("redouble", say("redoubled")))


def _redeal(options: Options, players: int) -> Mapping[str, Any] | None:
    """Asked where a hand can be dealt for which the deal is thrown in."""
    pack = pack_for(options, players)
    hands = [choice for choice in _HANDS if can_be_dealt(pack, choice[0])]
    if options.redeal == "none" or not hands:
        return None
    return {"choices": (_PLAYED, *hands)}


def _why_redealt(state: State, result: DealResult) -> Any:
    return result.detail["redeal"] or ("none" if state.options.redeal != "none" else None)


def _everybody_passed(state: State, result: DealResult) -> Any:
    return result.detail["all_pass"] if state.options.all_pass == "deemed_28nt" else None


def _doubled(state: State, result: DealResult) -> str:
    times = result.detail["multiplier"]
    return next(name for name, multiplier in MULTIPLIERS.items() if multiplier == times)


FIELDS = SummaryFields(
    SummaryField(
        name="redeal",
        label=say("Thrown in"),
        help=say("Such a hand ends the deal at once; the same dealer deals again."),
        kind="choice",
        choices=(_PLAYED, *_HANDS),
        refusal=say('"%(name)s" must be one of none, all_jacks and no_points', name="redeal"),
        asked=_redeal,
        written=_why_redealt,
    ),
    Field(name="redeal_seat", kind="seat", when=(("redeal", ("all_jacks", "no_points")),)),
    SummaryField(
        name="all_pass",
        label=say("Everybody passed"),
        help=say("Nobody bid; the dealer's opponents then play 28 at no trump."),
        kind="flag",
        asked=only_if(lambda options: options.all_pass == "deemed_28nt"),
        when=PLAYED,
        written=_everybody_passed,
    ),
    SummaryField(
        name="bid",
        label=say("Bid"),
        help=say("The last bid of the auction, %(low)d to %(high)d.", low=LOWEST, high=HIGHEST),
        kind="number",
        minimum=LOWEST,
        maximum=HIGHEST,
        when=WITH_BID,
    ),
    declarer(
        help=say("Who made the last bid. Their side must take at least that many points."),
        when=WITH_BID,
    ),
    Field(name="side", kind="side", when=WITH_BID, written=lambda state, result: None),
    SummaryField(
        name="trump",
        label=say("Trump"),
        help=say("The suit of the last bid, or no trump."),
        kind="suit",
        choices=tuple((strain, SUIT_WORDS[strain]) for strain in STRAINS),
        when=WITH_BID,
    ),
    SummaryField(
        name="doubled",
        label=say("Doubled"),
        help=say("Whether the last bid was doubled: twice the game points, or four times."),
        kind="choice",
        choices=_DOUBLED,
        refusal=say('"%(name)s" must be one of none, double and redouble', name="doubled"),
        when=WITH_BID,
        written=_doubled,
    ),
    SummaryField(
        name="points",
        label=say("Points taken"),
        help=say("Jacks are 3, nines 2, aces and tens 1 each: 56 together."),
        kind="side_numbers",
        minimum=0,
        maximum=POINTS,
        total=POINTS,
        when=PLAYED,
    ),
    Field(name="tricks", kind="side_numbers", maximum=POINTS, when=PLAYED),
    Field(name="made", kind="flag", when=PLAYED, written=lambda state, result: result.made),
    players=PLAYERS,
    sides=(SIDES, SIDES),
)
