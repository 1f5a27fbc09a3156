# ruff: noqa: N802 - the constants of a module
"""What every game offers. Adding a game is a package of this shape and a line of the registry."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from games.engine.actions import Action, Player
from games.engine.cards import HowDealt
from games.engine.games import GameState
from games.engine.laid import MeldSheet
from games.engine.options import Preset
from games.engine.result import DealResult
from games.engine.rule_sheet import Rule
from games.engine.ruleset import Ruleset
from games.engine.sentences import Sentence
from games.engine.summary_fields import SummaryField


class Variant(Protocol):
    """A game's package, by its public names.

    A state is the game's own class; all have `phase`, `turn` (the seat to act) and `over`.
    `apply` changes the state, or raises and leaves it as it was.
    """

    @property
    def ID(self) -> str: ...

    @property
    def LABEL(self) -> Sentence: ...

    @property
    def ABOUT(self) -> Sentence:
        """One line: how many players, which cards, what it is about."""

    @property
    def RULES_IN_SHORT(self) -> tuple[Sentence, ...]:
        """4 to 8 plain sentences: cards, deal, auction, play, scoring, end of the game."""

    @property
    def RULE_SHEET(self) -> tuple[Rule, ...]:
        """What a club prints on one page, in the order of the table: every option is one rule."""

    @property
    def OPTIONS(self) -> type[Any]:
        """The frozen dataclass of its options, each field made by `options.option`."""

    @property
    def PRESETS(self) -> Mapping[str, Preset]: ...

    @property
    def DEFAULT_PRESET(self) -> str: ...

    @property
    def RECORD_PROPERTIES(self) -> Mapping[str, Any]:
        """JSON Schema of the keys a full record has beside ruleset and dealer."""

    @property
    def RECORD_REQUIRED(self) -> Sequence[str]: ...

    @property
    def SUMMARY_PROPERTIES(self) -> Mapping[str, Any]:
        """JSON Schema of the fields of `summary`."""

    @property
    def SUMMARY_FORM_PROPERTIES(self) -> Mapping[str, Any]:
        """JSON Schema of keys beside `summary`; each is an argument of `score_summary`."""

    @property
    def contradictions(self) -> Callable[[Any, int], Iterator[tuple[str, Sentence]]]:
        """Options and players -> each option that contradicts another, with the reason."""

    @property
    def seats_allowed(self) -> Callable[[Any], tuple[int, ...]]: ...

    @property
    def sides(self) -> Callable[[Any, int], int]: ...

    @property
    def how_dealt(self) -> Callable[[Any, int], HowDealt]:
        """Options and players -> the pack and the size of a hand."""

    @property
    def start(self) -> Callable[..., Any]:
        """Ruleset, dealer, hands, and what else the game has -> a state."""

    @property
    def legal_actions(self) -> Callable[[Any], Iterator[Action]]: ...

    @property
    def apply(self) -> Callable[[Any, Action], None]: ...

    @property
    def result(self) -> Callable[[Any], DealResult]: ...

    @property
    def replay(self) -> Callable[[Ruleset, Mapping[str, Any]], DealResult]:
        """Check and score a full record: `apply` folded over it."""

    @property
    def score_summary(self) -> Callable[..., DealResult]:
        """Ruleset, dealer, the fields of `summary`, and the form's own keys by name."""

    @property
    def summary_of(self) -> Callable[[Ruleset, Mapping[str, Any]], dict[str, Any]]:
        """The summary form of a full record."""

    @property
    def summary_fields(self) -> Callable[[Any, int], tuple[SummaryField, ...]]: ...

    @property
    def meld_sheet(self) -> Callable[[Any, int], MeldSheet | None]:
        """Options and players -> what can be laid down as meld, None in a game without melds."""

    @property
    def explain_call(
        self,
    ) -> Callable[[Ruleset, int, list[Any], object], Mapping[str, Any] | None]:
        """Ruleset, dealer, calls before, call -> what it tells the partner, or None."""

    @property
    def start_game(self) -> Callable[[Ruleset, int | None], GameState]: ...

    @property
    def add_deal(self) -> Callable[[GameState, DealResult], GameState]: ...

    @property
    def carried(self) -> Callable[[GameState], Mapping[str, Any]]:
        """What a deal of this game must know of the game before it, by key of its form."""

    @property
    def plain_player(self) -> Player: ...

    @property
    def random_deal(self) -> Callable[..., dict[str, Any]]:
        """Ruleset, rng, and by name player, dealer -> a whole legal record."""


def seats_of(game: Variant, preset: Preset, options: Any = None) -> tuple[int, ...]:
    """Return how many can play by a preset, with its own options or with these."""
    allowed = game.seats_allowed(preset.options if options is None else options)
    return tuple(count for count in allowed if preset.seats is None or count in preset.seats)
