"""What a scorer of Fifty-Six is asked, in the order in which it happens at the table."""

from typing import Any

from games.engine.sentences import SUIT_WORDS, say
from games.engine.summary_fields import SummaryField
from games.engine.variants.fifty_six.calls import HIGHEST, LOWEST, STRAINS
from games.engine.variants.fifty_six.deal import POINTS, can_be_dealt, pack_for
from games.engine.variants.fifty_six.options import Options

# None, for a summary may leave out that the deal was played and that somebody bid
When = tuple[tuple[str, tuple[Any, ...]], ...]


def summary_fields(options: Options, players: int) -> tuple[SummaryField, ...]:
    fields = []
    played: When = ()
    redeal = _redeal(options, players)
    if redeal is not None:
        fields.append(redeal)
        played = (("redeal", ("none", None)),)
    bid = played
    if options.all_pass == "deemed_28nt":
        fields.append(_all_pass(played))
        bid = (*played, ("all_pass", (False, None)))
    fields += _contract(bid)
    fields.append(
        SummaryField(
            name="points",
            label=say("Points taken"),
            help=say("Jacks are 3, nines 2, aces and tens 1 each: 56 together."),
            kind="side_numbers",
            minimum=0,
            maximum=POINTS,
            total=POINTS,
            when=played,
        )
    )
    return tuple(fields)


def _redeal(options: Options, players: int) -> SummaryField | None:
    """Asked where a hand can be dealt for which the deal is thrown in."""
    pack = pack_for(options, players)
    hands = [choice for choice in _HANDS if can_be_dealt(pack, choice[0])]
    if options.redeal == "none" or not hands:
        return None
    return SummaryField(
        name="redeal",
        label=say("Thrown in"),
        help=say("Such a hand ends the deal at once; the same dealer deals again."),
        kind="choice",
        choices=(("none", say("no, it was played")), *hands),
    )


_HANDS = (
    ("all_jacks", say("yes, a hand of jacks only")),
    ("no_points", say("yes, a hand without a card worth points")),
)


def _all_pass(when: When) -> SummaryField:
    return SummaryField(
        name="all_pass",
        label=say("Everybody passed"),
        help=say("Nobody bid; the dealer's opponents then play 28 at no trump."),
        kind="flag",
        when=when,
    )


def _contract(when: When) -> tuple[SummaryField, ...]:
    return (
        SummaryField(
            name="bid",
            label=say("Bid"),
            help=say("The last bid of the auction, %(low)d to %(high)d.", low=LOWEST, high=HIGHEST),
            kind="number",
            minimum=LOWEST,
            maximum=HIGHEST,
            when=when,
        ),
        SummaryField(
            name="declarer",
            label=say("Declarer"),
            help=say("Who made the last bid; the side has to take as many points."),
            kind="seat",
            when=when,
        ),
        SummaryField(
            name="trump",
            label=say("Trump"),
            help=say("The suit of the last bid, or no trump."),
            kind="suit",
            choices=tuple((strain, SUIT_WORDS[strain]) for strain in STRAINS),
            when=when,
        ),
        SummaryField(
            name="doubled",
            label=say("Doubled"),
            help=say("Whether the last bid was doubled: twice the game points, or four times."),
            kind="choice",
            choices=(
                ("none", say("no")),
                ("double", say("doubled")),
                ("redouble", say("redoubled")),
            ),
            when=when,
        ),
    )
