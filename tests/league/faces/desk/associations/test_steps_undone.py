"""What is done between a club and an association is undone by the button of its message."""

import pytest

from league.clubs.models import Role
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of
from league.office.associations import services as associations
from league.office.associations.models import AssociatedClub, Registration, Transfer
from league.play.events import services as events
from tests.league.faces.desk.clients import client_of
from tests.league.faces.desk.undoing import button_of, post, undo
from tests.league.factories import make_club, make_player
from tests.league.office.associations.factories import (
    NOW,
    SECRETARY,
    join,
    make_association,
    make_league,
    register,
    season_of,
)

pytestmark = pytest.mark.django_db
BY = Act(SECRETARY, NOW)


@pytest.fixture
def association():
    return make_association(transfers="consent")


@pytest.fixture
def club():
    return make_club("Harbour Street")


def owner_of(club):
    return client_of(club, Role.OWNER)


def belongs():
    return list(
        AssociatedClub.objects.order_by("pk").values_list("state", "offered_at", "joined_at")
    )


def registered():
    rows = Registration.objects.filter(ended_at__isnull=True)
    return sorted(rows.values_list("player__name", "club__name"))


# ------------------------------------------------------------------ clubs of an association


def invite(association, club):
    associations.invite_club(association=association, club=club, by=BY)


def ask(association, club):
    associations.ask_to_join(association=association, club=club, by=BY)


def at_the_association(association, club, **sent):
    at = [association.club.slug]
    return owner_of(association.club), "association_clubs", at, {"club": club.pk, **sent}


def at_the_club(association, club, **sent):
    sent = {"association": association.pk, **sent}
    return owner_of(club), "associations", [club.slug], sent


STEPS = {
    "invite": (None, at_the_association, {"action": "invite"}),
    "accept": (ask, at_the_association, {"action": "accept"}),
    "decline": (ask, at_the_association, {"action": "decline"}),
    "take an invitation back": (invite, at_the_association, {"action": "take_back"}),
    "let go": (join, at_the_association, {"action": "leave"}),
    "accept an invitation": (invite, at_the_club, {"action": "accept"}),
    "decline an invitation": (invite, at_the_club, {"action": "decline"}),
    "ask": (None, at_the_club, {"action": "ask"}),
    "take a request back": (ask, at_the_club, {"action": "take_back"}),
    "leave": (join, at_the_club, {"action": "leave"}),
}


@pytest.fixture(params=STEPS)
def step(request, association, club):
    before, where, sent = STEPS[request.param]
    if before is not None:
        before(association, club)
    slug = association.club.slug if where is at_the_club else club.slug
    return where(association, club, **sent, slug=slug)


@pytest.mark.long
@pytest.mark.sampled(3)
def test_a_step_is_undone_once_by_the_side_that_took_it(step):
    client, name, at, sent = step
    before = belongs() or [("left", None, None)]
    taken = post(client, name, *at, **sent)
    assert belongs() != before
    address, fields = button_of(client, taken)

    client.post(address, fields)
    happened = Happening.objects.count()
    client.post(address, fields)

    assert [row[0] for row in belongs()] == [row[0] for row in before]
    assert before[0][0] == "left" or belongs() == before
    assert Happening.objects.count() == happened
    last = Happening.objects.latest("id")
    assert "undid the last step between Harbour Street and County League" in sentence_of(last)


def test_a_club_that_left_has_its_registrations_again(association, club):
    join(association, club)
    season = season_of(association, ends_on="2199-12-31")
    season.refresh_from_db()
    register(season, club, "Ann Lee")
    client, name, at, sent = at_the_club(association, club, action="leave")
    left = post(client, name, *at, **sent)
    assert registered() == []

    undo(client, left)

    assert registered() == [("Ann Lee", "Harbour Street")]


# ---------------------------------------------------------------------------- registrations


@pytest.fixture
def season(association, club):
    join(association, club)
    season = season_of(association, ends_on="2199-12-31")
    season.refresh_from_db()
    return season


def players_at(association, club):
    return "association_players", [club.slug, association.club.slug]


def test_players_who_were_registered_are_not_any_more(association, club, season):
    register(season, club, "Ann Lee")
    bob = make_player(club, "Bob Ray")
    client, (name, at) = owner_of(club), players_at(association, club)
    done = post(client, name, *at, action="register", players=[bob.pk])
    assert len(registered()) == 2

    undo(client, done)

    assert registered() == [("Ann Lee", "Harbour Street")]


@pytest.mark.parametrize("side", ["club", "association"])
def test_a_registration_that_was_ended_is_open_again(association, club, season, side):
    row = register(season, club, "Ann Lee")
    client, (name, at) = owner_of(club), players_at(association, club)
    if side == "association":
        client, name = owner_of(association.club), "association_registrations"
        at = [association.club.slug]
    done = post(client, name, *at, action="end", row=row.pk)
    assert registered() == []
    address, fields = button_of(client, done)

    client.post(address, fields)
    happened = Happening.objects.count()
    client.post(address, fields)

    assert registered() == [("Ann Lee", "Harbour Street")]
    assert Registration.objects.count() == 1
    assert Happening.objects.count() == happened


def test_who_is_registered_elsewhere_since_stays_there(association, club, season):
    row = register(season, club, "Ann Lee")
    client, (name, at) = owner_of(club), players_at(association, club)
    address, fields = button_of(client, post(client, name, *at, action="end", row=row.pk))
    mill = join(association, "Mill Lane")
    Registration.objects.create(
        season=season, player=row.player, club=mill, registered_at=NOW, home_player=None
    )

    page = client.post(address, fields, follow=True).content.decode()

    assert "Ann Lee has been registered for Mill Lane since then" in page
    assert registered() == [("Ann Lee", "Mill Lane")]


def test_a_transfer_that_was_asked_for_is_taken_back(association, club, season):
    mill = join(association, "Mill Lane")
    row = register(season, mill, "Cy Poe")
    home = make_player(club, "Cy Poe")
    client, (name, at) = owner_of(club), players_at(association, club)
    sent = {"action": "transfer", "registration": row.pk, "home_player": home.pk}
    asked = post(client, name, *at, **sent)

    undo(client, asked)

    assert Transfer.objects.get().state == "taken_back"


# ---------------------------------------------------------------------------------- entries


@pytest.fixture
def event(season):
    event = make_league(season, entry_kind="team")
    return events.open_event(event=event, by=BY)


@pytest.fixture
def entry(event, club, season):
    ann = register(season, club, "Ann Lee").player
    return associations.enter_for_club(event=event, club=club, players=[ann], name="A", by=BY)


def entries_at(association, club, event):
    return [club.slug, association.club.slug, event.slug]


def test_an_entry_that_was_made_is_taken_out(association, club, event, season):
    ann = register(season, club, "Ann Lee").player
    client, at = owner_of(club), entries_at(association, club, event)
    done = post(client, "association_entries", *at, action="enter", players=[ann.pk], name="A")
    assert event.entries.count() == 1

    undo(client, done)

    assert not event.entries.exists()


@pytest.mark.parametrize("action", ["withdraw", "withdraw_all"])
def test_what_was_withdrawn_plays_again(association, club, event, entry, action):
    client, at = owner_of(club), entries_at(association, club, event)
    done = post(client, "association_entries", *at, action=action, row=entry.pk)
    assert event.entries.get().state == "withdrawn"
    address, fields = button_of(client, done)

    client.post(address, fields)
    happened = Happening.objects.count()
    client.post(address, fields)

    assert event.entries.get().state == "accepted"
    assert event.entries.get().members.filter(left_at__isnull=True).count() == 1
    assert Happening.objects.count() == happened
