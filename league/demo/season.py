"""The demo club's season: nights of six games feed one table, with divisions and handicaps."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from league.clubs.models import Player
from league.events.models import Season
from league.journal.actor import Actor
from league.seasons import services as seasons
from league.seasons.methods import HandicapRules, Rules, rules_as_json
from league.seasons.services import DivisionSettings

RULES = Rules(best=3, handicap=HandicapRules(reference="best", most=4))


def count_season(season: Season, players: Sequence[Player], desk: Actor, at: datetime) -> None:
    """Say how the season is counted: the best three nights, in two divisions."""
    seasons.set_rules(season=season, rules=rules_as_json(RULES), actor=desk, at=at)
    seasons.set_divisions(
        season=season,
        divisions=[
            DivisionSettings(name=_("First division"), up=0, down=2),
            DivisionSettings(name=_("Second division"), up=2, down=0),
        ],
        actor=desk,
        at=at,
    )
    half = len(players) // 2
    for number, theirs in enumerate((players[:half], players[half:]), start=1):
        seasons.add_competitors(season=season, players=theirs, division=number, actor=desk, at=at)
