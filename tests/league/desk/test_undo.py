"""What was just done at the desk can be taken back by the button beside the sentence."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from league.clubs.models import HouseRules, Member, Player, Role
from league.events import services as events
from league.events.models import Entry, Event
from league.results.models import Adjustment, Submission, TableResult
from tests.league.desk.results.desk import Desk
from tests.league.events.factories import DIRECTOR, add_pairs, make_event, make_running
from tests.league.factories import NOW, make_club, make_house_rules, make_member, make_player
from tests.league.factories import make_user as make_account
from tests.league.results.factories import make_table, pinochle, play, states, submit

pytestmark = pytest.mark.django_db


def undo(client, answer):
    """Follow to the page with the sentence and press the button beside it, if there is one."""
    assert answer.status_code == 302
    page = client.get(answer["Location"]).content.decode()
    form = re.search(r'<form method="post" action="([^"]+)" data-undo>(.*?)</form>', page, re.S)
    if form is None:
        return None
    fields = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form[2]))
    fields.pop("csrfmiddlewaretoken")
    done = client.post(form[1], fields)
    client.get(done["Location"])
    return done


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def owner(club):
    user = make_account("Olive Owner")
    make_member(club, user, Role.OWNER)
    client = Client()
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return client


def post(client, name, *at, **fields):
    return client.post(reverse(f"desk:{name}", args=at), fields)


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


def test_who_gives_away_the_own_right_is_not_offered_to_take_that_back(club, owner):
    own = Member.objects.get(club=club)
    make_member(club, make_account("Other Owner"), Role.OWNER)

    lowered = post(owner, "member_role", club.slug, own.pk, role="scorer")
    assert lowered["Location"] == reverse("desk:home")
    assert undo(owner, lowered) is None

    Member.objects.filter(pk=own.pk).update(role="owner")
    left = post(owner, "member_remove", club.slug, own.pk)
    assert undo(owner, left) is None


def test_roles_players_and_house_rules_go_back(club, owner):
    member = make_member(club, make_account("Some Body"), Role.SCORER)
    player, other = make_player(club, "Ann Lee"), make_player(club, "Bob Lee")
    rules = make_house_rules(club)

    undo(owner, post(owner, "member_role", club.slug, member.pk, role="director"))
    undo(owner, post(owner, "player_active", club.slug, player.pk, is_active="0"))
    undo(owner, post(owner, "player_apart", club.slug, player.pk, other=other.pk, reason=""))
    undo(owner, post(owner, "house_rules_archive", club.slug, rules.pk))

    assert Member.objects.get(pk=member.pk).role == Role.SCORER
    assert Player.objects.get(pk=player.pk).is_active
    assert not club.kept_apart.filter(ended_at__isnull=True).exists()
    assert HouseRules.objects.get(pk=rules.pk).archived_at is None


def test_a_player_gets_the_account_back(club, owner):
    user = make_account("Ann Lee")
    make_member(club, user, Role.PLAYER)
    player = make_player(club, "Ann Lee", user=user)

    undo(owner, post(owner, "player_unlink", club.slug, player.pk))

    assert Player.objects.get(pk=player.pk).user == user


def test_a_withdrawn_entry_and_a_finished_event_come_back(club, owner):
    event = make_running(4, club)
    entry = event.entries.first()

    undo(owner, post(owner, "entry_act", club.slug, event.slug, entry.pk, "withdraw"))
    undo(owner, post(owner, "event_move", club.slug, event.slug, move="finish", anyway="on"))

    assert Entry.objects.get(pk=entry.pk).state == "accepted"
    assert Event.objects.get(pk=event.pk).state == "running"


def test_a_removed_entry_comes_back_unless_somebody_got_its_place(club, owner):
    event = make_event(club, most_entries=2)
    events.open_event(event=event, actor=DIRECTOR, at=NOW)
    first, second = add_pairs(event, 2)

    undo(owner, post(owner, "entry_act", club.slug, event.slug, first.pk, "remove"))
    assert event.entries.filter(pk=first.pk, state="accepted").exists()

    players = [make_player(club, name) for name in ("Ann", "Bob")]
    events.add_entry(event=event, players=players, state="waiting", actor=DIRECTOR, at=NOW)
    page = owner.get(reverse("desk:entries", args=[club.slug, event.slug])).content.decode()
    assert "Whoever has been waiting longest gets the place" in page
    answer = post(owner, "entry_act", club.slug, event.slug, second.pk, "remove")
    assert undo(owner, answer) is None


def test_a_removed_stage_comes_back(club, owner):
    event = make_running(4, club)
    stage = events.add_stage(event=event, format="knockout", actor=DIRECTOR, at=NOW)

    undo(owner, post(owner, "stage_remove", club.slug, event.slug, stage.number))

    assert event.stages.filter(pk=stage.pk, qualifying__takes="everybody").exists()


def test_a_merge_is_taken_back_at_once_or_on_the_page_of_the_player(club, owner):
    stays, goes = make_player(club, "Ann Lee"), make_player(club, "Ann Le")
    address = reverse("desk:player", args=[club.slug, stays.pk])

    undo(owner, post(owner, "player_merge", club.slug, stays.pk, goes=goes.pk))
    goes.refresh_from_db()
    assert goes.merged_into is None
    assert "Undo the merge" not in owner.get(address).content.decode()

    post(owner, "player_merge", club.slug, stays.pk, goes=goes.pk)
    assert "Undo the merge" in owner.get(address).content.decode()
    post(owner, "player_unmerge", club.slug, stays.pk, goes=goes.pk)
    goes.refresh_from_db()
    assert goes.merged_into is None
    assert post(owner, "player_unmerge", club.slug, stays.pk, goes="x").status_code == 302


def test_where_somebody_moved_up_nothing_is_promised(club, owner):
    event = make_event(club, most_entries=2)
    event = events.open_event(event=event, actor=DIRECTOR, at=NOW)
    entries = add_pairs(event, 3)

    Entry.objects.filter(pk=entries[2].pk).update(state="waiting")
    answer = post(owner, "entry_act", club.slug, event.slug, entries[0].pk, "withdraw")

    assert undo(owner, answer) is None


def test_a_deal_struck_out_counts_again_only_where_it_was_confirmed():
    table = make_table()
    play(table, pinochle())
    submit(table)
    desk = Desk(table)

    waiting = desk.post("deal_void", 2, reason="wrong table")
    assert undo(desk.client, waiting) is None
    undo(desk.client, desk.post("deal_void", 1, reason="wrong table"))

    assert states(table) == [(1, "void"), (2, "void"), (1, "confirmed")]
    first, _second, again = Submission.objects.order_by("id")
    assert again.deal.data == first.deal.data
    assert desk.post("deal_restore", 1, submission=again.pk).status_code == 404


def test_the_end_of_a_table_an_award_a_round_and_a_penalty_go_back():
    table = make_table()
    play(table, pinochle())
    desk = Desk(table)
    at = [desk.event.club.slug, desk.event.slug]

    undo(desk.client, desk.post("table_move", action="end"))
    undo(desk.client, desk.post("table_award", points_0="3", points_1="1", reason="late"))
    result = TableResult.objects.get(table=table)
    assert (result.ended_at, result.awarded) == (None, None)

    closed = post(desk.client, "round_move", *at, 1, 1, action="close", even_unfinished="on")
    undo(desk.client, closed)
    table.round.refresh_from_db()
    assert table.round.state == "open"

    entry = desk.event.entries.first()
    page = desk.get("adjustments").content.decode()
    key = re.search(r'name="key" value="([^"]+)"', page)[1]
    desk.post("adjustments", entry=entry.pk, kind="penalty", points="2", reason="late", key=key)
    penalty = Adjustment.objects.get()
    undo(desk.client, desk.post("adjustment_revoke", penalty.pk))
    live = Adjustment.objects.get(revoked_at__isnull=True)
    assert (live.points, live.reason, live.entry_id) == (2, "late", entry.pk)
