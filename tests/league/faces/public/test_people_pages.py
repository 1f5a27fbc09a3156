"""The pages of players and partnerships: what stands on top, what is compared, what is hidden."""

import html as markup
import re
from random import Random
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.urls import reverse

from games import services as games
from league.faces.public.people.placings import Placing, best_of
from league.faces.public.people.results_in_short import outcome_of
from league.play.events.models import Event
from league.play.results.models import Submission
from league.tables.ratings.models import Rating
from league.tables.ratings.selectors import places_of, players_rated, settled
from tests.league.faces.public.factories import finish, make_pairs, seat_all, submit
from tests.league.factories import make_club, make_member, make_player, make_players, make_user
from tests.league.tables.ratings.factories import NOW, build, make_event, play
from tests.league.tables.standings.factories import build as rank
from tests.league.tables.standings.factories import make_round
from tests.league.tables.statistics.factories import count

pytestmark = pytest.mark.django_db

GAME = "double-deck-pinochle"


def make_evening(*, deals=3, rounds=1, **fields):
    """Make an event of two pairs with tables of several deals each, counted."""
    stage = make_pairs(**fields)
    for number in range(rounds):
        table = seat_all(make_round(stage, stage.rounds.count() + 1))
        for deal in range(1, deals + 1):
            enter(table, deal, [10 * (number + deal), 5])
        finish(table, [300, 100])
    count(stage)
    rank(stage)
    return stage


def enter(table, number, score):
    """Put a confirmed deal with this score on the table's sheet."""
    event = table.round.stage.event
    ruleset = games.ruleset(event.variant, event.preset, event.options, 4)
    data = games.random_record(ruleset, Random(number), dealer=0)
    deal = games.store_deal(ruleset, data, games.score_deal(ruleset, data))
    deal.pk, deal.score, deal._state.adding = None, score, True
    deal.save()
    return Submission.objects.create(
        table=table,
        number=number,
        deal=deal,
        state="confirmed",
        key=uuid4(),
        by_name="Ann",
        submitted_at=NOW,
        confirmed_at=NOW,
    )


def page_of(client, name, *args, query="", status=200):
    answer = client.get(reverse(f"public:{name}", args=args) + query)
    assert answer.status_code == status
    html = answer.content.decode()
    return html[html.index("<main") : html.index("</main>")]


def text_of(*args, **kwargs):
    return " ".join(markup.unescape(re.sub(r"<[^>]+>", " ", page_of(*args, **kwargs))).split())


def player_named(stage, name):
    return stage.event.club.players.get(name=name)


@pytest.mark.long
def test_the_numbers_that_matter_stand_on_top(client):
    stage = make_evening(deals=2, rounds=2)
    Event.objects.filter(pk=stage.event_id).update(state="finished")
    build(stage.event.club)
    ann = player_named(stage, "Ann Lee")
    text = text_of(client, "player", stage.event.club.slug, ann.pk)
    top = text[: text.index("Best and worst")]
    rating = Rating.objects.get(player=ann, partner=None)
    assert "Rating 1," in top
    assert f"± {round(40 * rating.sigma)}" in top
    assert "Deals 4 at 2 tables" in top
    assert "Events 1 1 × first, 1 × in the first three" in top
    assert text.index("Deals 4") < text.index("Latest results")


@pytest.mark.long
def test_the_emblem_is_decoration_beside_the_name(client):
    stage = make_evening()
    ann, bob = (player_named(stage, name) for name in ("Ann Lee", "Bob Ray"))
    own = page_of(client, "player", stage.event.club.slug, ann.pk)
    both = page_of(client, "pair", stage.event.club.slug, ann.pk, bob.pk)
    emblems = [re.findall(r'<svg class="emblem[^>]*>', page) for page in (own, both)]
    assert [len(found) for found in emblems] == [1, 2]
    assert all('aria-hidden="true"' in one for found in emblems for one in found)


@pytest.mark.long
def test_best_and_worst_deal_lead_to_their_pages(client):
    stage = make_evening(deals=3)
    ann = player_named(stage, "Ann Lee")
    deals = [row.pk for row in stage.rounds.get().tables.get().submissions.order_by("number")]
    html = page_of(client, "player", stage.event.club.slug, ann.pk)
    best, worst = html.index("Best deal"), html.index("Worst deal")
    assert reverse("public:deal", args=[deals[-1]]) in html[best:worst]
    assert reverse("public:deal", args=[deals[0]]) in html[worst:]
    assert "against Cy Fox & Di Orr" in text_of(client, "player", stage.event.club.slug, ann.pk)


@pytest.mark.long
@pytest.mark.parametrize(("most", "says"), [(1, True), (2, False)])
def test_the_page_says_where_it_looks_at_no_earlier_tables(client, monkeypatch, most, says):
    for module in ("tables.statistics.at_tables", "faces.public.people.notable_deals"):
        monkeypatch.setattr(f"league.{module}.MOST_TABLES", most)
    stage = make_evening(deals=2)
    club = stage.event.club
    ann, bob = (player_named(stage, name) for name in ("Ann Lee", "Bob Ray"))

    for page in (("player", club.slug, ann.pk), ("pair", club.slug, ann.pk, bob.pk)):
        text = text_of(client, *page)
        assert ("Best and worst deal of the last 1 tables" in text) is says
        assert ("· the last 1 tables" in text) is says


@pytest.mark.long
def test_partners_and_opponents_are_compared(client):
    stage = make_evening(deals=2)
    club = stage.event.club
    ann, bob, cy = (player_named(stage, name) for name in ("Ann Lee", "Bob Ray", "Cy Fox"))
    html = page_of(client, "player", club.slug, ann.pk)
    assert reverse("public:pair", args=[club.slug, ann.pk, bob.pk]) in html
    assert reverse("public:player", args=[club.slug, cy.pk]) in html
    text = text_of(client, "player", club.slug, ann.pk)
    assert "Opponents met" in text
    assert "Cy Fox 1 2 +10" in text  # a table, two deals: 15 and 5 a deal


@pytest.mark.long
def test_each_game_has_its_page_and_only_games_that_were_played(client):
    stage = make_evening()
    club = stage.event.club
    other = make_pairs_at("pitch", club)
    ann = player_named(stage, "Ann Lee")
    text = text_of(client, "player", club.slug, ann.pk)
    assert "Game by game" in text
    html = page_of(client, "player", club.slug, ann.pk, query="?game=pitch")
    assert '<a href="?game=pitch" aria-current="true">' in html
    for wanted in ("?game=nonsense", "?game=", "?game=pedro"):
        assert f'<a href="?game={GAME}" aria-current="true">' in page_of(
            client, "player", club.slug, ann.pk, query=wanted
        )
    assert other.event.variant == "pitch"


def make_pairs_at(variant, club):
    """Make another evening of the club for the same people, at another game."""
    event = make_event(club, variant=variant)
    ann, bob, cy, di = (
        club.players.get(name=name) for name in ("Ann Lee", "Bob Ray", "Cy Fox", "Di Orr")
    )
    sides = games.ruleset(variant, event.preset, event.options, 4).sides
    seated = [[ann, bob], [cy, di]] if sides == 2 else [[ann], [bob], [cy], [di]]
    table = play(event, seated, [3, 2, 1, 0][:sides])
    submit(table)
    count(event.stages.get())
    return event.stages.get()


def test_a_partnership_says_what_both_are_together_and_apart(client):
    stage = make_evening(deals=2)
    club = stage.event.club
    build(club)
    ann, bob = (player_named(stage, name) for name in ("Ann Lee", "Bob Ray"))
    assert "Together and apart" not in text_of(client, "pair", club.slug, ann.pk, bob.pk)

    zoe, eve, max_ = make_players(club, "Zoe Day", "Eve Day", "Max Day")
    other = make_event(club, name="Other night")
    enter(play(other, [[ann, zoe], [eve, max_]], [500, 200]), 1, [60, 10])
    count(other.stages.get())
    text = text_of(client, "pair", club.slug, ann.pk, bob.pk)
    assert text.startswith("Harbour Cards Ann Lee & Bob Ray Partnership Ann Lee & Bob Ray")
    assert "Together and apart" in text
    assert "Together 2 15" in text
    assert "Best deal" in text
    assert "Night by night" in text
    assert "Cy Fox" in text


@pytest.mark.long
def test_strangers_read_nothing_of_events_that_are_not_for_them(client):
    """Neither sums, nor partners and opponents, nor deals, nor results."""
    stage = make_evening(deals=2)
    club = stage.event.club
    secret = make_event(club, name="Secret night", visibility="members")
    ann = player_named(stage, "Ann Lee")
    zoe, eve, max_ = make_players(club, "Zoe Unseen", "Eve Unseen", "Max Unseen")
    table = play(secret, [[ann, zoe], [eve, max_]], [500, 200])
    enter(table, 1, [9_000, 0])
    count(secret.stages.get())
    text = text_of(client, "player", club.slug, ann.pk)
    assert "Unseen" not in text
    assert "Secret" not in text
    assert "9,000" not in text
    assert "Deals 2 at 1 table" in text
    page_of(client, "pair", club.slug, *sorted([ann.pk, zoe.pk]), status=404)
    client.force_login(make_member(club, make_user("Mia Member")).user)
    text = text_of(client, "player", club.slug, ann.pk)
    assert "Zoe Unseen" in text
    assert "9,000 : 0" in text
    assert "Deals 3 at 2 tables" in text
    page_of(client, "pair", club.slug, *sorted([ann.pk, zoe.pk]))


@pytest.mark.long
def test_whoever_only_stood_in_is_named_without_a_page_for_strangers(client):
    stage = make_pairs()
    table = seat_all(make_round(stage, stage.rounds.count() + 1))
    sub = make_player(stage.event.club, "Sue Sub")
    table.seats.filter(number=2).update(player=sub, is_substitute=True)
    submit(table)
    finish(table, [300, 100])
    count(stage)
    ann = player_named(stage, "Ann Lee")
    html = page_of(client, "player", stage.event.club.slug, ann.pk)
    pair = reverse("public:pair", args=[stage.event.club.slug, ann.pk, sub.pk])
    assert "Sue Sub" in html
    assert pair not in html
    client.force_login(make_member(stage.event.club, make_user("Mia Member")).user)
    assert pair in page_of(client, "player", stage.event.club.slug, ann.pk)


@pytest.mark.long
def test_initials_are_all_that_strangers_read_of_partners_opponents_and_deals(client):
    stage = make_evening(deals=2, initials="Cy Fox")
    club = stage.event.club
    ann, bob, cy, di = (
        player_named(stage, name) for name in ("Ann Lee", "Bob Ray", "Cy Fox", "Di Orr")
    )
    for name, *args in (
        ("player", club.slug, ann.pk),
        ("player", club.slug, di.pk),
        ("pair", club.slug, ann.pk, bob.pk),
        ("pair", club.slug, cy.pk, di.pk),
    ):
        text = text_of(client, name, *args)
        assert "Cy Fox" not in text
        assert "C. F." in text


def test_a_place_is_that_of_the_list(client):
    club = make_club()
    people = make_players(club, *[f"Player {number}" for number in range(6)])
    event = make_event(club)
    for number in range(40):
        us, them = people[:2], people[2 + number % 2 * 2 : 4 + number % 2 * 2]
        play(event, [us, them], [200, 100], deals=8)
    build(club)
    listed = list(settled(players_rated(club, GAME)))
    assert len(listed) >= 4
    ranked = settled(Rating.objects.filter(club=club, partner__isnull=True))
    for place, rating in enumerate(listed, start=1):
        assert places_of([rating], ranked) == {GAME: (place, len(listed))}
    text = text_of(client, "player", club.slug, listed[1].player_id)
    assert f"place 2 of {len(listed)}" in text


@pytest.mark.long
def test_who_is_provisional_has_no_place(client):
    stage = make_evening()
    build(stage.event.club)
    text = text_of(client, "player", stage.event.club.slug, player_named(stage, "Ann Lee").pk)
    assert "provisional" in text
    assert "place 1 of" not in text


def test_the_best_place_is_the_first_among_most():
    places = [
        Placing(2, 40, "Large", "/1"),
        Placing(1, 4, "Small", "/2"),
        Placing(1, 9, "Middle", "/3"),
        Placing(1, 9, "Older", "/4"),
    ]
    assert best_of(places) == places[2]
    assert best_of([]) is None


@pytest.mark.long
def test_an_event_that_is_played_gives_no_final_place(client):
    stage = make_evening()
    ann = player_named(stage, "Ann Lee")
    assert "Best place" not in text_of(client, "player", stage.event.club.slug, ann.pk)
    Event.objects.filter(pk=stage.event_id).update(state="finished")
    cache.clear()  # no journal says so
    text = text_of(client, "player", stage.event.club.slug, ann.pk)
    assert "Best place Spring league 1 of 2" in text


@pytest.mark.parametrize(
    ("row", "outcome"),
    [
        ({}, "won"),
        ({"winner": 1}, "lost"),
        ({"winner": None}, "drawn"),
        ({"state": "submitted"}, ""),
        ({"is_held_back": True, "points": None}, ""),
        ({"points": None}, ""),
    ],
)
def test_what_a_table_was_for_the_own_side(row, outcome):
    won = {"winner": 0, "own_side": 0, "points": 9, "state": "confirmed", "is_held_back": False}
    assert outcome_of(won | row) == outcome


def test_pages_ask_as_much_for_many_tables_and_deals_as_for_few(
    client, django_assert_max_num_queries
):
    stage = make_evening(deals=1, rounds=1)
    club = stage.event.club
    ann, bob = (player_named(stage, name) for name in ("Ann Lee", "Bob Ray"))

    def asked():
        build(club)
        found = []
        for name, *args in (
            ("player", club.slug, ann.pk),
            ("pair", club.slug, ann.pk, bob.pk),
        ):
            page_of(client, name, *args)
            with django_assert_max_num_queries(45) as queries:
                page_of(client, name, *args)
            found.append(len(queries))
        return found

    few = asked()
    for _round in range(3):
        table = seat_all(make_round(stage, stage.rounds.count() + 1))
        for deal in range(1, 4):
            submit(table, number=deal)
        finish(table, [300, 100])
    count(stage)
    rank(stage)
    for variant in ("pitch", "pedro"):
        make_pairs_at(variant, club)
    assert asked() == few


def test_a_club_without_a_logo_has_an_emblem_beside_its_name(client):
    club = make_club()
    html = client.get(reverse("public:club", args=[club.slug])).content.decode()
    bar = html[html.index('class="club-name"') : html.index(club.name + "</a>")]
    assert 'class="emblem small"' in bar
    assert 'aria-hidden="true"' in bar
