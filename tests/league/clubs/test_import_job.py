"""A long list of players: taken in by a worker, or cancelled with nobody of it stored."""

import pytest

from league.clubs.models import Player
from league.clubs.services import AnotherListWaits, request_import
from league.foundation.jobs import services as jobs
from league.foundation.jobs.apart import Cancelled, SharedProgress
from league.foundation.jobs.services import carry_out
from league.foundation.journal.actor import Act, Actor
from tests.league.factories import NOW, make_club

pytestmark = pytest.mark.django_db

LIST = "name,number\nAnn,1\nBob,2\n,3\n"


@pytest.fixture(autouse=True)
def no_broker(monkeypatch):
    monkeypatch.setattr(jobs, "queue", lambda _job_id: None)


def requested(club, text=LIST):
    return request_import(club=club, text=text, by=Act(Actor(name="Dora", via="desk"), NOW))


def test_the_list_is_taken_in_and_what_it_said_of_people_forgotten():
    club = make_club()
    waiting = requested(club)
    assert not Player.objects.exists()

    done = carry_out(job_id=waiting.pk, at=NOW)

    assert done.sentence == (
        "List imported: 2 players added, 0 changed, 0 already listed, 1 line left out."
    )
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Ann", "Bob"]
    assert done.data == {}


def test_sent_twice_it_is_taken_in_once_and_another_list_waits():
    club = make_club()
    first = requested(club)

    assert requested(club) == first
    with pytest.raises(AnotherListWaits):
        requested(club, LIST + "Cleo,4\n")
    assert requested(make_club("Other")) != first


def test_cancelled_in_the_middle_nobody_is_stored():
    from league.clubs.services.player_import import carry_out as take_in

    club = make_club()
    waiting = requested(club)

    class CancelledInTheMiddle(SharedProgress):
        def report(self, done):
            self.cancel()
            super().report(done)

    with pytest.raises(Cancelled):
        take_in(waiting, CancelledInTheMiddle(), NOW)
    assert not Player.objects.exists()
