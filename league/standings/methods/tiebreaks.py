"""Tie-breaks by name: how people call them, what they count, and which numbers they give.

Most give every entry a number; those of `GROUPED` depend on who is level when they are applied.
"""

from collections.abc import Callable
from typing import NamedTuple

from games.engine.sentences import Sentence, say
from league.rounds.drawing.reading import Number
from league.standings.methods import opponents_met as met
from league.standings.methods import own_record as own
from league.standings.methods.ledger import Ledger


class Tiebreak(NamedTuple):
    """How people call it, what it counts, and the numbers of all entries.

    `values` is None for what depends on who is level, and for the lot. The higher number is
    ahead, unless `lower_is_ahead`. `fact` is what the matches must tell of the deals for it.
    """

    label: Sentence
    help: Sentence
    values: Callable[[Ledger], list[Number]] | None
    lower_is_ahead: bool = False
    fact: str = ""


HEAD_TO_HEAD = "head_to_head"
HEAD_TO_HEAD_DIFFERENCE = "head_to_head_difference"
PLAY_OFF = "play_off"
LOT = "lot"
GROUPED = (HEAD_TO_HEAD, HEAD_TO_HEAD_DIFFERENCE, PLAY_OFF)

TIEBREAKS: dict[str, Tiebreak] = {
    HEAD_TO_HEAD: Tiebreak(
        say("head-to-head"),
        say("The matches among those who are level, as a small league of their own."),
        None,
    ),
    HEAD_TO_HEAD_DIFFERENCE: Tiebreak(
        say("head-to-head difference"),
        say(
            "Own points minus the opponents’ points in the matches among those who are level, "
            "once all of them have met."
        ),
        None,
    ),
    "point_difference": Tiebreak(
        say("point difference"),
        say("Own points minus the opponents’ points, over all matches."),
        own.point_difference,
    ),
    "points_for": Tiebreak(
        say("points for"), say("Own points at the table, over all matches."), own.points_for
    ),
    "average": Tiebreak(
        say("average points"), say("Own points at the table for each match."), own.average_points
    ),
    "quotient": Tiebreak(
        say("points quotient"),
        say("Own points divided by the opponents’ points, over all matches."),
        own.quotient,
    ),
    "wins": Tiebreak(say("wins"), say("Matches won, by forfeit too; a bye is none."), own.wins),
    "wins_with_first_deal": Tiebreak(
        say("wins with the first deal"),
        say("Matches won at the table when the own side dealt first."),
        own.wins_with_first_deal,
    ),
    "played": Tiebreak(
        say("matches played"),
        say("Matches one came to; those forfeited by not coming do not count."),
        own.played,
    ),
    "buchholz": Tiebreak(
        say("Buchholz"), say("The scores of all opponents met, added up."), met.buchholz
    ),
    "buchholz_cut_1": Tiebreak(
        say("Buchholz cut 1"), say("Buchholz without the weakest opponent."), met.buchholz_cut_1
    ),
    "buchholz_cut_2": Tiebreak(
        say("Buchholz cut 2"),
        say("Buchholz without the two weakest opponents."),
        met.buchholz_cut_2,
    ),
    "median_buchholz": Tiebreak(
        say("median Buchholz"),
        say("Buchholz without the weakest and the strongest opponent."),
        met.median_buchholz,
    ),
    "median_buchholz_2": Tiebreak(
        say("median Buchholz 2"),
        say("Buchholz without the two weakest and the two strongest opponents."),
        met.median_buchholz_2,
    ),
    "sonneborn_berger": Tiebreak(
        say("Sonneborn-Berger"),
        say("What each match gave times that opponent’s score, added up."),
        met.sonneborn_berger,
    ),
    "koya": Tiebreak(
        say("Koya points"),
        say("Points made against those who have at least half of the possible points."),
        met.koya,
    ),
    "progressive": Tiebreak(
        say("progressive score"), say("The scores after each round, added up."), own.progressive
    ),
    "progressive_cut_1": Tiebreak(
        say("progressive score cut 1"),
        say("The scores after each round but the first, added up."),
        own.progressive_cut_1,
    ),
    "opponents_strength": Tiebreak(
        say("opponents’ strength"),
        say("The final scores of all opponents, added up; for changing partners."),
        met.opponents_strength,
    ),
    "partners_strength": Tiebreak(
        say("partners’ strength"),
        say("The final scores of all partners, added up; weaker partners are ahead."),
        met.partners_strength,
        lower_is_ahead=True,
    ),
    "opponents_to_partners": Tiebreak(
        say("opponents to partners"),
        say("The opponents’ final scores added up, divided by those of the partners."),
        met.opponents_to_partners,
    ),
    "fewer_sets": Tiebreak(
        say("fewer sets"),
        say("How often the own side was set; fewer are ahead."),
        own.sets,
        lower_is_ahead=True,
        fact="sets",
    ),
    "bids_made": Tiebreak(
        say("bids made"),
        say("How often the own side made its bid."),
        own.bids_made,
        fact="bids_made",
    ),
    "highest_deal": Tiebreak(
        say("highest deal"),
        say("The most points of the own side in one deal."),
        own.highest_deal,
        fact="highest_deal",
    ),
    PLAY_OFF: Tiebreak(
        say("play-off"),
        say("The points in a play-off of those who are level."),
        None,
    ),
    LOT: Tiebreak(
        say("lot"),
        say("A lot drawn from a number that is kept, so that anyone can draw it again."),
        None,
        lower_is_ahead=True,
    ),
}
