"""Makers of an evening with players present."""

from datetime import date

from league.foundation.journal.actor import Act
from league.play.events import services as events
from league.play.events.models import Evening
from tests.league.play.events.factories import DIRECTOR, NOW, make_other_club, make_people

DAY = date(2026, 3, 7)


def make_evening(players=8, club=None, **fields):
    """Make an evening of today with players present."""
    club = club or make_other_club()
    evening = events.open_evening(club=club, day=DAY, by=Act(DIRECTOR, NOW))
    evening = events.choose(
        evening=evening,
        changes={"variant": "pitch", "preset": "standard"} | fields,
        by=Act(DIRECTOR, NOW),
    )
    for player in make_people(club, players):
        events.check_in(evening=evening, player=player, by=Act(DIRECTOR, NOW))
    return Evening.objects.select_related("club", "house_rules").get(pk=evening.pk)
