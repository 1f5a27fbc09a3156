"""What a club may have holds for what comes with an archive, too."""

from io import BytesIO

import pytest
from django.utils import timezone

from league.clubs.models import Club
from league.foundation.club_limits.services import TooManyPlayers
from league.foundation.journal.actor import SYSTEM, Act
from league.office.archives.opened_archive import NotAnArchive
from league.office.archives.scope import Scope
from league.office.archives.services.read_archive import read_archive, write_archive
from tests.league.factories import make_club, make_players
from tests.league.play.events.factories import make_event

pytestmark = pytest.mark.django_db


def read(scope: Scope, **options):
    file = BytesIO()
    write_archive(scope, file, at=timezone.now())
    return read_archive(file, by=Act(SYSTEM, timezone.now()), slug="elsewhere", **options)


@pytest.mark.long
def test_more_players_than_a_club_may_have_are_refused(settings):
    club = make_club("Harbour")
    make_players(club, "Ann Lee", "Bob Lee", "Cy Lee")
    settings.CLUB_PLAYERS = 2

    with pytest.raises(TooManyPlayers):
        read(Scope(club=club), within_limits=True)

    assert not Club.objects.filter(slug="elsewhere").exists()
    assert read(Scope(club=club)).report.of("players").made == 3


def test_an_event_of_a_format_that_the_site_does_not_know_is_refused():
    event = make_event(make_club("Harbour"))
    event.stages.update(format="merry_go_round")

    with pytest.raises(NotAnArchive, match="merry_go_round"):
        read(Scope(club=event.club))
