import itertools

import pytest

from league.foundation.journal.actor import Act
from league.play.events import services as events
from league.play.events.models import EventState
from league.play.events.states import MOVES, moves_from
from tests.league.play.events.factories import (
    DIRECTOR,
    NOW,
    PITCH,
    add_pairs,
    add_singles,
    make_event,
)

pytestmark = pytest.mark.django_db

BETWEEN = {
    ("draft", "open"): "open",
    ("open", "draft"): "set_up_again",
    ("open", "running"): "start",
    ("running", "finished"): "finish",
    ("finished", "running"): "resume",
    ("finished", "archived"): "archive",
    ("archived", "finished"): "bring_back",
}


def event_in(state):
    event = make_event()
    add_pairs(event, 3)
    path = {
        "draft": [],
        "open": ["open"],
        "running": ["open", "start"],
        "finished": ["open", "start", "finish"],
        "archived": ["open", "start", "finish", "archive"],
    }[state]
    for name in path:
        event = events.move_event(event=event, name=name, anyway=True, by=Act(DIRECTOR, NOW))
    return event


@pytest.mark.long
@pytest.mark.sampled(7)
@pytest.mark.parametrize(("state", "name"), list(itertools.product(EventState.values, MOVES)))
def test_a_move_is_made_from_its_own_state_and_refused_from_every_other(state, name):
    event = event_in(state)
    after = {(before, move): to for (before, to), move in BETWEEN.items()}.get((state, name))

    if after is None:
        with pytest.raises(events.WrongState) as refused:
            events.move_event(event=event, name=name, anyway=True, by=Act(DIRECTOR, NOW))
        assert str(refused.value).endswith(".")
    else:
        events.move_event(event=event, name=name, anyway=True, by=Act(DIRECTOR, NOW))
    event.refresh_from_db()
    assert event.state == (after or state)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"variant": "whist"}, "ruleset"),
        ({"options": {"target": "many"}}, "ruleset"),
        ({"least_seats": 3, "most_seats": 4}, "ruleset"),
        ({"entry_kind": "individual"}, "partners_among_individuals"),
        ({"format": "merry_go_round"}, "unknown_format"),
        ({"format": "individual_tables"}, "format_for_individuals"),
        ({"stage_options": {"method": "bergen"}}, "unknown_choice"),
        (PITCH | {"entry_kind": "pair"}, "nobody_has_a_partner"),
        (PITCH | {"format": "round_robin"}, "table_sizes_differ"),
        (
            PITCH | {"format": "round_robin", "least_seats": 4, "most_seats": 4},
            "not_two_players",
        ),
        (PITCH | {"least_seats": 2}, "not_a_count"),
    ],
)
def test_set_up_that_cannot_work_is_found_before_opening(fields, code):
    event = make_event(**fields)

    with pytest.raises(events.NotReady):
        events.open_event(event=event, by=Act(DIRECTOR, NOW))

    codes = [problem.code for move in moves_from(event) for problem in move.problems]
    assert code in codes


@pytest.mark.parametrize(
    ("method", "tiebreaks"),
    [
        ({"name": "guessing"}, []),
        ({"name": "match_points", "win": 0, "draw": 1, "loss": 2}, []),
        ({"name": "total_points"}, ["wins", "luck"]),
    ],
)
def test_scoring_that_cannot_be_ranked_is_found_before_opening(method, tiebreaks):
    event = make_event(method=method, tiebreaks=tiebreaks)

    with pytest.raises(events.NotReady):
        events.open_event(event=event, by=Act(DIRECTOR, NOW))


def test_players_who_fit_no_tables_learn_what_numbers_do():
    event = make_event(**(PITCH | {"least_seats": 5}))
    event = events.open_event(event=event, by=Act(DIRECTOR, NOW))
    add_singles(event, 8)

    with pytest.raises(events.NotReady, match="10"):
        events.start_event(event=event, by=Act(DIRECTOR, NOW))


def test_one_entry_alone_starts_nothing():
    event = events.open_event(event=make_event(), by=Act(DIRECTOR, NOW))
    add_pairs(event, 1)

    with pytest.raises(events.NotReady, match="1 entry takes part; at least 2 are needed"):
        events.start_event(event=event, by=Act(DIRECTOR, NOW))
