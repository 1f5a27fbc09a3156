"""Associations at the desk: who may do what for which club, and what the pages do."""

import pytest
from django.urls import reverse

from league.calendar.captains import services as captains
from league.calendar.captains.line_up_facts import who_may_play
from league.clubs.models import Role
from league.foundation.journal.actor import Act
from league.office.associations import services as associations
from league.office.associations.models import Association, Registration, Transfer
from league.office.associations.selectors import entry_clubs, is_in
from league.play.events import services as events
from league.play.events.models import Captain
from league.play.rounds import services as rounds
from tests.league.faces.desk.clients import client_of as new_client_of
from tests.league.faces.desk.clients import signed_in
from tests.league.faces.desk.undoing import undo
from tests.league.factories import make_club, make_player
from tests.league.office.associations.factories import (
    NOW,
    SECRETARY,
    Championship,
    join,
    make_association,
    make_league,
    register,
    season_of,
)

pytestmark = pytest.mark.django_db
BY = Act(SECRETARY, NOW)


def client_of(club, role=Role.DIRECTOR):
    """Return a client signed in as somebody with the role, whom it makes where there is none."""
    member = club.members.filter(role=role).first()
    return signed_in(member) if member else new_client_of(club, role)


class League:
    """Two clubs of an association with an open event; Ann plays for Harbour Street, Cy for Mill."""

    def __init__(self, **rules):
        self.association = make_association(**rules)
        self.season = season_of(self.association, ends_on="2199-12-31")
        self.season.refresh_from_db()
        self.harbour = join(self.association, "Harbour Street")
        self.mill = join(self.association, "Mill Lane")
        self.ann = register(self.season, self.harbour, "Ann Lee")
        self.cy = register(self.season, self.mill, "Cy Poe")
        self.event = make_league(self.season, entry_kind="team")
        events.open_event(event=self.event, by=BY)

    def page(self, name, club, *more):
        at = {
            "association_players": [club.slug, self.association.club.slug],
            "association_entries": [club.slug, self.association.club.slug, self.event.slug],
        }
        return reverse(f"desk:{name}", args=at.get(name, [club.slug, *more]))

    @property
    def entry(self):
        return associations.enter_for_club(
            event=self.event, club=self.mill, players=[self.cy.player], name="Mill Lane A", by=BY
        )


@pytest.fixture
def league():
    return League(transfers="anytime")


def test_an_owner_makes_the_club_an_association_with_rules(client):
    club = make_club("County League")
    owner = client_of(club, Role.OWNER)
    page = reverse("desk:association_rules", args=[club.slug])
    html = owner.post(page, {"is_association": "on", "transfers": "until"}).content.decode()
    assert "Enter the last day on which players may change clubs." in html
    assert not Association.objects.exists()
    owner.post(
        page, {"is_association": "on", "transfers": "never", "most_registered": "40"}, follow=True
    )
    assert Association.objects.get().most_registered == 40
    owner.post(page, {"transfers": "never"})
    assert not Association.objects.exists()


def test_clubs_are_invited_by_the_address_of_their_page_and_answer_at_their_desk():
    association, club = make_association(), make_club("Harbour Street")
    page = reverse("desk:association_clubs", args=[association.club.slug])
    secretary = client_of(association.club, Role.OWNER)
    wrong = secretary.post(page, {"action": "invite", "slug": "nowhere"}).content.decode()
    assert "There is no club with the address “nowhere”" in wrong
    address = f"https://example.org/{club.slug}/"
    html = secretary.post(page, {"action": "invite", "slug": address}, follow=True)
    assert "Harbour Street: invited." in html.content.decode()
    own = reverse("desk:associations", args=[club.slug])
    answer = {"association": association.pk, "action": "accept"}
    assert client_of(club, Role.DIRECTOR).post(own, answer).status_code == 403
    assert not is_in(association, club)
    html = client_of(club, Role.OWNER).post(own, answer, follow=True).content.decode()
    assert "Member since" in html
    assert is_in(association, club)


def test_the_association_consents_to_a_transfer():
    league = League(transfers="consent")
    cy = make_player(league.harbour, "Cy Poe")
    page = league.page("association_players", league.harbour)
    sent = {"action": "transfer", "registration": league.cy.pk, "home_player": cy.pk}
    client_of(league.harbour).post(page, sent)
    asked = Transfer.objects.get()
    page = league.page("association_registrations", league.association.club)
    secretary = client_of(league.association.club)
    assert "1 transfer waits for your consent" in secretary.get(page).content.decode()
    secretary.post(page, {"action": "consent", "row": asked.pk})
    asked.refresh_from_db()
    assert asked.state == "done"


def test_registrations_are_searched_by_player_and_club(league):
    page = league.page("association_registrations", league.association.club)
    secretary = client_of(league.association.club)
    for text, there, gone in [("ann", "Ann Lee", "Cy Poe"), ("mill", "Cy Poe", "Ann Lee")]:
        html = secretary.get(page, {"q": text}).content.decode()
        assert there in html
        assert gone not in html
        lines = secretary.get(page, {"q": text, "format": "csv"}).content.decode()
        assert there in lines
        assert gone not in lines


def test_a_club_enters_and_withdraws_its_players(league):
    director, page = client_of(league.harbour), league.page("association_entries", league.harbour)
    sent = {"action": "enter", "name": "Harbour Street A", "players": [league.ann.player_id]}
    assert 'name="action" value="enter"' in director.get(page).content.decode()
    assert "Harbour Street A" in director.post(page, sent, follow=True).content.decode()
    assert set(entry_clubs(league.event).values()) == {league.harbour}
    director.post(page, {"action": "withdraw_all", "reason": "no room"})
    assert league.event.entries.get().state == "withdrawn"


def test_a_championship_is_looked_at_and_then_filled():
    final = Championship()
    club = final.association.club
    page = reverse("desk:championship", args=[club.slug, final.event.slug])
    director = client_of(club)
    sent = {f"places-{final.of_harbour.pk}": "2", f"places-{final.of_mill.pk}": "1"}
    html = director.post(page, sent | {"action": "preview"}).content.decode()
    assert "2 entries go through" in html
    assert "Dan is not registered" in html
    assert not final.event.entries.exists()
    director.post(page, sent | {"action": "fill", "digest": "out of date"})
    assert not final.event.entries.exists()
    digest = html.partition('name="digest" value="')[2].partition('"')[0]
    filled = director.post(page, sent | {"action": "fill", "digest": digest})
    assert final.event.entries.count() == 2

    back = undo(director, filled)

    assert back["Location"] == filled["Location"]
    assert not final.event.entries.exists()


# A role in one side is none in the other.


def test_nobody_acts_for_another_club_by_numbers_of_rows(league):
    """Rows of other clubs sent to the page of the own one are not there."""
    entry = league.entry
    director = client_of(league.harbour, Role.OWNER)
    players = league.page("association_players", league.harbour)
    entries = league.page("association_entries", league.harbour)
    for page, sent in [
        (players, {"action": "end", "row": league.cy.pk}),
        (players, {"action": "take_back", "row": 1}),
        (entries, {"action": "withdraw", "row": entry.pk}),
    ]:
        assert director.post(page, sent).status_code == 404, sent
    director.post(entries, {"action": "withdraw_all"})
    for sent in (
        {"action": "register", "players": [league.cy.home_player_id]},
        {"action": "register", "players": [league.cy.player_id]},
        {"action": "enter", "players": [league.cy.player_id], "name": "Ours"},
    ):
        page = entries if sent["action"] == "enter" else players
        assert director.post(page, sent).status_code == 200, sent
    entry.refresh_from_db()
    league.cy.refresh_from_db()
    assert (entry.state, league.cy.ended_at) == ("accepted", None)
    assert Registration.objects.count() == 2


@pytest.mark.long
def test_drafts_and_hidden_events_of_an_association_are_not_there_for_clubs(league):
    page = league.page("association_entries", league.harbour)
    for change in ({"state": "draft", "opened_at": None}, {"visibility": "hidden"}):
        type(league.event).objects.filter(pk=league.event.pk).update(**change)
        assert client_of(league.harbour).get(page).status_code == 404


# The people of a club act for its captains, and for nobody else's.


@pytest.fixture
def running():
    """A league of two clubs that is being played, with its first match open."""
    league = League(transfers="anytime")
    league.ours, league.theirs = (
        associations.enter_for_club(
            event=league.event,
            club=club,
            players=[first.player, register(league.season, club, second).player],
            name=name,
            by=BY,
        )
        for club, first, second, name in [
            (league.harbour, league.ann, "Bea Lee", "Harbour A"),
            (league.mill, league.cy, "Dot Poe", "Mill A"),
        ]
    )
    league.event.refresh_from_db()
    events.start_event(event=league.event, by=BY)
    league.round = rounds.draw_rounds(stage=league.event.stages.get(), by=BY)[0]
    league.round = rounds.open_round(round=league.round, by=BY)
    return league


def match_page(league, club, entry):
    at = [club.slug, league.association.club.slug, league.event.slug, entry.pk, league.round.pk, 1]
    return reverse("desk:association_match", args=at)


def test_a_club_undoes_naming_a_captain_on_the_page_where_it_did(running):
    director = client_of(running.mill)
    page = match_page(running, running.mill, running.theirs)

    done = director.post(page, {"act": "captain", "player": running.cy.player.pk})
    assert Captain.objects.exists()
    back = undo(director, done)

    assert back["Location"] == page
    assert not Captain.objects.exists()


def test_a_club_reads_the_names_of_its_own_players_alone_where_anybody_may_stand_in(running):
    running.event.substitutes = "anyone"
    running.event.save(update_fields=["substitutes"])
    register(running.season, running.mill, "Max Poe")
    register(running.season, running.harbour, "Hugh Lee")

    refused = [running.ours.members.first().player, running.ann.player]
    for player in refused:
        assert player not in who_may_play(running.theirs)
        with pytest.raises(captains.NotACaptain, match="not registered for the club of Mill A"):
            captains.name_captain(entry=running.theirs, player=player, by=BY)

    page = client_of(running.mill).get(match_page(running, running.mill, running.theirs))

    chosen = [label for _pk, label in page.context["captain_form"].fields["player"].choices]
    assert sorted(chosen) == ["Cy Poe", "Dot Poe", "Max Poe"]
    assert "Hugh Lee" not in page.content.decode()
