"""Charging a large event changes each account once, and reads the ledger by its indexes."""

import pytest
from django.db import connection

from league.office.kitty.models import Account, AccountKind
from tests.league.office.kitty.factories import all_balances, charge, make_kitty, set_terms
from tests.league.play.events.factories import make_running

pytestmark = [pytest.mark.django_db, pytest.mark.long]
VERSIONS = "SELECT pg_stat_get_xact_tuples_updated('kitty_account'::regclass)"

SCANS = "SELECT pg_stat_get_xact_numscans('kitty_line'::regclass)"


def changes_of_accounts():
    with connection.cursor() as cursor:
        cursor.execute(VERSIONS)
        return cursor.fetchone()[0]


def scans_of_lines():
    """Return how often the whole table was read in this transaction."""
    with connection.cursor() as cursor:
        cursor.execute(SCANS)
        return cursor.fetchone()[0]


def test_an_account_changes_once_a_statement_and_not_once_a_line():
    event = make_running(20)
    kitty = make_kitty(event.club)
    set_terms(event, fee=500)
    before = changes_of_accounts()

    assert charge(event)

    assert changes_of_accounts() - before == 40 + 1  # each player's, and that of the fees
    assert Account.objects.get(kitty=kitty, kind=AccountKind.FEES).balance == -40 * 500
    assert all_balances(kitty) == {"player": 40 * 500, "fees": -40 * 500}


def test_what_balances_is_looked_up_by_index_at_commit():
    event = make_running(20)
    make_kitty(event.club)
    set_terms(event, fee=500)
    assert charge(event)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE kitty_line")  # known as small, it is read as a whole
        before = scans_of_lines()

        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")

    assert scans_of_lines() == before
