"""The desk's first pages, and a club made and changed."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from league.clubs.models import Club, Role
from league.clubs.services.rate_limits import CLUBS_OF_ACCOUNT
from league.play.events import services as events
from league.play.events.models import Entry, EntryState
from league.play.results import services as results
from league.play.results.models import TableResult
from league.play.rounds.models import Round, Seat
from tests.league.factories import make_club, make_member, make_user
from tests.league.play.events.factories import DIRECTOR, NOW, add_pairs, make_event, make_running
from tests.league.play.results.factories import make_table, submit
from tests.league.play.rounds.factories import draw, make_played, open_round
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db

HOME = "/desk/"


@pytest.fixture
def owner():
    return make_user("Olive Owner")


@pytest.fixture
def club(owner):
    return make_club(owner=owner)


OVERDUE = "2 tables of round 1 of Spring cup are overdue"


def page(client, user, address=HOME):
    client.force_login(user)
    return client.get(address).content.decode()


def late_round(club, entries=4):
    event = make_running(entries, club)
    round = open_round(draw(event)[0])
    Round.objects.filter(pk=round.pk).update(deadline=timezone.now() - timedelta(hours=1))
    return round


class TestHome:
    def test_stranger_is_asked_to_sign_in(self, client):
        assert client.get(HOME).url.startswith(reverse("account:sign_in"))

    @pytest.mark.long
    def test_person_without_a_club_is_told_how_to_get_one(self, client):
        html = page(client, make_user("New"))

        assert "No club yet" in html
        assert reverse("desk:club_new") in html

    @pytest.mark.long
    def test_club_leads_to_its_desk_or_for_players_to_its_public_page(self, client, club, owner):
        player = make_member(club, make_user("Pat"), Role.PLAYER).user

        assert f'href="{reverse("desk:club", args=[club.slug])}"' in page(client, owner)
        html = page(client, player)
        assert f'href="{reverse("desk:club", args=[club.slug])}"' not in html
        assert f'href="{reverse("public:club", args=[club.slug])}"' in html

    @pytest.mark.long
    def test_late_tables_wait_for_scorers_and_not_for_players(self, client, club):
        round = late_round(club)
        scorer = make_member(club, make_user("Sam"), Role.SCORER).user
        player = make_member(club, make_user("Pat"), Role.PLAYER).user

        html = page(client, scorer)
        assert OVERDUE in html
        assert reverse("desk:room", args=[club.slug, "spring-cup", 1, 1]) in html
        assert "1 open task" in html
        assert OVERDUE not in page(client, player)
        assert round.state == "open"

    @pytest.mark.long
    def test_round_with_time_left_does_not_wait(self, client, club, owner):
        late = late_round(club)

        assert OVERDUE in page(client, owner)
        Round.objects.filter(pk=late.pk).update(deadline=timezone.now() + timedelta(hours=1))
        assert OVERDUE not in page(client, owner)

    @pytest.mark.long
    def test_round_that_is_done_waits_to_be_closed_by_directors(self, client, club, owner):
        round = late_round(club)
        for table in round.tables.all():
            make_played(table)
        scorer = make_member(club, make_user("Sam"), Role.SCORER).user
        sentence = "Round 1 of Spring cup is confirmed at every table: close it"

        assert sentence in page(client, owner)
        assert sentence not in page(client, scorer)

    def test_entries_wait_for_an_answer(self, client, club, owner):
        event = make_event(club)
        events.open_event(event=event, actor=DIRECTOR, at=NOW)
        add_pairs(event, 2)
        Entry.objects.update(state=EntryState.APPLIED)

        assert "2 entries of Spring cup wait for your answer" in page(client, owner)

    def test_disputed_deals_wait(self, client, club, owner):
        table = make_table(club)
        for submission in (submit(table), submit(table)):
            results.dispute(
                submission=submission, side=1, reason="no", actor=DIRECTOR, at=timezone.now()
            )

        assert "2 disputed deals in round 1 of Spring cup" in page(client, owner)

    def test_what_waits_in_other_clubs_is_nobody_elses_business(self, client, club, owner):
        late_round(club)
        stranger = make_user("Stranger")
        make_club("Other Club", owner=stranger)

        assert OVERDUE in page(client, owner)
        assert OVERDUE not in page(client, stranger)

    def test_own_table_is_offered_while_it_is_played(self, client, club):
        round = late_round(club)
        user = make_user("Ann")
        seat = Seat.objects.filter(round=round, player__isnull=False).first()
        seat.player.user = user
        seat.player.save()
        sentence = f"You play at table {seat.table.number} in round 1 of Spring cup"

        assert sentence in page(client, user)
        TableResult.objects.update_or_create(
            table=seat.table, round=round, defaults={"state": "confirmed"}
        )
        assert sentence not in page(client, user)

    @pytest.mark.long
    @pytest.mark.parametrize("clubs", [1, 6])
    def test_number_of_queries_does_not_grow(self, client, owner, clubs, django_assert_num_queries):
        for number in range(clubs):
            late_round(make_club(f"Club {number}", owner=owner), entries=2 + 2 * (number % 2))
        client.force_login(owner)

        # session, account, clubs, disputes, flagged deals, rounds, entries, own tables
        with django_assert_num_queries(8):
            client.get(HOME)


class TestClubHome:
    @pytest.mark.long
    def test_club_without_players_says_what_to_do_first(self, client, club, owner):
        html = page(client, owner, reverse("desk:club", args=[club.slug]))

        assert "Add the people who play: paste their names, a line each." in html
        assert "Nothing is under way" not in html

    @pytest.mark.long
    def test_club_between_events_says_to_set_up_the_next(self, client, club, owner, monkeypatch):
        monkeypatch.setattr("league.faces.desk.club.views.first_steps", lambda *_about: [])

        html = page(client, owner, reverse("desk:club", args=[club.slug]))

        assert "Set up an event: a few short steps" in html

    @pytest.mark.long
    def test_scorer_is_not_offered_what_he_may_not_do(self, client, club):
        scorer = make_member(club, make_user("Sam"), Role.SCORER).user

        html = page(client, scorer, reverse("desk:club", args=[club.slug]))

        for name in ("event_new", "player_new", "people", "members", "audit", "club_settings"):
            assert f'href="{reverse(f"desk:{name}", args=[club.slug])}"' not in html

    @pytest.mark.long
    @pytest.mark.parametrize("count", [1, 8])
    def test_number_of_queries_does_not_grow(
        self, client, club, owner, count, django_assert_num_queries
    ):
        for number in range(count):
            make_event(club, f"Event {number}")
        client.force_login(owner)

        # of what waits: disputes, flagged deals, rounds, entries; whether it is an association
        with django_assert_num_queries(19):
            client.get(reverse("desk:club", args=[club.slug]))

    @pytest.mark.long
    def test_many_events_under_way_are_on_pages_those_played_first(
        self, client, club, owner, monkeypatch
    ):
        monkeypatch.setattr("league.faces.desk.club.views.EVENTS_A_PAGE", 2)
        make_running(2, club, name="Autumn league")
        for number in range(4):
            make_event(club, f"Draft {number}")
        client.force_login(owner)
        address = reverse("desk:club", args=[club.slug])

        pages = [client.get(address, {"page": number}) for number in (1, 2, 3)]

        shown = [[str(event) for event, _rooms in page.context["events"]] for page in pages]
        assert [len(names) for names in shown] == [2, 2, 1]
        assert shown[0][0] == "Autumn league"
        assert (1, "event running") in pages[2].context["stats"]

    @pytest.mark.long
    def test_of_all_that_waits_the_most_urgent_is_shown_and_the_rest_counted(
        self, client, club, owner, monkeypatch
    ):
        monkeypatch.setattr("league.faces.desk.club.views.MOST_WAITING", 1)
        late_round(club)
        late_round(club)

        for address in (HOME, reverse("desk:club", args=[club.slug])):
            html = page(client, owner, address)
            assert html.count(OVERDUE) == 1
            assert "1 more waits and is shown when something above is done." in html


class TestNewClub:
    WORDS = {
        "name": "Harbour Cards",
        "time_zone": "Europe/London",
        "language": "en",
        "names_sorted_by": "first",
    }

    def test_who_makes_a_club_owns_it(self, client):
        user = make_user("New")
        client.force_login(user)

        response = client.post("/desk/new/", self.WORDS)

        club = Club.objects.get()
        assert response.url == reverse("desk:club", args=["harbour-cards"])
        assert club.members.get().user == user
        assert club.members.get().role == Role.OWNER

    def test_stranger_is_asked_to_sign_in(self, client):
        assert client.post("/desk/new/", self.WORDS).url.startswith(reverse("account:sign_in"))
        assert not Club.objects.exists()

    def test_taken_address_stands_beside_its_field_and_what_was_typed_stays(self, client, club):
        client.force_login(make_user("New"))

        html = client.post("/desk/new/", self.WORDS | {"slug": club.slug}).content.decode()

        assert "Another club has the address “harbour-cards”; choose another one." in html
        assert 'value="Harbour Cards"' in html

    @pytest.mark.long
    @pytest.mark.parametrize(
        "wrong",
        [{"name": ""}, {"time_zone": "Mars/Olympus"}, {"language": "xx"}, {"slug": "a b"}],
    )
    def test_nonsense_makes_no_club(self, client, wrong):
        client.force_login(make_user("New"))

        assert client.post("/desk/new/", self.WORDS | wrong).status_code == 200
        assert not Club.objects.exists()


def test_settings_are_changed(client, club, owner):
    client.force_login(owner)
    words = {"name": "Harbour", "time_zone": "Asia/Tokyo", "language": "ja", "about": "Fridays"}

    more = {"names_sorted_by": "family"}
    client.post(reverse("desk:club_settings", args=[club.slug]), words | more)

    club.refresh_from_db()
    assert club.names_sorted_by == "family"
    assert (club.name, club.time_zone, club.language, club.about) == tuple(words.values())
    assert club.slug == "harbour-cards"


@pytest.mark.long
def test_a_street_is_no_web_address_and_the_page_says_what_is(client, owner):
    client.force_login(owner)

    page = client.post(reverse("desk:club_new"), TestNewClub.WORDS | {"slug": "12 Mill Road"})

    assert "Use letters, digits and hyphens only, such as harbour-cards." in text_of(page)
    assert "Web address" in text_of(page)


def test_whoever_makes_too_many_clubs_is_told_when_to_go_on(client, owner, monkeypatch):
    none = replace(CLUBS_OF_ACCOUNT, most=0)
    monkeypatch.setattr("league.clubs.services.clubs.CLUBS_OF_ACCOUNT", none)
    client.force_login(owner)
    typed = TestNewClub.WORDS | {"name": "Quay Cards"}

    refused = client.post(reverse("desk:club_new"), typed)

    assert (refused.status_code, Club.objects.count()) == (429, 0)
    assert 0 < int(refused["Retry-After"]) <= none.seconds
    assert 'value="Quay Cards"' in refused.content.decode()
