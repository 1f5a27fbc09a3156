"""Webhooks and changes by the API: for owners, and for everybody what is open."""

from datetime import timedelta

import pytest
from django.db.models import F

from league.foundation.journal.services import deliver_all
from league.office.webhooks.models import Change
from league.office.webhooks.services import number_changes
from league.tables.standings.models import StageStandings
from tests.league.faces.api.factories import V1, client_of
from tests.league.factories import NOW, make_member
from tests.league.office.webhooks.receivers import happen
from tests.league.tables.standings.factories import make_stage

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _now(time_machine):
    time_machine.move_to(NOW, tick=False)


@pytest.fixture
def stage():
    return make_stage()


@pytest.fixture
def club(stage):
    return stage.event.club


def tell():
    deliver_all(at=NOW)
    number_changes()


def kinds(client, address, **query):
    answer = client.get(f"{V1}{address}", query)
    assert answer.status_code == 200, answer.data
    return [change["type"] for change in answer.data["results"]]


def person(club, role):
    return client_of(make_member(club, role=role).user)


@pytest.mark.long
def test_everybody_gets_what_is_open_of_public_events_and_directors_everything(stage, club):
    about = {"event_id": stage.event_id, "stage_id": stage.pk}
    for kind in ("round.drawn", "round.opened", "entry.signed_up", "table.confirmed"):
        happen(club, kind, **about)
    happen(club, "member.joined")
    happen(club, "player.kept_apart")
    tell()

    everything = ["round.drawn", "round.opened", "entry.signed_up", "table.confirmed"]
    open_ones = ["round.opened", "table.confirmed"]
    at_club, at_event = f"/clubs/{club.slug}/changes", f"/events/{stage.event_id}/changes"
    director = person(club, "director")
    assert kinds(client_of(), at_club, after="start") == open_ones
    assert kinds(client_of(), at_event, after="start") == open_ones
    assert kinds(person(club, "player"), at_club, after="start") == open_ones
    assert kinds(director, at_club, after="start") == [*everything, "member.joined"]
    assert kinds(director, at_event, after="start") == everything


@pytest.mark.long
@pytest.mark.parametrize("fields", [{"visibility": "hidden"}, {"visibility": "members"}])
def test_strangers_learn_nothing_of_events_that_are_not_theirs(stage, club, fields):
    type(stage.event).objects.update(**fields)
    happen(club, event_id=stage.event_id)
    tell()

    assert kinds(client_of(), f"/clubs/{club.slug}/changes", after="start") == []
    answer = client_of().get(f"{V1}/events/{stage.event_id}/changes")
    assert answer.status_code == 404


def test_changes_say_that_standings_changed_once_they_follow_the_results(stage, club):
    address, of_standings = f"/clubs/{club.slug}/changes", Change.objects.filter(happening_id__lt=0)
    for _result in range(2):
        happen(club, event_id=stage.event_id, stage_id=stage.pk)
    tell()
    of_standings.update(told_at=F("told_at") - timedelta(seconds=5))
    number_changes()
    assert kinds(client_of(), address, after="start") == ["table.confirmed"] * 2

    StageStandings.objects.update(built=F("wanted"))
    number_changes()

    *results, standings = client_of().get(f"{V1}{address}", {"after": "start"}).data["results"]
    assert [result["type"] for result in results] == ["table.confirmed"] * 2
    assert (standings["type"], standings["topic"]) == ("standings.changed", "standings")
    assert standings["sequence"] == results[-1]["sequence"]
    assert standings["url"].endswith(f"/api/v1/stages/{stage.pk}/standings")
