"""Lists in an order, and what was changed since a time, whoever changed it."""

import pytest
from django.db import connection
from django.utils import timezone

from league.clubs.models import Member, Player, User
from league.foundation.journal.actor import Act
from league.play.events import services as events
from league.play.events.models import Entry
from tests.league.faces.api.factories import V1, keyed, make_night
from tests.league.factories import make_player
from tests.league.play.events.factories import DIRECTOR
from tests.league.play.results.factories import pinochle

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    return make_night(entries=4)


@pytest.fixture
def since(night):
    """A moment after the night was made, by the clock of the database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        return cursor.fetchone()[0].isoformat()


def changed(night, path, since, **query):
    """Return the ids of what a list has since a moment."""
    query = {"updated_since": since} | query
    answer = night.client("director").get(f"{V1}/{path}", query)
    assert answer.status_code == 200, answer.content
    return [row["id"] for row in answer.json()["results"]]


@pytest.mark.long
def test_only_what_was_changed_since_is_listed_whoever_changed_it(night, since):
    players, entries = f"clubs/{night.club.slug}/players", f"events/{night.event.pk}/entries"
    assert changed(night, players, since) == changed(night, entries, since) == []
    one = night.club.players.order_by("pk")[0]
    Player.objects.filter(pk=one.pk).update(email="a@example.org")
    entry = night.event.entries.order_by("pk")[0]
    Entry.objects.filter(pk=entry.pk).update(seed=1)

    assert changed(night, players, since) == [one.pk]
    assert changed(night, entries, since) == [entry.pk]


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_an_entry_whose_members_change_has_changed(night, since):
    entry = night.event.entries.order_by("pk")[1]
    member = entry.members.order_by("position")[0].player
    newcomer = make_player(night.club, "Newcomer")
    events.change_entry(entry=entry, players=[member, newcomer], by=Act(DIRECTOR, timezone.now()))

    assert changed(night, f"events/{night.event.pk}/entries", since) == [entry.pk]


@pytest.mark.long
def test_members_change_with_their_role_and_with_their_account(night, since):
    members = f"clubs/{night.club.slug}/members"
    assert changed(night, members, since) == []
    one = night.club.members.get(role="player")
    other = night.club.members.get(role="owner")
    Member.objects.filter(pk=one.pk).update(role="scorer")
    User.objects.filter(pk=other.user_id).update(name="Another")
    # what nobody sees of an account changes no member
    User.objects.exclude(pk=other.user_id).update(last_login=timezone.now())

    assert set(changed(night, members, since, ordering="-updated_at")) == {one.pk, other.pk}


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_table_changes_with_its_result_and_with_its_seats(night, since):
    tables = f"rounds/{night.round.pk}/tables"
    # with a page of its own: an answer is kept until something happens in the round
    assert changed(night, tables, since, page_size=10) == []
    seat = night.other_table.seats.order_by("pk")[0]
    newcomer = make_player(night.club, "Newcomer")
    seat.player = newcomer
    seat.save()
    assert changed(night, tables, since) == [night.other_table.pk]
    body = {"number": 1, "data": pinochle()}
    entered = night.client("director").post(
        f"{V1}/tables/{night.table.pk}/enter", body, format="json", **keyed()
    )
    assert entered.status_code == 201, entered.content

    numbers = [night.table.pk, night.other_table.pk]
    assert changed(night, tables, since) == numbers


def test_tables_too_are_asked_for_by_a_time_of_any_offset(night):
    round_ = night.event.stages.get().rounds.first()

    assert changed(night, f"rounds/{round_.pk}/tables", "1023-05-23T01:07:07-23:04") != []
