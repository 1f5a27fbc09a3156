"""Lists in an order, and what was changed since a time, whoever changed it."""

import pytest
from django.db import connection
from django.utils import timezone

from league.clubs.models import Member, Player, User
from league.play.events import services as events
from league.play.events.models import Entry, Event, Season
from league.play.rounds.models import Round
from tests.league.faces.api.factories import V1, keyed, make_night
from tests.league.factories import make_player
from tests.league.play.events.factories import DIRECTOR
from tests.league.play.results.factories import pinochle
from tests.league.tables.seasons.factories import make_season

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
    events.change_entry(entry=entry, players=[member, newcomer], actor=DIRECTOR, at=timezone.now())

    assert changed(night, f"events/{night.event.pk}/entries", since) == [entry.pk]


@pytest.mark.long
def test_events_and_rounds_too(night, since):
    assert (
        changed(night, "events", since)
        == changed(night, f"events/{night.event.pk}/rounds", since)
        == []
    )
    Event.objects.filter(pk=night.event.pk).update(about="new")
    Round.objects.filter(pk=night.round.pk).update(deadline=timezone.now())

    assert changed(night, "events", since) == [night.event.pk]
    assert changed(night, f"events/{night.event.pk}/rounds", since) == [night.round.pk]


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
def test_seasons_too(night, since):
    one, other = (make_season(night.club, slug=slug) for slug in ("one", "other"))
    seasons = f"clubs/{night.club.slug}/seasons"
    assert changed(night, seasons, since, ordering="id") == [one.pk, other.pk]
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        later = cursor.fetchone()[0].isoformat()
    Season.objects.filter(pk=other.pk).update(name="Renamed")

    assert changed(night, seasons, later) == [other.pk]


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


@pytest.mark.long
@pytest.mark.parametrize("ordering", ["name", "-name", "id", "-updated_at"])
def test_players_are_listed_in_the_order_that_is_asked_for(night, ordering):
    path = f"clubs/{night.club.slug}/players"
    ids = changed(night, path, "2000-01-01T00:00:00Z", ordering=ordering)
    column = {"name": "sort_key", "-name": "-sort_key"}.get(ordering, ordering)

    assert ids == list(night.club.players.order_by(column, "id").values_list("pk", flat=True))


@pytest.mark.long
@pytest.mark.parametrize("time", ["0001-01-01T00:00:00+23:59", "0320-11-08T17:32:16-22:53"])
def test_a_time_of_any_offset_is_understood(night, time):
    assert changed(night, f"clubs/{night.club.slug}/members", time) != []


def test_tables_too_are_asked_for_by_a_time_of_any_offset(night):
    round_ = night.event.stages.get().rounds.first()

    assert changed(night, f"rounds/{round_.pk}/tables", "1023-05-23T01:07:07-23:04") != []


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "name"),
    [("events", "club"), ("events", "season"), ("clubs/{club}/past-events", "season")],
)
def test_an_address_with_a_character_that_is_no_text_is_refused_by_name(night, path, name):
    path = path.format(club=night.club.slug)
    answer = night.client("director").get(f"{V1}/{path}", {name: "a\x00b"})

    assert (answer.status_code, answer.json()["field"]) == (400, name)


@pytest.mark.parametrize("time", ["9999-12-31T23:59:59-23:59"])
def test_after_the_last_time_there_is_nothing_has_changed(night, time):
    assert changed(night, f"clubs/{night.club.slug}/members", time) == []


@pytest.mark.long
@pytest.mark.parametrize(
    "query", [{"updated_since": "yesterday"}, {"ordering": "email"}, {"ordering": "name,id"}]
)
def test_what_is_no_time_and_no_order_is_refused_by_name(night, query):
    answer = night.client("director").get(f"{V1}/clubs/{night.club.slug}/players", query)

    assert answer.status_code == 400
    assert answer.json()["field"] == next(iter(query))
