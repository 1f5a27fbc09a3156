"""Ratings and statistics as the public reads them: figures, reasons, names, hidden events."""

import html as markup
import re
from datetime import timedelta

import pytest
from django.urls import reverse

from games.services import DealFigures
from league.faces.public.ratings.chart import chart_of
from league.play.events.models import Event
from league.tables.ratings.method.strengths import NEWCOMER, Strength
from league.tables.ratings.models import Rating
from league.tables.statistics.counting import CountedDeal, Seated, count_table
from league.tables.statistics.models import SeatCount
from tests.league.faces.public.factories import finish, make_pairs, seat_all, submit
from tests.league.factories import make_club, make_member, make_players, make_user
from tests.league.tables.ratings.factories import NOW, build, make_event, play
from tests.league.tables.standings.factories import make_round
from tests.league.tables.statistics.factories import count

pytestmark = pytest.mark.django_db

GAME = "double-deck-pinochle"


@pytest.fixture
def four():
    return make_players(make_club(), "Ann Lee", "Bob Ray", "Cy Fox", "Di Orr")


def text_of(client, name, *args):
    answer = client.get(reverse(f"public:{name}", args=args))
    assert answer.status_code == 200
    html = answer.content.decode()
    body = html[html.index("<main") : html.index("</main>")]
    return " ".join(markup.unescape(re.sub(r"<[^>]+>", " ", body)).split())


def test_a_club_without_ratings_says_when_there_will_be_some(client):
    assert "No ratings yet" in text_of(client, "ratings", make_club().slug)


@pytest.mark.long
def test_the_list_tells_who_is_strong_and_how_sure_that_is(client, four):
    club = four[0].club
    event = make_event(club)
    for number in range(40):
        play(event, [four[:2], four[2:]], [200, 100] if number % 2 else [100, 150], deals=8)
    build(club)
    text = text_of(client, "ratings", club.slug)
    assert "Players at Double-deck pinochle" in text
    assert text.index("Ann Lee") < text.index("Cy Fox")
    assert "Ann Lee & Bob Ray" in text
    assert "A table of which only the final score was entered is not rated" in text
    assert text.count("provisional") == 1  # in the words about it only


@pytest.mark.long
def test_on_a_phone_give_or_take_stands_below_the_rating(client, four):
    club = four[0].club
    play(make_event(club), [four[:2], four[2:]], [500, 200])
    build(club)
    html = client.get(reverse("public:ratings_of", args=[club.slug, GAME])).content.decode()
    below = re.findall(r'<span class="when-compact meta">± ([\d.,]+)</span>', html)
    beside = re.findall(r'<td class="num unless-compact">± ([\d.,]+)</td>', html)
    assert below == beside
    assert len(below) == 4


def test_who_has_played_little_is_provisional_and_has_no_place(client, four):
    club = four[0].club
    play(make_event(club), [four[:2], four[2:]], [500, 200])
    build(club)
    text = text_of(client, "ratings_of", club.slug, GAME)
    assert "No rating is reliable enough for a place yet." in text
    assert "Ann Lee provisional" in text
    assert client.get(reverse("public:ratings_of", args=[club.slug, "pitch"])).status_code == 404


def test_why_a_rating_changed_is_said_with_its_numbers(client, four):
    club = four[0].club
    event = make_event(club)
    play(event, [four[:2], four[2:]], [500, 200])
    play(event, [four[:2], four[2:]], [100, 100], deals=1)
    build(club)
    text = text_of(client, "rating", club.slug, four[0].pk, GAME)
    assert "+165: beat Cy Fox and Di Orr by 300 over 4 deals. Expected 50%, scored 98%." in text
    assert "drew with Cy Fox and Di Orr over 1 deal" in text
    assert "In 2 tables the rating went from 1,500 to" in text
    html = client.get(reverse("public:rating", args=[club.slug, four[0].pk, GAME])).content
    assert b'<svg viewBox="0 0 640 200" role="img" aria-label="In 2 tables' in html
    assert b"<polyline" in html


def test_everybody_for_himself_has_reasons_too(client, four):
    club = four[0].club
    event = make_event(club, variant="pitch")
    play(event, [[one] for one in four], [11, 8, 8, 2])
    build(club)
    first, last = (text_of(client, "rating", club.slug, one.pk, "pitch") for one in four[::3])
    assert "won the table over 4 deals by 3, against Bob Ray, Cy Fox and Di Orr" in first
    assert "9 behind the winner of the table over 4 deals" in last


@pytest.mark.long
def test_names_are_what_the_players_show_the_public(client, four):
    club = four[0].club
    four[2].public_name = "initials"
    four[2].save()
    play(make_event(club), [four[:2], four[2:]], [500, 200])
    build(club)
    count_for_pages(club)
    pages = [
        ("ratings", club.slug),
        ("rating", club.slug, four[0].pk, GAME),
        ("player", club.slug, four[3].pk),
        ("pair", club.slug, four[2].pk, four[3].pk),
    ]
    for name, *args in pages:
        assert "Cy Fox" not in text_of(client, name, *args)
    client.force_login(make_member(club, make_user("Mia Member")).user)
    assert "Cy Fox" in text_of(client, "ratings", club.slug)


def count_for_pages(club) -> None:
    for event in Event.objects.filter(club=club):
        count(event.stages.get())


def test_a_stranger_learns_nothing_of_who_plays_for_members_only(client, four):
    club = four[0].club
    secret = make_event(club, name="Secret night", visibility="members")
    play(secret, [four[:2], four[2:]], [500, 200])
    build(club)
    assert "Ann Lee" not in text_of(client, "ratings", club.slug)
    address = reverse("public:rating", args=[club.slug, four[0].pk, GAME])
    assert client.get(address).status_code == 404
    play(make_event(club), [four[:2], four[2:]], [300, 200], at=NOW + timedelta(days=7))
    build(club)
    text = text_of(client, "rating", club.slug, four[0].pk, GAME)
    assert "an event that is not public" in text
    assert "Secret night" not in text
    assert text.count("beat") == 1
    client.force_login(make_member(club, make_user("Mia Member")).user)
    assert "Secret night" in text_of(client, "rating", club.slug, four[0].pk, GAME)


@pytest.mark.long
def test_a_players_page_has_his_bids_melds_partners_and_feats(client):
    stage = make_pairs()
    round_ = make_round(stage)
    table = seat_all(round_)
    submissions = [submit(table, number=number) for number in range(1, 7)]
    finish(table, [0, 0])
    count(stage)
    mine = SeatCount.objects.get(seat=0)
    text = text_of(client, "player", stage.event.club.slug, mine.player_id)
    assert "Double-deck pinochle" in text
    assert f"bids won {mine.bids}" in text
    assert "Partners Double-deck pinochle" in text
    assert "Against own average" not in text
    pair = text_of(client, "pair", stage.event.club.slug, mine.player_id, mine.partners[0])
    assert "Together and apart" not in pair
    assert len(submissions) == mine.deals


def test_addresses_of_pairs_and_doubles_lead_to_one_page(client, four):
    club = four[0].club
    play(make_event(club), [four[:2], four[2:]], [500, 200])
    build(club)
    turned = client.get(reverse("public:pair", args=[club.slug, four[1].pk, four[0].pk]))
    assert turned.status_code == 302
    assert turned["Location"] == reverse("public:pair", args=[club.slug, four[0].pk, four[1].pk])
    alone = reverse("public:pair", args=[club.slug, four[0].pk, four[0].pk])
    assert client.get(alone).status_code == 404
    strangers = reverse("public:pair", args=[club.slug, four[0].pk, four[2].pk])
    assert client.get(strangers).status_code == 404


@pytest.mark.long
def test_pages_ask_as_much_for_many_tables_as_for_few(client, django_assert_max_num_queries):
    club = make_club()
    people = make_players(club, *[f"Player {number}" for number in range(12)])
    event = make_event(club)

    def asked() -> list[int]:
        build(club)
        count_for_pages(club)
        found = []
        for name, *args in (
            ("ratings", club.slug),
            ("rating", club.slug, people[0].pk, GAME),
            ("player", club.slug, people[0].pk),
            ("pair", club.slug, people[0].pk, people[1].pk),
        ):
            with django_assert_max_num_queries(25) as queries:
                text_of(client, name, *args)
            found.append(len(queries))
        return found

    play(event, [people[:2], people[2:4]], [500, 200])
    few = asked()
    for number in range(10):
        partner = people[1 + number % 3 : 2 + number % 3]
        others = people[4 + number % 6 : 6 + number % 6]
        play(event, [[people[0], *partner], others], [300, 250])
    assert asked() == few


def test_a_chart_lies_within_its_frame():
    chart = chart_of([NEWCOMER, Strength(31, 7.9), Strength(18, 7.5), Strength(22, 7.1)])
    assert chart is not None
    points = [tuple(map(float, one.split(","))) for one in f"{chart.line} {chart.band}".split()]
    assert all(0 <= x <= chart.width and 0 <= y <= chart.height for x, y in points)
    assert (chart.first_shown, chart.highest, chart.lowest) == (1500, 1740, 1220)
    assert chart_of([NEWCOMER]) is None


def test_sheets_that_name_only_the_side_are_counted_apart(client, four):
    club = four[0].club
    table = play(make_event(club, variant="fifty-six"), [four[:2], four[2:]], [2, 0])
    seats = [Seated(n, four[n // 2 + 2 * (n % 2)].pk, n % 2) for n in range(4)]
    figures = DealFigures(played=True, side=0, bid=30, made=True, taken=31)
    counts = count_table(seats, [CountedDeal(1, figures, [2, 0])]).seats[0]
    SeatCount.objects.create(
        club=club,
        table=table,
        seat=0,
        player=four[0],
        partners=[four[1].pk],
        variant="fifty-six",
        at=NOW,
        **{name: getattr(counts, name) for name in SeatCount.COUNTS},
    )
    text = text_of(client, "player", club.slug, four[0].pk)
    assert "In 1 deal the sheet names only the bidding side, not the player." in text
    assert not Rating.objects.exists()


def test_below_a_chart_stand_the_days_of_its_first_and_last_table(client, four):
    club = four[0].club
    event = make_event(club)
    play(event, [four[:2], four[2:]], [500, 200])
    play(event, [four[:2], four[2:]], [300, 200], at=NOW + timedelta(days=40))
    build(club)
    for name, *args in (("rating", GAME), ("player",)):
        text = text_of(client, name, club.slug, four[0].pk, *args)
        assert "Sat 14 Mar 2026 Thu 23 Apr 2026" in text
    chart = chart_of([NEWCOMER, Strength(31, 7.9)], [NOW])
    assert chart is not None
    assert chart.days == (NOW.date(), NOW.date())
