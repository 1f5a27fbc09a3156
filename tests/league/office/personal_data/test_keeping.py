"""What a club keeps for so many months goes afterwards, and nothing else does."""

from datetime import timedelta

import pytest
from django.conf import settings

from deploy.site.housekeeping import LEFTOVERS
from league.clubs.models import Invitation, Player
from league.clubs.services import change_club
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.outbox import services as outbox
from league.office.personal_data import retention_labels
from league.office.personal_data.services.keeping import MONTH, keep_no_longer
from league.play.events.models import Attendance, PartnerRequest
from league.play.results.models import Submission
from tests.league.factories import NOW, actor_of, make_club, make_player, make_user
from tests.league.play.events.factories import make_event
from tests.league.play.results.factories import make_pitch_table, pitch, submit

pytestmark = pytest.mark.django_db

YEAR = timedelta(days=366)


@pytest.fixture
def owner():
    return make_user()


@pytest.fixture
def club(owner):
    return make_club(owner=owner)


def keep(club, owner, **months):
    change_club(club=club, by=Act(actor_of(owner), NOW), **months)


def former(club, name, *, active=False):
    player = make_player(club, name, email="a@example.org", member_number=name, is_active=active)
    Player.objects.filter(pk=player.pk).update(created_at=NOW - 2 * YEAR)
    return player


def test_addresses_of_those_who_no_longer_play_go(club, owner):
    gone, plays = former(club, "Ann"), former(club, "Bob", active=True)
    recent = former(club, "Cy")
    Player.objects.filter(pk=recent.pk).update(created_at=NOW)
    elsewhere = former(make_club("Elsewhere"), "Di")
    keep(club, owner, keep_addresses_months=12)

    assert keep_no_longer(NOW)["keep_addresses_months"] == 1
    assert keep_no_longer(NOW)["keep_addresses_months"] == 0

    kept = set(Player.objects.exclude(email="").values_list("pk", flat=True))
    assert kept == {plays.pk, recent.pk, elsewhere.pk}
    gone.refresh_from_db()
    assert (gone.name, gone.email, gone.member_number) == ("Ann", "", "")
    assert Happening.objects.get(kind="player.address_not_kept").subject_id == gone.pk


@pytest.mark.long
def test_whoever_was_at_a_table_lately_keeps_the_address(club, owner):
    table = make_pitch_table(club)
    Player.objects.filter(club=club).update(
        email="a@example.org", is_active=False, created_at=NOW - 2 * YEAR
    )
    table.round.opened_at = NOW - MONTH
    table.round.save()
    keep(club, owner, keep_addresses_months=2)

    assert keep_no_longer(NOW)["keep_addresses_months"] == 0
    assert keep_no_longer(NOW + 2 * MONTH)["keep_addresses_months"] == 4


def test_sign_ups_that_are_over_go(club, owner):
    event = make_event(club)
    player = make_player(club)
    entry = event.entries.create(number=1, entered_at=NOW)
    PartnerRequest.objects.create(entry=entry, player=player, asked_at=NOW, answered_at=NOW)
    open_one = event.entries.create(number=2, entered_at=NOW)
    PartnerRequest.objects.create(entry=open_one, player=player, asked_at=NOW)
    Invitation.objects.create(
        club=club,
        email="a@example.org",
        role="player",
        invited_by=owner,
        invited_at=NOW,
        expires_at=NOW + timedelta(days=7),
        accepted_at=NOW,
        accepted_by=owner,
    )
    evening = club.evenings.create(
        day=NOW.date(), variant="pitch", preset="standard", opened_at=NOW, event=event
    )
    Attendance.objects.create(evening=evening, player=player, came_at=NOW)
    keep(club, owner, keep_sign_ups_months=1)

    assert keep_no_longer(NOW)["keep_sign_ups_months"] == 0
    assert keep_no_longer(NOW + YEAR)["keep_sign_ups_months"] == 3
    assert PartnerRequest.objects.get().entry == open_one


def test_the_marks_of_phones_go_and_results_stay(club, owner):
    table = make_pitch_table(club)
    submission = submit(table, pitch())
    Submission.objects.filter(pk=submission.pk).update(device="phone 1")
    keep(club, owner, keep_devices_months=1)

    assert keep_no_longer(NOW + YEAR)["keep_devices_months"] == 1
    stored = Submission.objects.get(pk=submission.pk)
    assert (stored.device, stored.by_name) == ("", submission.by_name)


def test_without_a_choice_everything_is_kept(club):
    former(club, "Ann")

    assert set(keep_no_longer(NOW + 10 * YEAR).values()) == {0}


def test_what_the_page_says_of_the_site_is_true():
    days = {one.what: one.retention.days for one in LEFTOVERS}

    assert days["who signed in, from where"] == retention_labels.SIGN_IN_DAYS
    assert days["invitations that nobody accepted"] == retention_labels.INVITATION_DAYS
    assert settings.SESSION_COOKIE_AGE == retention_labels.SESSION_DAYS * 86_400
    assert outbox.RETENTION.days == retention_labels.MAIL_DAYS
