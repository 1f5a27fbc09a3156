"""The journal for people: sentences, filters, the club's time, and what does not leak."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.db import transaction
from django.urls import reverse

from league.faces.desk.club.audit import SUBJECTS
from league.foundation.journal import kinds
from league.foundation.journal.actor import Act, Actor
from league.foundation.journal.services import append
from tests.league.factories import make_club
from tests.league.play.events.factories import make_event

pytestmark = pytest.mark.django_db

ANN = Actor(user_id=None, name="Ann Lee", via="desk")
PHONE = Actor(user_id=None, name="Table 3", via="table")
# half past midnight in London, in summer: still the day before in UTC
NIGHT = datetime(2026, 7, 1, 23, 30, tzinfo=UTC)


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
            by=Act(actor, at),
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


def test_days_are_those_of_the_club(audit, club):
    happen(club, "Midnight")
    happen(club, "Noon", at=NIGHT - timedelta(hours=11))

    assert sentences(audit(since="2026-07-02")) == ["Ann Lee added the player Midnight"]
    assert sentences(audit(until="2026-07-01")) == ["Ann Lee added the player Noon"]
    assert len(sentences(audit(since="2026-07-01", until="2026-07-02"))) == 2


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


def test_every_kind_of_happening_can_be_looked_for():
    parts = {part for _name, _label, parts in SUBJECTS for part in parts}

    assert {kind.split(".")[0] for kind in kinds.known_kinds()} <= parts
