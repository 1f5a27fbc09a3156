"""Who may open the desk's pages of events and rounds, and who is turned away how."""

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from league.clubs.models import Role
from league.foundation.journal.models import Happening
from league.play.events.models import Event, Visibility
from league.play.rounds.models import Round, Seat
from tests.league.factories import make_club, make_member, make_user
from tests.league.play.events.factories import make_event, make_other_club
from tests.league.play.rounds.factories import make_league, open_round

pytestmark = pytest.mark.django_db

READ = {
    "events": [],
    "event_new": [],
    "season_new": [],
    "event": ["event"],
    "event_setup": ["event", "game"],
    "entries": ["event"],
    "entry_new": ["event"],
    "entry": ["event", "entry"],
    "seeds": ["event"],
    "stage_new": ["event"],
    "stage": ["event", "stage"],
    "stage_groups": ["event", "stage"],
    "draw": ["event"],
    "draw_stage": ["event", "stage"],
    "round": ["event", "stage", "round"],
    "round_edit": ["event", "stage", "round"],
    "table_cards": ["event", "stage", "round"],
    "seat": ["event", "stage", "round", "seat"],
}
WRITE = {
    "event_new": [],
    "season_new": [],
    "event_move": ["event"],
    "event_copy": ["event"],
    "event_discard": ["event"],
    "event_setup": ["event", "game"],
    "event_rules_renew": ["event"],
    "entries": ["event"],
    "entry_new": ["event"],
    "entry": ["event", "entry"],
    "entry_act": ["event", "entry", "withdraw"],
    "entry_restore": ["event", "entry"],
    "seeds": ["event"],
    "stage_new": ["event"],
    "stage": ["event", "stage"],
    "stage_change": ["event", "stage"],
    "stage_remove": ["event", "stage"],
    "stage_restore": ["event"],
    "stage_groups": ["event", "stage"],
    "draw": ["event"],
    "round_move": ["event", "stage", "round"],
    "redraw": ["event", "stage", "round"],
    "round_edit": ["event", "stage", "round"],
    "seat": ["event", "stage", "round", "seat"],
    "renew_link": ["event", "stage", "round", "table"],
}


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def round(club):
    return make_league(4, club)[0]


def url(name, parts, round, club=None):
    event = round.stage.event
    values = {
        "event": event.slug,
        "entry": event.entries.first().pk,
        "stage": 1,
        "round": 1,
        "seat": Seat.objects.filter(round=round).first().pk,
        "table": round.tables.first().pk,
    }
    args = [(club or event.club).slug, *(values.get(part, part) for part in parts)]
    return reverse(f"desk:{name}", args=args)


FOR_SCORERS = {"events", "event", "round", "table_cards"}  # scorers find their tables


@pytest.mark.long
@pytest.mark.parametrize("role", ["owner", "director", "scorer", "player"])
def test_owners_and_directors_read_and_others_of_the_club_are_told(client, club, round, role):
    client.force_login(make_member(club, role=role).user)
    allowed = {"scorer": FOR_SCORERS, "player": set()}.get(role, set(READ))

    statuses = {
        name: client.get(url(name, parts, round)).status_code for name, parts in READ.items()
    }

    assert statuses == {name: 200 if name in allowed else 403 for name in READ}


def test_a_scorer_sees_no_button_that_changes_anything(client, club, round):
    client.force_login(make_member(club, role="scorer").user)

    for name in ("events", "event", "round"):
        page = client.get(url(name, READ[name], open_round(round))).content.decode()
        main = page.split("<main", 1)[1].split("</main", 1)[0]
        assert "<form" not in main
        assert "/new/" not in main


@pytest.mark.long
def test_no_link_of_an_event_turns_a_scorer_away(client, club, round):
    client.force_login(make_member(club, role="scorer").user)
    event = round.stage.event
    page = client.get(reverse("desk:event", args=[club.slug, event.slug])).content.decode()
    links = set(re.findall(r'href="(/desk/[^"#?]+)', page))
    assert reverse("desk:substitutes", args=[club.slug, event.slug]) in links
    assert {link: client.get(link).status_code for link in links} == dict.fromkeys(links, 200)


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize("who", ["scorer", "player", "stranger", "director elsewhere", "nobody"])
def test_nobody_else_writes(client, club, round, who):
    expected = {"scorer": 403, "player": 403, "nobody": 302}.get(who, 404)
    if who in ("scorer", "player"):
        client.force_login(make_member(club, role=who).user)
    elif who == "stranger":
        client.force_login(make_user("Stan Stranger"))
    elif who == "director elsewhere":
        client.force_login(make_member(make_other_club(), role="director").user)
    happenings = Happening.objects.count()

    answers = {
        name: client.post(url(name, parts, round), {"move": "finish", "action": "open"})
        for name, parts in WRITE.items()
    }

    assert {name: a.status_code for name, a in answers.items()} == dict.fromkeys(WRITE, expected)
    if who == "nobody":
        assert all("/account/" in answer.headers["Location"] for answer in answers.values())
    assert Happening.objects.count() == happenings


@pytest.mark.long
def test_an_event_is_not_found_under_another_club(client, round):
    mine = make_other_club()
    client.force_login(make_member(mine, role="owner").user)
    below = {name: parts for name, parts in WRITE.items() if parts}

    statuses = {
        name: client.post(url(name, parts, round, club=mine)).status_code
        for name, parts in below.items()
    }

    assert statuses == dict.fromkeys(below, 404)
    assert Event.objects.get(pk=round.stage.event.pk).state == "running"


@pytest.mark.long
@pytest.mark.parametrize("name", ["event_move", "event_discard", "entry_act", "redraw"])
def test_nothing_is_written_by_following_a_link(client, club, round, name):
    client.force_login(make_member(club, role="owner").user)

    assert client.get(url(name, WRITE[name], round)).status_code == 405


@pytest.mark.long
def test_staff_of_the_site_may_do_everything(client, round):
    client.force_login(make_user("Sue Staff", email="sue@example.org"))
    user = make_user("Sam Staff")
    user.is_staff = True
    user.save()
    client.force_login(user)

    assert client.get(url("event", ["event"], round)).status_code == 200


# ------------------------------------------------------------------ who sees an event, and a round

SEES = {
    ("public", "draft"): {"owner", "director", "scorer"},
    ("public", "open"): {"owner", "director", "scorer", "player", "stranger", "nobody"},
    ("unlisted", "open"): {"owner", "director", "scorer", "player", "stranger", "nobody"},
    ("members", "open"): {"owner", "director", "scorer", "player"},
    ("hidden", "open"): {"owner", "director", "scorer"},
    ("members", "archived"): {"owner", "director", "scorer", "player"},
}
LISTED = SEES | {("unlisted", "open"): {"owner", "director", "scorer", "player"}}


def people(club):
    return {role: make_member(club, role=role).user for role in Role.values} | {
        "stranger": make_user("Stan Stranger"),
        "nobody": AnonymousUser(),
    }


@pytest.mark.long
@pytest.mark.parametrize(("visibility", "state"), SEES)
def test_an_event_is_seen_by_whom_its_visibility_says(club, visibility, state):
    event = make_event(club, visibility=visibility)
    Event.objects.update(state=state)
    event.refresh_from_db()

    seen = {who for who, user in people(club).items() if user.has_perm("events.view_event", event)}

    assert seen == SEES[visibility, state]


@pytest.mark.long
@pytest.mark.parametrize(("visibility", "state"), LISTED)
def test_a_list_has_the_events_its_reader_may_find(club, visibility, state):
    from league.play.events.selectors import events_of

    make_event(club, visibility=visibility)
    Event.objects.update(state=state)

    seen = {who for who, user in people(club).items() if events_of(club, user).exists()}

    assert seen == LISTED[visibility, state]
    assert set(Visibility.values) >= {visibility}


@pytest.mark.long
def test_a_round_is_shown_to_others_once_it_is_open(club, round):
    player = make_member(club, role="player").user
    scorer = make_member(club, role="scorer").user

    before = [user.has_perm("rounds.view_round", round) for user in (player, scorer)]
    open_round(round)
    after = Round.objects.get(pk=round.pk)

    assert before == [False, True]
    assert AnonymousUser().has_perm("rounds.view_round", after)


@pytest.mark.long
def test_players_withdraw_their_own_entry_until_the_event_runs(club):
    from league.play.events import services as events
    from tests.league.play.events.factories import DIRECTOR, NOW, add_pairs

    event = events.open_event(event=make_event(club), actor=DIRECTOR, at=NOW)
    own, other = add_pairs(event, 2)
    player = own.members.first().player
    player.user = make_member(club, role="player").user
    player.save()

    def may(entry):
        return player.user.has_perm("events.withdraw_entry", entry)

    assert (may(own), may(other)) == (True, False)
    started = events.start_event(event=event, actor=DIRECTOR, at=NOW)
    assert not may(started.entries.get(pk=own.pk))
