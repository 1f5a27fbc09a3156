"""What every format offers, as one value. Adding a format is a folder that makes one, listed once.

A part that is missing is an error when the folder is imported; an optional part is a field with a
default, so nothing is ever looked for by its name.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from games.sentences import Sentence
from league.play.rounds.drawing.bracket.bracket_progress import Progress
from league.play.rounds.drawing.breaches import Breach, Judge
from league.play.rounds.drawing.candidate import Candidate
from league.play.rounds.drawing.drawn import Draw, DrawnRound
from league.play.rounds.drawing.night import Night
from league.play.rounds.drawing.request import DrawRequest
from league.play.rounds.drawing.stage_options import BYE_OPTIONS, ORDER_OPTION, FormatOption

Who: TypeAlias = Literal["sides", "alone", "partners"]
Results: TypeAlias = Literal["none", "wished", "needed"]
Rests: TypeAlias = Literal["bye", "sit_out"]

SIDES: Final = "sides"
ALONE: Final = "alone"
PARTNERS: Final = "partners"


class Way(NamedTuple):
    """How a format can fill a night: its candidates, the best first.

    `turn`: among ways that are equally good the one with the lowest number is tried and proposed
    first.
    """

    turn: int
    candidates: Callable[[Night], Iterator[Candidate]]


class Cost(NamedTuple):
    """What one request works out for so many entries: how many rounds, whatever it asks for.

    `searched`: each round is searched for, so that fewer rounds cost less where fewer are asked
    for. `weight` is how many times as long a place in a round takes as in a round robin.
    """

    rounds: Callable[[int], int]
    searched: bool = False
    weight: int = 1


def as_found(
    request: DrawRequest, to_come: Sequence[DrawnRound], breaches: list[Breach]
) -> list[Breach]:
    """Return all breaches as they are: in most formats each could have been avoided."""
    return breaches


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Format:
    """A format of a stage: who meets whom, round by round."""

    id: str
    label: Sentence
    # one or two sentences for whoever chooses among the formats
    help: Sentence

    # entries are the "sides" that meet two by two, or single players who play "alone" at tables of
    # several, or single players whom the draw gives "partners"
    who: Who
    # whether all rounds are known from the start
    all_at_once: bool
    # a round is drawn without the results of those before ("none"), from them, where the director
    # may do without ("wished"), or only from them ("needed")
    results: Results
    # whoever waits has a bye, or sits out a round that does not count
    rests: Rests

    # what a director may choose of this format
    options: tuple[FormatOption, ...]
    # the options that the event answers itself: `minimum`, `maximum`, `seats`, `deals`, `seed`,
    # `score`, `pairs`
    filled: frozenset[str]

    # raises InvalidRequest, with the sentence that says what is wrong
    draw: Callable[[DrawRequest], Draw]
    # yields the breaches of drawn or edited rounds, besides those that any format has
    judge: Judge
    # how a night can be played in this format; empty: it is never proposed
    ways: tuple[Way, ...]
    # what limits a request over the network; None: the number of entries alone
    cost: Cost | None

    # leaves out the breaches that no round could do without, and adds what a better one would keep
    rate: Callable[[DrawRequest, Sequence[DrawnRound], list[Breach]], list[Breach]] = as_found
    # how often two entries should meet; None: only as evenly as can be
    times: int | None = None
    # the entries of a stage and its options -> the rounds in which they are through, 0 where that
    # is not known; None: as many as the director plans
    rounds_of: Callable[[int, Mapping[str, Any]], int] | None = None
    # where a bracket stands after the history; None: points rank the entries, not how far they came
    bracket: Callable[[DrawRequest], Progress] | None = None
    # the tables that are drawn for single players; none: of any size
    seats: tuple[int, ...] = ()
    # the draw makes partners of single players, but pairs may also enter
    pairs_too: bool = False
    # two groups of entries, whose members do not meet each other
    needs_groups: bool = False
    # whether the draw depends on the order of the entries
    has_order: bool = True
    # what most clubs choose from
    is_usual: bool = False
    # the number of made-up entries for which the options of a set-up are drawn on trial
    trial: int = 8

    @property
    def has_bracket(self) -> bool:
        return self.bracket is not None

    @property
    def stage_options(self) -> tuple[FormatOption, ...]:
        """Return everything that a director may choose of a stage of this format."""
        return (*((ORDER_OPTION,) if self.has_order else ()), *self.options, *BYE_OPTIONS)
