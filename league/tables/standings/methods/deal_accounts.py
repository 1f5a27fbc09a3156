"""A sentence for each entry: the sum of its deals, and how its total follows from that."""

from collections.abc import Sequence
from fractions import Fraction

from games.sentences import Sentence, say
from league.foundation.doors.reading import Number
from league.tables.standings.methods.deals.methods import (
    BoardAMatch,
    DealMethod,
    DealPoints,
    Matchpoints,
)
from league.tables.standings.methods.exact import format_number
from league.tables.standings.methods.ledger import Ledger


def accounts_of(ledger: Ledger, method: DealMethod, full: int) -> list[Sentence]:
    """Return the sentence of each entry; `full` is how many results a deal should have."""
    sums = ledger.sums(ledger.results)
    deals = ledger.sums([1] * len(ledger.entries))
    return [_account(ledger, method, full, *numbered) for numbered in _numbered(sums, deals)]


def _numbered(sums: Sequence[Number], deals: Sequence[Number]) -> list[tuple[int, Number, int]]:
    pairs = zip(sums, deals, strict=True)
    return [(entry, total, int(count)) for entry, (total, count) in enumerate(pairs)]


def _account(
    ledger: Ledger, method: DealMethod, full: int, entry: int, own: Number, deals: int
) -> Sentence:
    if not deals:
        sentence = say("has played no deal that counts yet")
    else:
        sentence = _of_deals(method, full, own, deals)
    uneven, total = ledger.uneven.get(entry, 0), ledger.totals[entry]
    if uneven:
        sentence = say(
            "%(account)s; as many deals as the others played would make %(scaled)s",
            account=sentence,
            scaled=format_number(own + uneven),
        )
    if ledger.unplayed_result(entry):
        sentence = say(
            "%(account)s; %(points)s for byes",
            account=sentence,
            points=signed(ledger.unplayed_result(entry)),
        )
    if total != ledger.scores[entry]:
        sentence = say(
            "%(account)s; %(points)s by the director",
            account=sentence,
            points=signed(total - ledger.scores[entry]),
        )
    return sentence


def deals_in_words(deals: int) -> Sentence:
    return say("one deal") if deals == 1 else say("%(count)d deals", count=deals)


def _of_deals(method: DealMethod, full: int, total: Number, deals: int) -> Sentence:
    over = deals_in_words(deals)
    if isinstance(method, Matchpoints):
        top = 2 * (full - 1) * deals
        return say(
            "%(own)s of %(top)d matchpoints over %(deals)s, which is %(percent)s%%",
            own=format_number(total),
            top=top,
            deals=over,
            percent=format_number(Fraction(100 * total) / top) if top else "50",
        )
    if isinstance(method, BoardAMatch):
        return say(
            "%(own)s of %(top)d points over %(deals)s",
            own=format_number(total),
            top=2 * deals,
            deals=over,
        )
    if isinstance(method, DealPoints):
        return say("%(own)s deal points over %(deals)s", own=format_number(total), deals=over)
    return say(
        "%(own)s IMPs over %(deals)s, %(average)s a deal",
        own=signed(total),
        deals=over,
        average=signed(Fraction(total) / deals),
    )


def signed(number: Number) -> str:
    """Return the number as people write a gain or a loss: +3, -2, 0."""
    text = format_number(number)
    return f"+{text}" if number > 0 and text != "0" else text
