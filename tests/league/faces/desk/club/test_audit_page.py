"""The journal for people: sentences, filters, the club's time, and what does not leak."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from league.faces.desk.club.audit import SUBJECTS
from league.foundation.journal import kinds
from league.foundation.journal.actor import Actor
from league.foundation.journal.services import append
from tests.league.factories import make_club, make_user
from tests.league.play.events.factories import make_event

pytestmark = pytest.mark.django_db

ANN = Actor(user_id=None, name="Ann Lee", via="desk")
PHONE = Actor(user_id=None, name="Table 3", via="table")
# half past midnight in London, in summer: still the day before in UTC
NIGHT = datetime(2026, 7, 1, 23, 30, tzinfo=UTC)


@pytest.fixture
def owner():
    return make_user("Olive Owner")


@pytest.fixture
def club(owner):
    return make_club(owner=owner, time_zone="Europe/London")


@pytest.fixture
def audit(client, owner, club):
    client.force_login(owner)
    return lambda **query: client.get(
        reverse("desk:audit", args=[club.slug]), query
    ).content.decode()


def happen(club, name="Bob", kind="player.added", actor=ANN, at=NIGHT, event=None, **data):
    with transaction.atomic():
        append(
            kind=kind,
            actor=actor,
            at=at,
            club_id=club.pk,
            event_id=event.pk if event else None,
            data={"player": name} | data,
        )


def sentences(html):
    items = re.search(r'<ol class="timeline">(.*?)</ol>', html, re.DOTALL)
    if items is None:
        return []
    sentences = re.findall(r"<li>\s*<p>(?:<a[^>]*>)?([^<]*)", items.group(1))
    return [sentence.strip() for sentence in sentences]


@pytest.mark.long
def test_sentences_come_newest_first_with_who_and_reason(audit, club):
    happen(club, "Bob")
    happen(club, "Cy", actor=PHONE, reason="came late")

    html = audit()

    assert sentences(html) == ["Table 3 added the player Cy", "Ann Lee added the player Bob"]
    assert "Table 3, at the table" in html
    assert "Reason: came late" in html


def test_a_reason_that_ends_the_sentence_is_not_written_twice(audit, club):
    said = {"deal": 1, "table": 2, "round": 1, "event": "Spring", "reason": "counted again"}
    with transaction.atomic():
        append(kind="deal.voided", actor=ANN, at=NIGHT, club_id=club.pk, data=said)

    html = audit()

    assert "of Spring: counted again" in html
    assert html.count("counted again") == 1


@pytest.mark.long
def test_times_are_those_of_the_club(audit, club):
    happen(club)

    html = audit()

    assert 'datetime="2026-07-02T00:30:00+0100"' in html
    assert "Thu 2 Jul 2026, 00:30" in html


def test_days_are_those_of_the_club(audit, club):
    happen(club, "Midnight")
    happen(club, "Noon", at=NIGHT - timedelta(hours=11))

    assert sentences(audit(since="2026-07-02")) == ["Ann Lee added the player Midnight"]
    assert sentences(audit(until="2026-07-01")) == ["Ann Lee added the player Noon"]
    assert len(sentences(audit(since="2026-07-01", until="2026-07-02"))) == 2


def test_a_day_beyond_every_calendar_limits_nothing(audit, club):
    happen(club, "Bob")
    assert sentences(audit(until="9999-12-31")) == ["Ann Lee added the player Bob"]


def test_filters_limit_what_is_shown(audit, club):
    event = make_event(club)
    happen(club, "Bob")
    happen(club, "Cy", actor=PHONE)
    happen(club, "Di", event=event)
    happen(club, kind="club.changed")

    assert sentences(audit(who="table")) == ["Table 3 added the player Cy"]
    assert sentences(audit(event=event.pk, subject="players")) == ["Ann Lee added the player Di"]
    assert sentences(audit(subject="club")) == ["Ann Lee changed the settings of the club: –"]
    assert len(sentences(audit(subject="players"))) == 3
    assert sentences(audit(who="nobody")) == []
    assert "Nothing found" in audit(who="nobody")


@pytest.mark.long
def test_event_leads_to_its_page(audit, club):
    event = make_event(club)
    happen(club, event=event)

    assert f'href="{reverse("desk:event", args=[club.slug, event.slug])}"' in audit()


@pytest.mark.long
@pytest.mark.parametrize(
    "query",
    [
        {"event": "x"},
        {"event": "999999"},
        {"since": "yesterday"},
        {"until": "9999-12-30"},
        {"subject": "moon"},
        {"page": "x"},
        {"who": "%"},
    ],
)
def test_nonsense_in_the_address_breaks_nothing(client, owner, club, query):
    happen(club)
    client.force_login(owner)

    assert client.get(reverse("desk:audit", args=[club.slug]), query).status_code == 200


@pytest.mark.long
def test_other_clubs_do_not_show(audit, club):
    other = make_club("Other Club")
    event = make_event(other)
    happen(other, "Secret")
    happen(club, "Bob")

    assert sentences(audit()) == ["Ann Lee added the player Bob"]
    assert event.name not in audit()
    # the event of another club is not one to look for: it limits nothing
    assert sentences(audit(event=event.pk)) == ["Ann Lee added the player Bob"]


@pytest.mark.long
def test_long_journal_has_pages_that_keep_the_filter(audit, club):
    for number in range(60):
        happen(club, f"P{number}")
    happen(club, "Other", actor=PHONE)

    first, second = audit(who="ann"), audit(who="ann", page="2")

    assert (len(sentences(first)), len(sentences(second))) == (50, 10)
    assert "?who=ann&amp;page=2" in first


@pytest.mark.long
@pytest.mark.parametrize("count", [1, 40])
def test_number_of_queries_does_not_grow(client, owner, club, count, django_assert_num_queries):
    for number in range(count):
        happen(club, event=make_event(club, f"Event {number}") if number % 4 == 0 else None)
    client.force_login(owner)

    # session, account, club, role (twice), count, happenings, events' addresses, events to choose
    with django_assert_num_queries(9):
        client.get(reverse("desk:audit", args=[club.slug]))


@pytest.mark.long
def test_a_club_that_is_old_enough_reads_what_is_not_kept(audit, club, settings):
    settings.JOURNAL_DAYS = 30
    assert "are not kept" not in audit()
    club.created_at = timezone.now() - timedelta(days=31)
    club.save()

    assert "other passing entries from before" in audit()


def test_every_kind_of_happening_can_be_looked_for():
    parts = {part for _name, _label, parts in SUBJECTS for part in parts}

    assert {kind.split(".")[0] for kind in kinds.known_kinds()} <= parts
