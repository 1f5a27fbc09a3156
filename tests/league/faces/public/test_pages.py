from dataclasses import replace
from importlib import import_module

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.services import variants
from league.clubs.services.rate_limits import PARTNERS_ASKED
from league.faces.public.club import front_page
from league.play.events.models import Event
from league.play.results.models import Adjustment
from league.play.rounds.models import Placement, Seat
from tests.league.faces.public.factories import finish, make_pairs, make_played, seat_all, submit
from tests.league.faces.public.reading import base, text_of
from tests.league.factories import make_club, make_member, make_player, make_user
from tests.league.tables.standings.factories import (
    NOW,
    add_entry,
    build,
    entry_of,
    make_round,
    make_stage,
    play,
)

pytestmark = pytest.mark.django_db


def test_the_home_page_lists_the_clubs_with_what_is_going_on(client):
    make_stage(club=make_club("Harbour Cards"))
    make_club("Old Library")

    text = text_of(client, "home")

    assert "Harbour Cards 1 event running" in text
    assert "Old Library No event running just now" in text


def test_the_home_page_says_what_is_being_played_and_links_every_game(client):
    make_stage(club=make_club("Harbour Cards"), name="Friday Pitch", slug="friday")
    make_stage(club=make_club("Old Library"), name="Members only", slug="m", visibility="members")
    make_stage(club=make_club("Third Club"), name="Last year", slug="l", state="finished")

    html = client.get(reverse("public:home")).content.decode()

    assert 'href="/clubs/harbour-cards/events/friday/"' in html
    assert "Members only" not in html
    assert "Last year" not in html
    for info in variants():
        assert f'href="/games/{info.id}/"' in html, info.id


def test_only_the_first_page_of_the_clubs_says_what_this_is(client, monkeypatch):
    monkeypatch.setattr(front_page, "CLUBS_A_PAGE", 1)
    make_stage(club=make_club("A club"), name="Friday Pitch", slug="friday")
    make_club("B club")

    text = text_of(client, "home", page=2)

    assert "B club" in text
    assert "Friday Pitch" not in text
    assert "The games" not in text


def test_the_club_page_sorts_its_events_by_what_can_be_done_with_them(client):
    club = make_club()
    for name, state in (("Now", "running"), ("Soon", "open"), ("Then", "finished")):
        make_stage(club=club, name=name, slug=name.lower(), state=state)
    Event.objects.filter(slug="then").update(finished_at=timezone.now())

    text = text_of(client, "club", club.slug)

    places = [
        text.index(word)
        for word in ("Next date", "Soon", "Running events", "Now", "Latest winners", "Then")
    ]
    assert places == sorted(places)


@pytest.mark.long
def test_the_event_page_says_what_is_played_and_where_it_differs_from_the_preset(client):
    stage = make_stage("Ann", "Bob", options={"royal_marriage_required": True})

    text = text_of(client, "event", *base(stage))

    assert "Double-deck pinochle" in text
    assert "4 deals per round" in text
    assert "Match points: 2 for a win, 1 for a draw, 0 for a loss" in text
    assert "House rules" in text


def test_standings_show_shared_ranks_movement_and_what_is_provisional(client):
    stage = make_stage("Ann", "Bob", "Cy", "Di")
    first, second = make_round(stage, 1), make_round(stage, 2)
    play(first, {"Ann": 300, "Bob": 100})
    play(first, {"Cy": 300, "Di": 100})
    play(second, {"Bob": 900, "Cy": 0}, state="entered")
    build(stage)

    earlier = text_of(client, "standings", *base(stage), round=1)
    latest = text_of(client, "standings", *base(stage))

    assert "1= Ann" in earlier
    assert "1= Cy" in earlier
    assert "These are the standings of an earlier round" in earlier
    assert "1 up by 2 Bob provisional" in latest


@pytest.mark.long
def test_the_switch_for_all_figures_stays_when_the_standings_are_replaced_live(client):
    stage = make_stage("Ann", "Bob")

    page = client.get(reverse("public:standings", args=base(stage))).content.decode()

    _before, replaced, behind = page.partition("data-live=")
    in_it, _end, behind = behind.partition("</section>")
    assert replaced
    assert "all-figures" not in in_it
    assert behind.count("all-figures") == 1
    assert "Who competes Single players" in text_of(client, "event", *base(stage))


def test_before_the_first_result_the_standings_say_when_they_come(client):
    stage = make_stage("Ann", "Bob")

    text = text_of(client, "standings", *base(stage))

    assert "They appear here as soon as the first table is confirmed" in text


@pytest.mark.long
def test_a_long_table_has_pages(client):
    stage = make_stage(*(f"Player {number:03d}" for number in range(102)))
    first = make_round(stage, state="closed")
    for number in range(0, 102, 2):
        play(first, {f"Player {number:03d}": 1000 - number, f"Player {number + 1:03d}": 0})
    build(stage)

    first_page = text_of(client, "standings", *base(stage))
    second_page = text_of(client, "standings", *base(stage), page=2)

    assert "Page 1 of 2" in first_page
    assert first_page.count("Player") == 100
    assert second_page.count("Player") == 2


def test_the_why_page_says_why_and_shows_the_results_and_penalties(client):
    stage = make_stage("Ann", "Bob", "Cy", "Di")
    first = make_round(stage)
    play(first, {"Ann": 300, "Bob": 100})
    play(first, {"Cy": 250, "Di": 200})
    cy = entry_of(stage, "Cy")
    Adjustment.objects.create(
        stage=stage,
        entry=cy,
        kind="penalty",
        points=1,
        reason="arrived late",
        made_by=make_user(),
        made_at=NOW,
    )
    build(stage)

    text = text_of(client, "why", *base(stage), cy.pk)

    assert "Place 2 during round 1" in text
    assert "Behind Ann on points, 1 to 2; ahead of Di on points, 1 to 0." in text
    assert "penalty: arrived late" in text
    assert "Round 1 Di 250 : 200 confirmed" in text


def test_the_round_page_shows_tables_who_waits_and_why(client):
    stage = make_stage("Ann", "Bob", "Cy")
    round_ = make_round(stage)
    result = play(round_, {"Ann": 300, "Bob": 100})
    result.table.why = [
        {"code": "first", "sentence": {"text": "they have not met before", "params": {}}}
    ]
    result.table.save()
    Placement.objects.create(round=round_, entry=entry_of(stage, "Cy"), kind="bye")

    text = text_of(client, "round", *base(stage), 1, 1)

    assert "Table 1 Ann won 300 Bob 100" in text
    assert "Cy has a bye" in text
    assert "They have not met before" in text


def test_a_round_of_many_tables_has_pages(client, monkeypatch):
    monkeypatch.setattr("league.faces.public.rounds.rounds_shown.TABLES_A_PAGE", 2)
    stage = make_stage("Ann", "Bob", "Cy", "Di", "Ed", "Flo")
    round_ = make_round(stage)
    for home, away in (("Ann", "Bob"), ("Cy", "Di"), ("Ed", "Flo")):
        play(round_, {home: 300, away: 100})

    first = text_of(client, "round", *base(stage), 1, 1)
    second = text_of(client, "round", *base(stage), 1, 1, page=2)

    assert "Page 1 of 2" in first
    assert "3 of 3" in first
    assert ("Table 3" in first, "Table 3" in second) == (False, True)
    address = reverse("public:round", args=[*base(stage), 1, 1])
    assert client.get(address, {"page": 3}).status_code == 404


@pytest.mark.long
def test_the_table_page_is_the_sheet_with_every_deal(client):
    stage = make_pairs()
    table = seat_all(make_round(stage))
    deals = [submit(table, number=number) for number in (1, 2)]
    submit(table, number=3, state="disputed")
    sums = [sum(points) for points in zip(*(one.deal.score for one in deals), strict=True)]
    finish(table, sums)

    text = text_of(client, "table", *base(stage), table.pk)

    assert "disputed" in text
    assert "Ann Lee &amp; Bob Ray" in text
    for points in sums:
        assert f"{points}".replace("-", "−") in text


@pytest.mark.long
def test_the_player_page_shows_events_places_partners_and_results(client):
    stage, _, _ = make_played()
    build(stage)
    player = stage.event.club.players.get(name="Ann Lee")

    text = text_of(client, "player", stage.event.club.slug, player.pk)

    assert "Spring league Sat 7 Mar 2026 · with Bob Ray Sat 7 Mar 2026 1 of 2 2" in text
    assert "won Cy Fox &amp; Di Orr Round 1 · Spring league 300 : 100" in text


def test_a_merged_players_address_leads_to_the_player_who_stays(client):
    stage, _, _ = make_played()
    club = stage.event.club
    double = make_player(club, "Ann Le")
    double.merged_into = club.players.get(name="Ann Lee")
    double.save()

    answer = client.get(reverse("public:player", args=[club.slug, double.pk]))

    assert answer.status_code == 302
    assert answer.url.endswith(f"/{double.merged_into_id}/")


def test_times_are_those_of_the_club(client):
    stage = make_stage("Ann", "Bob", club=make_club(time_zone="Asia/Tokyo"))
    make_round(stage, deadline=NOW)

    assert "05:00" in text_of(client, "round", *base(stage), 1, 1)


@pytest.mark.long
def test_the_number_of_queries_does_not_grow_with_the_rows(client, django_assert_max_num_queries):
    # up to twelve have their cross-table on the event's page, which costs a few more
    asked = {16: {}, 60: {}}
    for size, counts in asked.items():
        club = make_club(f"Club of {size}")
        names = [f"Player {number:02d}" for number in range(size)]
        stage = make_stage(*names, club=club)
        for number in range(1, 1 + size // 4):
            round_ = make_round(stage, number)
            for seat in range(0, size, 2):
                play(round_, {names[seat]: seat + number, names[seat + 1]: 3})
        for number in range(size // 4):
            make_stage(club=club, name=f"Event {number}", slug=f"e{number}", state="finished")
        build(stage)
        entry = entry_of(stage, names[0])
        for page, args in {
            "home": [],
            "club": [club.slug],
            "event": base(stage),
            "standings": base(stage),
            "why": [*base(stage), entry.pk],
            "round": [*base(stage), 1, 1],
            "player": [club.slug, entry.members.get().player_id],
        }.items():
            cache.clear()
            with django_assert_max_num_queries(25) as queries:
                assert client.get(reverse(f"public:{page}", args=args)).status_code == 200
            counts[page] = len(queries)

    assert asked[16] == asked[60]


@pytest.mark.long
def test_the_table_page_asks_as_much_for_many_deals_as_for_few(
    client, django_assert_max_num_queries
):
    stage = make_pairs()
    table = seat_all(make_round(stage))
    address = reverse("public:table", args=[*base(stage), table.pk])
    client.get(address)  # the stamp of the event's picture is asked for once, and kept
    counts = []
    for number in range(1, 13):
        submit(table, number=number, full=False)
        if number in (3, 12):
            with django_assert_max_num_queries(8) as asked:
                client.get(address)
            counts.append(len(asked))

    assert counts[0] == counts[1]


@pytest.mark.long
def test_the_role_of_who_looks_is_asked_for_once(client):
    stage = make_stage("Ann", "Bob")
    member = make_member(stage.event.club).user
    client.force_login(member, "django.contrib.auth.backends.ModelBackend")
    for page, args in {"club": [stage.event.club.slug], "standings": base(stage)}.items():
        with CaptureQueriesContext(connection) as queries:
            assert client.get(reverse(f"public:{page}", args=args)).status_code == 200
        asked = [query["sql"] for query in queries if 'FROM "clubs_member"' in query["sql"]]
        assert len(asked) == 1


@pytest.mark.long
def test_a_first_look_at_the_standings_takes_few_queries(client, django_assert_max_num_queries):
    stage = make_stage("Ann", "Bob")
    play(make_round(stage), {"Ann": 300, "Bob": 100})
    build(stage)

    # one of them for the last results of the rows, one for who of them has withdrawn, one for what
    # is certain of them, one for the version of the page; six for the tables that are being played
    with django_assert_max_num_queries(16):
        client.get(reverse("public:standings", args=base(stage)))


def sign_up_address(stage):
    return reverse("public:sign_up", args=base(stage))


def make_open(client, *, kind="individual", with_player=True, **fields):
    stage = make_stage(
        state="open",
        entry_kind=kind,
        entry_mode="self",
        entries_close_at="2099-01-01T00:00Z",
        **fields,
    )
    user = make_member(stage.event.club).user
    if with_player:
        make_player(stage.event.club, "Ann Lee", user=user)
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return stage


def test_a_player_signs_up_alone(client):
    stage = make_open(client)

    answer = client.post(sign_up_address(stage))

    assert answer.status_code == 302
    assert [one.members.get().player.name for one in stage.event.entries.all()] == ["Ann Lee"]


@pytest.mark.long
def test_a_player_signs_up_with_a_partner(client):
    stage = make_open(client, kind="pair")
    partner = make_player(stage.event.club, "Bob Ray")

    answer = client.post(sign_up_address(stage), {"partners": partner.name, "name": "The Aces"})

    assert answer.status_code == 302
    entry = stage.event.entries.get()
    assert entry.name == "The Aces"
    assert [m.player.name for m in entry.members.all()] == ["Ann Lee"]
    assert [one.player.name for one in entry.asked.filter(answered_at=None)] == ["Bob Ray"]


def test_whoever_asks_partners_too_often_is_told_when_to_go_on(client, monkeypatch):
    none = replace(PARTNERS_ASKED, most=0)
    # the package has a function of the module's name
    module = import_module("league.play.events.services.sign_up")
    monkeypatch.setattr(module, "PARTNERS_ASKED", none)
    stage = make_open(client, kind="pair")
    partner = make_player(stage.event.club, "Bob Ray")

    answer = client.post(sign_up_address(stage), {"partners": partner.name, "name": "The Aces"})

    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= none.seconds
    assert 'value="The Aces"' in answer.content.decode()
    assert stage.event.entries.count() == 0


@pytest.mark.long
def test_what_was_typed_is_kept_when_signing_up_is_refused(client):
    stage = make_open(client, kind="pair")
    partner = make_player(stage.event.club, "Bob Ray")
    add_entry(stage, "Cy Fox").members.update(player=partner)

    answer = client.post(sign_up_address(stage), {"partners": partner.name, "name": "The Aces"})

    assert answer.status_code == 422
    assert 'value="The Aces"' in answer.content.decode()
    assert stage.event.entries.count() == 1


def test_a_partner_of_another_club_cannot_be_chosen(client):
    stage = make_open(client, kind="pair")
    stranger = make_player(make_club("Elsewhere"), "Eve")

    answer = client.post(sign_up_address(stage), {"partners": stranger.name})

    assert answer.status_code == 422
    assert not stage.event.entries.exists()


@pytest.mark.long
@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"entries_close_at": "2020-01-01T00:00Z"}, "Sign-up has closed"),
        ({"state": "running"}, "Sign-up is over"),
        ({"entry_mode": "organiser"}, "ask the organiser"),
    ],
)
def test_sign_up_that_is_closed_says_why(client, fields, says):
    stage = make_open(client)
    Event.objects.update(**fields)

    answer = client.get(sign_up_address(stage))
    client.post(sign_up_address(stage))

    assert says in answer.content.decode()
    assert not stage.event.entries.exists()


@pytest.mark.long
def test_an_account_without_a_player_is_told_whom_to_ask(client):
    stage = make_open(client, with_player=False)

    assert "not linked to a player" in client.get(sign_up_address(stage)).content.decode()
    client.post(sign_up_address(stage))
    assert not stage.event.entries.exists()


@pytest.mark.long
def test_who_is_not_of_the_club_is_refused(client):
    stage = make_open(client)
    client.force_login(make_user("Eve"), "django.contrib.auth.backends.ModelBackend")

    assert client.get(sign_up_address(stage)).status_code == 200
    assert client.post(sign_up_address(stage)).status_code == 403
    assert not stage.event.entries.exists()


def test_who_is_not_signed_in_is_asked_to_sign_in_first(client):
    stage = make_open(client)
    client.logout()

    answer = client.get(sign_up_address(stage))

    assert answer.status_code == 302
    assert answer.url.startswith("/account/sign-in/?next=")


@pytest.mark.parametrize(
    ("rule", "for_ann", "for_di"),
    [
        ("entry", "", ""),
        ("player", "Di stood in and gets the points.", "Stood in at table 1 and got the points."),
        (
            "nobody",
            "Di stood in; nobody gets the points.",
            "Stood in at table 1; the points are nobody’s.",
        ),
    ],
)
def test_why_says_where_the_points_of_a_substitute_went(client, rule, for_ann, for_di):
    stage = make_stage(
        *("Ann", "Bob", "Cy", "Di"),
        method={"name": "total_points"},
        tiebreaks=[],
        substitute_points=rule,
    )
    first = make_round(stage)
    table = play(first, {"Ann": 300, "Bob": 200, "Cy": 100}).table
    ann, di = entry_of(stage, "Ann"), entry_of(stage, "Di")
    Placement.objects.create(round=first, entry=di, kind="sit_out")
    Seat.objects.create(
        round=first,
        table=table,
        number=0,
        placement=table.placements.get(entry=ann),
        player=di.members.get().player,
        stands_in_for=ann.members.get().player,
        is_substitute=True,
    )
    build(stage)

    for entry, sentence in ((ann, for_ann), (di, for_di)):
        text = text_of(client, "why", *base(stage), entry.pk)
        assert sentence in text
        assert ("stood in" in text.casefold()) == bool(sentence)
