"""The pages of players and partnerships: what stands on top, what is compared, what is hidden."""

from random import Random
from uuid import uuid4

import pytest
from django.urls import reverse

from games import services as games
from league.faces.public.people.player_shown import Placing, best_of, outcome_of
from league.play.results.models import Submission
from league.tables.ratings.models import Rating
from league.tables.ratings.selectors import places_of, players_rated, settled
from tests.league.faces.public.factories import finish, make_pairs, seat_all
from tests.league.factories import make_club, make_member, make_players, make_user
from tests.league.reading import text_in
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
    return text_in(page_of(*args, **kwargs))


def player_named(stage, name):
    return stage.event.club.players.get(name=name)


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


def test_the_best_place_is_the_first_among_most():
    places = [
        Placing(2, 40, "Large", "/1"),
        Placing(1, 4, "Small", "/2"),
        Placing(1, 9, "Middle", "/3"),
        Placing(1, 9, "Older", "/4"),
    ]
    assert best_of(places) == places[2]
    assert best_of([]) is None


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
