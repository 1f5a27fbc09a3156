"""Victory points: the margin of a match on a scale that flattens towards the top."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from typing import Annotated, Any, ClassVar, NamedTuple

from msgspec import Meta, Struct

from games.sentences import Sentence, say
from league.foundation.doors.declared import (
    Exact,
    described_as,
    fields_of,
    read_by,
    reader_of,
    word,
)
from league.foundation.doors.reading import (
    InvalidRequest,
    Number,
    checked,
    read_fields,
    read_list,
    read_number,
    whole,
    within,
)
from league.tables.standings.methods.deals.options import read_multiplier
from league.tables.standings.methods.duels import Duels
from league.tables.standings.methods.exact import Range, format_number
from league.tables.standings.methods.matches.awards import Award
from league.tables.standings.methods.matches.match_method import (
    PLACE,
    AskedMethod,
    Column,
    MatchMethod,
    read_shared,
    three_worths,
)

# --- The continuous victory point scale of the World Bridge Federation ---
# Source: The New WBF IMP to VP Scales, technical report of the WBF scoring panel (Bavin, Bethe,
# Bramley, Buchen). With tau = (sqrt 5 - 1) / 2 and a blitz of B the winner by M gets
# 10 + 10 (1 - tau^(3M/B)) / (1 - tau^3), at most 20, to two decimals; the loser the rest of 20.
# For N deals scored in IMPs B = 15 sqrt N.

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


CONTINUOUS, TABLE = "wbf_continuous", "table"
SIT_OUT = 12
USUAL_DEALS = 16
MOST_BANDS = 200


class Band(NamedTuple):
    """From this margin on the winner gets so much and the loser so much."""

    margin: Number
    winner: Number
    loser: Number


@dataclass(frozen=True, kw_only=True)
class VictoryPoints(MatchMethod):
    """The margin of a match as victory points, 10 each for a draw on the continuous scale.

    With `deals` the scale is that of the WBF for so many, with `blitz` the same curve for any
    game: from that margin on the winner gets all 20. `bands` are a scale of the club's own. A bye
    is worth 12 unless the club says otherwise. Without a scale it is that of the WBF for
    `USUAL_DEALS`; an event names the one that suits its game (`events/setup_problems.py`). Of
    teams whose deals are given, the IMPs are the margin; their points count `multiplier` times on
    the IMP table.
    """

    bye: Award = SIT_OUT
    forfeit_win: Award = SIT_OUT
    deals: int | None = None
    blitz: Number | None = None
    bands: tuple[Band, ...] = ()
    multiplier: Number = 1
    name: ClassVar[str] = "victory_points"

    @property
    def worths(self) -> Mapping[str, Number]:
        if self.bands:
            last = self.bands[-1]
            return three_worths(last.winner, self.bands[0].winner, last.loser)
        return three_worths(MOST_VP, MOST_VP // 2, 0)

    @property
    def bounds(self) -> Range:
        both = [points for band in self.bands for points in (band.winner, band.loser)]
        return Range(min(both), max(both)) if both else Range(0, MOST_VP)

    def of_duels(self, duels: Duels, outcomes: Sequence[int]) -> tuple[Column, Column]:
        pairs = [
            self.share(home - away)
            for home, away in zip(duels.home_points, duels.away_points, strict=True)
        ]
        return [pair[0] for pair in pairs], [pair[1] for pair in pairs]

    def of_table(self, points: Column, outcomes: Sequence[int]) -> Column:
        return self.share(points[0] - points[1])

    def share(self, lead: Number) -> tuple[Number, Number]:
        """Return what the side that is ahead by `lead`, and the other one, get."""
        if lead < 0:
            winner, loser = self.share(-lead)
            return loser, winner
        if self.bands:
            band = self.bands[bisect_right(self._margins, lead) - 1]
            return band.winner, band.loser
        winner = self._winner(lead)
        return winner, MOST_VP - winner

    def _winner(self, lead: Number) -> Number:
        if self.deals is not None and self.blitz is None:
            scale = scale_of_deals(self.deals)
            # between two whole margins: the lower one, as in the IMP table
            return scale[min(int(lead), len(scale) - 1)]
        return _on_curve(lead, self.blitz or 0)

    @cached_property
    def _margins(self) -> list[Number]:
        return [band.margin for band in self.bands]

    @property
    def sentence(self) -> Sentence:
        """The scale in words."""
        if self.bands:
            return say(
                "a table of the club’s own, from %(least)s for a draw to %(most)s from a margin "
                "of %(margin)s on",
                least=format_number(self.bands[0].winner),
                most=format_number(self.bands[-1].winner),
                margin=format_number(self.bands[-1].margin),
            )
        if self.blitz is None:
            deals = self.deals or 0
            return say(
                "the WBF scale for %(deals)d deals, all 20 from a margin of %(margin)d on",
                deals=deals,
                margin=len(scale_of_deals(deals)) - 1,
            )
        return say(
            "the curve of the WBF scale, all 20 from a margin of %(margin)s on",
            margin=format_number(self.blitz),
        )


@lru_cache(maxsize=4096)
def _on_curve(lead: Number, blitz: Number) -> Number:
    return curve(lead, blitz_of(blitz))


class AskedBand(Struct, kw_only=True):
    """From this margin on the winner gets so much and the loser so much."""

    margin: Exact
    winner: Exact
    loser: Exact


_read_band = reader_of(AskedBand, make=Band)


def _read_bands(value: object, path: str) -> tuple[Band, ...]:
    bands: list[Band] = []
    for place, element in read_list(value, path, most=MOST_BANDS):
        band = _read_band(element, place)
        before = bands[-1] if bands else None
        if (before is None and band.margin != 0) or (before and band.margin <= before.margin):
            raise InvalidRequest(
                "bands_out_of_order",
                say(
                    "%(place)s starts at a margin of %(margin)s; the table begins at 0 and goes up",
                    place=place,
                    margin=format_number(band.margin),
                ),
                path=within(place, "margin"),
            )
        if before and (band.winner < before.winner or band.loser > before.loser):
            raise InvalidRequest(
                "bands_turn_back",
                say(
                    "%(place)s gives the winner of a larger margin less, or the loser more, than "
                    "the line before",
                    place=place,
                ),
                path=place,
            )
        if before is None and band.winner != band.loser:
            raise InvalidRequest(
                "draw_not_even",
                say("%(place)s is for a draw, which must be worth the same to both", place=place),
                path=place,
            )
        bands.append(band)
    if len(bands) < 2 or bands[0].winner == bands[-1].winner:
        raise InvalidRequest(
            "table_too_short",
            say("method.table needs a line for a draw and at least one that is worth more"),
            path=path,
        )
    return tuple(bands)


_read_blitz = checked(
    read_number,
    lambda blitz: blitz > 0,
    "blitz_not_positive",
    say("method.blitz is the margin that is worth all 20 and must be more than 0, not %(given)s"),
)
POSITIVE = {"type": "number", "exclusiveMinimum": 0}
BANDS = {"type": "array", "items": described_as("AskedBand"), "minItems": 2, "maxItems": MOST_BANDS}


class AskedVictoryPoints(AskedMethod, kw_only=True, tag_field="name", tag=VictoryPoints.name):
    """Up to 20 points for a match, by how high it was won."""

    scale: Annotated[str, word(CONTINUOUS, TABLE)] = CONTINUOUS
    deals: Annotated[int, Meta(ge=1, le=MOST_DEALS)] | None = None
    blitz: Annotated[Any, read_by(_read_blitz, POSITIVE)] = None
    table: Annotated[Any, read_by(_read_bands, BANDS)] = None
    multiplier: Annotated[Any, read_by(read_multiplier, POSITIVE)] = 1


OWN = fields_of(AskedVictoryPoints)
SIZES = {name: OWN[name] for name in ("deals", "blitz", "table")}


def read_victory_points(value: Mapping[str, Any]) -> VictoryPoints:
    shared = read_shared(value, AskedVictoryPoints)
    given = [key for key in SIZES if value.get(key) is not None]
    usual = TABLE if "table" in given else CONTINUOUS
    name = read_fields(value, PLACE, {"scale": OWN["scale"]}).get("scale", usual)
    wanted = ("table",) if name == TABLE else ("deals", "blitz")
    wrong = [key for key in given if key not in wanted]
    if wrong:
        raise InvalidRequest(
            "scale_does_not_use",
            say(
                "the scale %(scale)s does not use %(key)s; it needs %(wanted)s",
                scale=name,
                key=wrong[0],
                wanted=say("%(first)s or %(then)s", first="deals", then="blitz")
                if name == CONTINUOUS
                else "table",
            ),
            path=within(PLACE, wrong[0]),
        )
    if not given and name == TABLE:
        raise InvalidRequest(
            "scale_without_size",
            say(
                "victory points need a scale: give deals (how many a match has), blitz (the "
                "margin that is worth all 20) or a table of margins"
            ),
            path=PLACE,
        )
    own = read_fields(value, PLACE, {"multiplier": OWN["multiplier"]}, not_null=("multiplier",))
    size = read_fields(value, PLACE, SIZES)
    if not given:
        size["deals"] = USUAL_DEALS
    return VictoryPoints(bands=size.pop("table", ()), **own, **size, **shared)
