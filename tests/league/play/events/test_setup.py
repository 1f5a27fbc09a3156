from datetime import date

import pytest
from django.db import IntegrityError, connection, transaction

from league.foundation.journal.actor import Act
from league.play.events import services as events
from league.play.events.models import Entry, EntryMember, Event, Season, Stage, StageEntry
from league.play.events.rulesets import RulesetNotPossible
from tests.league.play.events.factories import (
    DIRECTOR,
    NOW,
    add_pairs,
    make_event,
    make_other_club,
    make_people,
    make_running,
)

pytestmark = pytest.mark.django_db


def change(event, **changes):
    return events.change_event(event=event, changes=changes, by=Act(DIRECTOR, NOW))


def run(sql, *params):
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql, params)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"name": "  "}, "name"),
        ({"table_play": "deals", "deals_a_round": None}, None),
        ({"table_play": "timed"}, None),
        ({"least_seats": 5, "most_seats": 4}, None),
        ({"entry_mode": "self"}, None),
        ({"visibility": "some"}, "visibility"),
    ],
)
def test_an_event_that_makes_no_sense_is_refused_in_words(fields, field):
    with pytest.raises(events.EventInvalid) as refused:
        make_event(**fields)

    assert refused.value.field == field
    assert str(refused.value).endswith(".")
    assert not Event.objects.exists()


@pytest.mark.long
@pytest.mark.parametrize(
    "changes",
    [
        {"variant": "pitch"},
        {"preset": "other"},
        {"options": {"target": 7}},
        {"entry_kind": "team"},
        {"least_seats": 3},
    ],
)
def test_rules_are_frozen_when_the_event_is_open(changes):
    event = make_event()
    events.open_event(event=event, by=Act(DIRECTOR, NOW))

    with pytest.raises(events.Frozen) as refused:
        change(event, **changes)

    assert refused.value.field == next(iter(changes))


@pytest.mark.long
@pytest.mark.parametrize("changes", [{"tiebreaks": ["wins"]}, {"deals_a_round": 9}])
def test_scoring_may_change_while_open_and_is_frozen_when_running(changes):
    event = make_event()
    event = events.open_event(event=event, by=Act(DIRECTOR, NOW))
    change(event, **changes)
    add_pairs(event, 2)
    events.start_event(event=event, by=Act(DIRECTOR, NOW))

    with pytest.raises(events.Frozen):
        change(event, tiebreaks=["points_for"], deals_a_round=3)


def test_the_kind_of_entries_cannot_change_once_somebody_has_entered():
    event = make_event()
    add_pairs(event, 1)

    with pytest.raises(events.EntriesStand, match="the 1 entry first"):
        change(event, entry_kind="team")


def test_only_a_draft_that_nobody_has_entered_is_thrown_away():
    kept, entered, empty = make_event(), make_event(), make_event()
    events.open_event(event=kept, by=Act(DIRECTOR, NOW))
    add_pairs(entered, 1)

    events.discard_event(event=empty, by=Act(DIRECTOR, NOW))
    for event, error in ((kept, events.Frozen), (entered, events.EntriesStand)):
        with pytest.raises(error):
            events.discard_event(event=event, by=Act(DIRECTOR, NOW))

    assert set(Event.objects.all()) == {kept, entered}


# ------------------------------------------------------------ what the database itself refuses


@pytest.mark.long
@pytest.mark.parametrize(
    ("column", "value", "constraint"),
    [
        ("variant", "'pitch'", "event_ruleset_frozen_when_open"),
        ("preset", "'x'", "event_ruleset_frozen_when_open"),
        ("options", """'{"target": 7}'""", "event_ruleset_frozen_when_open"),
        ("most_seats", "6", "event_ruleset_frozen_when_open"),
        ("tiebreaks", "'[]'", "event_scoring_frozen_when_running"),
        ("method", "'{}'", "event_scoring_frozen_when_running"),
        ("deals_a_round", "99", "event_scoring_frozen_when_running"),
        ("state", "'draft'", "event_that_ran_is_no_draft"),
    ],
)
def test_the_database_keeps_a_running_event_as_it_was_announced(column, value, constraint):
    event = make_running()

    with pytest.raises(IntegrityError, match=r"frozen|draft") as refused:
        run(f"UPDATE events_event SET {column} = {value} WHERE id = %s", event.pk)  # noqa: S608

    assert refused.value.__cause__.diag.constraint_name == constraint


@pytest.mark.long
def test_the_database_refuses_a_member_of_an_entry_of_another_event():
    here = make_event()
    there, entry = make_event(here.club), add_pairs(here, 1)[0]

    run("SET CONSTRAINTS ALL IMMEDIATE")
    with pytest.raises(IntegrityError, match="member_of_an_entry_of_the_event"):
        run("UPDATE events_entrymember SET event_id = %s WHERE entry_id = %s", there.pk, entry.pk)


def test_the_database_refuses_a_player_of_another_club_as_a_member():
    entry = add_pairs(make_event(), 1)[0]
    stranger = make_people(make_other_club(), 1)[0]

    with pytest.raises(IntegrityError, match="another club"), transaction.atomic():
        EntryMember.objects.create(
            event=entry.event, entry=entry, player=stranger, position=5, joined_at=NOW
        )


@pytest.mark.long
def test_the_database_refuses_an_entry_in_a_stage_of_another_event():
    entry = add_pairs(make_event(), 1)[0]
    stage = Stage.objects.exclude(event=entry.event).first() or make_event().stages.get()

    with pytest.raises(IntegrityError, match="another event"), transaction.atomic():
        StageEntry.objects.create(stage=stage, entry=entry)


def test_the_database_refuses_a_season_of_another_club():
    season = Season.objects.create(
        club=make_other_club(),
        name="x",
        slug="x",
        starts_on=date(2026, 1, 1),
        ends_on=date(2026, 2, 1),
    )
    event = make_event()

    with pytest.raises(IntegrityError, match="another club"):
        run("UPDATE events_event SET season_id = %s WHERE id = %s", season.pk, event.pk)


def test_the_database_refuses_a_player_twice_in_an_event():
    one, two = add_pairs(make_event(), 2)
    player = one.members.first().player

    with (
        pytest.raises(IntegrityError, match="player_in_one_entry_of_an_event"),
        transaction.atomic(),
    ):
        EntryMember.objects.create(
            event=two.event, entry=two, player=player, position=5, joined_at=NOW
        )
    assert Entry.objects.count() == 2


def test_an_event_that_could_not_be_ranked_is_neither_created_nor_changed():
    event = make_event()
    wrong = {"method": {"name": "total_points"}, "tiebreaks": ["no_such"]}

    with pytest.raises(events.EventInvalid):
        events.change_checked_event(event=event, changes=wrong, by=Act(DIRECTOR, NOW))
    with pytest.raises(events.EventInvalid):
        events.create_checked_event(
            club=event.club,
            name="Another",
            starts_on=date(2026, 3, 1),
            variant="pitch",
            by=Act(DIRECTOR, NOW),
            **wrong,
        )
    with pytest.raises(RulesetNotPossible):
        events.change_checked_event(
            event=event, changes={"preset": "no_such"}, by=Act(DIRECTOR, NOW)
        )

    assert Event.objects.get().tiebreaks == event.tiebreaks


def test_a_stage_and_who_goes_through_to_it_change_together_or_not_at_all():
    event = make_event()
    stage = event.stages.get()

    with pytest.raises(events.EventInvalid):
        events.change_stage_and_qualifying(
            stage=stage,
            changes={"rounds_planned": 7},
            qualifying={"places": 4},
            by=Act(DIRECTOR, NOW),
        )

    assert event.stages.get().rounds_planned == stage.rounds_planned
