"""What an event still lacks, and what its rules ask of rounds and scoring."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from math import floor, log10, sqrt
from typing import Any, Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.foundation.journal.actor import Act
from league.play.events.models import Entry, EntryKind, Event, FinalScores, Qualifying, Stage, Takes
from league.play.events.names import stage_name
from league.play.events.rulesets import RulesetNotPossible, ruleset_of, table_sizes

# --- Setup problems ---
# What keeps an event from being opened: each problem names the step of the set-up that solves it.
#
# Apps that stand above events (rounds, standings) add checks of their own with `add_check`.


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A reason, in a sentence that says what to do. `code` is stable, for programs.

    `step` is the step of the set-up: game, rules, people, scoring, rounds, or entries.
    """

    code: str
    step: str
    sentence: str | Promise


Check = Callable[[Event], Iterable[Problem]]
CHECKS: list[Check] = []


def add_check(check: Check) -> None:
    """Have `check` called when an event is to be opened. Apps call this once, when they load."""
    if check not in CHECKS:
        CHECKS.append(check)


def setup_problems(event: Event) -> list[Problem]:
    """Return everything that keeps the event from being opened; an empty list when nothing does."""
    return [problem for check in CHECKS for problem in check(event)]


# The check that needs only the event: whether game, sizes of table and kind of entries fit.


def check_ruleset(event: Event) -> Iterator[Problem]:
    """Yield the first size of table that does not suit the game's options or the kind of entry."""
    for players in table_sizes(event):
        try:
            sides = ruleset_of(event, players).sides
        except RulesetNotPossible as refused:
            step = "rules" if refused.field and refused.field != "players" else "people"
            sentence = _("At a table of %(players)d: %(reason)s.") % {
                "players": players,
                "reason": str(refused).rstrip(".。"),
            }
            yield Problem(code="ruleset", step=step, sentence=sentence)
            return
        yield from _check_sides(event, players, sides)


def _check_sides(event: Event, players: int, sides: int) -> Iterator[Problem]:
    if event.entry_kind == EntryKind.INDIVIDUAL:
        return  # the format decides whether they play alone or the draw gives them partners
    if players // sides == 1:
        sentence = _(
            "With these rules everybody at a table of %(players)d plays alone, but pairs or teams "
            "compete: choose rules with partners, or let single players compete."
        )
        yield Problem(
            code="nobody_has_a_partner", step="people", sentence=sentence % {"players": players}
        )
    elif event.entry_kind == EntryKind.PAIR and players // sides != 2:
        sentence = _(
            "At a table of %(players)d a side has %(size)d players, so pairs cannot compete: "
            "choose teams."
        )
        yield Problem(
            code="side_larger_than_a_pair",
            step="people",
            sentence=sentence % {"players": players, "size": players // sides},
        )


# --- What events ask of rounds. Events must not import rounds, which stand above them ---
# So `league.play.rounds` hands over an object with these methods when it is loaded (`use_rounds`).


class RoundPlan(Protocol):
    """Questions about rounds, and what they do when entries or stages of an event change.

    All of it runs in the transaction of the change.
    """

    def setup_problems(self, event: Event) -> Iterable[Problem]:
        """Say why the event's stages could not be drawn, whoever enters."""

    def stage_problems(self, stage: Stage) -> Iterable[Problem]:
        """Say why this stage could not be drawn, whoever enters."""

    def has_begun(self, stage: Stage) -> bool:
        """Say whether a round of the stage was opened, or something was entered in one."""

    def undo_unseen_draw(self, stage: Stage, *, by: Act) -> None:
        """Delete the rounds of a stage that has not begun, because its format or options change.

        The stage has the new format and options, which are not stored yet. The groups of its
        entries are deleted too where the new ones are made in another way.
        """

    def ranks_by_bracket(self, stage: Stage) -> bool:
        """Say whether the stage is a bracket (knock-out), in which points decide no place."""

    def start_problems(self, stage: Stage, entries: Sequence[Entry]) -> Iterable[Problem]:
        """Say why the stage cannot be drawn for these entries."""

    def next_round(self, stage: Stage) -> int:
        """Return the first round that whoever enters now can play in."""

    def rounds_being_played(self, event: Event) -> Sequence[int]:
        """Return the numbers of the open rounds in which a table has no confirmed result."""

    def close_played(self, event: Event, *, by: Act) -> None:
        """Close the open rounds of an event that ends."""

    def reopen_closed(self, event: Event, *, ended_at: datetime, by: Act) -> None:
        """Open the rounds again that were closed as the event ended."""

    def unsettled(self, event: Event) -> Iterable[Problem]:
        """Say what is not drawn, not opened or not confirmed yet."""

    def never_opened(self, event: Event) -> Iterable[Problem]:
        """Yield a problem where none of the event's rounds was ever opened."""

    def entry_left(self, entry: Entry, *, by: Act) -> None:
        """Take an entry that withdrew out of every round not yet played."""

    def entry_came_back(self, entry: Entry, *, by: Act) -> None:
        """Give an entry its places back in rounds not yet played, as far as they are free."""


class _Plan:
    rounds: RoundPlan | None = None


def use_rounds(rounds: RoundPlan) -> None:
    """Set the object that answers for rounds. Called once, when league.play.rounds is loaded."""
    _Plan.rounds = rounds


def rounds() -> RoundPlan:
    if _Plan.rounds is None:
        raise RuntimeError("league.play.rounds is not among the installed apps")
    return _Plan.rounds


# --- Who goes through to a stage and what is carried over, as sentences ---


def who_goes_through(qualifying: Qualifying) -> str:
    """Return the rule of a stage that follows; reads the stage it is filled from."""
    places = qualifying.places or 0
    match qualifying.takes:
        case Takes.TOP:
            sentence = ngettext(
                "The first %(places)d of %(source)s goes through.",
                "The first %(places)d of %(source)s go through.",
                places,
            )
        case Takes.OF_GROUPS:
            sentence = ngettext(
                "The first %(places)d of each group of %(source)s goes through.",
                "The first %(places)d of each group of %(source)s go through.",
                places,
            )
        case Takes.REST:
            sentence = _("Those of %(source)s who do not go through to another stage play here.")
        case _everybody:
            sentence = _("Everybody goes on from %(source)s.")
    return sentence % {"places": places, "source": stage_name(qualifying.source)}


def what_is_carried(qualifying: Qualifying) -> str:
    """Return how much of their points the entries take along."""
    match qualifying.carried_percent:
        case 0:
            return _("No points are carried over.")
        case 50:
            return _("Half of the points are carried over.")
        case 100:
            return _("All points are carried over.")
        case percent:
            return _("%(percent)d%% of the points are carried over.") % {"percent": percent}


# --- Event scoring ---
# What an event's scoring method means for byes, forfeits and draws; defaults for a new event.

# the methods that compare what several tables made of the same prepared deal
COMPARING_DEALS = frozenset({"matchpoints", "cross_imps", "butler", "imps", "board_a_match"})
# methods that add up points deal by deal, so that rounds with fewer deals need scaling
ADDING_UP_DEALS = frozenset({"deal_points", "board_a_match"})
ADDING_UP = ADDING_UP_DEALS | {"total_points"}
SCALE_UP = "scale_up"
DEALS_SCALED = COMPARING_DEALS | ADDING_UP_DEALS
# the methods over deals that give the sides opposite numbers: 0 is a drawn match
OPPOSITE_NUMBERS = frozenset({"cross_imps", "butler", "imps"})
# all 20 victory points from a margin of so many standard deviations: the WBF's 15 IMPs for a deal,
# and a difference of 400 for four deals of double-deck pinochle
BLITZ_DEVIATIONS = Fraction(8, 3)
USUAL_DEALS = 4
OF_MOST_VP = 0.6  # 12 of 20 victory points for a match that nobody could win
MOST_VP = 20  # the highest score on the scales that are built in, not given by a club's own table
OWN_AVERAGE = "own_average"
# what a bye is worth where a method over matches says nothing of it; of other methods it is 0
BYES: Mapping[str, str | int] = {
    "match_points": "win",
    "victory_points": 12,
    "round_points": OWN_AVERAGE,
    "percentage": OWN_AVERAGE,
}


def add_usual_awards(method: Mapping[str, Any]) -> dict[str, Any]:
    """Return the method as an event keeps it, which says what a round without a match is worth.

    Where points are added up it is the entry's own average, of a club's own table of victory points
    60 % of the most; what the method says itself stays, and so do methods that know it.
    """
    name = method.get("name")
    usual: dict[str, Any] = {}
    if name == "total_points":
        usual = {"bye": OWN_AVERAGE}
    elif name in ADDING_UP_DEALS and "bye" not in method:
        usual = {"uneven_deals": SCALE_UP}
    elif name == "victory_points":
        usual = _of_table(method.get("table"))
    return {**method, **{key: value for key, value in usual.items() if method.get(key) is None}}


def with_usual_scale(
    method: Mapping[str, Any], *, deals: int | None, spread: float | None
) -> dict[str, Any]:
    """Return victory points with the scale of a match of so many deals where they name none.

    `spread` is the standard deviation of the margin of one deal in the game's points; without it
    matches are scored in IMPs. Other methods, and those that name a scale, stay as they are.
    """
    named = any(method.get(key) is not None for key in ("scale", "deals", "blitz", "table"))
    if method.get("name") != "victory_points" or named:
        return dict(method)
    deals = deals or USUAL_DEALS
    if spread is None:
        return {**method, "deals": deals}
    return {**method, "blitz": _two_figures(float(BLITZ_DEVIATIONS) * spread * sqrt(deals))}


def bye_of(method: Mapping[str, Any]) -> Any:
    """Return what a bye is worth by the method: a number of its points, or the word of an award.

    Where deals are scaled to as many as the others played, it is the entry's own average. Deal
    points that say what a bye is worth are not scaled.
    """
    name, bye = method.get("name", ""), method.get("bye")
    usual = SCALE_UP if name == "matchpoints" else ""
    is_scaled = (method.get("uneven_deals") or usual) == SCALE_UP
    if name in DEALS_SCALED and is_scaled and (bye is None or (not bye and name != "deal_points")):
        return OWN_AVERAGE
    return BYES.get(name, 0) if bye is None else bye


def least_and_most(method: Mapping[str, Any]) -> tuple[float, float] | None:
    """Return what a match lost and a match won as high as possible are worth; None if not known.

    A table of victory points that cannot be read has the usual scale: it is refused elsewhere.
    """
    name = method.get("name")
    if name == "percentage":
        return 0, 100
    if name != "victory_points":
        return None
    table = method.get("table")
    last = table[-1] if isinstance(table, list) and table else None
    ends = (last.get("loser"), last.get("winner")) if isinstance(last, Mapping) else ()
    numbers = [end for end in ends if isinstance(end, (int, float)) and not isinstance(end, bool)]
    if len(numbers) == 2 and numbers[0] < numbers[1]:
        return numbers[0], numbers[1]
    return 0, MOST_VP


def _two_figures(value: float) -> int:
    """Return the number rounded to two figures, at least 1."""
    digits = max(0, floor(log10(value)) - 1) if value >= 1 else 0
    return max(1, int(round(value, -digits)))


def _of_table(table: object) -> dict[str, Any]:
    """Return what a bye and a forfeited match are worth by a club's own table of victory points."""
    last = table[-1] if isinstance(table, list) and table else None
    most = last.get("winner") if isinstance(last, dict) else None
    if isinstance(most, bool) or not isinstance(most, (int, float)):
        return {}  # the scale of 20, or a table that is refused where it is read
    worth = round(OF_MOST_VP * most, 2)
    return {"bye": worth, "forfeit": {"win": worth}}


# --- Events whose tables may enter final scores only: what that does not go with, and its words ---


def why_no_final_scores(event: Event) -> str | None:
    """Return why the event cannot take final scores, although it is to; None where it can."""
    if event.final_scores == FinalScores.NONE:
        return None
    if isinstance(event.method, dict) and event.method.get("name") in DEALS_SCALED:
        return _(
            "The scoring counts deal by deal, so each deal has to be entered: choose another way "
            "of scoring, or no final scores."
        )
    return None


def final_scores_in_words(event: Event) -> list[tuple[str, str]]:
    """Return (label, value) of what is entered in the place of deals; nothing where deals are."""
    if event.final_scores == FinalScores.NONE:
        return []
    return [(_("Final scores only"), event.get_final_scores_display())]
