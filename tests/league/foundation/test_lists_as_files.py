"""Every list at the desk and on the public pages is also a file, or says here why it is none.

A list page is found by what it is made with: a view that parts its rows into pages, itself or by
functions of its module.
"""

import ast
import csv
import inspect
import sys
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.urls import reverse

from league.office.kitty import services as kitties
from league.office.kitty.models import TransactionKind
from tests.addresses import Address, all_addresses
from tests.league.factories import make_member, make_player
from tests.league.office.kitty.factories import TREASURER, make_kitty
from tests.league.play.results.factories import NOW

FACES = ("desk", "public", "account")
PARTED = {"Paginator", "round_tables"}
AS_FILE = {"format_asked"}
NO_FILE = {
    "desk:club": "the newest events; all of them are a list of their own",
    "desk:matches": "what is to be done; all matches are in the lists of rounds",
    "desk:place_codes": "sheets to print: codes for phones",
    "desk:slips": "sheets to print; the seats are in the round’s list",
    "desk:table_cards": "sheets to print; the tables are in the round’s list",
    "public:home": "the clubs of the site, which the API gives as a file",
    "public:meetings": "a picture; its numbers are in the lists of the rounds",
    "public:styleguide": "samples of what pages are made of",
}


def calls_in(view: Any) -> set[str]:
    """Return the names that a view uses, with those of the functions of its module it uses."""
    function = inspect.unwrap(view)
    tree = ast.parse(inspect.getsource(sys.modules[function.__module__]))
    bodies = {
        node.name: set(_called(node))
        for node in tree.body
        if isinstance(node, (ast.FunctionDef, ast.ClassDef))
    }
    seen: set[str] = set()
    waiting = {function.__name__}
    while waiting:
        name = waiting.pop()
        seen.add(name)
        waiting |= bodies.get(name, set()) - seen
    return seen


def _called(node: ast.AST) -> Iterator[str]:
    for one in ast.walk(node):
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Name):
            yield one.func.id


def list_pages() -> Iterator[tuple[Address, set[str]]]:
    for address in all_addresses():
        if address.face in FACES and hasattr(address.callback, "__module__"):
            used = calls_in(address.callback)
            parted = PARTED | ({"page_of"} if address.face == "public" else set())
            if used & parted:
                yield address, used


@pytest.mark.long
def test_every_list_is_also_a_file_or_says_why_not():
    without = {address.name for address, used in list_pages() if not used & AS_FILE}
    assert without == set(NO_FILE)


def lines_of(client, name, *at):
    answer = client.get(reverse(name, args=at), {"format": "csv"})
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(StringIO(answer.content.decode("utf-8-sig"), newline="")))


@pytest.fixture
def kitty(client):
    kitty = make_kitty()
    client.force_login(make_member(kitty.club, role="director").user)
    return kitty


@pytest.mark.django_db
def test_the_lists_of_a_kitty_have_amounts_as_numbers_and_no_formula(client, kitty):
    ann = make_player(kitty.club, "=Ann")
    about = {"club": kitty.club, "player": ann, "actor": TREASURER, "at": NOW}
    kitties.book(kind=TransactionKind.CHARGE, amount=150, note="+1", **about)
    slug = kitty.club.slug

    assert lines_of(client, "desk:kitty", slug) == [{"Player": "'=Ann", "Owes": "1.50"}]
    for name, at in (("desk:kitty_bookings", [slug]), ("desk:kitty_player", [slug, ann.pk])):
        (row,) = lines_of(client, name, *at)
        assert (row["Amount"], row["Note"], row["reversed"]) == ("1.50", "'+1", "no")
    type(ann).objects.filter(pk=ann.pk).update(user=client.get("/").wsgi_request.user)
    assert [row["Amount"] for row in lines_of(client, "account:kitty", ann.pk)] == ["1.50"]


@pytest.mark.django_db
def test_the_log_of_what_was_sent_and_the_imported_events_are_files(client, kitty):
    slug = kitty.club.slug
    assert lines_of(client, "desk:notifications", slug) == []
    assert lines_of(client, "desk:past_events", slug) == []
