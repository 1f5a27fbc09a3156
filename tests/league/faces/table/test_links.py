"""A link opens one table of one open round, and nothing else."""

import json
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client

from league.faces.table import submissions
from league.foundation.journal.actor import Act
from league.play.events import services as events
from league.play.results.models import Confirmation, Dispute, Submission
from league.play.rounds import services as rounds
from league.play.rounds.links import link_of
from tests.league.factories import make_club
from tests.league.play.events.factories import DIRECTOR
from tests.league.play.results.factories import NOW, make_table, submit

pytestmark = pytest.mark.django_db

DEAL = {
    "bid": "60",
    "declarer": "0",
    "melds-0": "34",
    "melds-1": "22",
    "outcome": "played",
    "points-0": "30",
    "last_trick": "0",
    "number": "1",
    "do": "send",
}
POSTS = [
    ("seat/", {"seat": "0"}),
    ("deals/", DEAL),
    ("record/", {"record": "{}"}),
    ("confirm/", {"as_seat": "1"}),
    ("take-back/", {}),
    ("end/", {}),
    ("resume/", {}),
]


def forged(table):
    token = link_of(table)
    return token[:-1] + ("A" if token[-1] != "A" else "B")


def of_another_table(table):
    head, number, _signature = link_of(table).split("-", 2)
    other = make_table(make_club("Other"))
    return f"{head}-{number}-{link_of(other).split('-', 2)[2]}"


def renewed(table):
    token = link_of(table)
    rounds.renew_links(table=table, by=Act(DIRECTOR, NOW))
    return token


def closed(table):
    rounds.close_round(round=table.round, even_unfinished=True, by=Act(DIRECTOR, NOW))
    return link_of(table)


def finished(table):
    closed(table)
    events.finish_event(event=table.round.stage.event, anyway=True, by=Act(DIRECTOR, NOW))
    return link_of(table)


BAD_LINKS = [
    (forged, 404, "not complete"),
    (of_another_table, 404, "not complete"),
    (renewed, 410, "replaced by a newer one"),
    (closed, 410, "Round 1 is closed"),
    (finished, 410, "Round 1 is closed"),
]


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize(("spoil", "status", "words"), BAD_LINKS)
def test_an_invalid_link_opens_nothing_and_the_page_says_why(spoil, status, words):
    table = make_table()
    submission = submit(table)
    token = spoil(table)
    client = Client()

    for path in ("", "sheet/", "next/", "record/", f"deals/{submission.pk}/"):
        answer = client.get(f"/t/{token}/{path}")
        assert (answer.status_code, words in answer.content.decode()) == (status, True), path


@pytest.mark.long
def test_the_link_of_a_closed_round_leads_to_its_result_and_to_the_round_that_is_played():
    table = make_table(entries=4)
    event = table.round.stage.event
    token = closed(table)
    base = f"/clubs/{event.club.slug}/events/{event.slug}/"
    over = f'href="{base}rounds/{table.round.stage.number}/2/"'

    answer = Client().get(f"/t/{token}/")
    assert f'href="{base}tables/{table.pk}/"' in answer.content.decode()
    assert f'href="{base}standings/"' in answer.content.decode()
    assert over not in answer.content.decode()
    following = table.round.stage.rounds.get(number=2)
    rounds.open_round(round=following, by=Act(DIRECTOR, NOW))
    assert over in Client().get(f"/t/{token}/").content.decode()

    # of an event that only the club sees, and of a link that nobody has made, nothing is said
    event.visibility = "hidden"
    event.save()
    for hidden in (token, forged(table)):
        assert base not in Client().get(f"/t/{hidden}/").content.decode()


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize(("spoil", "status", "words"), BAD_LINKS)
def test_an_invalid_link_writes_nothing(spoil, status, words):
    table = make_table()
    submission = submit(table)
    client = Client()
    client.post(f"/t/{link_of(table)}/seat/", {"seat": "1"})
    token = spoil(table)

    posts = [*POSTS, (f"deals/{submission.pk}/dispute/", {"reason": "no"})]
    answers = [
        client.post(f"/t/{token}/{path}", data | {"key": uuid4(), "submission": submission.pk})
        for path, data in posts
    ]

    assert {answer.status_code for answer in answers} == {status}
    assert words in answers[0].content.decode()
    assert Submission.objects.filter(table=table).count() == 1
    assert not Confirmation.objects.exists()
    assert not Dispute.objects.exists()


def test_a_link_reaches_no_deal_of_another_table():
    here, there = make_table(entries=4).round.tables.order_by("number")
    submission = submit(there)
    client = Client()
    address = f"/t/{link_of(here)}/"
    client.post(f"{address}seat/", {"seat": "1"})

    client.post(f"{address}confirm/", {"submission": submission.pk})
    client.post(f"{address}deals/{submission.pk}/dispute/", {"reason": "no"})
    client.post(f"{address}take-back/", {"submission": submission.pk})
    shown = client.get(f"{address}deals/{submission.pk}/")

    submission.refresh_from_db()
    assert submission.state == "submitted"
    assert (shown.status_code, shown["Location"]) == (303, address)


def test_nothing_of_the_address_leaves_the_site():
    answer = Client().get(f"/t/{link_of(make_table())}/")

    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert "no-store" in answer["Cache-Control"]
    assert '<meta name="robots" content="noindex, nofollow">' in answer.content.decode()


def test_writing_through_a_link_is_limited_in_frequency(monkeypatch):
    cache.clear()
    monkeypatch.setattr(submissions, "WRITES_A_MINUTE", 3)
    table = make_table()
    client = Client()

    answers = [client.post(f"/t/{link_of(table)}/seat/", {"seat": "0"}) for _ in range(5)]

    assert [answer.status_code for answer in answers][:3] == [303] * 3
    assert answers[-1].status_code == 429
    assert "Wait a minute" in answers[-1].content.decode()
    # to a part of the page it is said in the page, without taking its place
    part = client.post(f"/t/{link_of(table)}/seat/", {"seat": "0"}, headers={"HX-Request": "true"})
    assert "Wait a minute" in json.loads(part["HX-Trigger"])["toast"]["text"]
    assert part["HX-Reswap"] == "none"
    assert client.get(f"/t/{link_of(table)}/").status_code == 200
