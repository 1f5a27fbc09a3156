"""Associations for programs: the rights and refusals of the pages, each club for itself alone."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.office.associations.models import Registration, Transfer
from league.play.events.models import EntryClub
from tests.league.faces.api.factories import V1, client_of, make_token_of
from tests.league.factories import make_club, make_member, make_player
from tests.league.office.associations.factories import (
    Championship,
    join,
    make_association,
    make_league,
    register,
    season_of,
)
from tests.league.play.events.factories import PITCH

pytestmark = pytest.mark.django_db


class County:
    """An association with a season and two clubs; each club has a player who is registered."""

    def __init__(self):
        today = timezone.localdate()
        self.association = make_association(transfers="consent")
        self.season = season_of(
            self.association, starts_on=today, ends_on=today + timedelta(days=90)
        )
        self.harbour = join(self.association, "Harbour Street")
        self.mill = join(self.association, "Mill Lane")
        self.ann = register(self.season, self.harbour, "Ann Archer")
        self.dan = register(self.season, self.mill, "Dan Dyer")
        self.league = make_league(self.season, state="open", **PITCH)

    def secretary(self, role="owner"):
        return person(self.association.club, role)

    def of_club(self, club, *rest):
        return "/".join([f"{V1}/clubs/{club.slug}/seasons/{self.season.pk}", *rest])

    def entries_of(self, club, *rest):
        return "/".join([f"{V1}/clubs/{club.slug}/events/{self.league.pk}", *rest])


@pytest.fixture
def county():
    return County()


def person(club, role="director"):
    known = club.members.filter(role=role).first()
    return client_of((known or make_member(club, role=role)).user)


def send(client, address, body=None):
    return client.post(address, body, format="json")


def code_of(answer):
    return answer.status_code, answer.json()["code"]


def associated(association, *rest):
    return "/".join([f"{V1}/associations/{association.club.slug}/clubs", *rest])


def own(club, *rest):
    return "/".join([f"{V1}/clubs/{club.slug}/associations", *rest])


@pytest.mark.long
def test_a_club_is_invited_and_accepts_and_leaves(county):
    quay = make_club("Quay")
    secretary, owner = county.secretary(), person(quay, "owner")
    league = county.association.club.slug

    invited = send(secretary, associated(county.association), {"club": quay.slug}).json()

    assert (invited["club"], invited["state"]) == (quay.slug, "invited")
    (waits,) = owner.get(own(quay)).json()["results"]
    assert (waits["association"], waits["state"]) == (league, "invited")
    joined = send(owner, own(quay, league, "answer"), {"accept": True}).json()
    assert joined["state"] == "member"
    listed = secretary.get(associated(county.association)).json()
    assert [row["club"] for row in listed["results"]] == ["harbour-street", "mill-lane", "quay"]
    assert send(owner, own(quay, league, "leave")).json()["state"] == "left"
    assert code_of(send(owner, own(quay, league, "answer"), {"accept": True})) == (
        409,
        "not_waiting",
    )


@pytest.mark.long
def test_a_club_asks_and_is_taken_in_or_not(county):
    quay, secretary = make_club("Quay"), county.secretary()
    owner, body = person(quay, "owner"), {"association": county.association.club.slug}

    assert send(owner, own(quay), body).json()["state"] == "asked"

    answer = associated(county.association, quay.slug, "answer")
    assert send(secretary, answer, {"accept": False}).json()["state"] == "left"
    send(owner, own(quay), body)
    assert send(secretary, answer, {"accept": True}).json()["state"] == "member"
    gone = send(secretary, associated(county.association, quay.slug, "let-go"))
    assert gone.json()["state"] == "left"


def test_who_made_an_offer_takes_it_back_and_does_not_answer_it(county):
    quay, secretary = make_club("Quay"), county.secretary()
    owner, league = person(quay, "owner"), county.association.club.slug
    send(secretary, associated(county.association), {"club": quay.slug})
    by_association = associated(county.association, quay.slug, "answer")
    assert code_of(send(secretary, by_association, {"accept": True})) == (409, "not_waiting")
    back = send(secretary, associated(county.association, quay.slug, "take-back"))
    assert back.json()["state"] == "left"
    send(owner, own(quay), {"association": league})
    by_club = own(quay, league, "answer")
    assert code_of(send(owner, by_club, {"accept": True})) == (409, "not_waiting")
    assert send(owner, own(quay, league, "take-back")).json()["state"] == "left"


def test_directors_read_which_clubs_are_in_and_only_owners_change_it(county):
    league, harbour = county.association.club.slug, county.harbour
    for reader, address, body in [
        (county.secretary("director"), associated(county.association), {"club": "mill-lane"}),
        (person(harbour), own(harbour), {"association": league}),
    ]:
        assert reader.get(address).status_code == 200
        assert send(reader, address, body).status_code == 403
    mills = person(county.mill, "owner")
    assert mills.get(associated(county.association)).status_code == 403
    assert mills.get(own(harbour)).status_code == 403
    assert send(mills, own(harbour, league, "leave")).status_code == 403
    assert send(county.secretary(), own(harbour, league, "leave")).status_code == 403
    assert client_of().get(own(harbour)).status_code == 401


def test_who_is_none_is_refused_by_the_field_and_who_has_nothing_with_it_is_not_there(county):
    quay = make_club("Quay")
    owner = person(quay, "owner")
    assert code_of(send(county.secretary(), associated(county.association), {"club": "no"})) == (
        400,
        "unknown",
    )
    assert code_of(send(owner, own(quay), {"association": "mill-lane"})) == (400, "unknown")
    league = county.association.club.slug
    assert send(owner, own(quay, league, "answer"), {"accept": True}).status_code == 404
    itself = send(county.secretary(), associated(county.association), {"club": league})
    assert code_of(itself) == (409, "cannot_join")


def test_a_club_registers_its_own_players_all_or_nobody(county):
    harbour = county.harbour
    bea, cy = (make_player(harbour, name) for name in ("Bea Barnes", "Cy Cole"))
    director, address = person(harbour), county.of_club(harbour, "registrations")

    rows = send(director, address, {"players": [bea.pk, cy.pk]}).json()

    assert [(row["name"], row["home_player"]) for row in rows] == [
        ("Bea Barnes", bea.pk),
        ("Cy Cole", cy.pk),
    ]
    listed = director.get(address).json()["results"]
    assert [row["name"] for row in listed] == ["Ann Archer", "Bea Barnes", "Cy Cole"]
    again = send(director, address, {"players": [bea.pk, cy.pk]}).json()
    assert [row["id"] for row in again] == [row["id"] for row in rows]
    eve = make_player(harbour, "Eve Ellis")
    both = {"players": [eve.pk, county.dan.home_player.pk]}
    assert code_of(send(director, address, both)) == (400, "unknown")
    assert not Registration.objects.filter(home_player=eve).exists()


def test_a_club_has_as_many_registered_as_the_association_allows(county):
    county.association.most_registered = 1
    county.association.save()
    bea = make_player(county.harbour, "Bea Barnes")
    address = county.of_club(county.harbour, "registrations")
    refused = send(person(county.harbour), address, {"players": [bea.pk]})
    assert code_of(refused) == (409, "cannot_register")


@pytest.mark.long
def test_nobody_acts_for_another_club_or_for_one_that_is_in_no_association(county):
    mills, quay = person(county.mill), make_club("Quay")
    bea = make_player(county.harbour, "Bea Barnes")
    for rest in ("registrations", "registered-elsewhere", "transfers"):
        assert mills.get(county.of_club(county.harbour, rest)).status_code == 403
        assert person(quay).get(county.of_club(quay, rest)).status_code == 404
        assert person(county.mill, "scorer").get(county.of_club(county.mill, rest)).status_code == (
            403
        )
    address = county.of_club(county.harbour, "registrations")
    assert send(mills, address, {"players": [bea.pk]}).status_code == 403
    secretary = county.secretary()
    assert send(secretary, address, {"players": [bea.pk]}).status_code == 403
    elsewhere = client_of()
    user = make_member(county.harbour, role="owner").user
    token = make_token_of(user, club=quay)
    elsewhere.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    assert elsewhere.get(address).status_code == 403
    for rest in ("registrations", "transfers"):
        assert mills.get(f"{V1}/seasons/{county.season.pk}/{rest}").status_code == 403


def test_the_association_reads_all_who_are_registered_by_club(county):
    address = f"{V1}/seasons/{county.season.pk}/registrations"
    rows = county.secretary("director").get(address).json()["results"]
    assert [(row["club"], row["name"]) for row in rows] == [
        ("harbour-street", "Ann Archer"),
        ("mill-lane", "Dan Dyer"),
    ]
    assert "home_player" not in rows[0]
    (row,) = county.secretary().get(address, {"club": "mill-lane"}).json()["results"]
    assert row["name"] == "Dan Dyer"


@pytest.mark.long
def test_a_registration_is_ended_by_its_club_and_by_the_association_alone(county):
    anns, dans = (f"{V1}/registrations/{row.pk}" for row in (county.ann, county.dan))
    assert person(county.mill).delete(anns).status_code == 403
    assert person(county.harbour).delete(anns).status_code == 204
    assert county.secretary("director").delete(dans).status_code == 204
    assert not Registration.objects.filter(ended_at__isnull=True).exists()


def test_other_clubs_read_what_a_player_shows_the_public(county):
    player = county.dan.player
    player.public_name = "initials"
    player.save()
    answer = person(county.harbour).get(county.of_club(county.harbour, "registered-elsewhere"))
    (row,) = answer.json()["results"]
    assert (row["player"], row["club"], row["name"]) == (player.pk, "mill-lane", "D. D.")
    made = ask_for_dan(county)
    assert made.json()["name"] == "D. D."
    (waits,) = (
        county.secretary().get(f"{V1}/seasons/{county.season.pk}/transfers").json()["results"]
    )
    assert waits["name"] == "Dan Dyer"


def ask_for_dan(county, client=None):
    home = county.harbour.players.filter(name="Dan Dyer").first()
    home = home or make_player(county.harbour, "Dan Dyer")
    body = {"player": county.dan.player_id, "home_player": home.pk}
    return send(client or person(county.harbour), county.of_club(county.harbour, "transfers"), body)


def test_a_transfer_waits_for_the_consent_of_the_association(county):
    asked = ask_for_dan(county).json()

    assert (asked["from_club"], asked["to_club"], asked["state"]) == (
        "mill-lane",
        "harbour-street",
        "asked",
    )
    assert ask_for_dan(county).json()["id"] == asked["id"]
    answer = f"{V1}/transfers/{asked['id']}/answer"
    for club in (county.harbour, county.mill):
        assert send(person(club), answer, {"consent": True}).status_code == 403
    done = send(county.secretary("director"), answer, {"consent": True}).json()
    assert done["state"] == "done"
    now = Registration.objects.get(player=county.dan.player, ended_at__isnull=True)
    assert now.club == county.harbour
    refused = send(county.secretary("director"), answer, {"consent": False})
    assert code_of(refused) == (409, "transfer_decided")


@pytest.mark.long
def test_only_the_club_that_asked_takes_a_transfer_back(county):
    back = f"{V1}/transfers/{ask_for_dan(county).json()['id']}/take-back"
    assert send(person(county.mill), back).status_code == 403
    assert send(county.secretary(), back).status_code == 403
    assert send(person(county.harbour), back).json()["state"] == "taken_back"
    waiting = person(county.harbour).get(county.of_club(county.harbour, "transfers"))
    assert waiting.json()["count"] == 0


def test_a_transfer_keeps_to_the_rules_and_to_who_is_registered(county):
    director, address = person(county.harbour), county.of_club(county.harbour, "transfers")
    bea = make_player(county.harbour, "Bea Barnes")
    unknown = make_player(county.association.club, "Zed Zander")
    refused = send(director, address, {"player": unknown.pk, "home_player": bea.pk})
    assert code_of(refused) == (400, "unknown")
    assert "Zander" not in refused.content.decode()
    county.association.transfers = "never"
    county.association.save()
    assert code_of(ask_for_dan(county)) == (409, "transfer_not_allowed")
    assert not Transfer.objects.exists()


def enter(county, club, *rows):
    address = county.entries_of(club, "entries")
    return send(person(club), address, {"players": [row.player_id for row in rows]})


def test_a_club_enters_its_registered_players_and_withdraws_them(county):
    made = enter(county, county.harbour, county.ann)
    assert (made.status_code, made.json()["members"][0]["name"]) == (201, "Ann Archer")
    entry = made.json()["id"]
    assert EntryClub.objects.get(entry=entry).club == county.harbour
    enter(county, county.mill, county.dan)

    director = person(county.harbour)
    (row,) = director.get(county.entries_of(county.harbour, "entries")).json()["results"]
    assert row["id"] == entry
    one = county.entries_of(county.harbour, "entries", str(entry), "withdraw")
    assert send(director, one, {"reason": "ill"}).json()["state"] == "withdrawn"
    everything = county.entries_of(county.mill, "withdraw")
    (gone,) = send(person(county.mill), everything, {"reason": "too few"}).json()
    assert gone["state"] == "withdrawn"
    assert send(person(county.mill), everything, {}).json() == []


def test_a_club_enters_nobody_of_another_club_and_withdraws_no_other_entry(county):
    refused = enter(county, county.harbour, county.dan)
    assert code_of(refused) == (400, "unknown")
    assert "Dyer" not in refused.content.decode()
    theirs = str(enter(county, county.mill, county.dan).json()["id"])
    harbours = person(county.harbour)
    through_own = county.entries_of(county.harbour, "entries", theirs, "withdraw")
    assert send(harbours, through_own, {}).status_code == 404
    through_theirs = county.entries_of(county.mill, "entries", theirs, "withdraw")
    assert send(harbours, through_theirs, {}).status_code == 403
    assert send(harbours, county.entries_of(county.mill, "withdraw"), {}).status_code == 403
    assert EntryClub.objects.get(entry=theirs).entry.state == "accepted"


@pytest.mark.long
@pytest.mark.parametrize("change", [{"state": "draft"}, {"visibility": "hidden"}])
def test_an_event_that_clubs_do_not_know_yet_is_not_there(county, change):
    type(county.league).objects.filter(pk=county.league.pk).update(**change)
    director = person(county.harbour)
    assert director.get(county.entries_of(county.harbour, "entries")).status_code == 404
    assert enter(county, county.harbour, county.ann).status_code == 404


def test_an_event_takes_entries_only_while_it_is_open_and_of_a_season(county):
    events = type(county.league).objects.filter(pk=county.league.pk)
    events.update(state="running")
    assert code_of(enter(county, county.harbour, county.ann)) == (409, "field_closed")
    events.update(state="open", season=None)
    assert code_of(enter(county, county.harbour, county.ann)) == (409, "cannot_register")


def test_a_club_with_entries_to_play_neither_leaves_nor_ends_their_registrations(county):
    enter(county, county.harbour, county.ann)
    leave = own(county.harbour, county.association.club.slug, "leave")
    assert code_of(send(person(county.harbour, "owner"), leave)) == (409, "club_still_entered")
    ended = person(county.harbour).delete(f"{V1}/registrations/{county.ann.pk}")
    assert code_of(ended) == (409, "player_is_entered")


@pytest.mark.long
def test_lists_take_as_many_queries_for_many_rows_as_for_few(
    county, django_assert_num_queries, django_assert_max_num_queries
):
    director, secretary = person(county.harbour), county.secretary()
    enter(county, county.harbour, county.ann)
    asked = [
        (secretary, associated(county.association)),
        (secretary, f"{V1}/seasons/{county.season.pk}/registrations"),
        (director, county.of_club(county.harbour, "registrations")),
        (director, county.of_club(county.harbour, "registered-elsewhere")),
        (director, county.entries_of(county.harbour, "entries")),
    ]
    for client, address in asked:
        client.get(address)  # the first one notes when the token was used
    few = [_queries(client, address, django_assert_max_num_queries) for client, address in asked]
    for number in range(4):
        join(county.association, f"Club {number}")
        register(county.season, county.mill, f"Milly {number}")
        enter(
            county,
            county.harbour,
            register(county.season, county.harbour, f"Harry {number}"),
        )
    for (client, address), known in zip(asked, few, strict=True):
        with django_assert_num_queries(known):
            assert client.get(address).json()["count"] >= 5


def _queries(client, address, most):
    with most(30) as counted:
        client.get(address)
    return len(counted)


# The association itself.


def of(club, *rest):
    return "/".join([f"{V1}/clubs/{club.slug}/association", *rest])


def test_an_owner_founds_an_association_changes_its_rules_and_ends_it():
    club = make_club("County")
    owner = person(club, "owner")
    assert owner.get(of(club)).status_code == 404

    founded = owner.put(of(club), {"transfers": "consent", "most_registered": 9}, format="json")

    shown = owner.get(of(club)).json()
    assert founded.json() == shown
    assert (shown["transfers"], shown["most_registered"], shown["most_transfers"]) == (
        "consent",
        9,
        None,
    )
    changed = {"transfers": "until", "transfers_until": "2099-03-01"}
    assert owner.put(of(club), changed, format="json").json() == shown | changed | {
        "most_registered": None
    }
    assert owner.delete(of(club)).status_code == 204
    assert owner.get(of(club)).status_code == 404


@pytest.mark.long
def test_rules_that_cannot_be_are_refused_and_one_in_use_does_not_end(county):
    secretary, here = county.secretary(), of(county.association.club)
    wrong = secretary.put(here, {"transfers": "until"}, format="json")
    assert code_of(wrong) == (409, "association_invalid")
    assert wrong.json()["field"] == "transfers_until"
    assert code_of(secretary.delete(here)) == (409, "association_in_use")


@pytest.mark.long
def test_directors_read_the_rules_and_only_owners_set_them(county):
    director, here = county.secretary("director"), of(county.association.club)
    assert director.get(here).json()["transfers"] == "consent"
    assert director.put(here, {"transfers": "never"}, format="json").status_code == 403
    assert director.delete(here).status_code == 403
    assert person(county.harbour, "owner").get(here).status_code == 403


def test_a_championship_is_looked_at_and_filled():
    final = Championship()
    address = f"{V1}/events/{final.event.pk}/championship"
    director = person(final.association.club)
    listed = director.get(f"{address}/sources").json()["results"]
    assert {row["id"] for row in listed} == {final.of_harbour.pk, final.of_mill.pk}
    body = {"sources": [{"event": row["id"], "places": 2} for row in listed]}

    seen = send(director, f"{address}/preview", body).json()

    assert not final.event.entries.exists()
    assert {row["name"]: bool(row["stays_out"]) for row in seen["qualified"]} == {
        "Ann": False,
        "Bob": False,
        "Dan": True,
        "Eve": False,
        "Flo": False,
    }
    other = body | {"expected_digest": "0" * 16}
    assert code_of(send(director, address, other)) == (409, "out_of_date")
    filled = send(director, address, body | {"expected_digest": seen["digest"]}).json()
    assert final.seeds.keys() == {"Ann", "Bob", "Eve", "Flo"}
    assert {row["name"] for row in filled["qualified"] if row["entry"]} == final.seeds.keys()


@pytest.mark.long
def test_only_events_that_may_fill_it_can_be_named():
    final = Championship()
    address = f"{V1}/events/{final.event.pk}/championship"
    body = {"sources": [{"event": final.event.pk, "places": 2}]}
    director = person(final.association.club)
    assert code_of(send(director, address, body))[0] == 400
    assert send(person(final.harbour), address, body).status_code == 404
    body = {"sources": [{"event": final.of_mill.pk, "places": 2}]}
    of_a_club = f"{V1}/events/{final.of_harbour.pk}/championship"
    assert send(person(final.harbour), of_a_club, body).status_code == 404
