"""Who of two deals first."""

from random import Random

from games.sentences import Sentence, say
from league.rounds.drawing.by_standing.field import Field
from league.rounds.drawing.by_standing.options import Options
from league.rounds.drawing.by_standing.record import Pair
from league.rounds.drawing.drawn import Reason


class FirstDeals:
    """Gives the first deal at the tables of a round, one after the other from the top."""

    def __init__(self, field: Field, options: Options) -> None:
        self.field = field
        self.way = options.first_deal
        # repeatable on purpose: the seed is part of the answer
        self._lot = Random(f"{options.seed} {field.number} first deals")  # noqa: S311  # nosec B311

    def give(self, table: int, pair: Pair) -> tuple[Pair, Reason]:
        """Return (who deals first, the other), and why."""
        better, other = pair
        match self.way:
            case "higher":
                first, why = better, say("the higher placed has the first deal")
            case "lot":
                first, why = self._lot.choice(pair), say("the first deal went by lot")
            case _:
                first, why = self._in_turn(table, pair)
        return (first, other if first == better else better), Reason("first_deal", why)

    def _in_turn(self, table: int, pair: Pair) -> tuple[int, Sentence]:
        """Choose who had it less often, then who did not have it last, then up and down in turn."""
        better, other = pair
        surplus, last = self.field.surplus, self.field.last_deal
        if surplus[better] != surplus[other]:
            first = min(pair, key=surplus.__getitem__)
            sentence = say("%(entry)s has had the first deal less often", entry=self._name(first))
        elif last[better] != last[other]:
            first = min(pair, key=last.__getitem__)
            sentence = say(
                "%(entry)s has waited longer for the first deal", entry=self._name(first)
            )
        else:
            first = better if table % 2 else other
            sentence = say(
                "level in first deals too: at tables with an odd number the higher placed has it"
            )
        return first, sentence

    def _name(self, place: int) -> str:
        return self.field.entries[place].called
