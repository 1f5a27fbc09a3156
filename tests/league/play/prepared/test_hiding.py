"""Cards are hidden until the last table has played them; looking before is written down."""

import pytest

from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.play.prepared import services as prepared
from league.play.prepared.models import PreparedLook, PreparedSet
from league.play.prepared.selectors import (
    hidden_places,
    is_open,
    open_deals,
    progress_of,
    was_shown,
)
from league.play.prepared.subscriber import KINDS, on_journal_entries
from league.play.rounds.selectors import table_with_names
from tests.league.factories import actor_of, make_user
from tests.league.play.events.factories import DIRECTOR, NOW
from tests.league.play.prepared.factories import draw, make_mitchell, open_first, prepare
from tests.league.play.results.factories import pinochle, play
from tests.league.play.rounds.factories import close_round, make_played, open_round

pytestmark = pytest.mark.django_db


def two_tables(**fields):
    """Return a round robin whose first round is open: two tables with the same three deals."""
    from tests.league.play.events.factories import make_running

    event = make_running(4, table_play="deals", deals_a_round=3, **fields)
    made = prepare(event)
    return made, open_first(event)


@pytest.mark.long
def test_a_deal_opens_when_its_last_table_has_a_confirmed_result():
    made, (one, two) = two_tables()

    play(one, pinochle(), pinochle())
    assert open_deals(made.stage, [1, 2, 3]) == set()
    play(two, pinochle(), confirmed=False)
    assert not is_open(made.stage, 1)
    play(two, pinochle())
    assert open_deals(made.stage, [1, 2, 3]) == {1, 2}
    assert hidden_places(table_with_names(one.pk)) == {3}


@pytest.mark.long
def test_later_rounds_of_a_movement_keep_a_deal_hidden():
    event = make_mitchell(3)
    made = prepare(event)
    tables = open_first(event)
    for table in tables:
        play(table, pinochle(), pinochle())

    assert open_deals(made.stage, range(1, 7)) == set()
    assert {round for round, _table in progress_of(made.stage)[1].waiting} == {2, 3}


@pytest.mark.long
def test_awards_and_closed_rounds_end_the_waiting():
    made, (one, two) = two_tables()
    play(one, pinochle(), pinochle(), pinochle())
    make_played(two)
    assert open_deals(made.stage, [1, 2, 3]) == {1, 2, 3}

    made, (one, two) = two_tables_again()
    play(one, pinochle())
    close_round(one.round)
    assert open_deals(made.stage, [1, 2, 3]) == {1, 2, 3}


def two_tables_again():
    from tests.league.play.events.factories import make_running

    event = make_running(4, table_play="deals", deals_a_round=3)
    made = prepare(event, "000000b5" * 8)
    return made, open_first(event)


@pytest.mark.long
def test_looking_needs_a_reason_and_is_written_down_once():
    made, _tables = two_tables()
    user = make_user("Dora Director")
    who = {"user": user, "by": Act(actor_of(user), NOW)}

    with pytest.raises(prepared.ReasonMissing, match="Deals 1–3 have still to be played"):
        prepared.look(prepared=made, first=1, last=3, reason="  ", **who)
    assert not was_shown(made, user, 1, 3)
    for _ in range(2):
        prepared.look(prepared=made, first=1, last=3, reason="a card is missing", **who)
    prepared.look(prepared=made, first=2, last=2, reason="", **who)

    assert was_shown(made, user, 2, 3)
    assert not was_shown(made, make_user("Sam Scorer"), 1, 3)
    happening = Happening.objects.get(kind="deals.looked_at")
    assert happening.data["numbers"] == "1–3"
    assert happening.data["reason"] == "a card is missing"
    assert PreparedLook.objects.count() == 1


@pytest.mark.long
def test_seed_is_not_published_while_deals_wait_unless_somebody_says_why():
    made, _tables = two_tables()
    with pytest.raises(prepared.DealsUnplayed, match=r"1–9 are .* deal 1 at table 1 of round 1"):
        prepared.release(prepared=made, by=Act(DIRECTOR, NOW))
    with pytest.raises(prepared.DealsUnplayed):
        prepared.release(prepared=made, even_unplayed=True, reason=" ", by=Act(DIRECTOR, NOW))

    for _ in range(2):
        released = prepared.release(
            prepared=made, even_unplayed=True, reason="fire", by=Act(DIRECTOR, NOW)
        )
    assert released.released_at == NOW
    assert Happening.objects.get(kind="deals.released_early").data["reason"] == "fire"
    assert is_open(released.stage, 3)


def test_seed_is_published_by_itself_when_the_last_table_has_played():
    event = make_mitchell(3)
    made = prepare(event)
    rounds = draw(event)
    for round in rounds:
        open_round(round)
        for table in round.tables.all():
            play(table, pinochle(), pinochle())
        happened = list(Happening.objects.filter(kind__in=KINDS))
        on_journal_entries(happened)
        on_journal_entries(happened)
        made = PreparedSet.objects.get(pk=made.pk)
        assert (made.released_at is not None) == (round.number == len(rounds))
    assert Happening.objects.get(kind="deals.released").actor_name == "Tricktable"


@pytest.mark.long
def test_deals_that_are_carried_round_are_hidden_without_a_seed_as_well():
    table = open_first(make_mitchell())[0]

    assert hidden_places(table_with_names(table.pk)) == {1, 2}
