"""What a scorer of Pitch is asked, in the order in which it happens at the table."""

from games.engine.options import number_label
from games.engine.sentences import SUIT_WORDS, Sentence, say
from games.engine.summary_fields import SummaryField
from games.engine.variants.pitch.auction import SMUDGE, ladder
from games.engine.variants.pitch.deal import HAND_SIZE
from games.engine.variants.pitch.options import Options


def summary_fields(options: Options, players: int) -> tuple[SummaryField, ...]:
    may_pass_out = options.all_pass != "dealer_forced"
    played = (("passed_out", (False,)),) if may_pass_out else ()
    fields = [_PASSED_OUT] if may_pass_out else []
    fields += [
        SummaryField(
            name="bid",
            label=say("Bid"),
            help=say("The highest bid of the auction."),
            kind="choice",
            choices=tuple((_written(bid), _called(bid)) for bid in ladder(options)),
            when=played,
        ),
        SummaryField(
            name="declarer",
            label=say("Pitcher"),
            help=say("Who made the highest bid and led to the first trick."),
            kind="seat",
            when=played,
        ),
        SummaryField(
            name="trump",
            label=say("Trump"),
            help=say("The suit of the first card led. It does not change the score."),
            kind="suit",
            choices=tuple((suit, SUIT_WORDS[suit]) for suit in "SHDC"),
            required=False,
            when=played,
        ),
    ]
    fields += [
        SummaryField(
            name=f"awards.{award}",
            label=label,
            help=help,
            kind="side",
            nullable=award in ("jack", "game"),
            when=played,
        )
        for award, label, help in _AWARDS
    ]
    if options.smudge_all_tricks:
        fields.append(_tricks(options, played))
    return tuple(fields)


def _tricks(options: Options, played: tuple[tuple[str, tuple[bool, ...]], ...]) -> SummaryField:
    """Asked where six tricks can decide: always when an unbid sweep can win, else on a smudge."""
    smudge = SMUDGE if options.smudge == "five" else 4
    on_smudge = () if options.smudge_unbid != "no" else (("bid", (smudge,)),)
    return SummaryField(
        name="tricks",
        label=say("Tricks"),
        help=say("How many of the six tricks each side took."),
        kind="side_numbers",
        minimum=0,
        maximum=HAND_SIZE,
        total=HAND_SIZE,
        when=(*played, *on_smudge),
    )


def _written(bid: str) -> str | int:
    return bid if bid == SMUDGE else int(bid)


def _called(bid: str) -> Sentence:
    return say("smudge") if bid == SMUDGE else number_label(int(bid))


_PASSED_OUT = SummaryField(
    name="passed_out",
    label=say("Everybody passed"),
    help=say("Nobody bid; nothing is scored and the cards are dealt again."),
    kind="flag",
)

_AWARDS = (
    ("high", say("High"), say("Who has the point for the highest trump in play.")),
    ("low", say("Low"), say("Who has the point for the lowest trump in play.")),
    ("jack", say("Jack"), say("Who took the jack of trumps; nobody if it was not dealt.")),
    ("game", say("Game"), say("Who took the most card points; nobody if the most is shared.")),
)
