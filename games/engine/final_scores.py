"""Final scores: what a table or a game ended with, where nobody kept its deals.

Each game says in its `Variant.final_scores` what its scores can be; the checks are made here, for
all games alike.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Any, Literal, NamedTuple

from games.engine.errors import IllegalAction, MalformedRecord
from games.engine.record import IGNORED, check_keys, read_flag, read_list
from games.engine.result import DealResult, ScoreLine
from games.engine.ruleset import Ruleset
from games.engine.summary_fields import SummaryField
from games.sentences import Sentence, SideName, say

FINAL_SCORE = "final_score"
KEYS = IGNORED | {FINAL_SCORE, "winner", "unfinished"}
FURTHEST = 1_000_000  # from zero: more is no score of any game
# fields of a summary whose points become points of the score
_POINTS = ("bid", "melds", "points")

Of = Literal["table", "game"]


class DealRange(NamedTuple):
    """What one deal can bring a side, at the least and the most, and all sides together."""

    least: int
    most: int
    together: int


class Winners(NamedTuple):
    """Sides that can have won a game with a final score, and the one that has unless it is said.

    Nobody can while `possible` is empty: the game is not over. `usual` is None where only those
    who were there know who won.
    """

    possible: tuple[int, ...]
    usual: int | None
    # why nobody has won, where it is not that nobody has reached the target
    goes_on: Sentence | None = None
    # what is asked where it must be said who won, if it is not that several reached the target
    asks: Sentence | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalScores:
    """What the final scores of a game can be; each field is a function of the options."""

    # options and players -> every score is a multiple of it
    step: Callable[[Any, int], int]
    # options and players -> what a deal can bring
    deal: Callable[[Any, int], DealRange]
    # options and the scores by side -> who can have won a game that ended with them
    winners: Callable[[Any, Sequence[int]], Winners]
    # options -> whether a game always ends with the first deal that takes a side to the target
    ends_at_target: Callable[[Any], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What a final score is of: a `table` or a `game`, and the deals of it where they are known.

    `to_target`: it is one game, played until a side has won.
    """

    of: Of
    to_target: bool
    deals: int | None = None


def step_of(fields: Sequence[SummaryField]) -> int:
    """Return the largest number of which all that a summary counts in points is a multiple."""
    return gcd(*(field.step for field in fields if field.name in _POINTS)) or 1


def one_or_asked(over: Sequence[int]) -> Winners:
    """Return that a side over the target has won; of several it must be said which."""
    return Winners(tuple(over), over[0] if len(over) == 1 else None)


def score_final(
    ruleset: Ruleset,
    known: FinalScores,
    target: int,
    data: Mapping[str, Any],
    played: Played,
) -> DealResult:
    """Check a final score, `{"final_score": [..], "winner": .., "unfinished": ..}`, by the rules.

    `known` and `target` (the score that wins a game) are the game's. Raises MalformedRecord for
    what cannot be read, IllegalAction for what cannot have happened.
    """
    check_keys(data, KEYS)
    score = _read_score(ruleset, data)
    unfinished = read_flag(data, "unfinished")
    if unfinished and not played.to_target:
        sentence = say("only a game that is played to the target can have been stopped before it")
        raise MalformedRecord("unexpected_field", sentence, phase="game", field="unfinished")
    is_game = played.to_target and not unfinished
    _check_steps(score, known.step(ruleset.options, ruleset.players))
    _check_range(ruleset, known, score, played)
    winner = _read_winner(ruleset, data, is_game=is_game)
    if is_game:
        _check_end(ruleset, known, score, target)
        winner = _winner(known.winners(ruleset.options, score), score, winner, target)
    return _result(score, winner, played.of, unfinished=unfinished)


def _result(score: Sequence[int], winner: int | None, of: Of, *, unfinished: bool) -> DealResult:
    lines = (ScoreLine(side, points, FINAL_SCORE, _LINE) for side, points in enumerate(score))
    return DealResult(
        sides=len(score),
        made=None,
        lines=tuple(lines),
        detail={
            FINAL_SCORE: of,
            "unfinished": unfinished,
            "declarer_side": None,
            "redeal": False,
            "wins_game": winner,
        },
    )


_LINE = say("final score as entered")


# Reading what was sent.


def _read_score(ruleset: Ruleset, data: Mapping[str, Any]) -> list[int]:
    score = read_list(data, FINAL_SCORE)
    if len(score) != ruleset.sides or not all(type(points) is int for points in score):
        sentence = say("a final score has %(sides)d whole numbers, one a side", sides=ruleset.sides)
        raise MalformedRecord("bad_score", sentence, phase="game", field=FINAL_SCORE)
    for side, points in enumerate(score):
        if abs(points) > FURTHEST:
            raise _too_far(side)
    return list(score)


def _read_winner(ruleset: Ruleset, data: Mapping[str, Any], *, is_game: bool) -> int | None:
    winner = data.get("winner")
    if winner is None:
        return None
    if not is_game:
        sentence = say("who won is said only of a game that was played to its end")
        raise MalformedRecord("unexpected_field", sentence, phase="game", field="winner")
    if type(winner) is int and 0 <= winner < ruleset.sides:
        return winner
    sentence = say(
        '"%(name)s" must be a side from 0 to %(last)d, or null',
        name="winner",
        last=ruleset.sides - 1,
    )
    raise MalformedRecord("bad_side", sentence, phase="game", field="winner")


# What cannot have happened.


def _check_steps(score: Sequence[int], step: int) -> None:
    for side, points in enumerate(score):
        if points % step:
            sentence = say(
                "%(side)s cannot have %(points)d: all points of this game are multiples of "
                "%(step)d, so %(below)d or %(above)d is meant",
                side=SideName(side),
                points=points,
                step=step,
                below=points // step * step,
                above=(points // step + 1) * step,
            )
            raise _refused("final_score_step", sentence)


def _check_range(
    ruleset: Ruleset, known: FinalScores, score: Sequence[int], played: Played
) -> None:
    """Refuse more or less than so many deals can bring, for a side or all sides together."""
    if played.deals is None:
        return
    deal = known.deal(ruleset.options, ruleset.players)
    least, most, together = (number * played.deals for number in deal)
    for side, points in enumerate(score):
        if not least <= points <= most:
            raise _out_of_range(side, points, least, most, played.deals)
    if sum(score) > together:
        sentence = say(
            "the scores add up to %(sum)d; in %(deals)d deals all sides together can have "
            "%(most)d at most",
            sum=sum(score),
            deals=played.deals,
            most=together,
        )
        raise _refused("final_score_out_of_range", sentence)


def _too_far(side: int) -> IllegalAction:
    """Refuse a number that may be too long to be shown."""
    sentence = say(
        "the score of %(side)s is out of all bounds: it can be from %(least)d to %(most)d",
        side=SideName(side),
        least=-FURTHEST,
        most=FURTHEST,
    )
    return _refused("final_score_out_of_range", sentence)


def _out_of_range(side: int, points: int, least: int, most: int, deals: int) -> IllegalAction:
    sentence = say(
        "%(side)s cannot have %(points)d: %(deals)d deals bring a side from %(least)d to "
        "%(most)d points",
        side=SideName(side),
        points=points,
        deals=deals,
        least=least,
        most=most,
    )
    return _refused("final_score_out_of_range", sentence)


def _check_end(ruleset: Ruleset, known: FinalScores, score: Sequence[int], target: int) -> None:
    """Refuse more than one deal can add to a score that has not yet ended the game."""
    if not known.ends_at_target(ruleset.options):
        return
    most_in_deal = known.deal(ruleset.options, ruleset.players).most
    most = target + most_in_deal
    for side, points in enumerate(score):
        if points > most:
            sentence = say(
                "%(side)s cannot have %(points)d: the game ends at %(target)d and a deal brings "
                "%(deal)d at most, so nobody can have more than %(most)d",
                side=SideName(side),
                points=points,
                target=target,
                deal=most_in_deal,
                most=most,
            )
            raise _refused("final_score_out_of_range", sentence)


def _winner(winners: Winners, score: Sequence[int], named: int | None, target: int) -> int:
    """Return who has won the game: as named, else the only side that can have."""
    if not winners.possible:
        raise _not_over(winners, score, target)
    if named is None:
        if winners.usual is None:
            raise _refused("winner_needed", winners.asks or _ask(target), field="winner")
        return winners.usual
    if named not in winners.possible:
        sentence = say(
            "%(side)s cannot have won the game, which is played to %(target)d, with %(points)d",
            side=SideName(named),
            target=target,
            points=score[named],
        )
        raise _refused("winner_mismatch", sentence, field="winner")
    return named


def _ask(target: int) -> Sentence:
    return say(
        "more than one side can have won by the rules of this game, which is played to "
        "%(target)d; say who won",
        target=target,
    )


def _not_over(winners: Winners, score: Sequence[int], target: int) -> IllegalAction:
    highest = max(score)
    if winners.goes_on is not None:
        return _refused("game_goes_on", winners.goes_on)
    if highest >= target:
        sentence = say(
            "nobody has won yet: with this score the game, played to %(target)d, goes on by the "
            "rules in force",
            target=target,
        )
        return _refused("game_goes_on", sentence)
    sentence = say(
        "nobody has reached %(target)d, which wins the game; the highest score is %(highest)d",
        target=target,
        highest=highest,
    )
    return _refused("target_not_reached", sentence)


def _refused(rule: str, sentence: Sentence, *, field: str = FINAL_SCORE) -> IllegalAction:
    return IllegalAction("game", None, rule, sentence, field=field)
