"""A link opens one table of one open round, and nothing else."""

import json
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client

from league.faces.table import table_page
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
    rounds.renew_links(table=table, actor=DIRECTOR, at=NOW)
    return token


def closed(table):
    rounds.close_round(round=table.round, even_unfinished=True, actor=DIRECTOR, at=NOW)
    return link_of(table)


def finished(table):
    closed(table)
    events.finish_event(event=table.round.stage.event, anyway=True, actor=DIRECTOR, at=NOW)
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
    rounds.open_round(round=following, actor=DIRECTOR, at=NOW)
    assert over in Client().get(f"/t/{token}/").content.decode()

    # of an event that only the club sees, and of a link that nobody has made, nothing is said
    event.visibility = "hidden"
    event.save()
    for hidden in (token, forged(table)):
        assert base not in Client().get(f"/t/{hidden}/").content.decode()


def test_an_open_page_is_loaded_again_when_its_link_ends():
    table = make_table()
    address = f"/t/{link_of(table)}/sheet/"
    finished(table)

    answer = Client().get(address, headers={"HX-Request": "true"})

    # as one that was sent somewhere, it would forget what was typed
    assert (answer["HX-Refresh"], answer.get("HX-Redirect")) == ("true", None)


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


@pytest.mark.long
@pytest.mark.parametrize("token", ["x", "1-1-", "0-0-AAAA", "zzzzzzzzzzzzzzzzzzzzzz-1-a", "1-1-é"])
def test_a_link_that_was_made_up_is_not_found(token):
    assert Client().get(f"/t/{token}/").status_code == 404


def test_a_drawn_round_has_to_wait():
    from tests.league.play.events.factories import make_running
    from tests.league.play.results.factories import make_round

    event = make_running(2, table_play="deals", deals_a_round=2)
    table = make_round(event, is_open=False).tables.get()

    answer = Client().get(f"/t/{link_of(table)}/")

    assert answer.status_code == 409
    assert "has not begun yet" in answer.content.decode()


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


@pytest.mark.long
def test_a_link_reaches_no_other_round():
    table = make_table(entries=4)
    stage = table.round.stage
    second = stage.rounds.get(number=2)
    rounds.open_round(round=second, actor=DIRECTOR, at=NOW)
    submission = submit(second.tables.first())
    client = Client()
    address = f"/t/{link_of(table)}/"
    client.post(f"{address}seat/", {"seat": "1"})

    client.post(f"{address}confirm/", {"submission": submission.pk})

    submission.refresh_from_db()
    assert submission.state == "submitted"


@pytest.mark.long
def test_a_link_is_no_account():
    table = make_table()
    client = Client()
    client.post(f"/t/{link_of(table)}/seat/", {"seat": "0"})

    assert "sessionid" not in client.cookies
    assert "_auth_user_id" not in client.session


def test_nothing_of_the_address_leaves_the_site():
    answer = Client().get(f"/t/{link_of(make_table())}/")

    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert "no-store" in answer["Cache-Control"]
    assert '<meta name="robots" content="noindex, nofollow">' in answer.content.decode()


@pytest.mark.long
def test_a_post_from_another_site_is_refused():
    table = make_table()
    client = Client(enforce_csrf_checks=True)

    answer = client.post(f"/t/{link_of(table)}/seat/", {"seat": "0"})

    assert answer.status_code == 403
    assert "tricktable_seat" not in client.cookies


def test_writing_through_a_link_is_limited_in_frequency(monkeypatch):
    cache.clear()
    monkeypatch.setattr(table_page, "WRITES_A_MINUTE", 3)
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


@pytest.mark.long
def test_reading_is_not_limited(monkeypatch):
    monkeypatch.setattr(table_page, "WRITES_A_MINUTE", 1)
    table = make_table()
    client = Client()

    assert {client.get(f"/t/{link_of(table)}/sheet/").status_code for _ in range(5)} == {200}


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize("path", ["seat/", "deals/", "confirm/", "take-back/", "end/", "resume/"])
def test_nothing_is_done_by_reading(path):
    assert Client().get(f"/t/{link_of(make_table())}/{path}").status_code == 405


@pytest.mark.long
@pytest.mark.parametrize("deals", [0, 1, 8])
def test_the_page_takes_the_same_number_of_queries_however_many_deals(
    deals, django_assert_num_queries
):
    from tests.league.play.results.factories import pinochle, play

    table = make_table(deals_a_round=9)
    if deals:
        play(table, *[pinochle()] * deals, confirmed=False)
    client = Client()
    address = f"/t/{link_of(table)}/"
    client.post(f"{address}seat/", {"seat": "1"})

    # two of them for who has entered and has no table in this round
    with django_assert_num_queries(11 if deals else 9):
        client.get(address)


@pytest.mark.long
def test_asking_whether_the_page_is_up_to_date_takes_two_queries(django_assert_num_queries):
    table = make_table()
    submit(table)
    address = f"/t/{link_of(table)}/sheet/"
    version = Client().get(address).context["version"]

    with django_assert_num_queries(2):
        assert Client().get(f"{address}?version={version}").status_code == 204


HUGE = "9" * 5_000


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("seat/", {"seat": HUGE}),
        ("confirm/", {"submission": [HUGE, "9" * 19]}),
        ("confirm/", {"as_seat": HUGE}),
        ("take-back/", {"submission": HUGE}),
        ("deals/", {"do": "check", "number": HUGE}),
        ("deals/", {"do": "check", "declarer": HUGE, "bid": HUGE}),
    ],
)
def test_numbers_that_nobody_can_type_are_refused_and_take_nothing_back(path, data):
    table = make_table()
    submission = submit(table)
    client = Client()
    client.post(f"/t/{link_of(table)}/seat/", {"seat": "0"})

    answer = client.post(f"/t/{link_of(table)}/{path}", data)

    assert answer.status_code in {200, 303, 422}
    submission.refresh_from_db()
    assert submission.state == "submitted"
    laid = {"melds_by": "laid", "trump": "H", "declarer": HUGE, "laid-0-run": "1"}
    assert client.get(f"/t/{link_of(table)}/laid/", laid).status_code in {200, 204}
