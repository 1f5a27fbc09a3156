"""Knock-out: whoever loses is out, unless a match for third place or a consolation follows.

Seeding by doubling, byes to the best seeds (formats.md, section 3). Drawn one round at a time.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Annotated, Any

from msgspec import Meta

from games.sentences import say
from league.foundation.doors.played import Match, Played, Side
from league.foundation.doors.reading import InvalidRequest
from league.foundation.doors.request_files import Entry
from league.play.rounds.drawing.bracket.bracket_progress import Progress, progress_of
from league.play.rounds.drawing.bracket.judge import judge_bracket
from league.play.rounds.drawing.bracket.layouts import consolation_rounds, knock_out, rounds_of
from league.play.rounds.drawing.bracket.seeding import read_field
from league.play.rounds.drawing.bracket.to_come import draw_bracket
from league.play.rounds.drawing.drawn import Draw
from league.play.rounds.drawing.format import Format
from league.play.rounds.drawing.request import DrawRequest, check_next_round, options_asked
from league.play.rounds.drawing.stage_options import TWO_ROOMS_OPTION, Order, options_of, said

MOST_CONSOLATION_ROUNDS = 10
MOST_ROUNDS = 40
MOST_PLAYED_THROUGH = 128  # entries up to which a bracket is played through to count its rounds


class Options(Order, frozen=True, kw_only=True):
    """What is played besides the matches that lead to the first place."""

    third_place: Annotated[
        bool,
        said(
            say("A match for third place"),
            say("Those who lose the semi-finals play for it."),
        ),
    ] = False
    consolation: Annotated[
        int,
        Meta(ge=0, le=MOST_CONSOLATION_ROUNDS),
        said(
            say("Consolation for the losers of so many rounds"),
            say("They play a knock-out of their own; 0 for none."),
        ),
    ] = 0
    feed_in: Annotated[
        bool,
        said(
            say("Losers join the consolation at once"),
            say("Round by round, instead of when all of them are known."),
        ),
    ] = False


def draw_knockout(request: DrawRequest) -> Draw:
    """Return the next round of a knock-out. Raises CannotDraw, also when it is decided."""
    check_next_round(request)
    return draw_bracket(request, knockout_progress(request))


def knockout_progress(request: DrawRequest) -> Progress:
    """Return where a knock-out stands after the rounds of the history."""
    options = options_asked(request, Options)
    field = read_field(request, options)
    feed_in, third_place, wanted = options.feed_in, options.third_place, options.consolation
    if feed_in and request.options.get("consolation") is None:
        wanted = MOST_CONSOLATION_ROUNDS  # that means a consolation: of all rounds that can feed it
    count = len(field.seeds)
    losers_of = consolation_rounds(count, wanted=wanted, third_place=third_place)
    nodes = knock_out(count, third_place=third_place, feed_in=losers_of if feed_in else 0)
    return progress_of(request, nodes, field, consolation_after=0 if feed_in else losers_of)


def rounds_of_knockout(
    progress: Callable[[DrawRequest], Progress],
) -> Callable[[int, Mapping[str, Any]], int]:
    """Return a function from a number of entries to the rounds they need; 0 where not known.

    The field is halved every round. With a consolation it is played through to count them.
    """

    def rounds(entries: int, options: Mapping[str, Any]) -> int:
        if entries < 2:
            return 0
        consolation = options.get("consolation")
        if not consolation:
            return rounds_of(entries)
        if entries > MOST_PLAYED_THROUGH or not isinstance(consolation, int):
            return 0
        return played_through(progress, entries, consolation)

    return rounds


@lru_cache(maxsize=256)
def played_through(
    progress: Callable[[DrawRequest], Progress], entries: int, consolation: int = 0
) -> int:
    """Return after how many rounds a bracket is over in which the better seed always wins."""
    field = tuple(Entry(id=str(number)) for number in range(1, entries + 1))
    better = {entry.id: place for place, entry in enumerate(field)}
    options = {"consolation": consolation} if consolation else {}
    matches: list[Match] = []
    for number in range(1, MOST_ROUNDS):
        history = Played(matches=tuple(matches))
        request = DrawRequest(format="", entries=field, history=history, options=options)
        try:
            now = progress(request)
        except InvalidRequest:
            return 0
        if not now.playable:
            return number - 1
        for node in now.playable:
            pair = [str(now.replay.occupants[node.key, side]) for side in (0, 1)]
            first, second = sorted(pair, key=better.__getitem__)
            sides = (Side((first,), 1), Side((second,), 0))
            matches.append(Match(round=number, sides=sides))
    return 0


FORMAT = Format(
    id="knockout",
    is_usual=True,
    label=say("Knock-out"),
    help=say(
        "Whoever loses is out; the best seeds have byes. A match for third place and a "
        "consolation for those who lose early can be added."
    ),
    who="sides",
    all_at_once=False,
    results="needed",
    rests="bye",
    options=(*options_of(Options), TWO_ROOMS_OPTION),
    filled=frozenset({"seed"}),
    draw=draw_knockout,
    judge=judge_bracket(draw_knockout),
    ways=(),
    cost=None,
    rounds_of=rounds_of_knockout(knockout_progress),
    bracket=knockout_progress,
)
