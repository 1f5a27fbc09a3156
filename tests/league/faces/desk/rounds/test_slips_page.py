"""Slips to print: everybody once, with table, seat, company, code and where next."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.play.rounds import services as rounds
from league.play.rounds.models import Placement
from tests.league.factories import make_club, make_member, make_user
from tests.league.play.events.factories import DIRECTOR, NOW, make_people, make_running
from tests.league.play.rounds.factories import draw, make_evening, make_league, open_round
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def director(client, club):
    client.force_login(make_member(club, role="director").user)
    return client


def at(round):
    event = round.stage.event
    return reverse(
        "desk:slips", args=[event.club.slug, event.slug, round.stage.number, round.number]
    )


@pytest.mark.long
@pytest.mark.parametrize("role", ["owner", "director", "scorer", "player"])
def test_slips_are_for_those_who_run_the_round(client, club, role):
    round = make_evening(8, club)
    client.force_login(make_member(club, role=role).user)

    assert client.get(at(round)).status_code == (403 if role == "player" else 200)


def test_slips_are_not_there_for_others(client, club):
    round = make_evening(8, club)

    assert client.get(at(round)).status_code == 302
    owner = make_user("Stan Stranger")
    make_club("Elsewhere", owner=owner)
    client.force_login(owner)
    assert client.get(at(round)).status_code == 404


@pytest.mark.long
def test_everybody_has_one_slip_with_table_seat_company_and_code(director, club):
    round = open_round(make_evening(9, club))

    page = director.get(at(round))

    slips = page.context["slips"]
    assert [slip["name"] for slip in slips] == sorted(p.name for p in club.players.all())
    for table in round.tables.all():
        seats = list(table.seats.order_by("number"))
        for seat in seats:
            (slip,) = [one for one in slips if one["player"] == seat.player]
            assert slip["place"] == f"Table {table.number}, seat {seat.number + 1}"
            assert slip["deals_first"] == (seat.number == 0)
            assert slip["partners"] == ""
            others = {other.player.name for other in seats} - {slip["name"]}
            assert set(slip["opponents"].split(" & ")) == others
    assert page.content.count(b"<svg") >= 9


@pytest.mark.long
def test_partners_sit_opposite_and_the_next_rounds_are_on_the_slip(director, club):
    first, second, third = make_league(4, club)

    page = director.get(at(first))

    assert len(page.context["slips"]) == 8
    for slip in page.context["slips"]:
        entry = Placement.objects.get(
            round=first, entry__members__player=slip["player"], entry__event=first.stage.event
        ).entry
        partner = entry.members.exclude(player=slip["player"]).get().player
        assert slip["partners"] == partner.name
        assert slip["opponents"].count(" & ") == 1
        assert [line.split(":")[0] for line in slip["later"]] == ["Round 2", "Round 3"]
    assert director.get(at(second)).context["slips"][0]["later"][0].startswith("Round 3: table ")
    assert director.get(at(third)).context["slips"][0]["later"] == []


@pytest.mark.long
def test_a_slip_of_a_round_that_others_depend_on_says_where_to_look(director, club):
    event = make_running(4, club, format="swiss", rounds_planned=2)
    first = open_round(draw(event)[0])
    sentence = "The next round is drawn after this one: check the notice board."

    assert text_of(director.get(at(first))).count(sentence) == 8
    assert sentence not in text_of(director.get(at(make_league(4, club, name="Known")[2])))


@pytest.mark.long
def test_a_substitute_has_the_slip_with_whom_it_is_for(director, club):
    round = open_round(make_evening(8, club))
    seat = round.tables.first().seats.select_related("player").first()
    absent, zoe = seat.player.name, make_people(club, 1, 40)[0]
    rounds.seat_substitute(seat=seat, player=zoe, actor=DIRECTOR, at=NOW)

    page = director.get(at(round))

    assert absent not in [slip["name"] for slip in page.context["slips"]]
    assert f"You stand in for {absent}." in text_of(page)


def test_who_waits_has_a_slip_that_says_so(director, club):
    first = draw(make_running(5, club))[0]

    page = director.get(at(first))

    waiting = [slip for slip in page.context["slips"] if slip["place"].startswith("You have a bye")]
    assert len(waiting) == 2  # a pair
    assert "Round 2: you sit out" in text_of(page)
    assert not any("svg" in slip for slip in waiting)


@pytest.mark.long
def test_an_empty_seat_and_somebody_absent_have_no_slip(director, club):
    round = open_round(make_evening(8, club))
    seat = round.tables.first().seats.first()
    rounds.seat_substitute(seat=seat, player=None, actor=DIRECTOR, at=NOW)

    assert len(director.get(at(round)).context["slips"]) == 7


@pytest.mark.long
def test_as_many_queries_for_many_as_for_few(director, club):
    def shown(round):
        with CaptureQueriesContext(connection) as captured:
            assert director.get(at(round)).status_code == 200
        return len(captured)

    few = make_league(5, club, name="Few")[0]
    many = make_league(9, club, name="Many")[0]
    assert shown(few) == shown(many)


@pytest.mark.long
def test_a_large_round_has_its_slips_on_pages_with_one_code_a_table(director, club, monkeypatch):
    monkeypatch.setattr("league.faces.desk.rounds.slips.SLIPS_A_PAGE", 6)
    drawn = []
    monkeypatch.setattr(
        "league.faces.desk.rounds.slips.qr_svg", lambda url: drawn.append(url) or url
    )
    round = open_round(make_evening(16, club))

    first, last = director.get(at(round)), director.get(at(round), {"page": 3})

    names = [slip["name"] for page in (first, last) for slip in page.context["slips"]]
    assert len(first.context["slips"]) == 6
    everybody = sorted(player.name for player in club.players.all())
    assert names == everybody[:6] + everybody[12:]
    assert len(drawn) == sum(
        len({slip["url"] for slip in page.context["slips"]}) for page in (first, last)
    )
    assert "prints this page alone" in text_of(first)


@pytest.mark.long
def test_a_round_whose_slips_fit_a_page_says_nothing_of_pages(director, club):
    page = director.get(at(open_round(make_evening(8, club))))

    assert not page.context["page"].has_other_pages()
    assert "prints this page alone" not in text_of(page)
