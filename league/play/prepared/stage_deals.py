"""The prepared deals of a stage: which there are, and which of them a table plays."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import ObjectDoesNotExist

from games import services as games
from games.engine.ruleset import Ruleset
from games.services import PreparedDeal
from league.play.events.models import Stage
from league.play.prepared.models import PreparedSet
from league.play.rounds.models import Round, Table
from league.play.rounds.prepared_deals import Numbering, TableDeals, as_drawn


def set_of(stage: Stage) -> PreparedSet | None:
    """Return the prepared set of a stage, or None; one query, none for the same object again."""
    try:
        return stage.prepared
    except ObjectDoesNotExist:
        return None


def ruleset_of(prepared: PreparedSet) -> Ruleset:
    return games.ruleset(prepared.variant, prepared.preset, prepared.options, prepared.players)


def deal_of(prepared: PreparedSet, number: int) -> PreparedDeal:
    """Return one deal with all its cards. It may be hidden: the caller decides who sees them."""
    return games.prepared_deal(ruleset_of(prepared), prepared.seed, number)


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedTable:
    """The prepared deals of one table, by their place on its sheet from 1."""

    prepared: PreparedSet
    numbers: tuple[int, ...]

    def number_at(self, place: int) -> int | None:
        """Return the number of the deal at a place of the sheet; None beyond those prepared."""
        return self.numbers[place - 1] if 0 < place <= len(self.numbers) else None

    def deal_at(self, place: int) -> PreparedDeal | None:
        number = self.number_at(place)
        return None if number is None else deal_of(self.prepared, number)

    def dealer_at(self, place: int) -> int | None:
        number = self.number_at(place)
        return None if number is None else games.dealer_of(number, self.prepared.players)


def prepared_table(table: Table, players: int) -> PreparedTable | None:
    """Return the prepared deals of a table; None without any, or for another number of players.

    The table's round and stage are loaded. No query where it plays no numbered deals.
    """
    if not table.deal_numbers:
        return None
    prepared = set_of(table.round.stage)
    if prepared is None or prepared.players != players:
        return None
    return PreparedTable(prepared=prepared, numbers=tuple(table.deal_numbers))


def numbering(round: Round) -> Numbering:
    """Return a function from the deals that a table was drawn with to those that it plays.

    A movement draws deals for each table; in every other format all tables of a round play the
    same ones.
    """
    prepared = set_of(round.stage)
    if prepared is None:
        return as_drawn
    same_for_all = deals_of_round(prepared, round.number)

    def numbered(drawn: Sequence[int]) -> TableDeals:
        numbers = list(drawn) or same_for_all
        first = games.dealer_of(numbers[0], prepared.players) if numbers else 0
        return TableDeals(numbers, first)

    return numbered


def deals_of_round(prepared: PreparedSet, number: int) -> list[int]:
    """Return the numbers of the deals that all tables of a round play."""
    deals = prepared.stage.event.deals_a_round or 0
    return list(range((number - 1) * deals + 1, number * deals + 1))
