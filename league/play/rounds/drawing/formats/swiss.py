"""Swiss: of those who are level the round is drawn with the fewest penalties."""

from collections.abc import Iterator
from functools import partial

from games.sentences import say
from league.play.rounds.drawing.by_standing.drawing import draw_by_standing
from league.play.rounds.drawing.by_standing.judging import drop_needful
from league.play.rounds.drawing.by_standing.swiss_variant import (
    Options,
    SwissVariant,
)
from league.play.rounds.drawing.candidate import (
    SEED,
    Candidate,
    deals_that_fit,
    lengths,
    make_two_sided_candidate,
    sizes_with_two_sides,
)
from league.play.rounds.drawing.format import Format, Way
from league.play.rounds.drawing.meeting_judge import judge_meetings
from league.play.rounds.drawing.night import Night
from league.play.rounds.drawing.stage_options import (
    BYE_REQUESTS_OPTION,
    TWO_ROOMS_OPTION,
)

SWISS_VARIANT = SwissVariant(usual=Options(), lacks=("repeats",))


def _few_rounds(night: Night) -> Iterator[Candidate]:
    """As many rounds as find a winner, where not all can meet."""
    for size in sizes_with_two_sides(night):
        entries = night.players // size.side_size
        enough = max(3, (entries - 1).bit_length())
        if entries >= 4 and entries - 1 + entries % 2 > enough:
            for rounds, deals in lengths(night, size.seats, most_rounds=enough):
                better = deals_that_fit(night, rounds, size.seats)
                yield make_two_sided_candidate(
                    size, FORMAT.id, rounds, max(deals, better), options=SEED
                )


FORMAT = Format(
    id="swiss",
    is_usual=True,
    label=say("Swiss"),
    help=say("Each round whoever is level on points meets; nobody meets twice."),
    who="sides",
    all_at_once=False,
    results="wished",
    rests="bye",
    options=(*SWISS_VARIANT.options, TWO_ROOMS_OPTION, BYE_REQUESTS_OPTION),
    filled=frozenset({"seed", "score"}),
    draw=partial(draw_by_standing, SWISS_VARIANT),
    judge=judge_meetings(),
    rate=partial(drop_needful, SWISS_VARIANT),
    ways=(Way(6, _few_rounds),),
    cost=None,
)
