"""A plan for a night: how it is played, how good that is in numbers, and why it is proposed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games.sentences import Sentence, say
from league.play.rounds.drawing.candidate import USUAL_TABLE, Candidate
from league.play.rounds.drawing.drawn import DrawnRound
from league.play.rounds.drawing.format import Format, Who
from league.play.rounds.drawing.formats import FORMATS
from league.play.rounds.drawing.night import Night
from league.play.rounds.planning.quality import Quality, measure


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """One way to spend the night, drawn to its end. `minutes` is what it will take."""

    candidate: Candidate
    night: Night
    quality: Quality
    first_round: DrawnRound

    @classmethod
    def of(cls, candidate: Candidate, night: Night, rounds: tuple[DrawnRound, ...]) -> "Plan":
        entries = candidate.entries(night)
        quality = measure(rounds, entries, candidate.side_size)
        return cls(candidate=candidate, night=night, quality=quality, first_round=rounds[0])

    @property
    def key(self) -> str:
        return self.candidate.key

    @property
    def format(self) -> str:
        return self.candidate.format

    @property
    def _format(self) -> Format:
        return FORMATS[self.format]

    @property
    def label(self) -> Sentence:
        return self._format.label

    @property
    def help(self) -> Sentence:
        return self._format.help

    @property
    def who(self) -> Who:
        return self._format.who

    @property
    def gives_partners(self) -> bool:
        """Say whether single players get partners by the draw."""
        return any(len(side) > 1 for table in self.first_round.tables for side in table.sides)

    @property
    def options(self) -> Mapping[str, Any]:
        return self.candidate.stage_options

    @property
    def side_size(self) -> int:
        return self.candidate.side_size

    @property
    def rounds(self) -> int:
        return self.candidate.rounds

    @property
    def deals(self) -> int:
        return self.candidate.deals

    @property
    def minutes(self) -> int:
        return self.night.needed(self.rounds, self.deals)

    @property
    def entries(self) -> int:
        return self.candidate.entries(self.night)

    @property
    def largest_table(self) -> int:
        return self.quality.table_sizes[0]

    @property
    def left_over(self) -> int:
        return self.candidate.left_over(self.night)

    @property
    def cost(self) -> float:
        """Return how far the plan is from the perfect night; 0 is perfect."""
        quality, slots = self.quality, self.entries * self.rounds
        waits = sum(quality.sit_outs) / (2 * self.rounds)
        again = 2 * quality.partners_again + quality.opponents_again
        if quality.table_sizes == (self.night.players,):
            again = 0  # at the only table there is nobody else to meet
        unmet = 1 - quality.met[0] / max(1, quality.others)
        idle = 1 - self.minutes / self.night.minutes
        return (
            4 * self.left_over / self.night.players
            + 2 * waits
            + again / max(1, slots)
            + 0.3 * unmet
            + 0.5 * idle
            + 0.5 * max(0, quality.sit_outs[1] - quality.sit_outs[0] - 1)
            + 0.2 * (self.deals % max(quality.table_sizes) != 0)
            + 0.4 * (self.rounds == 1)
            + 0.1 * self._unusual()
        )

    def _unusual(self) -> float:
        """Return by how many seats tables of people who play alone are not the usual ones."""
        if self.gives_partners or self.side_size > 1:
            return 0
        sizes = self.quality.table_sizes
        return sum(abs(size - USUAL_TABLE) for size in sizes) / len(sizes)

    def reasons(self) -> Iterator[Sentence]:
        """Say what speaks for the plan and what against it; whole sentences but for the stop."""
        yield self._time()
        yield from self._meetings()
        yield from self._waiting()
        sizes = self.quality.table_sizes
        if len(set(sizes)) == 1 and self.deals % sizes[0] == 0:
            yield say("in every round everybody deals equally often")
        if self._format.results != "none":
            yield say(
                "who meets whom depends on the results, so the numbers are those of a night with "
                "invented ones"
            )

    def _time(self) -> Sentence:
        return say(
            "it takes about %(needed)d of the %(minutes)d minutes, with %(change)d minutes between "
            "two rounds",
            needed=self.minutes,
            minutes=self.night.minutes,
            change=self.night.change_minutes,
        )

    def _meetings(self) -> Iterator[Sentence]:
        quality = self.quality
        if self.gives_partners:
            if quality.partners_again:
                yield say(
                    "partners who play together again: %(count)d", count=quality.partners_again
                )
            else:
                yield say("nobody has the same partner twice")
        if quality.everybody_meets and quality.opponents_again == 0:
            yield say("everybody meets everybody, and nobody plays against anybody twice")
        elif quality.table_sizes == (self.night.players,) and not self.gives_partners:
            yield say("there is one table, so everybody plays everybody in every round")
        elif quality.opponents_again == 0:
            yield say("nobody plays against anybody twice")
        else:
            if quality.everybody_meets:
                yield say("everybody meets everybody")
            yield say("opponents who meet again: %(count)d", count=quality.opponents_again)

    def _waiting(self) -> Iterator[Sentence]:
        least, most = self.quality.sit_outs
        if most == 0:
            yield say("nobody sits out")
            return
        if least == most:
            yield say("everybody sits out equally often (rounds: %(count)d)", count=most)
        else:
            yield say("everybody sits out %(least)d to %(most)d rounds", least=least, most=most)
        if self.who == "sides":
            yield say("a round sat out counts as much as a match won")
        else:
            yield say(
                "a round sat out counts as much as one’s own average in the rounds played, so that "
                "nobody falls behind by it"
            )

    def warning(self) -> Sentence | None:
        """Say who cannot play at once, if there is somebody."""
        if self.left_over and self.side_size == 2:
            return say("one player has no partner yet, and joins as soon as somebody comes")
        if self.left_over:
            return say(
                "the players left over when all teams are full (%(count)d) are reserves in a team",
                count=self.left_over,
            )
        return None
