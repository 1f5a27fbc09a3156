"""What was just done at the desk can be taken back by the button beside the sentence."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from league.clubs.models import HouseRules, Member, Player, Role
from league.foundation.journal.actor import Actor
from league.play.events import services as events
from league.play.events.models import Entry, Event
from league.play.results import services as results
from league.play.results.models import Adjustment, Submission, TableResult
from tests.league.faces.desk.results.desk import Desk
from tests.league.faces.desk.undoing import post, undo
from tests.league.factories import NOW, make_club, make_house_rules, make_member, make_player
from tests.league.factories import make_user as make_account
from tests.league.play.events.factories import DIRECTOR, add_pairs, make_event, make_running
from tests.league.play.results.factories import make_table, pinochle, play, states, submit

pytestmark = pytest.mark.django_db


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


@pytest.mark.long
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


@pytest.mark.long
def test_a_player_gets_the_account_back(club, owner):
    user = make_account("Ann Lee")
    make_member(club, user, Role.PLAYER)
    player = make_player(club, "Ann Lee", user=user)

    undo(owner, post(owner, "player_unlink", club.slug, player.pk))

    assert Player.objects.get(pk=player.pk).user == user


@pytest.mark.long
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


@pytest.mark.long
def test_where_somebody_moved_up_nothing_is_promised(club, owner):
    event = make_event(club, most_entries=2)
    event = events.open_event(event=event, actor=DIRECTOR, at=NOW)
    entries = add_pairs(event, 3)

    Entry.objects.filter(pk=entries[2].pk).update(state="waiting")
    answer = post(owner, "entry_act", club.slug, event.slug, entries[0].pk, "withdraw")

    assert undo(owner, answer) is None


@pytest.mark.long
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


@pytest.mark.long
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
    desk.post("adjustments", entry=entry.pk, kind="penalty", points="2", reason="late")
    desk.get("adjustments")
    penalty = Adjustment.objects.get()
    undo(desk.client, desk.post("adjustment_revoke", penalty.pk))
    live = Adjustment.objects.get(revoked_at__isnull=True)
    assert (live.points, live.reason, live.entry_id) == (2, "late", entry.pk)


# ---------------------------------------------------------------- back to the page it was done on


@pytest.mark.long
def test_an_undo_leads_back_to_the_page_with_the_message(club, owner):
    event = make_event(club)
    event = events.open_event(event=event, actor=DIRECTOR, at=NOW)
    entry = add_pairs(event, 1)[0]
    tonight = reverse("desk:tonight", args=[club.slug])

    gone = post(
        owner, "entry_act", club.slug, event.slug, entry.pk, "remove", back_to=f"{tonight}#here"
    )
    assert gone["Location"] == f"{tonight}#here"
    back = undo(owner, gone)

    assert back["Location"] == tonight
    assert event.entries.filter(pk=entry.pk).exists()


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


@pytest.mark.long
def test_settings_are_set_back_unless_somebody_changed_them_meanwhile(club, owner):
    address = reverse("desk:club_settings", args=[club.slug])
    form = owner.get(address).context["form"]
    sent = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in sent.items() if value not in (None, False)}
    before = club.name

    saved = owner.post(address, sent | {"name": "Another name"})
    club.refresh_from_db()
    assert club.name == "Another name"
    undo(owner, saved)
    club.refresh_from_db()
    assert club.name == before

    sent["seen"] = owner.get(address).context["form"]["seen"].value()
    saved = owner.post(address, sent | {"name": "Another name"})
    club.__class__.objects.filter(pk=club.pk).update(name="A third one")
    page = owner.get(saved["Location"]).content.decode()
    button = re.search(r'action="([^"]+)" data-undo>(.*?)</form>', page, re.S)
    fields = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', button[2]))
    fields.pop("csrfmiddlewaretoken")
    refused = owner.post(button[1], fields)

    assert "is now “A third one”" in refused.content.decode()
    club.refresh_from_db()
    assert club.name == "A third one"


@pytest.mark.long
def test_a_player_an_entry_and_the_seeds_are_as_they_were(club, owner):
    player = make_player(club, "Ann Lee", member_number="7")
    address = reverse("desk:player", args=[club.slug, player.pk])
    typed = {"name": "Ann Ray", "public_name": "full", "member_number": "9"}
    undo(owner, owner.post(address, typed))
    player.refresh_from_db()
    assert (player.name, player.member_number) == ("Ann Lee", "7")

    event = make_event(club)
    event = events.open_event(event=event, actor=DIRECTOR, at=NOW)
    one, other = add_pairs(event, 2)
    seeds = {f"seed_{one.pk}": 2, f"seed_{other.pk}": 1}
    undo(owner, post(owner, "seeds", club.slug, event.slug, **seeds))
    assert not event.entries.exclude(seed=None).exists()


def test_entries_that_were_typed_are_taken_out_again(club, owner):
    event = make_event(club)
    event = events.open_event(event=event, actor=DIRECTOR, at=NOW)

    typed = post(
        owner, "entries", club.slug, event.slug, lines="Ann & Bob\nCy & Di", add_unknown="on"
    )
    assert event.entries.count() == 2
    undo(owner, typed)

    assert not event.entries.exists()


# ------------------------------------------------------------------------- rounds and deals


@pytest.mark.long
def test_a_draw_a_deadline_and_the_clock_go_back(club, owner):
    event = make_running(4, club)
    at = [club.slug, event.slug]

    drawn = post(
        owner, "draw_stage", *at, 1, version=Event.objects.get(pk=event.pk).entries_version
    )
    rounds = event.stages.get().rounds
    assert rounds.exists()
    undo(owner, drawn)
    assert not rounds.exists()

    post(owner, "draw_stage", *at, 1, version=Event.objects.get(pk=event.pk).entries_version)
    owner.get(reverse("desk:event", args=at))
    first = rounds.order_by("number").first()
    place = [*at, 1, first.number]
    dated = post(owner, "round_move", *place, action="deadline", deadline="2026-04-01T21:00")
    assert rounds.get(pk=first.pk).deadline is not None
    undo(owner, dated)
    assert rounds.get(pk=first.pk).deadline is None

    post(owner, "round_move", *place, action="open")
    owner.get(reverse("desk:event", args=at))
    for fields, kinds in [
        ({"action": "start", "minutes": 20}, ["started", "ended"]),
        ({"action": "start", "minutes": 20}, ["started"]),
        ({"action": "pause"}, ["paused", "resumed"]),
        ({"action": "end"}, ["ended", "started"]),
    ]:
        before = first.clock_facts.count()
        done = post(owner, "round_clock", *place, **fields)
        if len(kinds) == 2:
            undo(owner, done)
        else:
            owner.get(done["Location"])
        facts = first.clock_facts.order_by("number").values_list("kind", flat=True)
        assert list(facts)[before:] == kinds


def test_a_deal_that_was_entered_or_corrected_is_as_before():
    table = make_table()
    desk = Desk(table)
    play(table, pinochle())
    first = Submission.objects.get()

    corrected = desk.post("deal_restore", 1, submission=first.pk)
    assert corrected.status_code == 404

    who = Actor(user_id=make_account("Dora Director").pk, name="Dora", via="desk")
    results.correct(
        submission=first, data=pinochle(bid=65), reason="typed wrong", actor=who, at=NOW
    )
    desk.post("deal_restore", 1, submission=first.pk)

    last = Submission.objects.order_by("id").last()
    assert last.state == "confirmed"
    assert last.deal.data == first.deal.data
