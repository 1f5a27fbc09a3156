"""The rules of a season for which nobody has chosen any: those of a league are the league's own."""

from django.db.models import Exists, OuterRef

from league.calendar.match_dates.models import MatchDate
from league.play.events.models import EntryKind, Season, Visibility
from league.tables.past_events.models import PastEvent
from league.tables.seasons.keys import OF_PLAYERS
from league.tables.seasons.methods import Rules
from league.tables.seasons.methods.rules import HEAD_TO_HEAD, PAIR, PLAYER, TEAM
from league.tables.seasons.methods.scoring import PointsOfTheNight

WHO_PLAYS = {EntryKind.PAIR: PAIR, EntryKind.TEAM: TEAM}


def usual_rules(season: Season) -> Rules:
    """Return the usual rules; where a league is all that somebody plays, its table is the season's.

    That is a season of one event with dated matches, or of one for each division: its points
    count, and who is level is in the order of the league. One query, and two more for a league.
    """
    dated = MatchDate.objects.filter(round__stage__event=OuterRef("pk"), begins_at__isnull=False)
    events = season.events.exclude(visibility=Visibility.HIDDEN).annotate(is_dated=Exists(dated))
    rows = list(events.values_list("entry_kind", "is_dated", "of_division__division"))
    kinds = {kind for kind, _is_dated, _division in rows}
    divisions = [division for _kind, _is_dated, division in rows]
    are_apart = len(rows) == 1 or (None not in divisions and len(set(divisions)) == len(rows))
    if not rows or len(kinds) > 1 or not are_apart or not all(row[1] for row in rows):
        return Rules()
    if PastEvent.objects.filter(season=season).exists():
        return Rules()
    return Rules(
        who=_who(season, kinds.pop()), scoring=PointsOfTheNight(), tiebreaks=(HEAD_TO_HEAD,)
    )


def _who(season: Season, kind: str) -> str:
    """Return who is ranked; competitors that were named as players stay players."""
    keys = season.competitors.values_list("key", flat=True)
    if any(OF_PLAYERS.fullmatch(key) for key in keys):
        return PLAYER
    return WHO_PLAYS.get(EntryKind(kind), PLAYER)
