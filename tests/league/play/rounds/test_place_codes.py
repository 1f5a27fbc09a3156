"""Codes that stay on tables: they lead to the table of the round being played, and only there."""

import pytest
from django.urls import reverse

from league.foundation.journal.actor import Act
from league.play.rounds import services as rounds
from league.play.rounds.links import LinkRefused, link_of
from league.play.rounds.place_codes import Place, code_of, table_at
from tests.league.play.events.factories import DIRECTOR, NOW
from tests.league.play.rounds.factories import make_league, open_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def round():
    return open_round(make_league(4)[0])


def reason(token):
    with pytest.raises(LinkRefused) as refused:
        table_at(token)
    assert str(refused.value).endswith(".")
    return refused.value.reason


def test_new_codes_end_the_old_ones_and_nothing_else(round):
    event = round.stage.event
    old, link = code_of(event, Place(1)), link_of(round.tables.get(number=1))

    renewed = rounds.renew_place_codes(event=event, by=Act(DIRECTOR, NOW))

    assert reason(old) == "renewed"
    assert table_at(code_of(renewed, Place(1))) == round.tables.get(number=1)
    assert link_of(round.tables.get(number=1)) == link


def test_every_changed_letter_and_every_other_link_is_forged(round):
    code = code_of(round.stage.event, Place(1))
    for place, letter in enumerate(code):
        changed = code[:place] + ("A" if letter != "A" else "B") + code[place + 1 :]
        assert reason(changed) == "forged", changed
    assert reason(link_of(round.tables.get(number=1))) == "forged"
    for nonsense in ("", "-", "1-1-0-1-", "zzzzzzzzzzzzzzzz-1-0-1-x", "1-0-0-1-x", "1-1-9-1-x"):
        assert reason(nonsense) == "forged"


def test_the_code_opens_the_tables_own_page_and_keeps_its_address_here(client, round):
    event = round.stage.event
    address = reverse("table:place", args=[code_of(event, Place(1))])

    answer = client.get(address)
    gone = client.get(reverse("table:place", args=["1-1-0-1-x"]))

    table = round.tables.get(number=1)
    assert answer["Location"] == reverse("table:page", args=[link_of(table)])
    for one in (answer, gone):
        assert one["X-Robots-Tag"] == "noindex, nofollow"
        assert "no-store" in one["Cache-Control"]
    assert gone.status_code == 404
    assert client.get(answer["Location"]).status_code == 200
