"""Venues, homes, dates and calendars for programs: the same rights and refusals as at the desk."""

import pytest

from league.calendar.match_dates.models import DateState, MatchDate
from tests.league.calendar.calendars.making import make_calendar, make_ready
from tests.league.calendar.match_dates.factories import give_homes, make_drawn_league, make_venue
from tests.league.faces.api.factories import V1, client_of
from tests.league.factories import make_member

pytestmark = pytest.mark.django_db


def program(stage, role="director"):
    return client_of(make_member(stage.event.club, role=role).user)


def send(client, method, address, body=None):
    return getattr(client, method)(f"{V1}/{address}", body, format="json")


def test_a_draft_that_is_moved_stays_a_draft():
    stage = make_ready(4)
    make_calendar(stage)
    round = stage.rounds.get(number=1)
    body = {"begins_at": "2026-05-05T18:00:00Z"}
    answer = send(program(stage), "put", f"rounds/{round.pk}/dates/1", body)
    assert (answer.status_code, answer.json()["state"]) == (200, "draft")
    assert MatchDate.objects.get(round=round, number=1).state == DateState.DRAFT


@pytest.mark.long
@pytest.mark.parametrize("moment", ["2026-05-05T18:00:00", "2027-03-28 01:30", "2026-05-05"])
def test_a_time_without_its_offset_is_refused(moment):
    stage = make_ready(4)
    make_calendar(stage)
    round = stage.rounds.get(number=1)
    client = program(stage)
    before = MatchDate.objects.get(round=round, number=1).begins_at

    for method, address, body in [
        ("put", f"rounds/{round.pk}/dates/1", {"begins_at": moment}),
        ("post", f"rounds/{round.pk}/deadline", {"deadline": moment}),
        ("patch", f"events/{stage.event.pk}", {"entries_close_at": moment}),
        ("get", f"clubs/{stage.event.club.slug}/players", {"updated_since": moment}),
    ]:
        refused = (
            client.get(f"{V1}/{address}", body)
            if method == "get"
            else send(client, method, address, body)
        )
        assert refused.status_code == 400, address
        assert "with its offset from UTC" in refused.text

    assert MatchDate.objects.get(round=round, number=1).begins_at == before


def test_a_calendar_needs_homes_first():
    stage = make_drawn_league(4)
    client = program(stage)
    body = {"starts_on": "2026-09-01", "ends_on": "2026-12-01"}
    send(client, "put", f"stages/{stage.pk}/calendar", body)
    answer = send(client, "post", f"stages/{stage.pk}/calendar/make")
    assert (answer.status_code, answer.json()["code"]) == (409, "no_calendar")
    give_homes(stage.event, make_venue(stage.event.club))
    answer = send(client, "post", f"stages/{stage.pk}/calendar/make")
    assert (answer.status_code, answer.json()["state"]) == (202, "waiting")
