"""Tables of single players, each for itself, mixed again every round so that all meet alike."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Annotated, Any, ClassVar, Self, TypeAlias

import numpy as np
from msgspec import Meta, Struct

from games.sentences import say
from league.foundation.doors.declared import Seed
from league.foundation.doors.played import Bye, Match, Played, Side
from league.foundation.doors.reading import (
    InvalidRequest,
    read_count,
    within,
)
from league.play.rounds.drawing.candidate import (
    MOST_MIXED_ROUNDS,
    SEED,
    USUAL_TABLE,
    Candidate,
    lengths,
    sizes_alone,
)
from league.play.rounds.drawing.cannot_draw import impossible
from league.play.rounds.drawing.drawn import Draw, DrawnRound, Reason
from league.play.rounds.drawing.format import Cost, Format, Way
from league.play.rounds.drawing.formats.individual_tables.mixing import Past, mix, no_past
from league.play.rounds.drawing.formats.individual_tables.table_evening import (
    Evening,
    rounds_at_larger_tables,
)
from league.play.rounds.drawing.formats.individual_tables.table_sizes import (
    most_seated,
    table_sizes,
)
from league.play.rounds.drawing.meeting_judge import judge_meetings
from league.play.rounds.drawing.night import Night
from league.play.rounds.drawing.request import (
    DrawRequest,
    check_round_is_open,
    no_round_left,
    options_asked,
)
from league.play.rounds.drawing.stage_options import options_of, said
from league.play.rounds.drawing.work import MOST_SEARCHED, StoppedSearch

SMALLEST_TABLE, LARGEST_TABLE = 3, 7
MOST_PLAYERS = 400
MOST_ROUNDS_AT_ONCE = 60
TableSize: TypeAlias = Annotated[int, Meta(ge=SMALLEST_TABLE, le=LARGEST_TABLE)]


class Options(Struct, frozen=True, kw_only=True):
    """How many sit at a table, and the seed that makes the draw repeatable."""

    null_is_left_out: ClassVar[bool] = True

    minimum: TableSize = SMALLEST_TABLE
    maximum: TableSize = LARGEST_TABLE
    preferred: Annotated[
        TableSize | None,
        said(
            say("Players at a table, if it can be chosen"),
            say("When several sizes of tables are possible."),
        ),
    ] = None
    seed: Seed = 1

    def checked(self, path: str) -> Self:
        at = within(path, "maximum")
        read_count(self.maximum, at, least=self.minimum, most=LARGEST_TABLE)
        _check_preferred(self.wanted, self.minimum, self.maximum)
        return self

    @property
    def wanted(self) -> int:
        """How many are to sit at a table: four, if nothing else is preferred and it can be."""
        return self.preferred or min(max(4, self.minimum), self.maximum)


def draw_individual_tables(request: DrawRequest) -> Draw:
    """Return the wanted rounds: `round` alone, or all that are still to come of `rounds`.

    Without either it is the next round. The draw follows from the request and `options.seed`.
    Once the evening has begun, whoever is one too many for the tables sits out in turn.
    """
    return _draw(request, MOST_SEARCHED)


def _draw(request: DrawRequest, most: int) -> Draw:
    """Return the rounds, searched for with at most so much work."""
    options = options_asked(request, Options)
    everybody = [entry.id for entry in request.active]
    _check_size(everybody)
    _check_history(request)
    wanted = _wanted_rounds(request)
    # repeatable on purpose: the seed is part of the answer
    rng = Random(f"{options.seed} {wanted[0]}")  # noqa: S311  # nosec B311
    out = _sitting_out(request, everybody, options, rng)
    numbers = wanted[:1] if out else wanted
    players = [player for player in everybody if player not in out]
    sizes = table_sizes(
        len(players),
        minimum=options.minimum,
        maximum=options.maximum,
        preferred=options.wanted,
    )
    share = most * len(numbers) // len(wanted)
    drawn = mix(sizes, len(numbers), _past(request, players), rng, most=share)
    seen = Evening(request, everybody)
    rounds = tuple(
        seen.sit_down(number, [[players[place] for place in table] for table in tables], out, rng)
        for number, tables in zip(numbers, drawn.rounds, strict=True)
    )
    if len(numbers) < len(wanted):
        # who sits out then depends on who does now
        to_come = _draw(_after(request, rounds[0]), most - share)
        draw = replace(to_come, rounds=(*rounds, *to_come.rounds))
    else:
        draw = Draw(rounds=rounds, quality=seen.quality(sizes) | {"seed": options.seed})
    return draw if drawn.stopped_search is None else _stopped(draw, drawn.stopped_search)


def _stopped(draw: Draw, search: StoppedSearch) -> Draw:
    """Return the draw with the words of how good it is, since the search had to stop."""
    first, *others = draw.rounds
    why = (*first.why, Reason("search_stopped", search.in_words()))
    quality = {**draw.quality, "search": search.as_json()}
    return Draw(rounds=(replace(first, why=why), *others), quality=quality)


def _after(request: DrawRequest, drawn: DrawnRound) -> DrawRequest:
    """Return the request as it will be when the round has been played."""
    matches = [
        Match(
            round=drawn.round,
            table=table.table,
            sides=tuple(Side(side, None) for side in table.sides),
        )
        for table in drawn.tables
    ]
    byes = [Bye(drawn.round, player) for player in drawn.sit_outs]
    history = Played((*request.history.matches, *matches), (*request.history.byes, *byes))
    return replace(request, history=history)


def _sitting_out(
    request: DrawRequest, everybody: Sequence[str], options: Options, rng: Random
) -> list[str]:
    """Return who has no place at the tables: whoever sat out least, and of these played most.

    Nobody before the first round: then somebody can still be found, or other sizes be allowed.
    """
    fitting = most_seated(len(everybody), options.minimum, options.maximum)
    if not request.history.rounds or not fitting:
        return []
    waits = Counter(bye.entry for bye in request.history.byes)
    played = Counter(entry for match in request.history.matches for entry in match.entries)
    by_lot = rng.sample(everybody, len(everybody))
    in_turn = sorted(by_lot, key=lambda player: (waits[player], -played[player]))
    return in_turn[: len(everybody) - fitting]


def sizes_asked(request: DrawRequest) -> tuple[int, int]:
    """Return how many players a table has at least and at most."""
    options = options_asked(request, Options)
    return options.minimum, options.maximum


def _check_preferred(preferred: int, minimum: int, maximum: int) -> None:
    """Refuse a size that the tables of the event cannot have, in a club's words."""
    if minimum <= preferred <= maximum:
        return
    if minimum == maximum:
        sentence = say(
            "every table of this event has %(size)d players: choose %(size)d players at a table "
            "instead of %(given)d, or leave it empty",
            size=minimum,
            given=preferred,
        )
    else:
        sentence = say(
            "the tables of this event have %(least)d to %(most)d players: choose a number between "
            "them instead of %(given)d players at a table, or leave it empty",
            least=minimum,
            most=maximum,
            given=preferred,
        )
    raise InvalidRequest("not_a_count", sentence, path="options.preferred")


def _check_size(players: Sequence[str]) -> None:
    if len(players) > MOST_PLAYERS:
        raise impossible(
            "too_many_entries",
            say(
                "%(count)d players are too many for one draw; at most %(most)d can be mixed "
                "at once: divide them into groups",
                count=len(players),
                most=MOST_PLAYERS,
            ),
            path="entries",
        )


def _check_history(request: DrawRequest) -> None:
    for match in request.history.matches:
        if len(match.entries) != len(match.sides):
            raise impossible(
                "not_single_players",
                say(
                    "round %(round)d of the history has partners on one side (%(names)s); "
                    "at individual tables everybody plays alone",
                    round=match.round,
                    names=request.names(match.entries),
                ),
                path="history",
            )


def _wanted_rounds(request: DrawRequest) -> list[int]:
    check_round_is_open(request)
    if request.round is not None:
        return [request.round]
    first = request.next_round
    last = first if request.rounds is None else request.rounds
    if first > last:
        raise no_round_left(last)
    if last - first >= MOST_ROUNDS_AT_ONCE:
        raise impossible(
            "too_many_rounds",
            say(
                "%(rounds)d rounds are too many for one draw; at most %(most)d can be drawn at "
                "once: draw the first ones now and the others later",
                rounds=last - first + 1,
                most=MOST_ROUNDS_AT_ONCE,
            ),
            path="rounds",
        )
    return list(range(first, last + 1))


def _past(request: DrawRequest, players: Sequence[str]) -> Past:
    past = no_past(len(players))
    index = {player: place for place, player in enumerate(players)}
    for match in request.history.matches:
        for one, other in combinations([index[e] for e in match.entries if e in index], 2):
            past.met[one, other] += 1
            past.met[other, one] += 1
    for pair in request.avoid:
        if pair <= index.keys():
            one, other = (index[entry] for entry in pair)
            past.apart[one, other] = past.apart[other, one] = 1
    larger = rounds_at_larger_tables(request.history.matches)
    past.larger[:] = np.array([larger[player] for player in players], dtype=np.int64)
    return past


LARGEST_COMFORTABLE_TABLE = 5


def _at_new_tables(night: Night) -> Iterator[Candidate]:
    """Tables of the usual size, with shorter and longer rounds; then of other sizes."""
    possible = sizes_alone(night)
    comfortable = [n for n in possible if n <= LARGEST_COMFORTABLE_TABLE] or possible
    if not comfortable:
        return
    span = {"minimum": comfortable[0], "maximum": comfortable[-1]}
    wanted = sorted(comfortable, key=lambda n: (abs(n - USUAL_TABLE), -n))
    known: list[list[int]] = []
    for preferred in wanted:
        sizes = table_sizes(night.players, preferred=preferred, **span)
        if sizes in known:
            continue
        known.append(sizes)
        lengths_possible = lengths(night, sizes[0], most_rounds=MOST_MIXED_ROUNDS)
        for rounds, deals in lengths_possible[: 2 if len(known) == 1 else 1]:
            options: Mapping[str, Any] = {"preferred": preferred}
            yield Candidate(
                format=FORMAT.id,
                least_seats=comfortable[0],
                most_seats=comfortable[-1],
                side_size=1,
                rounds=rounds,
                deals=deals,
                stage_options=options,
                draw_options={**options, **span, **SEED},
            )


FORMAT = Format(
    id="individual_tables",
    is_usual=True,
    label=say("Individual tables"),
    help=say("Single players, a new table every round, so that all meet about equally often."),
    who="alone",
    all_at_once=False,
    results="none",
    rests="sit_out",
    options=options_of(Options),
    filled=frozenset({"minimum", "maximum", "seed"}),
    draw=draw_individual_tables,
    judge=judge_meetings(sizes=sizes_asked),
    ways=(Way(2, _at_new_tables),),
    cost=Cost(rounds=lambda entries: 1, searched=True, weight=4),
    has_order=False,
)
