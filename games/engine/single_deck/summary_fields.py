"""Fields of a summary that the games with one pinochle pack ask for in the same words."""

from dataclasses import dataclass

from games.engine.sentences import SUIT_WORDS, Sentence, say
from games.engine.single_deck.deck import COUNTER, POINTS
from games.engine.single_deck.number_auction import HIGHEST_BID
from games.engine.summary_fields import SummaryField

LIKELY_BIDS = 10
When = tuple[tuple[str, tuple[str | None, ...]], ...]

_ENDINGS = {
    "played": say("all tricks were played"),
    "unmakeable": say("not played: meld and 250 points do not reach the bid"),
    "thrown_in": say("thrown in before the first card"),
    "redeal": say("everybody passed; the cards are dealt again"),
}


@dataclass(frozen=True, slots=True)
class Endings:
    """How a deal of the game may end. A summary that does not say how it ended was played."""

    names: tuple[str, ...]

    @property
    def may_redeal(self) -> bool:
        return "redeal" in self.names

    @property
    def with_bid(self) -> When:
        """When what belongs to a bid is asked."""
        if not self.may_redeal:
            return ()
        return (("outcome", (*(name for name in self.names if name != "redeal"), None)),)

    @property
    def played(self) -> When:
        """When what belongs to the tricks is asked."""
        return (("outcome", ("played", None)),) if len(self.names) > 1 else ()


def endings_of(*, no_play: bool, throw_in: bool, redeal: bool) -> Endings:
    """Return how a deal may end; `no_play`: a bid out of reach is not played."""
    possible = {"played": True, "unmakeable": no_play, "thrown_in": throw_in, "redeal": redeal}
    return Endings(tuple(name for name, may_be in possible.items() if may_be))


def with_outcome(endings: Endings, contract: list[SummaryField]) -> list[SummaryField]:
    """Return the fields up to the play, with how the deal ended where that is to be asked.

    A deal that is passed out ends before there is a bid, any other after the melds.
    """
    if len(endings.names) == 1:
        return contract
    outcome = SummaryField(
        name="outcome",
        label=say("How the deal ended"),
        help=say("Whether the tricks were played, or the deal ended before."),
        kind="choice",
        choices=tuple((name, _ENDINGS[name]) for name in endings.names),
    )
    return [outcome, *contract] if endings.may_redeal else [*contract, outcome]


def bid(*, lowest: int, step: int, when: When) -> SummaryField:
    return SummaryField(
        name="bid",
        label=say("Bid"),
        help=say("The highest bid of the auction, %(low)d or more.", low=lowest),
        kind="number",
        minimum=lowest,
        maximum=HIGHEST_BID,
        step=step,
        likely=tuple(range(lowest, lowest + LIKELY_BIDS * step, step)),
        when=when,
    )


def declarer(*, help: Sentence, when: When) -> SummaryField:
    return SummaryField(name="declarer", label=say("Declarer"), help=help, kind="seat", when=when)


_TRUMP = say("The suit the declarer named. With it the melds are checked more closely.")


def trump(*, help: Sentence = _TRUMP, when: When = ()) -> SummaryField:
    return SummaryField(
        name="trump",
        label=say("Trump"),
        help=help,
        kind="suit",
        choices=tuple((suit, SUIT_WORDS[suit]) for suit in "SHDC"),
        required=False,
        when=when,
    )


def melds(*, help: Sentence, maximum: int | None = None, when: When = ()) -> SummaryField:
    return SummaryField(
        name="melds",
        label=say("Meld"),
        help=help,
        kind="side_numbers",
        minimum=0,
        maximum=maximum,
        step=10,
        when=when,
    )


def points(
    *, help: Sentence, step: int = COUNTER, total: int | None = POINTS, when: When = ()
) -> SummaryField:
    """`total`: what all sides have together, None where cards laid away count for nobody."""
    return SummaryField(
        name="points",
        label=say("Points in play"),
        help=help,
        kind="side_numbers",
        minimum=0,
        maximum=POINTS,
        step=step,
        total=total,
        when=when,
    )


def tricks(*, help: Sentence, total: int, when: When = ()) -> SummaryField:
    return SummaryField(
        name="tricks",
        label=say("Tricks"),
        help=help,
        kind="side_numbers",
        minimum=0,
        maximum=total,
        total=total,
        required=False,
        when=when,
    )


def dix_only(*, label: Sentence, help: Sentence, when: When) -> SummaryField:
    return SummaryField(
        name="dix_only", label=label, help=help, kind="side_flags", required=False, when=when
    )
