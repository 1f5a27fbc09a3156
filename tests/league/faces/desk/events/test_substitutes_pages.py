"""Substitutes at the desk: the rule typed and said, a seat filled and freed, the list of all."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.play.events.models import Event
from league.play.rounds import services as rounds
from league.play.rounds.models import Seat
from tests.league.factories import make_club, make_member
from tests.league.play.events.factories import DIRECTOR, NOW, make_people, make_running
from tests.league.play.rounds.factories import close_round, make_league, open_round
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def director(client, club):
    client.force_login(make_member(club, role="director").user)
    return client


def at(event, name="substitutes", *more):
    return reverse(f"desk:{name}", args=[event.club.slug, event.slug, *more])


def at_seat(seat):
    round = seat.round
    return at(round.stage.event, "seat", round.stage.number, round.number, seat.pk)


def first_seat(round):
    return Seat.objects.get(table__round=round, table__number=1, number=0)


def stand_in(round, player):
    return rounds.seat_substitute(seat=first_seat(round), player=player, actor=DIRECTOR, at=NOW)


RULE = {
    "substitutes": "reserves",
    "reserves": "Ann Lee 4\r\n\r\nBob Lee 4",
    "rounds_a_substitute": "2",
    "substituted_rounds": "",
    "substitutes_until_round": "5",
    "substitutes_until": "",
    "substitute_points": "entry",
}


@pytest.mark.long
@pytest.mark.parametrize("role", ["owner", "director", "scorer", "player"])
def test_who_runs_the_event_sees_its_substitutes_and_directors_change_the_rule(client, club, role):
    event = make_running(2, club)
    client.force_login(make_member(club, role=role).user)

    assert client.get(at(event)).status_code == (403 if role == "player" else 200)
    changed = client.post(at(event), RULE | {"reserves": "", "substitutes": "nobody"})
    assert changed.status_code == (302 if role in ("owner", "director") else 403)


def test_the_rule_is_typed_kept_and_told(director, club):
    event = make_running(2, club)
    ann, bob = make_people(club, 2, 48)

    assert director.post(at(event), RULE).status_code == 302

    event.refresh_from_db()
    assert (event.substitutes, event.rounds_a_substitute) == ("reserves", 2)
    assert set(event.reserves.values_list("player", flat=True)) == {ann.pk, bob.pk}
    page = director.get(at(event))
    assert page.context["form"]["reserves"].value() == "Ann Lee 4\nBob Lee 4"
    rule = "Only the reserves of the event may stand in. A substitute plays in at most 2 rounds."
    assert rule in text_of(page)
    assert rule in text_of(director.get(at(event, "event_setup", "summary")))
    public = director.get(reverse("public:event", args=[club.slug, event.slug]))
    assert rule in text_of(public)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"reserves": ""}, "reserves", "Only reserves may stand in, and there are none"),
        ({"reserves": "Zoe Nobody"}, "reserves", "The club has no player called Zoe Nobody."),
        ({"reserves": "Ann Lee 4\n#77"}, "reserves", "nobody has the member number 77"),
        ({"rounds_a_substitute": "0"}, "rounds_a_substitute", "1"),
        ({"rounds_a_substitute": "100"}, "rounds_a_substitute", "99"),
        ({"substitutes_until_round": "x"}, "substitutes_until_round", "whole number"),
        ({"substitutes_until": "soon"}, "substitutes_until", "date"),
        ({"substitutes": "friends"}, "substitutes", "friends"),
    ],
)
def test_what_makes_no_sense_is_said_beside_the_field_and_stays_typed(
    director, club, typed, field, sentence
):
    event = make_running(2, club)
    make_people(club, 2, 48)

    page = director.post(at(event), RULE | typed)

    form = page.context["form"]
    assert sentence.casefold() in str(form.errors[field]).casefold()
    assert form[field].value() == typed[field]
    assert Event.objects.get(pk=event.pk).substitutes == "anyone"
    assert not event.reserves.exists()


@pytest.mark.long
def test_points_are_asked_where_they_can_go(director, club):
    pairs = make_running(2, club)

    form = director.get(at(pairs)).context["form"]

    assert [value for value, _label in form.fields["substitute_points"].choices] == [
        "entry",
        "nobody",
    ]
    assert form.fields["substitute_points"].disabled  # it runs


# --------------------------------------------------------------------------------------- a seat


def test_the_page_of_a_seat_says_who_may_sit_there_and_who_may_not_and_why(director, club):
    first, _second, _third = make_league(4, club, substitutes="reserves")
    event = first.stage.event
    zoe, yan = make_people(club, 2, 48)
    event.reserves.create(player=zoe)
    seat = first_seat(first)

    page = director.get(at_seat(seat))

    assert [one["name"] for one in page.context["offered"]] == [zoe.name]
    why = {one["name"]: one["reasons"] for one in page.context["refused"]}
    assert why[yan.name] == [f"{yan.name} is not among the reserves of the event."]
    busy = Seat.objects.get(table__round=first, table__number=2, number=0).player
    assert why[busy.name] == ["Sits at table 2 in this round."]
    assert seat.player.name not in why
    assert director.post(at_seat(seat), {"choose": zoe.pk}).status_code == 302
    assert first_seat(first).player == zoe


def test_an_exception_asks_for_its_reason_and_loses_nothing(director, club):
    first = make_league(4, club, substitutes="nobody")[0]
    (zoe,) = make_people(club, 1, 48)
    url = at_seat(first_seat(first))

    refused = director.post(url, {"player": zoe.name})

    form = refused.context["form"]
    assert "Nobody may stand in for a player at this event." in str(form.errors["exception"])
    assert form["player"].value() == zoe.name
    assert director.post(url, {"player": zoe.name, "exception": "ill"}).status_code == 302
    assert first_seat(first).player == zoe


@pytest.mark.long
def test_an_exception_is_asked_for_only_where_there_is_a_rule(director, club):
    first = make_league(4, club, substitutes="nobody")[0]
    page = at_seat(first_seat(first))

    assert "exception" in director.get(page).context["form"].fields
    Event.objects.filter(pk=first.stage.event.pk).update(substitutes="anyone")
    assert "exception" not in director.get(page).context["form"].fields


@pytest.mark.long
@pytest.mark.parametrize("page", ["seat", "list"])
def test_a_substitution_is_taken_back(director, club, page):
    first = make_league(4, club)[0]
    absent = first_seat(first).player
    (zoe,) = make_people(club, 1, 48)
    seat = stand_in(first, zoe)
    assert f"{zoe.name} stands in for {absent.name}." in text_of(director.get(at_seat(seat)))

    if page == "seat":
        director.post(at_seat(seat), {"take_back": "on"})
    else:
        director.post(at(first.stage.event, "substitution_end", seat.pk))

    assert first_seat(first).player == absent


@pytest.mark.long
def test_a_choice_that_is_nobody_of_the_club_is_not_there(director, club):
    first = make_league(4, club)[0]
    stranger = make_people(make_club("Elsewhere"), 1)[0]

    assert director.post(at_seat(first_seat(first)), {"choose": stranger.pk}).status_code == 404
    assert director.post(at_seat(first_seat(first)), {"choose": "x"}).status_code == 200


# --------------------------------------------------------------------------------------- the list


@pytest.mark.long
def test_the_list_counts_rounds_by_substitute_and_by_entry(director, club):
    first, second, third = make_league(4, club)
    zoe, yan = make_people(club, 2, 48)
    entry = first_seat(first).placement.entry
    for round, player in ((first, zoe), (second, zoe), (third, yan)):
        seat = Seat.objects.filter(round=round, placement__entry=entry).first()
        rounds.seat_substitute(seat=seat, player=player, actor=DIRECTOR, at=NOW)
    close_round(open_round(first))

    page = director.get(at(first.stage.event))

    assert page.context["by_player"] == [(zoe.name, 2), (yan.name, 1)]
    assert [count for _name, count in page.context["by_entry"]] == [3]
    assert [row["may_end"] for row in page.context["rows"]] == [False, True, True]


@pytest.mark.long
def test_as_many_queries_for_many_as_for_few(director, club):
    first, second, third = make_league(4, club)
    people = make_people(club, 9, 48)

    def queries(url):
        with CaptureQueriesContext(connection) as captured:
            assert director.get(url).status_code == 200
        return len(captured)

    stand_in(first, people[0])
    urls = [at(first.stage.event), at_seat(first_seat(third))]
    few = [queries(url) for url in urls]
    stand_in(second, people[1])
    for number in (1, 2, 3):
        seat = Seat.objects.get(table__round=second, table__number=2, number=number)
        rounds.seat_substitute(seat=seat, player=people[number + 1], actor=DIRECTOR, at=NOW)
    make_people(club, 9, 70)
    assert [queries(url) for url in urls] == few
