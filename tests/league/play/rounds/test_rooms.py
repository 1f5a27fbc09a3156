"""Teams of four: one match at two tables, the same deals, the seats turned."""

import pytest
from django.db import IntegrityError, transaction

from league.foundation.journal.actor import Act
from league.play.events.models import Entry
from league.play.events.setup_problems import setup_problems
from league.play.rounds import services as rounds
from league.play.rounds.draw_requests import history_of
from league.play.rounds.models import Placement, Room, Table
from league.play.rounds.selectors import seats_of, unfinished_tables
from league.play.rounds.services import Change
from league.play.rounds.services.seating import arrangement_of
from league.play.rounds.stage_results import outcomes_of, wanting_in
from tests.league.play.events.factories import DIRECTOR, NOW, make_event
from tests.league.play.results.factories import pinochle, play
from tests.league.play.rounds.factories import draw, open_round
from tests.league.play.rounds.teams import TEAMS, both_tables, make_teams

pytestmark = pytest.mark.django_db

# 64 + 30 and 22 + 20, and the other way round
FIRST_WINS = pinochle()
SECOND_WINS = pinochle(declarer=1, melds=(22, 34), points=(20, 30), last_trick=1)


def seated(table):
    return [seat.player.name if seat.player else None for seat in seats_of(table)]


def sides(table):
    return [one.entry.name for one in table.placements.order_by("side")]


def test_the_second_pairs_sit_in_the_closed_room_with_the_seats_turned():
    (round_,) = draw(make_teams())
    here, there = both_tables(round_)

    assert sides(here) == list(reversed(sides(there)))
    home, away = (Entry.objects.get(name=name) for name in sides(here))
    names = {
        team: [one.player.name for one in team.members.order_by("position")]
        for team in (home, away)
    }
    assert seated(here) == [names[home][0], names[away][0], names[home][1], names[away][1]]
    assert seated(there) == [names[away][2], names[home][2], names[away][3], names[home][3]]
    assert here.deal_numbers == there.deal_numbers == [1, 2]
    assert here.first_dealer == there.first_dealer
    assert (str(here), str(there)) == ("table 1 (open room)", "table 1 (closed room)")


@pytest.mark.long
def test_a_match_has_come_out_when_both_tables_have():
    (round_,) = draw(make_teams(method={"name": "total_points"}))
    open_round(round_)
    here, there = both_tables(round_)
    play(here, FIRST_WINS, FIRST_WINS)

    assert outcomes_of([round_], held_back=()) == {}
    assert wanting_in(round_).missing == [1] == unfinished_tables(round_)

    play(there, FIRST_WINS, SECOND_WINS, confirmed=False)

    # home made 64 + 50 a deal in its seats, and the second deal of the closed room
    (outcome,) = outcomes_of([round_], held_back=()).values()
    first, second = here.result.totals, there.result.totals
    assert first != second
    assert outcome.points == (first[0] + second[1], first[1] + second[0])
    assert (outcome.winner, outcome.is_confirmed) == (0, False)
    assert wanting_in(round_).unconfirmed == [1]
    (match,) = history_of([round_], held_back=()).matches
    assert [side.points for side in match.sides] == list(outcome.points)
    assert [side.entries for side in match.sides] == [
        (str(Entry.objects.get(name=name).pk),) for name in sides(here)
    ]
    assert match.provisional


@pytest.mark.long
def test_moving_a_team_by_hand_moves_both_tables_and_can_be_taken_back():
    round_ = draw(make_teams(4))[0]
    tables = {n: [sides(t) for t in both_tables(round_, n)] for n in (1, 2)}
    people = {t.pk: seated(t) for t in round_.tables.all()}
    one, other = (arrangement_of(round_).tables[n][0][0] for n in (1, 2))

    rounds.edit_round(
        round=round_,
        changes=[Change(kind="swap", entries=(one, other))],
        expected_version=1,
        by=Act(DIRECTOR, NOW),
    )

    moved = {n: [sides(t) for t in both_tables(round_, n)] for n in (1, 2)}
    assert moved[1] == [[tables[2][0][0], tables[1][0][1]], [tables[1][0][1], tables[2][0][0]]]
    assert {t.pk for t in round_.tables.all()} == people.keys()

    rounds.undo_edit(round=round_, expected_version=2, by=Act(DIRECTOR, NOW))

    assert {n: [sides(t) for t in both_tables(round_, n)] for n in (1, 2)} == tables
    assert {t.pk: seated(t) for t in round_.tables.all()} == people


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({}, None),
        ({"method": {"name": "total_points"}}, None),
        ({"method": {"name": "matchpoints"}}, "method_of_one_table"),
        ({"stage_options": {}}, "method_of_two_rooms"),
        ({"table_play": "game", "deals_a_round": None}, "rooms_need_deals"),
        ({"stage_options": {"two_rooms": 3}}, "unknown_choice"),
        ({"format": "ladder", "method": {"name": "total_points"}}, "rooms_for_teams"),
        ({"entry_kind": "pair", "method": {"name": "total_points"}}, "rooms_for_teams"),
    ],
)
def test_the_set_up_says_what_a_match_in_two_rooms_needs(fields, code):
    problems = list(setup_problems(make_event(**(TEAMS | fields))))

    assert [one.code for one in problems] == ([code] if code else [])


def test_a_team_needs_players_for_both_rooms():
    with pytest.raises(Exception, match="Fewer than the 4 players an entry needs at a table: A, B"):
        make_teams(members=3)


@pytest.mark.long
def test_rooms_are_of_tables_only():
    round_ = draw(make_teams(3))[0]
    waits = Placement.objects.get(round=round_, table=None)
    for change in (
        lambda: Placement.objects.filter(pk=waits.pk).update(room=Room.OPEN),
        lambda: Table.objects.filter(round=round_).update(room=3),
    ):
        with transaction.atomic(), pytest.raises(IntegrityError):
            change()
