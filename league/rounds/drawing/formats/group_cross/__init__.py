"""Two groups crossed: every entry of one group meets every entry of the other."""

from games.engine.sentences import say
from league.rounds.drawing.format import Cost, Format
from league.rounds.drawing.formats.group_cross.group_cross import draw_group_cross, judge_crossing
from league.rounds.drawing.stage_options import OWN_GROUPING, OWN_ROOMS

FORMAT = Format(
    id="group_cross",
    label=say("Two groups crossed"),
    help=say(
        "Every entry of one group meets every entry of the other; nobody meets its own group."
    ),
    who="sides",
    all_at_once=True,
    results="none",
    rests="bye",
    options=(OWN_GROUPING, OWN_ROOMS),
    filled=frozenset({"seats"}),
    draw=draw_group_cross,
    judge=judge_crossing,
    ways=(),
    cost=Cost(rounds=lambda entries: entries),
    times=1,
    needs_groups=True,
)
