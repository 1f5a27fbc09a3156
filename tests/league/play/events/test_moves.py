import itertools

import pytest

from league.foundation.journal.models import Happening
from league.play.events import services as events
from league.play.events.models import Event, EventState
from league.play.events.states import MOVES, moves_from
from tests.league.play.events.factories import (
    DIRECTOR,
    NOW,
    PITCH,
    add_pairs,
    add_singles,
    make_event,
    make_running,
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
        event = events.move_event(event=event, name=name, anyway=True, actor=DIRECTOR, at=NOW)
    return event


@pytest.mark.long
@pytest.mark.sampled(7)
@pytest.mark.parametrize(("state", "name"), list(itertools.product(EventState.values, MOVES)))
def test_a_move_is_made_from_its_own_state_and_refused_from_every_other(state, name):
    event = event_in(state)
    after = {(before, move): to for (before, to), move in BETWEEN.items()}.get((state, name))

    if after is None:
        with pytest.raises(events.WrongState) as refused:
            events.move_event(event=event, name=name, anyway=True, actor=DIRECTOR, at=NOW)
        assert str(refused.value).endswith(".")
    else:
        events.move_event(event=event, name=name, anyway=True, actor=DIRECTOR, at=NOW)
    event.refresh_from_db()
    assert event.state == (after or state)


def test_every_move_is_in_the_journal_with_its_kind():
    event = event_in("archived")
    events.bring_back_event(event=event, actor=DIRECTOR, at=NOW)
    events.resume_event(event=event, actor=DIRECTOR, at=NOW)

    kinds = Happening.objects.filter(event_id=event.pk, kind__startswith="event.")

    assert list(kinds.order_by("id").values_list("kind", flat=True)) == [
        "event.created",
        "event.opened",
        "event.started",
        "event.finished",
        "event.archived",
        "event.brought_back",
        "event.resumed",
    ]


def test_what_stands_against_opening_is_said_at_once_and_nothing_changes():
    event = make_event(least_seats=3, tiebreaks=["luck"])

    with pytest.raises(events.NotReady) as refused:
        events.open_event(event=event, actor=DIRECTOR, at=NOW)

    event.refresh_from_db()
    assert (event.state, event.opened_at) == ("draft", None)
    assert "3" in str(refused.value)
    assert "luck" in str(refused.value)


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
        events.open_event(event=event, actor=DIRECTOR, at=NOW)

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
        events.open_event(event=event, actor=DIRECTOR, at=NOW)


def test_match_points_for_tables_of_many_are_found_before_opening():
    event = make_event(**(PITCH | {"method": {"name": "match_points"}}))

    with pytest.raises(events.NotReady):
        events.open_event(event=event, actor=DIRECTOR, at=NOW)


@pytest.mark.long
@pytest.mark.parametrize("entries", [0, 1])
def test_an_event_needs_two_entries_to_start(entries):
    event = make_event()
    event = events.open_event(event=event, actor=DIRECTOR, at=NOW)
    add_pairs(event, entries)

    with pytest.raises(events.NotReady, match=str(entries)):
        events.start_event(event=event, actor=DIRECTOR, at=NOW)


def test_players_who_fit_no_tables_are_told_what_numbers_do():
    event = make_event(**(PITCH | {"least_seats": 5}))
    event = events.open_event(event=event, actor=DIRECTOR, at=NOW)
    add_singles(event, 8)

    with pytest.raises(events.NotReady, match="10"):
        events.start_event(event=event, actor=DIRECTOR, at=NOW)


@pytest.mark.long
def test_team_with_too_few_players_is_named_before_the_start():
    event = make_event(entry_kind="team")
    event = events.open_event(event=event, actor=DIRECTOR, at=NOW)
    whole = add_pairs(event, 1)[0]
    short = events.add_entry(
        event=event,
        players=[event.club.players.create(name="Zoe Zimmer")],
        name="The Ones",
        actor=DIRECTOR,
        at=NOW,
    )

    with pytest.raises(events.NotReady, match=r"Fewer than the 2 players .*: The Ones"):
        events.start_event(event=event, actor=DIRECTOR, at=NOW)
    assert {whole.state, short.state} == {"accepted"}


@pytest.mark.long
def test_starting_puts_those_who_take_part_into_the_first_stage():
    event = make_event()
    event = events.open_event(event=event, actor=DIRECTOR, at=NOW)
    one, two, gone = add_pairs(event, 3)
    events.withdraw_entry(entry=gone, actor=DIRECTOR, at=NOW)

    events.start_event(event=event, actor=DIRECTOR, at=NOW)

    stage = event.stages.get()
    assert set(stage.stage_entries.values_list("entry", flat=True)) == {one.pk, two.pk}


@pytest.mark.long
def test_resuming_keeps_the_day_on_which_the_event_started():
    event = make_running()
    events.finish_event(event=event, anyway=True, actor=DIRECTOR, at=NOW)

    resumed = events.resume_event(event=event, actor=DIRECTOR, at=NOW.replace(day=9))

    assert (resumed.started_at, resumed.finished_at) == (NOW, None)
    assert Event.objects.get().state == EventState.RUNNING
