"""PostgreSQL is restarted under a running site: everything comes back by itself."""

import json
import threading
import urllib.error
import urllib.request

import pytest
from django.db import connection

from league.play.events.models import Entry
from league.tables.standings.models import SnapshotRow
from tests.recovery.evenings import make_evening, score_of, typed
from tests.recovery.phones import Phone
from tests.recovery.truth import check_tables, wait_for, wait_for_standings

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True), pytest.mark.long]


class OpenPage:
    """A public page that follows the standings; `text` is what it has been sent so far."""

    def __init__(self, site, evening):
        self.address = (
            f"{site}/live/events/{evening.event.pk}/?only=standings-{evening.stage.pk}&after=0"
        )
        self.text = ""
        self.is_over = False
        threading.Thread(target=self._follow, daemon=True).start()

    def _follow(self):
        with urllib.request.urlopen(self.address, timeout=60) as stream:  # noqa: S310
            while line := stream.readline():
                self.text += line.decode()
        self.is_over = True


def ask(address):
    """Return the answer's status, its head and its body."""
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:  # noqa: S310
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as answer:
        with answer:
            return answer.code, answer.headers, answer.read().decode()


def test_while_it_is_away_every_face_says_when_to_try_again(postgres, start_site_web):
    web = start_site_web()
    evening = make_evening(1)
    phone = Phone(web.url, evening.tables[0], seat=0)
    form = phone.sit_down()
    event = f"events/{evening.event.pk}/"
    faces = [
        f"{web.url}/clubs/{evening.event.club.slug}/",
        f"{web.url}/api/v1/clubs",
        f"{web.url}/live/{event}?only=standings-{evening.stage.pk}&after=0",
    ]
    assert [ask(face)[0] for face in faces[:2]] == [200, 200]

    postgres.stop()
    connection.close()
    # not the answer of half a second ago, which is given without asking anybody
    away = [ask(faces[0] + "?again"), ask(faces[1]), ask(faces[2])]
    sent = phone.post("deals/", {**form, **typed(24), "do": "send"})
    log = web.child.log.read_text()
    postgres.start()
    back = [ask(faces[0] + "?again")[0], ask(faces[1])[0]]

    assert [(status, head["Retry-After"]) for status, head, _body in away] == [(503, "5")] * 3
    assert json.loads(away[1][2])["code"] == "database_away"
    assert (sent[0], f'value="{form["key"]}"' in sent[1]) == (503, True)
    assert "Traceback" not in log
    assert back == [200, 200]
    assert phone.send(form, typed(24)) == 303
    check_tables(evening, {1: [score_of(24)]})


def test_web_worker_and_live_pages_go_on_after_it_came_back(
    postgres, start_site_web, start_quick_worker
):
    web, _worker = start_site_web(), start_quick_worker(sweeps=True)
    evening = make_evening(2)
    first = [Phone(web.url, evening.tables[0], seat=side) for side in (0, 1)]
    second = [Phone(web.url, evening.tables[1], seat=side) for side in (0, 1)]
    for phone, form in [(phone, phone.sit_down()) for phone in first]:
        assert phone.send(form, typed(24)) == 303
    wait_for_standings(evening)
    page = OpenPage(web.url, evening)
    wait_for(lambda: "event: standings-" in page.text, what="the page was sent nothing")
    forms = [phone.sit_down() for phone in second]
    before = page.text.count("event: standings-")

    postgres.stop()
    connection.close()
    postgres.start()

    statuses = [phone.send(form, typed(29)) for phone, form in zip(second, forms, strict=True)]
    assert statuses == [303, 303]
    wait_for_standings(evening)
    check_tables(evening, {1: [score_of(24)], 2: [score_of(29)]})
    assert Entry.objects.count() == SnapshotRow.objects.count() == 4
    wait_for(lambda: page.text.count("event: standings-") > before, what="nothing came any more")
    assert not page.is_over
