"""The kinds of imports, in the order in which the chooser lists them."""

from league.office.imports.kind import Kind
from league.office.imports.kinds.calendar_dates import CALENDAR
from league.office.imports.kinds.invitation_lists import INVITATIONS
from league.office.imports.kinds.other_programs import (
    ACBLSCORE,
    PIANOLA,
    TABBYCAT_PEOPLE,
    TABBYCAT_TEAMS,
)
from league.office.imports.kinds.past_results import PAST_RESULTS
from league.office.imports.kinds.player_lists import PLAYERS
from league.office.imports.kinds.rating_lists import RATINGS

KINDS = (
    *(PLAYERS, PAST_RESULTS, RATINGS, CALENDAR),
    *(ACBLSCORE, PIANOLA, TABBYCAT_TEAMS, TABBYCAT_PEOPLE),
)
# the list of people to invite has a page of its own, beside the members
_BY_NAME = {kind.name: kind for kind in (*KINDS, INVITATIONS)}


def kind_called(name: str) -> Kind | None:
    return _BY_NAME.get(name)
