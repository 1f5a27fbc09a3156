"""The continuous victory point scale of the World Bridge Federation.

Source: The New WBF IMP to VP Scales, technical report of the WBF scoring panel (Bavin, Bethe,
Bramley, Buchen). With tau = (sqrt 5 - 1) / 2 and a blitz of B the winner by M gets
10 + 10 (1 - tau^(3M/B)) / (1 - tau^3), at most 20, to two decimals; the loser the rest of 20.
For N deals scored in IMPs B = 15 sqrt N.
"""

from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import cache

from league.foundation.doors.reading import Number, whole

MOST_VP = 20
MOST_DEALS = 500
MOST_CORRECTED = 48
DIGITS = 40
CENT = Decimal("0.01")
TAU = (5**0.5 - 1) / 2
UNSURE = 1e-6  # of a cent: many times the error of the formula in machine numbers


def curve(margin: Number, blitz: Decimal) -> Number:
    """Return the winner's victory points for a margin, to two decimals.

    Machine numbers say which cent is nearest, but where two are nearly as near.
    """
    lead = float(margin) / float(blitz)
    if 0 <= lead < 1 - UNSURE:
        cents = 1000 + 1000 * (1 - TAU ** (3 * lead)) / (1 - TAU**3)
        if abs(cents % 1 - 0.5) > UNSURE:
            return whole(Fraction(round(cents), 100))
    return _exact_curve(margin, blitz)


def _exact_curve(margin: Number, blitz: Decimal) -> Number:
    with localcontext() as context:
        context.prec = DIGITS
        lead = _decimal(margin)
        if lead >= blitz:
            return MOST_VP
        tau = (Decimal(5).sqrt() - 1) / 2
        share = (1 - tau ** (3 * lead / blitz)) / (1 - tau**3)
        return whole(Fraction((10 + 10 * share).quantize(CENT, rounding=ROUND_HALF_UP)))


def blitz_of(number: Number) -> Decimal:
    with localcontext() as context:
        context.prec = DIGITS
        return _decimal(number)


@cache
def scale_of_deals(deals: int) -> tuple[Number, ...]:
    """Return the winner's victory points for each whole margin from 0 to the first worth 20.

    Rounding makes an extra IMP gain a cent more than the one before it here and there; the
    official tables never do, so the cent goes to the earlier one. With more than 48 deals, for
    which there are none, every gain is so small that the formula is left alone.
    """
    with localcontext() as context:
        context.prec = DIGITS
        blitz = 15 * Decimal(deals).sqrt()
    cents = [int(100 * Fraction(curve(margin, blitz))) for margin in range(int(blitz) + 2)]
    while cents[-2:] == [100 * MOST_VP, 100 * MOST_VP]:
        cents.pop()
    turned = deals <= MOST_CORRECTED
    while turned:
        turned = False
        for at in range(1, len(cents) - 1):
            if cents[at + 1] - cents[at] > cents[at] - cents[at - 1]:
                cents[at] += 1
                turned = True
    return tuple(whole(Fraction(cent, 100)) for cent in cents)


def _decimal(number: Number) -> Decimal:
    exact = Fraction(number)
    return Decimal(exact.numerator) / Decimal(exact.denominator)
