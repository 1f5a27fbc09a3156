"""Substitutes at the desk: the rule typed and said, a seat filled and freed, the list of all."""

import pytest
from django.urls import reverse

from league.play.rounds.models import Seat
from tests.league.play.events.factories import make_people, make_running
from tests.league.play.rounds.factories import make_league
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db


def at(event, name="substitutes", *more):
    return reverse(f"desk:{name}", args=[event.club.slug, event.slug, *more])


def at_seat(seat):
    round = seat.round
    return at(round.stage.event, "seat", round.stage.number, round.number, seat.pk)


def first_seat(round):
    return Seat.objects.get(table__round=round, table__number=1, number=0)


RULE = {
    "substitutes": "reserves",
    "reserves": "Ann Lee 4\r\n\r\nBob Lee 4",
    "rounds_a_substitute": "2",
    "substituted_rounds": "",
    "substitutes_until_round": "5",
    "substitutes_until": "",
    "substitute_points": "entry",
}


def test_the_rule_is_typed_kept_and_shown(director, club):
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


# --------------------------------------------------------------------------------------- the list
