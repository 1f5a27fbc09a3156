"""What cannot be of its prepared cards at the desk: seen and dealt with by directors alone."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from league.clubs.models import Role
from league.foundation.journal.models import Happening
from league.play.prepared.models import PreparedLook
from league.play.results.models import CardCheck
from league.play.results.subscriber import KINDS, on_journal_entries
from tests.league.faces.table.phone import Phone
from tests.league.factories import make_member
from tests.league.play.prepared.factories import make_mitchell, open_first, prepare
from tests.league.play.results.factories import pinochle, submit
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db

FLAG = "does not match prepared deal 1"


@pytest.fixture
def table(club):
    event = make_mitchell(3, club=club)
    prepare(event)
    return open_first(event)[0]


def compare():
    on_journal_entries(list(Happening.objects.filter(kind__in=KINDS)))


def signed_in(club, role):
    client = Client()
    client.force_login(make_member(club, role=role).user)
    return client


def at(name, table, *more):
    event = table.round.stage.event
    return reverse(f"desk:{name}", args=[event.club.slug, event.slug, table.pk, *more])


def pages(table):
    """Return the addresses where a flag may be seen."""
    event, club = table.round.stage.event, table.round.stage.event.club
    return [
        reverse("desk:home"),
        reverse("desk:club", args=[club.slug]),
        reverse("desk:room", args=[club.slug, event.slug, 1, 1]),
        at("table", table),
        at("deal_history", table, 1),
    ]


def test_a_director_finds_the_flag_from_the_first_page_to_the_deal(club, table):
    submit(table, pinochle(melds=(300, 22)))
    compare()
    director = signed_in(club, Role.DIRECTOR)

    home, of_club, room, at_table, history = (text_of(director.get(p)) for p in pages(table))

    waits = "1 deal in round 1 of Spring cup does not match its prepared cards"
    assert waits in home
    assert waits in of_club
    assert "1 deal does not match its prepared cards: check it before closing the round" in room
    assert "cards differ" in room
    assert FLAG in at_table
    assert FLAG in history
    assert "can meld" not in history


@pytest.mark.long
@pytest.mark.parametrize("role", [Role.SCORER, Role.PLAYER, None])
def test_nobody_else_sees_it_and_their_pages_stay_as_they_are(club, table, role):
    submission = submit(table, pinochle(melds=(300, 22)))
    on_journal_entries(list(Happening.objects.filter(kind__in=KINDS)))
    CardCheck.objects.update(fits=True)
    client = Client() if role is None else signed_in(club, role)
    phone = Phone(table, seat=1)
    event = table.round.stage.event
    public = [
        reverse("public:table", args=[club.slug, event.slug, table.pk]),
        reverse("public:event", args=[club.slug, event.slug]),
    ]

    def seen():
        shown = [text_of(client.get(page)) for page in (*pages(table), *public)]
        return [
            re.sub(r"\d\d?:\d\d(:\d\d)?( [ap]\.m\.)?", "", page)
            for page in (*shown, text_of(phone.get()))
        ]

    as_if_it_fitted = seen()
    CardCheck.objects.update(fits=False)

    assert seen() == as_if_it_fitted
    for name in ("deal_look", "deal_accept"):
        answer = client.post(at(name, table, 1), {"reason": "curious"})
        assert answer.status_code in (302, 403)
        assert "reason" not in answer.headers.get("Location", "")
    assert CardCheck.objects.get(submission=submission).accepted_at is None
    assert not PreparedLook.objects.exists()


def test_what_does_not_fit_is_shown_after_a_reason_and_the_journal_has_it(club, table):
    submit(table, pinochle(melds=(300, 22)))
    compare()
    director = signed_in(club, Role.DIRECTOR)
    look = at("deal_look", table, 1)
    assert director.get(look).status_code == 200
    assert director.post(look, {"reason": " "}).status_code == 422
    assert not PreparedLook.objects.exists()

    shown = director.post(look, {"reason": "they say it was misdealt"}, follow=True)

    assert re.search(r"In prepared deal 1 .* can meld \d+ at most and not 300", text_of(shown))
    noted = Happening.objects.get(kind="deals.looked_at")
    assert (noted.data["reason"], noted.data["numbers"]) == ("they say it was misdealt", "1")
    other = signed_in(club, Role.OWNER)
    assert "can meld" not in text_of(other.get(at("deal_history", table, 1)))


def test_a_director_lets_it_stand_and_it_waits_no_longer(club, table):
    submit(table, pinochle(melds=(300, 22)))
    compare()
    director = signed_in(club, Role.DIRECTOR)
    accept = at("deal_accept", table, 1)
    assert director.post(accept, {"reason": ""}).status_code == 422

    shown = text_of(director.post(accept, {"reason": "dealt wrongly, score stands"}, follow=True))

    assert "let it stand" in shown
    assert "dealt wrongly, score stands" in shown
    assert "does not match" not in text_of(director.get(pages(table)[0]))
    assert FLAG not in text_of(director.get(at("table", table)))
    assert "not flagged" in text_of(director.post(accept, {"reason": "again"}, follow=True))
