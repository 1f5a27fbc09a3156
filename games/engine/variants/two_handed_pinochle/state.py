"""A deal of two-handed pinochle on its way from the first lead to the last trick."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from games.engine.ruleset import Ruleset
from games.engine.single_deck.deck import DECK
from games.engine.tricks import TrickPlay
from games.engine.variants.two_handed_pinochle.deal import STOCK_TRICKS
from games.engine.variants.two_handed_pinochle.options import Options
from games.sentences import CardName, Sentence, say


@dataclass(slots=True)
class TableCard:
    """A card lying melded on the table: the dearest meld of each class it has been in."""

    code: int
    worth: dict[str, int] = field(default_factory=dict)  # by class


class Laid(NamedTuple):
    """What the winner of a trick laid down: a meld, or a nine of trumps."""

    trick: int  # the number of the trick just taken; 0 for the turned-up nine of the dealer
    seat: int
    name: str
    points: int
    label: Sentence
    cards: str

    @property
    def sentence(self) -> Sentence:
        return say(
            "%(meld)s (%(cards)s): %(points)d",
            meld=self.label,
            cards=CardName(self.cards),
            points=self.points,
        )


@dataclass(slots=True, kw_only=True)
class State:
    """`phase` is what is due next.

    play: a card; events: the winner of the trick may meld, or leads; last_draw: the winner of
    trick 12 takes one of the two last cards; over.
    """

    ruleset: Ruleset
    options: Options
    dealer: int
    stock: list[int]  # as dealt: the turned-up card first
    up: int  # the card lying turned up now
    trump: str
    nine: int  # the nine of trumps
    play: TrickPlay  # its hands are all that a player holds, cards on the table included
    phase: str = "play"
    # by seat, then by code: the copies lying melded, in the order of laying
    table: tuple[dict[int, list[TableCard]], ...] = field(default_factory=lambda: ({}, {}))
    log: list[Laid] = field(default_factory=list)
    melded: int = 0  # how much of the turn's one meld is used
    draws: int = 0  # after how many tricks cards were drawn
    draw_due: bool = False  # the cards for the trick just taken have not been drawn yet
    last_draw: str = "stock"  # what the winner of trick 12 took
    scored_nine: int | None = None  # who drew a turned-up nine that has scored already

    @property
    def turn(self) -> int:
        return self.play.turn

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def tricks_taken(self) -> int:
        return len(self.play.winners)

    @property
    def choice_due(self) -> bool:
        """Say whether the winner of trick 12 has a choice of cards to draw, and has not chosen."""
        return (
            self.draw_due
            and self.draws == STOCK_TRICKS - 1
            and self.options.last_draw == "winner_choice"
        )

    @property
    def turned_up(self) -> str:
        """The card that made trump."""
        return DECK.texts[self.stock[0]]

    @property
    def turned_dix(self) -> bool:
        return self.stock[0] == self.nine

    @property
    def up_has_scored(self) -> bool:
        """Say whether the card lying turned up is a nine that has scored, as each does only once.

        One that came there in exchange has; one that was turned up has if it counted for the
        dealer.
        """
        if self.up != self.nine:
            return False
        return not self.turned_dix or self.options.turned_dix == "dealer"

    @property
    def laid(self) -> list[Laid]:
        """Everything that scored as a meld, in order; the dealer's turned-up nine first."""
        return [*self._turned_up(), *self.log]

    def _turned_up(self) -> Iterator[Laid]:
        if self.turned_dix and self.options.turned_dix == "dealer":
            nine = DECK.texts[self.nine]
            worth = self.options.dix
            yield Laid(0, self.dealer, "turned dix", worth, say("a nine turned up"), nine)

    @property
    def drawn(self) -> list[tuple[int, int, str]]:
        """The cards drawn, in order, as (number of the trick before, seat, card)."""
        drawn = []
        for trick in range(self.draws):
            winner = self.play.winners[trick]
            first, second = self.cards_to_draw(trick)
            drawn += [
                (trick + 1, winner, DECK.texts[first]),
                (trick + 1, 1 - winner, DECK.texts[second]),
            ]
        return drawn

    def cards_to_draw(self, trick: int) -> tuple[int, int]:
        """Return what winner and loser draw after a trick, counted from 0."""
        first = self.stock[2 * trick + 1]
        if trick < STOCK_TRICKS - 1:
            return first, self.stock[2 * trick + 2]
        return (first, self.up) if self.last_draw == "stock" else (self.up, first)
