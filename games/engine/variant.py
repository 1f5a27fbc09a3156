"""What every game offers, as one value. Adding a game is a package that makes one, listed once.

A part that is missing is an error when the package is imported; a game that has no such part says
so with None or something empty. Parts that only few games have are fields with a default, so
nothing is ever looked up by name with `hasattr`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from random import Random
from typing import Any, Literal

from games.engine.actions import BY_SEAT, LISTED, Action, Player, play_deal, unknown_action
from games.engine.call_meanings import Meaning, MeaningInWords
from games.engine.cards import HowDealt, shuffled
from games.engine.deal_contracts import DealContract
from games.engine.figures import DealFigures, ScoredDeal
from games.engine.final_scores import FinalScores
from games.engine.games import GameState
from games.engine.json_schema import Schema
from games.engine.meld_sheet import MeldSheet
from games.engine.options import Preset
from games.engine.phases import Phase, read_phases
from games.engine.prepared_melds import PreparedMelds
from games.engine.record import DEAL_KEYS, RECORD_KEYS, check_empty, check_keys
from games.engine.result import DealResult
from games.engine.rule_codes import CodeGroup
from games.engine.rule_sheet import Rule
from games.engine.ruleset import Ruleset
from games.engine.summary_fields import SummaryField, SummaryFields
from games.sentences import Sentence


def nothing_carried(game: GameState) -> Mapping[str, Any]:
    """Return nothing: in this game the deals before have no influence on a deal."""
    return {}


def nothing_besides(options: Any) -> int:
    """Return 0: in this game the last trick brings only its cards."""
    return 0


def nothing_done(state: Any) -> tuple[()]:
    """Return nothing: in this game no melds are laid, or no cards drawn, during the play."""
    return ()


def always_clockwise(options: Any) -> bool:
    """Return that the turn passes to the left, whatever the options say."""
    return False


@dataclass(frozen=True, kw_only=True)
class Family:
    """Games that the same skill wins, and which therefore share one rating."""

    id: str
    label: Sentence


@dataclass(frozen=True, kw_only=True, eq=False)
class Variant:
    """A game. A state is a class of its own; all have `phase`, `turn` (the seat to act), `over`."""

    id: str
    label: Sentence
    # one line: how many players, which cards, what it is about
    about: Sentence
    # 4 to 8 plain sentences: cards, deal, auction, play, scoring, end of the game
    rules_in_short: tuple[Sentence, ...]
    # what a club prints on one page, in the order of the table: every option is one rule
    rule_sheet: tuple[Rule, ...]

    # the frozen dataclass of its options, each field made by `options.option`
    options: type[Any]
    presets: Mapping[str, Preset]
    default_preset: str
    # options and players -> each option that contradicts another, with the reason
    contradictions: Callable[[Any, int], Iterator[tuple[str, Sentence]]]
    seats_allowed: Callable[[Any], tuple[int, ...]]
    # how many players a deal or a table has that does not say it
    usual_players: int
    sides: Callable[[Any, int], int]
    # options -> the score at which a game is won
    target: Callable[[Any], int]
    # options -> whether the turn passes to the right; tables are then drawn the other way round
    counter_clockwise: Callable[[Any], bool]

    # JSON Schemas of the keys that a full record has beside ruleset, dealer and phases
    extra_record_schemas: Mapping[str, Schema]
    record_required: Sequence[str]
    # JSON Schemas of keys beside `summary`; each is an argument of `score_summary`
    extra_form_schemas: Mapping[str, Schema] = field(default_factory=dict)

    # options and players -> the pack and the size of a hand
    how_dealt: Callable[[Any, int], HowDealt]
    # what the cards are that nobody is dealt; "turned up": a stock whose first card lies face up,
    # which is `up` of a state
    undealt: Literal["nothing", "stock", "turned up", "kitty"]
    # ruleset, dealer, hands, and what else the game has -> a state
    start: Callable[..., Any]
    # ruleset and record -> the state before the first phase; what stands there is read and checked
    opening: Callable[[Ruleset, Mapping[str, Any]], Any]
    # in the order in which they usually happen
    phases: tuple[Phase, ...]
    # refuses a record that stops before the end of its deal
    check_played_out: Callable[[Any], None]
    result: Callable[[Any], DealResult]
    plain_player: Player

    # ruleset, dealer, the fields of `summary`, and the form's own keys by name
    score_summary: Callable[..., DealResult]
    # what a summary has: its reader, its schema, its form and its writer are made from it
    fields: SummaryFields
    # summary of a deal, whether its bid was made, `detail` of its result -> what it was played for
    contract: Callable[[Mapping[str, Any], bool | None, Mapping[str, Any]], DealContract]
    # codes of refusals that only this game has, below the heading of their part of the deal
    codes: tuple[CodeGroup, ...]
    # ruleset, dealer, calls before, call -> what it shows the partner, or None
    explain_call: Callable[[Ruleset, int, list[Any], object], Meaning | None]

    # code of what a call shows -> the sentences that say it
    meanings: Mapping[str, MeaningInWords]
    # the words of a call that are neither a number nor a suit
    call_words: Mapping[str, Sentence]

    start_game: Callable[[Ruleset, int | None], GameState]
    add_deal: Callable[[GameState, DealResult], GameState]
    # what a game, or so many deals, can have ended with, where only the final score is known
    final_scores: FinalScores
    # what a deal depends on of the game before it: keys and values of its record or summary
    carried: Callable[[GameState], Mapping[str, Any]] = nothing_carried

    # what a scored deal says of its players, and what achievements are called by their kind
    figures: Callable[[ScoredDeal], DealFigures]
    achievements: Mapping[str, Sentence]
    # kinds that say another one as well: a smudge that was bid and made won all the points
    implied_achievements: Mapping[str, str] = field(default_factory=dict)
    # games that share a rating, and the standard deviation of the margin of one deal between
    # sides of equal strength, in the game's points
    family: Family
    spread: float
    # points are multiplied by this before they are looked up in the table of IMPs: the difference
    # between a bid made and the same bid set should give 10 to 12 IMPs
    imp_multiplier: Decimal

    # options and players -> what can be laid down as meld; None in a game without melds
    meld_sheet: Callable[[Any, int], MeldSheet | None]
    # what prepared cards can meld at most; None in a game without melds, and where cards are drawn
    prepared_melds: PreparedMelds | None
    # what melds are called, by the codes under which results name them
    meld_names: Mapping[str, Sentence] = field(default_factory=dict)
    # record, dealer, options -> the hands of a record that has the whole pack in place of them
    recorded_hands: Callable[[Mapping[str, Any], int, Any], Sequence[Any]] | None = None
    # a state before its first card -> seat, name and points of each meld
    named_melds: Callable[[Any], Sequence[tuple[int, Sentence, int]]] | None = None
    # options -> points for winning the last trick, besides those of its cards
    last_trick: Callable[[Any], int] = nothing_besides
    # a state -> what was laid down during the play, and the cards drawn, as (trick, seat, card)
    melds_laid: Callable[[Any], Sequence[Any]] = nothing_done
    cards_drawn: Callable[[Any], Sequence[tuple[int, int, str]]] = nothing_done

    record_properties: Mapping[str, Schema] = field(init=False)
    record_keys: frozenset[str] = field(init=False)
    keys_of_others: tuple[str, ...] = field(init=False)
    phase_of: Mapping[str, Phase] = field(init=False)

    def __post_init__(self) -> None:
        of_phases = {phase.key: phase.schema for phase in self.phases}
        schemas = {**self.extra_record_schemas, **of_phases}
        object.__setattr__(self, "record_properties", schemas)
        object.__setattr__(self, "record_keys", frozenset({*DEAL_KEYS, *RECORD_KEYS, *schemas}))
        others = tuple(key for key in RECORD_KEYS if key not in schemas)
        object.__setattr__(self, "keys_of_others", others)
        object.__setattr__(self, "phase_of", {phase.key: phase for phase in self.phases})
        for key, phase in self.phase_of.items():
            if phase.schema.get("type") == "array" and key not in {*LISTED, *BY_SEAT}:
                raise ValueError(f'a record has "{key}" as a list, and `actions.LISTED` does not')

    def summary_fields(self, options: Any, players: int) -> tuple[SummaryField, ...]:
        """Return what a scorer is asked, in the order in which it happens at the table."""
        return self.fields.asked(options, players)

    def legal_actions(self, state: Any) -> Iterator[Action]:
        """Give everything that may be done next, phase by phase."""
        for phase in self.phases:
            for value in phase.legal(state):
                yield Action(phase.key, value)

    def apply(self, state: Any, action: Action) -> None:
        """Do one action, or raise and leave the state as it was."""
        phase = self.phase_of.get(action.phase)
        if phase is None:
            raise unknown_action(action)
        phase.do(state, (action.value,))

    def replay(self, ruleset: Ruleset, record: Mapping[str, Any]) -> DealResult:
        """Check and score a full record. Raises at the first thing the rules do not allow."""
        return self.result(self.replayed(ruleset, record))

    def replayed(self, ruleset: Ruleset, record: Mapping[str, Any]) -> Any:
        """Return the deal as it stands after everything in the record has been done."""
        check_keys(record, self.record_keys)
        check_empty(record, self.keys_of_others)
        state = self.opening(ruleset, record)
        read_phases(self.phases, state, record)
        self.check_played_out(state)
        return state

    def summary_of(self, ruleset: Ruleset, record: Mapping[str, Any]) -> dict[str, Any]:
        """Return a full record in the form of a summary. Raises what replaying it raises."""
        state = self.replayed(ruleset, record)
        form = {**ruleset.as_json(), "dealer": state.dealer}
        extra = {name: record[name] for name in self.extra_form_schemas if record.get(name)}
        return {**form, **extra, "summary": self.fields.written(state, self.result(state))}

    def random_deal(
        self,
        ruleset: Ruleset,
        rng: Random,
        *,
        player: Player | None = None,
        dealer: int | None = None,
        **extra: Any,
    ) -> dict[str, Any]:
        """Return the record of a deal shuffled by `rng` and played by `player` in every seat.

        `extra` are further keys that the records of this game have.
        """
        dealt = self.how_dealt(ruleset.options, ruleset.players)
        pack = shuffled(dealt.deck, rng)
        first = rng.randrange(ruleset.players) if dealer is None else dealer
        cut = dealt.hand_size * ruleset.players
        hands = [" ".join(pack[at : at + dealt.hand_size]) for at in range(0, cut, dealt.hand_size)]
        record: dict[str, Any] = {**ruleset.as_json(), "dealer": first, "hands": hands, **extra}
        if pack[cut:]:
            record["stock"] = " ".join(pack[cut:])
        return self.played_out(ruleset, record, player)

    def played_out(
        self, ruleset: Ruleset, record: dict[str, Any], player: Player | None = None
    ) -> dict[str, Any]:
        """Let `player` act in every seat of a record that has its cards alone; return it whole."""
        state = self.opening(ruleset, record)
        play_deal(record, state, self.apply, player or self.plain_player)
        for key in self.record_required:
            record.setdefault(key, [])
        if state.trump and "trump" not in record:
            record["trump"] = state.trump
        return record


def seats_of(game: Variant, preset: Preset, options: Any = None) -> tuple[int, ...]:
    """Return the numbers of players a preset allows, with its own options or with these."""
    allowed = game.seats_allowed(preset.options if options is None else options)
    return tuple(count for count in allowed if preset.seats is None or count in preset.seats)
