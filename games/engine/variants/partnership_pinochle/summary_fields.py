"""What a scorer of partnership pinochle is asked, in the order in which it happens at the table."""

from typing import Any

from games.engine.sentences import SUIT_WORDS, Sentence, say
from games.engine.single_deck.deck import POINTS
from games.engine.single_deck.number_auction import HIGHEST_BID
from games.engine.summary_fields import SummaryField
from games.engine.variants.partnership_pinochle.deal import TRICKS
from games.engine.variants.partnership_pinochle.options import Options

When = tuple[tuple[str, tuple[Any, ...]], ...]

_REDEAL = ("redeal", say("everybody passed; the cards are dealt again"))
_ENDINGS: dict[str, tuple[str, Sentence]] = {
    "played": ("played", say("all tricks were played")),
    "unmakeable": ("unmakeable", say("not played: meld and 250 points do not reach the bid")),
    "thrown_in": ("thrown_in", say("thrown in before the first card")),
}


def summary_fields(options: Options, players: int) -> tuple[SummaryField, ...]:
    endings = ["played"]
    if options.unmakeable_bid == "no_play":
        endings.append("unmakeable")
    if options.throw_in:
        endings.append("thrown_in")
    may_redeal = options.all_pass == "redeal"
    # a summary that does not say how the deal ended was played
    bid: When = (("outcome", (*endings, None)),) if may_redeal else ()
    played: When = (("outcome", ("played", None)),) if may_redeal or len(endings) > 1 else ()
    fields = [*_contract(options, bid), _melds(bid)]
    if may_redeal:  # the first thing that can happen
        fields.insert(0, _outcome([*(_ENDINGS[name] for name in endings), _REDEAL]))
    elif len(endings) > 1:
        fields.append(_outcome([_ENDINGS[name] for name in endings]))
    fields.append(_points(played))
    if options.save_meld == "trick":
        fields.append(_tricks(played))
    elif options.save_meld == "point":
        fields.append(_dix_only(played))
    return tuple(fields)


def _outcome(choices: list[tuple[str, Sentence]]) -> SummaryField:
    return SummaryField(
        name="outcome",
        label=say("How the deal ended"),
        help=say("Whether the tricks were played, or the deal ended before."),
        kind="choice",
        choices=tuple(choices),
    )


def _contract(options: Options, when: When) -> list[SummaryField]:
    return [
        SummaryField(
            name="bid",
            label=say("Bid"),
            help=say("The highest bid of the auction, %(low)d or more.", low=options.min_bid),
            kind="number",
            minimum=options.min_bid,
            maximum=HIGHEST_BID,
            step=options.bid_increment,
            when=when,
        ),
        SummaryField(
            name="declarer",
            label=say("Declarer"),
            help=say("Who made the highest bid and named trump."),
            kind="seat",
            when=when,
        ),
        SummaryField(
            name="trump",
            label=say("Trump"),
            help=say("The suit the declarer named. With it the melds are checked more closely."),
            kind="suit",
            choices=tuple((suit, SUIT_WORDS[suit]) for suit in "SHDC"),
            required=False,
            when=when,
        ),
    ]


def _melds(when: When) -> SummaryField:
    return SummaryField(
        name="melds",
        label=say("Meld"),
        help=say("All that both hands of the side meld, also when it is lost in the play."),
        kind="side_numbers",
        minimum=0,
        step=10,
        when=when,
    )


def _points(when: When) -> SummaryField:
    return SummaryField(
        name="points",
        label=say("Points in play"),
        help=say("Aces, tens and kings taken, 10 each, and 10 for the last trick: 250 together."),
        kind="side_numbers",
        minimum=0,
        maximum=POINTS,
        step=10,
        total=POINTS,
        when=when,
    )


def _tricks(when: When) -> SummaryField:
    return SummaryField(
        name="tricks",
        label=say("Tricks"),
        help=say("Needed only when a side has no points: a single trick saves its meld."),
        kind="side_numbers",
        minimum=0,
        maximum=TRICKS,
        total=TRICKS,
        required=False,
        when=when,
    )


def _dix_only(when: When) -> SummaryField:
    return SummaryField(
        name="dix_only",
        label=say("Meld of nines of trumps only"),
        help=say("A side without a point keeps a meld of 10 or 20 that is of nines of trumps."),
        kind="side_flags",
        required=False,
        when=when,
    )
