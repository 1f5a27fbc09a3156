"""The kinds of imports, in the order in which the chooser lists them."""

from league.imports.kind import Kind
from league.imports.kinds.acblscore import ACBLSCORE
from league.imports.kinds.calendar_dates import CALENDAR
from league.imports.kinds.invitation_lists import INVITATIONS
from league.imports.kinds.past_results import PAST_RESULTS
from league.imports.kinds.pianola import PIANOLA
from league.imports.kinds.player_lists import PLAYERS
from league.imports.kinds.rating_lists import RATINGS
from league.imports.kinds.tabbycat import TABBYCAT_PEOPLE, TABBYCAT_TEAMS

KINDS = (
    *(PLAYERS, PAST_RESULTS, RATINGS, CALENDAR),
    *(ACBLSCORE, PIANOLA, TABBYCAT_TEAMS, TABBYCAT_PEOPLE),
)
# the list of people to invite has a page of its own, beside the members
_BY_NAME = {kind.name: kind for kind in (*KINDS, INVITATIONS)}


def kind_called(name: str) -> Kind | None:
    return _BY_NAME.get(name)
