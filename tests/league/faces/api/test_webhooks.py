"""Webhooks and changes by the API: for owners, and for everybody what is open."""

from datetime import timedelta

import pytest
from django.db.models import F

from league.foundation.journal.services import deliver_all
from league.office.webhooks.models import Change
from league.office.webhooks.services.numbering import number_changes
from league.tables.standings.models import StageStandings
from tests.league.faces.api.factories import V1, client_of
from tests.league.factories import NOW, make_club, make_member
from tests.league.office.webhooks.receivers import happen, make_webhook
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
def test_everybody_is_told_what_is_open_of_public_events_and_directors_everything(stage, club):
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


@pytest.mark.long
def test_a_program_goes_on_from_the_cursor_it_was_given(stage, club):
    address = f"/clubs/{club.slug}/changes"
    begin = client_of().get(f"{V1}{address}").data
    assert begin["results"] == []
    for _result in range(3):
        happen(club, event_id=stage.event_id)
    tell()

    first = client_of().get(f"{V1}{address}", {"after": begin["cursor"], "page_size": 2}).data
    rest = client_of().get(f"{V1}{address}", {"after": first["cursor"]}).data

    assert [len(page["results"]) for page in (first, rest)] == [2, 1]
    assert [page["is_more"] for page in (first, rest)] == [True, False]
    assert kinds(client_of(), address, after=rest["cursor"]) == []


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ({"after": "nonsense"}, 400, "cursor_not_good"),
        ({"after": "1.5"}, 409, "cursor_too_old"),
        ({"page_size": "501"}, 400, "invalid"),
        ({"since": "1"}, 400, "unknown_parameter"),
    ],
)
def test_what_cannot_be_asked_is_refused(club, query, status, code):
    answer = client_of().get(f"{V1}/clubs/{club.slug}/changes", query)

    assert (answer.status_code, answer.data["code"]) == (status, code)


def test_an_owner_adds_changes_tries_and_removes_a_webhook(club):
    owner = person(club, "owner")
    base = f"{V1}/clubs/{club.slug}/webhooks"
    made = owner.post(base, {"address": "https://a.example/x", "topics": ["rounds"]})
    assert made.status_code == 201, made.data
    assert "secret" not in made.data
    one = f"{base}/{made.data['id']}"

    changed = owner.patch(one, {"topics": ["results", "rounds"], "is_on": False})
    assert (changed.data["topics"], changed.data["off"]) == (["results", "rounds"], "by_hand")
    assert owner.post(f"{one}/test").data["code"] == "webhook_off"
    owner.patch(one, {"is_on": True})
    sent = owner.post(f"{one}/test")
    assert (sent.status_code, sent.data["state"]) == (201, "waiting")
    again = owner.post(f"{one}/messages/{sent.data['id']}/send-again")
    assert again.data["message_id"] == sent.data["message_id"]
    listed = owner.get(f"{one}/messages").data["results"]
    assert [message["type"] for message in listed] == ["webhook.test"]

    before = owner.get(f"{one}/secret").data
    after = owner.post(f"{one}/secret").data
    assert (after["previous_secret"], before["previous_secret"]) == (before["secret"], "")
    assert owner.get(f"{one}/secret").data["secret"] == after["secret"]
    assert owner.delete(one).status_code == 204
    assert owner.get(base).data["results"] == []


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"address": "http://10.0.0.1/", "topics": ["rounds"]}, "address"),
        ({"address": "https://a.example/", "topics": ["gossip"]}, "topics.0"),
        ({"address": "https://a.example/", "topics": []}, "topics"),
        ({"address": "https://a.example/", "topics": ["rounds"], "event": 1}, "event"),
    ],
)
def test_what_is_no_webhook_is_refused_by_field(club, sent, field):
    answer = person(club, "owner").post(f"{V1}/clubs/{club.slug}/webhooks", sent)

    assert answer.status_code == 400
    assert answer.data["field"].startswith(field)


def test_nobody_but_owners_learns_of_webhooks(club):
    webhook = make_webhook(club)
    base = f"{V1}/clubs/{club.slug}/webhooks"

    assert client_of().get(base).status_code == 401
    assert person(club, "director").get(f"{base}/{webhook.pk}/secret").status_code == 403
    foreign = make_member(make_club("Other"), role="owner").user
    assert client_of(foreign).get(f"{base}/{webhook.pk}").status_code == 403
