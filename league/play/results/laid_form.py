"""The melds of a deal by what was laid down: a part of the deal's form, and what it adds up to."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games import services as games
from games.engine.errors import Refusal
from games.engine.meld_sheet import TRUMP, LaidMeld, MeldSheet
from league.foundation.limits import parse_int
from league.foundation.lists import listed
from league.foundation.shown_numbers import figure
from league.play.results.deal_words import Names
from league.play.results.table_plan import TablePlan

WAY, BY_NUMBER, BY_LAID = "melds_by", "number", "laid"


@dataclass(frozen=True, slots=True)
class MeldRow:
    """A meld that can be tapped: its cards, and how often it was laid."""

    name: str  # of its inputs
    label: str
    cards: tuple[str, ...]  # "?" for the suit of trumps while it is not known
    most: int
    times: int

    @property
    def choices(self) -> range:
        return range(self.most + 1)


@dataclass(frozen=True, slots=True)
class MeldHand:
    seat: int
    name: str
    rows: list[MeldRow]


@dataclass(frozen=True, slots=True)
class MeldSums:
    """What was laid in words, by seat and by side; or why it cannot be added up."""

    hands: dict[int, str]
    sides: list[tuple[str, int]]
    refused: str = ""


class LaidForm:
    """What was tapped at the table; made for games in which melds are laid down."""

    def __init__(
        self, data: Mapping[str, Any] | None, sheet: MeldSheet, plan: TablePlan, names: Names
    ) -> None:
        self.data = data or {}
        self.sheet = sheet
        self.plan = plan
        self.names = names

    @property
    def is_chosen(self) -> bool:
        """Whether the melds are given by what was laid down and not by number."""
        return self.data.get(WAY) == BY_LAID

    @property
    def trump(self) -> str:
        trump = str(self.data.get("trump") or "")
        return trump if trump in tuple("SHDC") else ""

    def value(self) -> list[dict[str, int]]:
        """Return `laid` of a summary: by seat how often each meld, those that were laid."""
        return [
            {
                meld.code: times
                for meld in self.sheet.melds
                if (times := self._times(seat, meld)) > 0
            }
            for seat in range(self.plan.players)
        ]

    def hands(self) -> Iterator[MeldHand]:
        for seat in range(self.plan.players):
            rows = [self._row(seat, meld) for meld in self.sheet.melds]
            yield MeldHand(seat, self.names.seat(seat), rows)

    def sums(self) -> MeldSums:
        """Add up what was tapped so far."""
        if not self.trump:
            return MeldSums({}, [], _("Choose the trump suit first; then the melds are added up."))
        declarer = str(self.data.get("declarer") or "")
        seat = parse_int(declarer, most=self.plan.players - 1)
        try:
            melds = games.melds_laid(self.plan.ruleset, self.value(), self.trump, seat)
        except Refusal as refusal:
            words = games.render_sentence(refusal.sentence, self.names.seats, self.names.sides)
            return MeldSums({}, [], games.whole_sentence(words))
        by_seat = [sum(points for _name, points in hand) for hand in melds]
        return MeldSums(
            hands={
                seat: _hand_in_words(hand, by_seat[seat]) for seat, hand in enumerate(melds) if hand
            },
            sides=[
                (self.names.side(side), sum(by_seat[side :: self.plan.sides]))
                for side in range(self.plan.sides)
            ],
        )

    def _row(self, seat: int, meld: LaidMeld) -> MeldRow:
        return MeldRow(
            name=_input_name(seat, meld),
            label=games.render_sentence(meld.name),
            cards=tuple(card.replace(TRUMP, self.trump or "?") for card in meld.cards),
            most=meld.most,
            times=self._times(seat, meld),
        )

    def _times(self, seat: int, meld: LaidMeld) -> int:
        text = str(self.data.get(_input_name(seat, meld)) or "")
        return min(parse_int(text, most=99) or 0, meld.most)


def laid_form(data: Mapping[str, Any] | None, plan: TablePlan, names: Names) -> LaidForm | None:
    """Return the part of the form for melds laid down, None in a game without melds."""
    sheet = games.meld_sheet(plan.ruleset)
    return None if sheet is None else LaidForm(data, sheet, plan, names)


def _input_name(seat: int, meld: LaidMeld) -> str:
    return _name_of(seat, meld.code)


def _name_of(seat: int, code: str) -> str:
    return f"laid-{seat}-{code}"


def inputs_of(laid: Sequence[Mapping[str, int]]) -> dict[str, int]:
    """Return the inputs in which `laid` of a summary stands, those of melds that were laid."""
    return {
        _name_of(seat, code): times
        for seat, hand in enumerate(laid)
        for code, times in hand.items()
    }


def _hand_in_words(melds: Sequence[tuple[str, int]], points: int) -> str:
    if len(melds) == 1:
        return _("%(melds)s: %(sum)s") % {"melds": melds[0][0], "sum": figure(points)}
    parts = [
        _("%(meld)s %(points)s") % {"meld": name, "points": figure(worth)} for name, worth in melds
    ]
    return _("%(melds)s: %(sum)s") % {"melds": listed(parts), "sum": figure(points)}
