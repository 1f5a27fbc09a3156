"""Plans for a night: pure functions from the players present to ways in which they can play.

`propose` answers with two or three plans, drawn to their end and measured; `form_sides` makes
pairs and teams of those who are present.
"""

from league.play.rounds.drawing.night import CHANGE_MINUTES, LONGEST, MOST_DEALS, Night, TableSize
from league.play.rounds.planning.plan import Plan
from league.play.rounds.planning.proposing import Proposal, propose
from league.play.rounds.planning.quality import Quality, measure
from league.play.rounds.planning.sides import Sides, form_sides

__all__ = [
    "CHANGE_MINUTES",
    "LONGEST",
    "MOST_DEALS",
    "Night",
    "Plan",
    "Proposal",
    "Quality",
    "Sides",
    "TableSize",
    "form_sides",
    "measure",
    "propose",
]
