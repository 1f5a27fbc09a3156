import pytest

from league.foundation.journal.actor import Act
from league.play.events import evenings
from league.play.rounds import links, place_codes
from league.play.rounds import services as rounds
from league.play.rounds.links import LinkRefused, link_of, table_from
from league.play.rounds.models import Table
from tests.league.play.events.factories import DIRECTOR, NOW
from tests.league.play.rounds.factories import close_round, make_league, open_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def round():
    return open_round(make_league(4)[0])


def reason(token):
    with pytest.raises(LinkRefused) as refused:
        table_from(token)
    assert str(refused.value).endswith(".")
    return refused.value.reason


@pytest.mark.parametrize(
    ("of", "printed"),
    [
        (links, "3JgiAK19hFljAGIY"),
        (place_codes, "GwvM0RZqU1U68c-u"),
        (evenings, "gaS4WG4UOHCpZWlu"),
    ],
)
def test_what_a_club_has_printed_stays_good(of, printed):
    assert links.signature(of.SALT, "7-1", "key") == printed


@pytest.mark.long
def test_every_changed_letter_makes_a_link_forged(round):
    token = link_of(round.tables.get(number=1))
    other = link_of(round.tables.get(number=2))

    for place in range(len(token)):
        letter = "x" if token[place] != "x" else "y"
        assert reason(token[:place] + letter + token[place + 1 :]) == "forged"
    (table, number, _own), (_table, _number, signature) = token.split("-", 2), other.split("-", 2)
    assert reason(f"{table}-{number}-{signature}") == "forged"


@pytest.mark.parametrize(
    "token",
    ["", "-", "--", "a-b-c", "1-1-", "0-1-x", "zzzzzzzzzzzzz-1-x", "ü-1-x", "1-1-\x00", "9" * 500],
)
def test_nonsense_is_forged(token):
    assert reason(token) == "forged"


@pytest.mark.long
def test_a_renewed_link_ends_the_old_one(round):
    table = round.tables.get(number=1)
    old = link_of(table)

    rounds.renew_links(table=table, by=Act(DIRECTOR, NOW))

    assert reason(old) == "renewed"
    assert table_from(link_of(table)) == table


@pytest.mark.long
def test_a_link_ends_with_its_round_and_begins_with_it(round):
    open_token = link_of(round.tables.get(number=1))
    future = link_of(round.stage.rounds.get(number=2).tables.get(number=1))

    assert reason(future) == "not_open"
    close_round(round)
    assert reason(open_token) == "closed"
    rounds.reopen_round(round=round, by=Act(DIRECTOR, NOW))
    assert table_from(open_token)


def test_a_link_to_a_table_that_was_drawn_again_says_so():
    first = make_league(4)[0]
    tokens = [link_of(table) for table in Table.objects.all()]

    rounds.redraw_round(round=first, seed=3, by=Act(DIRECTOR, NOW))

    assert {reason(token) for token in tokens} == {"unknown"}
