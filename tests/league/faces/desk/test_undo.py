"""What was just done at the desk can be taken back by the button beside the sentence."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from league.clubs.models import Member, Role
from league.foundation.journal.actor import Act, Actor
from league.play.events import services as events
from league.play.results import services as results
from league.play.results.models import Submission
from tests.league.faces.desk.results.desk import Desk
from tests.league.faces.desk.undoing import post, undo
from tests.league.factories import NOW, make_club, make_house_rules, make_member, make_player
from tests.league.factories import make_user as make_account
from tests.league.play.events.factories import DIRECTOR, add_pairs, make_event
from tests.league.play.results.factories import make_table, pinochle, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(club):
    user = make_account("Olive Owner")
    make_member(club, user, Role.OWNER)
    client = Client()
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return client


def test_a_member_taken_out_comes_back_with_the_role(club, owner):
    user = make_account("Some Body")
    member = make_member(club, user, Role.SCORER)

    gone = post(owner, "member_remove", club.slug, member.pk)
    assert not Member.objects.filter(user=user).exists()
    undo(owner, gone)

    assert Member.objects.get(user=user).role == Role.SCORER


def test_nobody_becomes_a_member_by_a_seal_of_another_club_or_of_their_own(club, owner):
    other = make_club("Hill Cards")
    user = make_account("Some Body")
    member = make_member(other, user, Role.OWNER)
    make_member(other, Member.objects.get(club=club).user, Role.OWNER)
    post(owner, "member_remove", other.slug, member.pk)
    page = owner.get(reverse("desk:members", args=[other.slug])).content.decode()
    seal = re.search(r'name="who" value="([^"]+)"', page)[1]

    post(owner, "member_bring_back", club.slug, who=seal)
    post(owner, "member_bring_back", club.slug, who="made:up:seal")

    assert not Member.objects.filter(user=user).exists()


def test_a_removed_entry_comes_back_unless_somebody_got_its_place(club, owner):
    event = make_event(club, most_entries=2)
    events.open_event(event=event, by=Act(DIRECTOR, NOW))
    first, second = add_pairs(event, 2)

    undo(owner, post(owner, "entry_act", club.slug, event.slug, first.pk, "remove"))
    assert event.entries.filter(pk=first.pk, state="accepted").exists()

    players = [make_player(club, name) for name in ("Ann", "Bob")]
    events.add_entry(event=event, players=players, state="waiting", by=Act(DIRECTOR, NOW))
    page = owner.get(reverse("desk:entries", args=[club.slug, event.slug])).content.decode()
    assert "Whoever has been waiting longest gets the place" in page
    answer = post(owner, "entry_act", club.slug, event.slug, second.pk, "remove")
    assert undo(owner, answer) is None


# ---------------------------------------------------------------- back to the page it was done on


@pytest.mark.long
@pytest.mark.parametrize(
    "address",
    [
        "https://elsewhere.example/desk/harbour-cards/",
        "//elsewhere.example/",
        "/desk/another-club/",
        "/account/",
        "/desk/harbour-cards/no/such/page/at/all/",
        "javascript:alert(1)",
        "/desk/harbour-cards/" + "x" * 600,
    ],
)
def test_a_form_leads_nowhere_but_to_its_clubs_desk(club, owner, address):
    rules = make_house_rules(club)

    answer = post(owner, "house_rules_archive", club.slug, rules.pk, back_to=address)

    assert answer["Location"] == reverse("desk:house_rules", args=[club.slug])


# ------------------------------------------------------------------ forms that were saved


def test_entries_that_were_typed_are_taken_out_again(club, owner):
    event = make_event(club)
    event = events.open_event(event=event, by=Act(DIRECTOR, NOW))

    typed = post(
        owner, "entries", club.slug, event.slug, lines="Ann & Bob\nCy & Di", add_unknown="on"
    )
    assert event.entries.count() == 2
    undo(owner, typed)

    assert not event.entries.exists()


# ------------------------------------------------------------------------- rounds and deals


def test_a_deal_that_was_entered_or_corrected_is_as_before():
    table = make_table()
    desk = Desk(table)
    play(table, pinochle())
    first = Submission.objects.get()

    corrected = desk.post("deal_restore", 1, submission=first.pk)
    assert corrected.status_code == 404

    who = Actor(user_id=make_account("Dora Director").pk, name="Dora", via="desk")
    results.correct(submission=first, data=pinochle(bid=65), reason="typed wrong", by=Act(who, NOW))
    desk.post("deal_restore", 1, submission=first.pk)

    last = Submission.objects.order_by("id").last()
    assert last.state == "confirmed"
    assert last.deal.data == first.deal.data
