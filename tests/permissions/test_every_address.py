"""Every address, asked by everybody in every way: who may may, and nobody else changes a thing.

What is refused, and all that only reads, is kept and not rolled back: the hash of every table is
the same afterwards.
"""

import os
from functools import cache as cached
from random import randrange
from zlib import crc32

import pytest
from django.core.cache import cache
from django.urls import reverse

from tests.addresses import all_addresses
from tests.permissions.asking import METHODS, READING, ask, hash_of_tables
from tests.permissions.bodies import bodies_of, sent
from tests.permissions.people import UP
from tests.permissions.private import found_in
from tests.permissions.rights import BY_LINK, OF_ACCOUNTS, RIGHTS, SCOPES

pytestmark = pytest.mark.django_db

ALL = os.environ.get("PERMISSION_WALK") == "all"
PROGRAMS = (
    *("token to read", "token to score", "token to direct"),
    *("token of another club", "link of a table"),
)
# nothing of the kind is in the club: who may gets 404 there
NOTHING_THERE = {
    "api:match_walkover": "no result is missing",
    "desk:deal_restore": "no deal was struck out",
    "desk:substitution_end": "nobody stands in for anybody",
}
# addresses that take what somebody was sent: another's is no error of rights
SENT_BY_MAIL = {"account:password_new"}


FOUNDING = ("api:clubs", "POST")


def may(asker, name, method):
    """Say whether the table of rights lets somebody do this."""
    method = "GET" if method == "HEAD" else method
    allowed = RIGHTS[name].get(method, frozenset())
    if asker.has_link:
        return asker.role in allowed or (name, method) in BY_LINK
    usual = "read" if method in READING else "direct"
    needed = SCOPES.get((name, method), usual)
    reaches = asker.scopes is None or needed is None or needed in asker.scopes
    # the programs that ask have tokens of one club
    of_accounts = name in OF_ACCOUNTS or (name, method) == FOUNDING
    reaches = reaches and (asker.scopes is None or not of_accounts)
    return asker.role in allowed and reaches


def is_asked(asker, address, method, turn):
    """Say whether this is in the sample: all with PERMISSION_WALK=all, else a few people a method.

    The most powerful of those who may not. By the `turn` that is drawn also, of each third of the
    addresses: the owner of another club; one of the programs; and, of half of these, the least of
    those who may, what an address does not take, and HEAD. Pages and acts have tests of their own.
    """
    if ALL:
        return True
    mark = crc32(f"{address.name}{method}".encode())
    is_its_turn, is_more = mark % 3 == turn % 3, mark % 6 == turn
    allowed = RIGHTS[address.name].get("GET" if method == "HEAD" else method)
    if allowed is None:
        return asker.name == "nobody" and method != "HEAD" and is_more
    able = [role for role in UP if role in allowed]
    refused = [role for role in UP if role not in allowed]
    if method == "HEAD":
        return asker.name in refused[-1:] and is_more
    if asker.name in PROGRAMS:
        return is_its_turn and asker.name == PROGRAMS[mark % len(PROGRAMS)]
    if asker.name in refused:
        return asker.name == refused[-1] or (is_its_turn and asker.name == "foreign owner")
    return is_more and asker.name == able[0]


# who asks so often within a minute may be slowed down, which is not what is looked at here
SLOWED_DOWN_BEHIND = 200


def where(address, values):
    return reverse(address.name, kwargs={name: values[name] for name in address.arguments})


@cached
def paths_of(club):
    """Return all addresses with their paths in a club; its rows are the same for all who ask."""
    return [(address, where(address, club.values(address))) for address in all_addresses()]


def requests_of(club, faces=None):
    """Return (address, method, path, what is sent) of all there is to ask of a club."""
    bodies = bodies_of(club)
    for address, path in paths_of(club):
        if faces is None or address.face in faces:
            methods = METHODS if address.face == "api" else METHODS[:2]
            for method in ("HEAD", *methods):
                yield (
                    address,
                    method,
                    path,
                    sent(address.face, method, bodies.get(address.name, {})),
                )


def fault_of(site, asker, address, method, answer):
    """Return what is wrong with an answer, or nothing."""
    if (answer.status >= 500 and answer.status != 503) or answer.status == 429:
        return f"{answer.status}"
    if not may(asker, address.name, method):
        if not answer.is_refused:
            return f"not refused: {answer.status}"
        if answer.written:
            return f"refused and written: {sorted(answer.written)}"
    elif answer.is_refused and not (address.name in NOTHING_THERE and answer.status == 404):
        return f"refused: {answer.status}"
    elif method in READING and answer.written:
        return f"reading wrote: {sorted(answer.written)}"
    text = answer.content.decode(errors="replace")
    if asker.email:
        text = text.replace(asker.email, "")  # everybody may read the own address
    # those at a table know each other: its link shows their full names
    at_table = asker.has_link and (address.name, method) in {*BY_LINK, ("api:table", "GET")}
    seen = found_in(text, site.ours, "player" if at_table else asker.role, address.name)
    role_there = "owner" if asker.name == "foreign owner" else "stranger"
    seen += found_in(text, site.theirs, role_there, address.name)
    return f"shows {seen}" if seen else ""


def test_the_table_of_rights_names_every_address_and_nothing_else():
    assert {one.name for one in all_addresses()} == RIGHTS.keys()


@pytest.mark.parametrize("name", [*UP, *PROGRAMS])
def test_who_may_may_and_nobody_else_changes_or_reads_anything(site, name):
    asker = site.askers[name]
    cache.clear()
    before = hash_of_tables()
    faults, asked, turn = [], 0, randrange(6)
    for address, method, path, body in requests_of(
        site.ours, {"api"} if name in PROGRAMS else None
    ):
        if not is_asked(asker, address, method, turn):
            continue
        keeps = method in READING or not may(asker, address.name, method)
        answer = ask(asker, method, path, body, keeps=keeps)
        asked += 1
        if asked % SLOWED_DOWN_BEHIND == 0:
            cache.clear()
        if method == "HEAD" and answer.status == 405:
            continue  # may be allowed where GET is, and need not be
        if fault := fault_of(site, asker, address, method, answer):
            faults.append((method, address.name, fault))
    after = hash_of_tables()
    print(f"{name}: {asked} requests")

    assert faults == []
    assert {table for table in before if before[table] != after[table]} == set()


def crossed(site, address):
    """Return the address with each of its values in turn taken from the other club."""
    ours, theirs = site.ours.values(address), site.theirs.values(address)
    if len(address.arguments) < 2 or address.name in SENT_BY_MAIL:
        return
    for name in address.arguments - {"club"}:
        if ours[name] != theirs[name]:
            yield where(address, ours | {name: theirs[name]})


@pytest.mark.long
def test_what_is_another_clubs_is_not_found_below_ones_own(site):
    owner = site.askers["owner"]
    cache.clear()
    before = hash_of_tables()
    bodies = bodies_of(site.ours)
    faults, asked = [], 0
    for address in all_addresses():
        for path in crossed(site, address):
            for method in RIGHTS[address.name]:
                body = sent(address.face, method, bodies.get(address.name, {}))
                answer = ask(owner, method, path, body, keeps=True)
                asked += 1
                # a phone at the table comes back to its own sheet, with the sentence why
                refused = (303, 404, 403) if address.face == "table" else (404, 403)
                if answer.status not in refused or answer.written:
                    faults.append((method, address.name, path, answer.status))
    print(f"crossed: {asked} requests")

    assert asked > 100
    assert faults == []
    assert hash_of_tables() == before


@pytest.mark.long
@pytest.mark.parametrize(
    "name", ["desk:player_pairs", "desk:tonight_tick", "api:entries", "api:seeds"]
)
def test_what_is_another_clubs_cannot_be_sent(site, name):
    address = next(one for one in all_addresses() if one.name == name)
    body = bodies_of(site.theirs)[name]
    method = next(one for one in RIGHTS[name] if one != "GET")
    path = where(address, site.ours.values(address))

    answer = ask(site.askers["owner"], method, path, sent(address.face, method, body), keeps=False)

    assert answer.status in (400, 404, 409, 422)
    assert not answer.written


@pytest.mark.long
@pytest.mark.parametrize(
    ("visibility", "names"),
    [("members", ["nobody", "foreign owner"]), ("hidden", ["nobody", "foreign owner", "player"])],
)
def test_an_event_that_is_not_for_them_is_on_no_page(site, visibility, names):
    event = site.ours.event
    word = site.ours.private("night")
    type(event).objects.filter(pk=event.pk).update(visibility=visibility, name=word)
    faults, asked = [], 0
    for name in names:
        asker = site.askers[name]
        cache.clear()
        for address, method, path, body in requests_of(site.ours, {"public", "api"}):
            if method != "GET" or not may(asker, address.name, method):
                continue
            answer = ask(asker, method, path, body, keeps=True)
            asked += 1
            if word in answer.content.decode(errors="replace"):
                faults.append((name, address.name, answer.status))
    print(f"{visibility}: {asked} requests")

    assert faults == []
