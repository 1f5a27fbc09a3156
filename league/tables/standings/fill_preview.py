"""What filling a stage would do, and which results of the stage before it are missing."""

from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import services as games
from games.wording import join_sentences
from league.foundation.lists import listed
from league.play.events.models import Entry, Qualifying, Stage
from league.play.events.names import name_of, stage_name
from league.play.rounds.drawing.qualifying import Tie
from league.play.rounds.models import RoundState
from league.play.rounds.selectors import numbers_in_words
from league.play.rounds.stage_results import wanting_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Qualifier:
    """An entry that goes through: its seed, its points, and how many of them it carries over."""

    entry: Entry
    seed: int
    points: Decimal
    carried: Decimal


class TieShown(NamedTuple):
    """A tie for the last places with its entries; `through` is empty while it is open."""

    tie: Tie
    level: list[Entry]
    through: list[Entry]

    @property
    def sentence(self) -> str:
        sentence = games.whole_sentence(games.render_sentence(self.tie.why))
        if not self.tie.group:
            return sentence
        return _("Group %(name)s: %(sentence)s") % {"name": self.tie.group, "sentence": sentence}


@dataclass(frozen=True, slots=True, kw_only=True)
class FillPreview:
    """What filling a stage would do now.

    `digest` names everything it was made from: a fill that was looked at is refused when it
    differs. `waits_for` says which results are missing, "" when all are confirmed.
    `coming` and `leaving` are the differences to who is in the stage. While a tie is open its
    places are free.
    """

    qualifying: Qualifying
    after_round: int
    qualifiers: list[Qualifier]
    ties: list[TieShown]
    waits_for: str
    has_begun: bool
    coming: list[Entry]
    leaving: list[Entry]
    is_as_filled: bool
    digest: str

    @property
    def open_ties(self) -> list[TieShown]:
        return [tie for tie in self.ties if tie.tie.is_open]


def waits_for_results(source: Stage) -> str:
    """Say what of the source is not played or not confirmed yet, and what can be done."""
    rounds = list(source.rounds.order_by("number"))
    drawn = [round.number for round in rounds if round.state == RoundState.DRAWN]
    last = rounds[-1].number if rounds else 0
    unplayed = [*drawn, *range(last + 1, (source.rounds_planned or 0) + 1)]
    wanting = [
        round
        for round in wanting_of(round for round in rounds if round.state != RoundState.DRAWN)
        if round.tables
    ]
    parts = []
    if unplayed:
        sentence = ngettext(
            "Round %(rounds)s of %(source)s is still to be played.",
            "Rounds %(rounds)s of %(source)s are still to be played.",
            len(unplayed),
        )
        named = {"rounds": numbers_in_words(unplayed), "source": stage_name(source)}
        parts.append(sentence % named)
    for unfinished in wanting:
        sentence = ngettext(
            "Table %(tables)s of round %(round)d has no confirmed result.",
            "Tables %(tables)s of round %(round)d have no confirmed result.",
            len(unfinished.tables),
        )
        tables = listed(unfinished.tables)
        parts.append(sentence % {"tables": tables, "round": unfinished.round.number})
    return join_sentences(parts)


def names_in_words(entries: list[Entry]) -> str:
    return listed(name_of(entry) for entry in entries)
