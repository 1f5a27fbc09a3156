"""Clubs and accounts are deleted when the day has come, and nothing of them is left."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core import mail
from django.db import IntegrityError, connection, transaction
from django.db.models import Q
from django.utils import timezone

from deploy.site.housekeeping import keep_house
from games.models import Deal
from league.clubs.models import Club, Erasure, Member, Player, User
from league.clubs.services import add_player, remove_member
from league.clubs.services.members import LastOwner
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.outbox.models import Way
from league.foundation.outbox.services import send_next
from league.office.archives.models import ClubMark, Origin
from league.office.associations.models import AssociatedClub, Registration, Transfer
from league.office.personal_data import services as personal_data
from league.office.personal_data.declaration_check import all_texts_are_declared
from league.office.personal_data.services.replacing import allow
from league.office.webhooks.models import Attempt, Change
from league.play.events.models import EntryClub
from league.play.prepared.services import make_weekly_deals
from league.tables.past_events.models import PastEvent, PastPlace
from league.tables.ratings.models import StartingRating
from tests.league.factories import NOW, actor_of, make_club, make_member, make_player, make_user
from tests.league.office.kitty.factories import set_house, set_terms
from tests.league.office.personal_data.searching import stand_in
from tests.league.play.events.factories import make_event
from tests.permissions.asking import hash_of_tables
from tests.permissions.club_with_everything import ClubWithEverything

SEED = "00000077" * 8
DAYS = timedelta(days=14)
# of the site or of accounts: a club's end leaves them as they are
STAYS = {
    *("clubs_user", "clubs_apitoken", "clubs_erasure", "django_session", "journal_asked"),
    "journal_siteversion",
    *("auth_permission", "django_content_type", "outbox_outboxmessage"),
    *("notifications_pushsubscription", "notifications_stoppedaddress"),
}


@pytest.fixture
def owner(db):
    return make_user("Olive Owner")


@pytest.fixture
def club(owner):
    return make_club(owner=owner)


def close(club, owner, at=NOW):
    return personal_data.close_club(
        club=club, typed=f" {club.name.upper()}", by=Act(actor_of(owner), at)
    )


def test_every_text_and_every_table_is_declared(db):
    assert all_texts_are_declared() == []


def fill_beside(made):
    """Make rows in tables that the club has none in yet; return these tables."""
    player = made.club.players.get(pk=made.players[0])
    set_house(made.club, evening_fee=200)
    set_terms(made.sign_up, fee=300)
    rows = [
        ClubMark(club=made.club),
        Origin(club=made.club, source=uuid4(), kind="players", number=1, local_id=player.pk),
        StartingRating(
            club=made.club, family="hearts", player=player, mu=25.0, sigma=8.0, set_at=NOW
        ),
        Attempt(message=made.message, at=NOW, duration_ms=9, status=204),
        Change(happening_id=10**9, at=NOW, kind="club.made", club_id=made.club.pk, subject_type=""),
    ]
    for row in rows:
        row.save(force_insert=True)
    return {row._meta.db_table for row in rows} | {"kitty_houseamounts", "kitty_eventamounts"}


@pytest.mark.long
def test_no_row_of_a_deleted_club_is_left(transactional_db):
    make_weekly_deals(at=timezone.now())
    ClubWithEverything("zebu", SEED)
    before, clubs_before = hash_of_tables(), set(Club.objects.all())
    goes = ClubWithEverything("quokka", SEED.replace("7", "8"))
    goes.club.logo = goes.logo
    goes.club.save()
    beside = fill_beside(goes)
    full = {table for table, found in hash_of_tables().items() if found != before[table]}
    assert len(full) > 40, full
    assert beside <= full
    assert len(between(goes.club)) == 4
    now = timezone.now()
    close(goes.club, goes.people["owner"], at=now)

    assert personal_data.carry_out_closings(now + DAYS - timedelta(hours=1)) == {
        "clubs": 0,
        "accounts": 0,
    }
    assert personal_data.carry_out_closings(now + DAYS) == {"clubs": 1, "accounts": 0}

    assert Erasure.objects.get(kind="club").subject_id == goes.club.pk
    # what it had between itself and other clubs is gone with it, what is theirs is not
    around = set(Club.objects.all()) - clubs_before
    assert between(goes.club) == []
    assert all(between(club) == [] for club in (goes.county.member, goes.county.inviting.club))
    assert "Registration" in between(goes.county.county.club)
    # once more there is nothing to do
    assert personal_data.carry_out_closings(now + DAYS)["clubs"] == 0

    for club in around:
        close(club, goes.people["owner"], at=now)
    assert personal_data.carry_out_closings(now + DAYS)["clubs"] == len(around)

    after = hash_of_tables()
    left = {table for table in full if before[table] != after[table]} - STAYS
    assert left == set()
    assert set(Club.objects.all()) == clubs_before


def between(club):
    """Return the names of the tables in which something stands between the club and others."""
    of_club = {
        AssociatedClub: Q(club=club) | Q(association__club=club),
        Registration: Q(club=club) | Q(season__club=club),
        Transfer: Q(from_club=club) | Q(to_club=club) | Q(season__club=club),
        EntryClub: Q(club=club) | Q(entry__event__club=club),
    }
    return [model.__name__ for model, rows in of_club.items() if model.objects.filter(rows)]


def test_a_club_that_was_left_half_deleted_goes_the_next_time(club, owner, monkeypatch):
    make_player(club)
    close(club, owner)
    with monkeypatch.context() as broken:
        broken.setattr(
            "league.office.personal_data.services.closing._delete_club_itself", lambda *_: 1 / 0
        )
        assert personal_data.carry_out_closings(NOW + DAYS)["clubs"] == 0
    assert not Player.objects.filter(club=club).exists()

    assert personal_data.carry_out_closings(NOW + DAYS)["clubs"] == 1
    assert not Club.objects.filter(pk=club.pk).exists()


def test_the_name_of_the_club_is_typed(club, owner):
    with pytest.raises(personal_data.WrongName, match="type Harbour Cards"):
        personal_data.close_club(club=club, typed="Harbour", by=Act(actor_of(owner), NOW))


def test_owners_are_notified_and_one_of_them_cancels(club, owner):
    other = make_member(club, make_user("Other Owner"), "owner")
    close(club, owner)
    close(club, owner, at=NOW + timedelta(days=3))
    while send_next(Way.MAIL, at=NOW):
        pass

    assert sorted(one.to[0] for one in mail.outbox) == sorted([owner.email, other.user.email])
    assert "Sat 28 Mar 2026" in mail.outbox[0].body
    assert "/settings/privacy/" in mail.outbox[0].body

    personal_data.keep_club(club=club, by=Act(actor_of(other.user), NOW))
    keep_house(NOW + DAYS)
    assert Club.objects.get(pk=club.pk).closes_at is None


def test_an_account_is_forgotten_in_all_its_clubs(owner, club):
    ann = make_user("Ann Quastenflosse", email="ann@quasten.example")
    elsewhere = make_club("Elsewhere", owner=owner)
    left = make_club("Left", owner=owner)
    make_member(club, ann, "director")
    player = make_player(elsewhere, "Ann Q.", user=ann)
    make_member(elsewhere, ann)
    member = make_member(left, ann)
    add_player(club=left, name="Bo", by=Act(actor_of(ann), NOW))
    remove_member(member=member, by=Act(actor_of(ann), NOW))
    personal_data.close_account(user=ann, at=NOW)

    assert personal_data.carry_out_closings(NOW + DAYS)["accounts"] == 1
    personal_data.finish_all(NOW + DAYS + timedelta(hours=1))

    row = User.objects.get(pk=ann.pk)
    assert (row.name, row.is_active) == (f"Former member {ann.pk}", False)
    assert not Member.objects.filter(user=ann).exists()
    player.refresh_from_db()
    assert (player.name, player.user) == ("Former player 1", None)
    assert stand_in(rows_of_all_tables(), ["Quastenflosse", "quasten.example", "Ann Q."]) == []
    assert personal_data.carry_out_closings(NOW + DAYS)["accounts"] == 0


def rows_of_all_tables() -> bytes:
    """Return every row of the database as text, as this transaction sees it."""
    with connection.cursor() as cursor:
        rows = []
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT t::text FROM "{table}" t')  # noqa: S608
            rows += [row for (row,) in cursor.fetchall()]
    return "\n".join(rows).encode()


def test_the_only_owner_of_a_club_stays(club, owner):
    with pytest.raises(LastOwner, match="Harbour Cards"):
        personal_data.close_account(user=owner, at=NOW)

    User.objects.filter(pk=owner.pk).update(closes_at=NOW)
    assert personal_data.carry_out_closings(NOW)["accounts"] == 0
    assert User.objects.get(pk=owner.pk).is_active


def test_the_journal_takes_other_words_and_nothing_else(club, owner):
    close(club, owner)
    row = Happening.objects.get(kind="club.closing")

    def change(what="words", **columns):
        with transaction.atomic():
            allow(what)
            Happening.objects.filter(pk=row.pk).update(**columns)

    change(actor_name="Somebody", data=row.data | {"day": "another"})
    assert Happening.objects.get(pk=row.pk).actor_name == "Somebody"
    for columns in (
        {"data": {"day": "x"}},
        {"data": {"club": 3, "day": ""}},
        {"data": {"club": {"$club": [0]}, "day": ""}},
        {"actor_players": [1]},
        {"kind": "club.stays"},
        {"actor_user_id": None},
        {"at": NOW + DAYS},
    ):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            change(**columns)
    for what in ("", "club"):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            change(what, actor_name="x")
    allow("words")
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        Happening.objects.filter(pk=row.pk).delete()


def test_deals_and_submissions_stay_without_leave(db):
    deal = Deal.objects.create(
        variant="pitch",
        preset="standard",
        players=4,
        form="summary",
        data={},
        score=[1],
        lines=[],
        engine_version="1",
    )
    allow("words")
    with pytest.raises(IntegrityError, match="never changed or deleted"), transaction.atomic():
        deal.delete()


@pytest.mark.long
def test_past_events_of_others_stay_although_one_has_the_number_of_an_event(club, owner):
    event = make_event(club)
    other = make_club("Other", slug="other")
    past = PastEvent.objects.create(
        pk=event.pk,
        club=other,
        name="Spring Cup",
        starts_on=NOW.date(),
        source="x.csv",
        imported_at=NOW,
    )
    PastPlace.objects.create(event=past, position=1, rank=1, name="Ann")
    close(club, owner, at=NOW)

    assert personal_data.carry_out_closings(NOW + DAYS) == {"clubs": 1, "accounts": 0}

    assert PastPlace.objects.get().event == past
