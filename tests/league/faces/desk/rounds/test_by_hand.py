"""The draw changed by hand: the board, the part that htmx asks for, and the last change undone."""

import pytest

from league.play.rounds.models import Placement
from tests.league.faces.desk.rounds.addresses import at_round
from tests.league.play.rounds.factories import (
    close_round,
    make_league,
    make_played,
    open_round,
)
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def at(round, table, side=0):
    return Placement.objects.get(round=round, table__number=table, side=side).entry_id


def typed(round, one, other, changes="[]"):
    return {
        "version": round.version,
        "changes": changes,
        "kind": "swap",
        "entry": one,
        "other": other,
    }


def change(client, round, one, other):
    shown = client.post(at_round("round_edit", round), typed(round, one, other), headers=HTMX)
    return client.post(
        at_round("round_edit", round),
        {
            "action": "make",
            "version": shown.context["preview"].version,
            "changes": shown.context["changes_text"],
        },
    )


def test_it_stands_there_no_longer_than_it_can_be_taken_back(director, club):
    round = open_round(make_league(4, club)[0])
    change(director, round, at(round, 1), at(round, 2))
    shown = director.get(at_round("round", round))
    assert "Withdraw it" in text_of(shown)
    version = shown.context["last"]["version"]
    make_played(round.tables.get(number=2))

    assert "Withdraw it" not in text_of(director.get(at_round("round", round)))
    late = director.post(at_round("round_undo", round), {"version": version}, follow=True)
    assert "can no longer be undone" in text_of(late)

    closed = close_round(round)
    assert director.get(at_round("round", closed)).context["last"] is None
