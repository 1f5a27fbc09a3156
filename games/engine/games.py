"""Games: deals played one after the other until somebody has won."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from games.engine.errors import IllegalAction, MalformedRecord
from games.engine.record import IGNORED, check_keys, read_flag, read_seat, required
from games.engine.result import DealResult, ScoreLine
from games.engine.ruleset import Ruleset
from games.sentences import SeatName, say

BARE_KEYS = IGNORED | {"score", "declarer_side", "redeal", "wins_game", "dealer"}


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState:
    """Where a game stands. `special` is what the game carries between deals besides totals."""

    ruleset: Ruleset
    totals: tuple[int, ...]
    running: tuple[tuple[int, ...], ...] = ()  # the totals after each deal
    finished: bool = False
    winner: int | None = None
    reason: str | None = None  # a code: why it ended
    next_dealer: int | None = None  # None while no dealer is known
    special: Mapping[str, Any] = field(default_factory=dict)


def new_game(
    ruleset: Ruleset, first_dealer: int | None, special: Mapping[str, Any] | None = None
) -> GameState:
    return GameState(
        ruleset=ruleset,
        totals=(0,) * ruleset.sides,
        next_dealer=first_dealer,
        special=special or {},
    )


def check_follows(game: GameState, deal: DealResult) -> None:
    """Refuse a deal after the end, or by another dealer than the one whose turn it is."""
    index = len(game.running)
    if game.finished:
        sentence = say("the game ended with deal %(last)d; no deal may follow the end", last=index)
        raise IllegalAction("game", index, "game_over", sentence)
    if None not in (deal.dealer, game.next_dealer) and deal.dealer != game.next_dealer:
        sentence = say(
            "deal %(number)d was dealt by %(dealer)s; it is the turn of %(due)s to deal",
            number=index + 1,
            dealer=SeatName(deal.dealer or 0),
            due=SeatName(game.next_dealer or 0),
        )
        raise IllegalAction("game", index, "wrong_dealer", sentence, field="dealer")


def dealer_of(game: GameState, deal: DealResult) -> int | None:
    """Return who dealt: as recorded, else whose turn it was, else None."""
    return game.next_dealer if deal.dealer is None else deal.dealer


def with_deal(
    game: GameState,
    totals: tuple[int, ...],
    *,
    winner: int | None,
    reason: str | None,
    next_dealer: int | None,
    special: Mapping[str, Any] | None = None,
) -> GameState:
    """Return the game after one more deal; a winner ends it."""
    return replace(
        game,
        totals=totals,
        running=(*game.running, totals),
        finished=winner is not None,
        winner=winner,
        reason=reason,
        next_dealer=next_dealer,
        special=game.special if special is None else special,
    )


def added(totals: tuple[int, ...], score: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(total + points for total, points in zip(totals, score, strict=True))


def read_bare_result(ruleset: Ruleset, data: Mapping[str, Any]) -> DealResult:
    """Return a deal of which only the score is known."""
    check_keys(data, BARE_KEYS)
    score = required(data, "score")
    if not (
        isinstance(score, (list, tuple))
        and len(score) == ruleset.sides
        and all(type(points) is int for points in score)
    ):
        sentence = say(
            '"score" must be a list of %(sides)d whole numbers, one a side', sides=ruleset.sides
        )
        raise MalformedRecord("bad_score", sentence, phase="game", field="score")
    dealer = data.get("dealer")
    if dealer is not None:
        dealer = read_seat(dealer, ruleset.players, name="dealer", rule="bad_dealer")
    declaring = _side(ruleset, data, "declarer_side")
    reason = say("score as entered")
    return DealResult(
        sides=ruleset.sides,
        made=None if declaring is None else score[declaring] > 0,
        lines=tuple(
            ScoreLine(side, points, "entered", reason) for side, points in enumerate(score)
        ),
        detail={
            "declarer_side": declaring,
            "redeal": read_flag(data, "redeal"),
            "wins_game": _side(ruleset, data, "wins_game"),
        },
        dealer=dealer,
    )


def _side(ruleset: Ruleset, data: Mapping[str, Any], name: str) -> int | None:
    value = data.get(name)
    if value is None:
        return None
    if type(value) is int and 0 <= value < ruleset.sides:
        return value
    sentence = say(
        '"%(name)s" must be a side from 0 to %(last)d, or null', name=name, last=ruleset.sides - 1
    )
    raise MalformedRecord("bad_side", sentence, phase="game", field=name)
