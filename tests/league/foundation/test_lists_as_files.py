"""Lists of the desk and the public pages as files."""

import csv
from io import StringIO

import pytest
from django.urls import reverse

from league.foundation.journal.actor import Act
from league.office.kitty import services as kitties
from league.office.kitty.models import TransactionKind
from tests.league.factories import make_member, make_player
from tests.league.office.kitty.factories import TREASURER, make_kitty
from tests.league.play.results.factories import NOW


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
    about = {"club": kitty.club, "player": ann, "by": Act(TREASURER, NOW)}
    kitties.book(kind=TransactionKind.CHARGE, amount=150, note="+1", **about)
    slug = kitty.club.slug

    assert lines_of(client, "desk:kitty", slug) == [{"Player": "'=Ann", "Owes": "1.50"}]
    for name, at in (("desk:kitty_bookings", [slug]), ("desk:kitty_player", [slug, ann.pk])):
        (row,) = lines_of(client, name, *at)
        assert (row["Amount"], row["Note"], row["reversed"]) == ("1.50", "'+1", "no")
    type(ann).objects.filter(pk=ann.pk).update(user=client.get("/").wsgi_request.user)
    assert [row["Amount"] for row in lines_of(client, "account:kitty", ann.pk)] == ["1.50"]
