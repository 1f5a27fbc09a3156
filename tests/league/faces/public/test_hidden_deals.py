"""Nothing that readers can ask for depends on a deal that others have still to play.

Every public address and every answer of the API is asked for twice, of one evening with two
different sets of cards and results: before the last table has played, the answers are the same to
the letter; afterwards they are not.
"""

import re

import pytest
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from league.faces.public.live.admission import Followed, Part
from league.faces.public.live.rendering import render_parts
from league.play.rounds.links import link_of
from tests.league.faces.public.evenings import Evening
from tests.league.play.results.factories import NOW, pinochle

pytestmark = [pytest.mark.django_db, pytest.mark.long]

# two seeds, so two sets of cards, and what a table made of those of the second round
EVENINGS = {
    "00000074" * 8: [pinochle(), pinochle(bid=65, points=(20, 30))],
    "000000b5" * 8: [pinochle(declarer=1, points=(40, 10)), pinochle(bid=50, points=(26, 24))],
}
# differs from answer to answer, or is published of a seed beforehand
VARIABLE = [
    rb'name="csrfmiddlewaretoken" value="[^"]*"',
    rb'nonce="[^"]*"',
    rb'"X-CSRFToken": ?"[^"]*"',
    rb"csrf[-_a-zA-Z]*&quot;: ?&quot;[^&]*&quot;",
    rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",  # keys of forms
    rb"as it was at [0-9:]+",  # a page that a phone keeps
    rb"/ID \[[^\]]*\]",  # of a PDF: a digest of its own
]


def plain(body):
    for one in VARIABLE:
        body = re.sub(one, b"", body)
    return body


def read_all(client, addresses, prepared, **headers):
    """Return what each address answers a GET with, without what differs every time."""
    answers = {}
    for view, ones in addresses.items():
        for address in ones:
            answer = client.get(address, headers=headers)
            body = b"".join(answer.streaming_content) if answer.streaming else answer.content
            body = body.replace(prepared.commitment.encode(), b"").replace(
                prepared.purpose.encode(), b""
            )
            answers[view, address] = answer.status_code, plain(body)
    return answers


def messages(evening):
    """Return what open pages are sent of the event."""
    names = [
        f"standings-{evening.stage.pk}",
        f"outlook-{evening.stage.pk}",
        *(f"{kind}-{one.pk}" for kind in ("round", "room") for one in (evening.second,)),
        *(f"{kind}-{evening.event.pk}" for kind in ("screen", "now", "rounds", "tables")),
    ]
    parts = frozenset(Part(name, "en", full) for name in names for full in (False, True))
    texts = render_parts(Followed("event", evening.event.pk), parts).texts
    return {("live", repr(part)): (200, text.encode()) for part, text in texts.items()}


def ids():
    """Return where every sequence of the database is: set back, rows get the same ids again."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT format('%I.%I', schemaname, sequencename), coalesce(last_value, 1),"
            " last_value IS NOT NULL FROM pg_sequences"
        )
        return cursor.fetchall()


def set_ids(rows):
    with connection.cursor() as cursor:
        for row in rows:
            cursor.execute("SELECT setval(%s, %s, %s)", row)


@pytest.fixture(
    params=[
        ({"name": "matchpoints"}, []),
        ({"name": "total_points"}, ["fewer_sets", "bids_made", "highest_deal"]),
    ],
    ids=["compared", "added up"],
)
def evening(request, monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    method, tiebreaks = request.param
    return Evening(method, tiebreaks)


def read_by_all(evening):
    """Return the answers by who asks: nobody, a player of the club, the table that waits."""
    addresses = evening.addresses()
    at_table = {key: ones for key, ones in addresses.items() if key.startswith("table:")}
    api = {key: ones for key, ones in addresses.items() if key.startswith("api:")}
    public = {key: ones for key, ones in addresses.items() if key not in at_table}
    # names in full, and else what everybody sees: one address of each view
    one_each = {view: ones[:1] for view, ones in public.items()}
    member = Client()
    member.force_login(evening.member)
    link = {"Authorization": f"Table {link_of(evening.waiting)}"}
    seed = evening.prepared
    return {
        "anonymous": read_all(Client(), public, seed) | messages(evening),
        "member": read_all(member, one_each, seed),
        "link": read_all(Client(), at_table, seed) | read_all(Client(), api, seed, **link),
    }


def read_afterwards(evening):
    """Return what nobody in particular sees where the deals are shown when all have played."""
    addresses = evening.addresses()
    shown = {key: addresses[key] for key in evening.shown_afterwards & addresses.keys()}
    return read_all(Client(), shown, evening.prepared) | messages(evening)


def differing(first, second):
    assert first.keys() == second.keys()
    return {key for key in first if first[key] != second[key]}


def test_no_answer_depends_on_a_deal_that_a_table_has_still_to_play(evening):
    before, after = [], []
    for seed, deals in EVENINGS.items():
        kept = ids()
        with transaction.atomic():
            evening.begin(seed)
            evening.play(deals)
            evening.work_out()
            before.append(read_by_all(evening))
            evening.finish()
            evening.work_out()
            after.append(read_afterwards(evening))
            transaction.set_rollback(True)
        set_ids(kept)

    for who, answers in before[0].items():
        assert differing(answers, before[1][who]) == set(), who
    assert evening.shown_afterwards <= {view for view, _address in differing(*after)}
    # and none of these is an error, or a page that nobody may see
    found = {view for (view, _address), (status, _body) in after[0].items() if status == 200}
    assert evening.shown_afterwards <= found
