"""Stages that follow one another, through the services: filled, played, filled again."""

from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from league.foundation.journal import kinds
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.records.rules import Gone
from league.foundation.refusal import OutOfDate
from league.play.events import services as events
from league.play.events.models import Qualifying, Stage, StageEntry
from league.play.rounds import services as rounds
from league.play.rounds.drawing.qualifying import LOT, PLAY_OFF, Decision
from league.tables.standings.qualifying import CannotFill, WrongPlayOff, preview_filling
from league.tables.standings.services import NotPlayedOut, TiesOpen, fill_stage
from tests.league.play.events.factories import DIRECTOR, NOW, add_pairs, make_event, make_running
from tests.league.tables.standings.factories import build, play_round, shown

pytestmark = pytest.mark.django_db
BY = Act(DIRECTOR, NOW)


def names(entries):
    return [str(entry.number) for entry in entries]


def through(preview):
    return names(one.entry for one in preview.qualifiers)


def in_stage(stage):
    rows = StageEntry.objects.filter(stage=stage).order_by("seed").select_related("entry")
    return [(str(row.entry.number), row.carried_points) for row in rows]


def swiss_of_nine(**fields):
    """Make a Swiss of nine pairs with one round played: four have won, four lost, one a bye."""
    event = make_running(9, format="swiss", rounds_planned=1, tiebreaks=[], **fields)
    stage = event.stages.get()
    first = rounds.draw_rounds(stage=stage, by=BY)[0]
    play_round(first)
    return event, stage


def add(event, **fields):
    return events.add_stage(
        event=event, **({"format": "knockout", "lot_seed": 4711} | fields), by=BY
    )


@pytest.fixture
def cup():
    """A Swiss of nine pairs, of whom five are level for four places of a knock-out."""
    event, swiss = swiss_of_nine()
    return event, swiss, add(event, name="Finals", takes="top", places=4)


@pytest.mark.long
def test_tie_for_the_last_places_is_decided_by_lot_with_the_recorded_seed(cup):
    event, _swiss, finals = cup
    preview = preview_filling(finals)
    (tie,) = preview.open_ties
    assert (preview.qualifiers, len(tie.level), tie.tie.places) == ([], 5, 4)
    with pytest.raises(TiesOpen, match="Level on rank 1 are 5 entries for 4 of the 4 places"):
        fill_stage(stage=finals, by=BY)

    filled = fill_stage(stage=finals, decisions={"": Decision(LOT)}, by=BY)

    assert [entry for entry, _carried in in_stage(finals)] == through(filled)
    assert len(filled.qualifiers) == 4
    happening = Happening.objects.get(kind="stage.lot_drawn")
    sentence = kinds.sentence_of(happening.kind, actor="Dora", data=happening.data)
    assert "with the seed 4711" in sentence
    assert "Finals of Spring cup" in sentence
    drawn = rounds.draw_rounds(stage=finals, by=BY)
    met = [
        names(p.entry for p in table.placements.order_by("side")) for table in drawn[0].tables.all()
    ]
    one, two, three, four = through(filled)
    assert sorted(map(sorted, met)) == sorted(map(sorted, [[one, four], [two, three]]))
    assert event.stages.count() == 2


def test_tie_for_the_last_places_is_decided_by_a_play_off(cup):
    _event, _swiss, finals = cup
    (tie,) = preview_filling(finals).open_ties
    winners = [entry.pk for entry in reversed(tie.level)][:4]
    with pytest.raises(WrongPlayOff, match="4 of the level entries go through"):
        fill_stage(stage=finals, decisions={"": Decision(PLAY_OFF, (str(winners[0]),))}, by=BY)

    best = tuple(map(str, winners))
    filled = fill_stage(stage=finals, decisions={"": Decision(PLAY_OFF, best)}, by=BY)

    assert [one.entry.pk for one in filled.qualifiers] == winners
    assert Happening.objects.filter(kind="stage.played_off").count() == 1
    # asked for again it is not done again, and the play-off need not be entered again
    again = fill_stage(stage=finals, by=BY)
    assert again.is_as_filled
    assert Happening.objects.filter(kind__startswith="stage.filled").count() == 1


def test_correction_after_filling_is_shown_and_fills_again_until_the_stage_begins(cup):
    _event, swiss, finals = cup
    decided = {"": Decision(LOT)}
    filled = fill_stage(stage=finals, decisions=decided, by=BY)
    before = through(filled)
    assert names(filled.coming) == before
    drawn = rounds.draw_rounds(stage=finals, by=BY)
    table = swiss.rounds.get().tables.filter(placements__entry__number=before[0]).get()
    result = table.result
    result.totals, result.winner = result.totals[::-1], 1 - result.winner
    result.save()

    preview = preview_filling(finals)
    assert before[0] in names(preview.leaving)
    assert not preview.is_as_filled
    with pytest.raises(TiesOpen):
        fill_stage(stage=finals, by=BY)
    fill_stage(stage=finals, decisions=decided, expected_digest=preview.digest, by=BY)
    assert before[0] not in dict(in_stage(finals))
    assert not finals.rounds.exists()  # the draw nobody had seen is thrown away

    drawn = rounds.draw_rounds(stage=finals, by=BY)
    rounds.open_round(round=drawn[0], by=BY)
    inside = in_stage(finals)
    result.totals, result.winner = result.totals[::-1], 1 - result.winner
    result.save()
    preview = preview_filling(finals)
    assert preview.has_begun
    assert preview.leaving
    with pytest.raises(events.StageHasBegun, match="Finals has begun"):
        fill_stage(stage=finals, decisions=decided, by=BY)
    assert in_stage(finals) == inside
    with pytest.raises(IntegrityError, match="who went through stays"), transaction.atomic():
        StageEntry.objects.filter(stage=finals).delete()


def test_fill_looked_at_before_a_change_is_refused(cup):
    _event, swiss, finals = cup
    digest = preview_filling(finals).digest
    entry = StageEntry.objects.filter(stage=swiss).first().entry
    events.withdraw_entry(entry=entry, by=BY)

    with pytest.raises(OutOfDate):
        fill_stage(stage=finals, decisions={"": Decision(LOT)}, expected_digest=digest, by=BY)
    filled = fill_stage(stage=finals, decisions={"": Decision(LOT)}, by=BY)
    assert entry not in [one.entry for one in filled.qualifiers]


def test_stage_with_results_missing_is_filled_only_when_the_director_says_so():
    event, swiss = swiss_of_nine()
    finals = add(event, takes="top", places=6)
    result = swiss.rounds.get().tables.get(number=2).result
    result.state = "disputed"
    result.save()

    with pytest.raises(NotPlayedOut, match=r"Table 2 of round 1 has no confirmed result\. Wait"):
        fill_stage(stage=finals, decisions={"": Decision(LOT)}, by=BY)
    fill_stage(stage=finals, decisions={"": Decision(LOT)}, even_unfinished=True, by=BY)

    assert len(in_stage(finals)) == 6


def test_nobody_goes_through_from_a_stage_without_results_or_is_drawn_into_an_empty_one():
    event = make_running(4)
    finals = add(event, name="Finals", takes="top", places=2)

    with pytest.raises(CannotFill, match="Stage 1 has no results yet"):
        fill_stage(stage=finals, by=BY)
    with pytest.raises(rounds.StageNotFilled, match="Nobody is in Finals yet"):
        rounds.draw_rounds(stage=finals, by=BY)


@pytest.mark.long
def test_full_half_and_no_points_are_carried_and_count_in_the_next_standings():
    event, swiss = swiss_of_nine()
    build(swiss)
    points = {name: points for _place, name, points in shown(swiss)}
    for percent in (0, 50, 33, 100):
        second = add(event, source=swiss, format="round_robin", carried_percent=percent)
        fill_stage(stage=second, by=BY)
        carried = {row.entry.number: row.carried_points for row in second.stage_entries.all()}
        share = Decimal(percent) / 100
        assert sorted(carried.values()) == sorted(Decimal(p) * share for p in points.values())
    first = rounds.draw_rounds(stage=second, by=BY)[0]
    rounds.open_round(round=first, by=BY)
    play_round(first)
    build(second)
    assert sum(p for _place, _name, p in shown(second)) == sum(points.values()) * 2


def test_rest_goes_to_a_consolation_once_the_others_are_through():
    event, swiss = swiss_of_nine()
    finals = add(event, takes="top", places=4)
    rest = add(event, name="Consolation", source=swiss, takes="rest")
    with pytest.raises(CannotFill, match="Fill Stage 2 first"):
        fill_stage(stage=rest, by=BY)

    best = through(fill_stage(stage=finals, decisions={"": Decision(LOT)}, by=BY))
    others = through(fill_stage(stage=rest, by=BY))

    assert sorted(best + others) == sorted("123456789")


def test_a_chain_of_stages_that_contradicts_itself_is_refused():
    event, swiss = swiss_of_nine()
    with pytest.raises(events.EventInvalid, match="nothing can be carried over"):
        add(event, carried_percent=50)
    with pytest.raises(events.EventInvalid, match="Enter how many go through"):
        add(event, takes="top")
    with pytest.raises(events.EventInvalid, match="From 0 to 100 percent"):
        add(event, format="round_robin", carried_percent=101)
    with pytest.raises(events.EventInvalid, match="There is no format"):
        add(event, format="tombola")
    assert event.stages.count() == 1
    second = add(event)
    added = Happening.objects.filter(kind="stage.added").latest("id")
    assert "Dora added the stage Stage 2 to " in kinds.sentence_of(
        added.kind, actor="Dora", data=added.data
    )
    third = add(event)
    assert third.qualifying.source == second
    with pytest.raises(events.StageIsNeeded, match="Stage 3 is filled from Stage 2"):
        events.remove_stage(stage=second, by=BY)
    with pytest.raises(IntegrityError, match="cannot be filled from"), transaction.atomic():
        Qualifying.objects.filter(stage=second).update(source=third)
    events.remove_stage(stage=third, by=BY)
    events.remove_stage(stage=second, by=BY)
    with pytest.raises(events.StageIsNeeded):
        events.remove_stage(stage=swiss, by=BY)


def rows_of(stage_id):
    tables = (Stage.objects.filter(pk=stage_id), Qualifying.objects.filter(stage=stage_id))
    inside = StageEntry.objects.filter(stage=stage_id).order_by("id")
    return [row for rows in (*tables, inside) for row in rows.values()]


def restore(event, stage_id):
    return events.restore_stage(event=event, stage_id=stage_id, by=BY)


def test_a_removed_stage_comes_back_with_who_was_in_it():
    event, _swiss = swiss_of_nine()
    finals = add(event, takes="top", places=4, carried_percent=0, name="Finals")
    fill_stage(stage=finals, decisions={"": Decision(LOT)}, even_unfinished=True, by=BY)
    build(finals)
    before = rows_of(finals.pk)

    for _twice in range(2):
        events.remove_stage(stage=Stage.objects.filter(pk=finals.pk).first() or finals, by=BY)
    assert rows_of(finals.pk) == []
    with pytest.raises(Gone):
        events.change_stage(stage=finals, changes={"name": "Late"}, by=BY)
    for _twice in range(2):
        restore(event, finals.pk)

    assert rows_of(finals.pk) == before
    assert len(before) == 2 + 4
    assert Happening.objects.filter(kind="stage.restored").count() == 1


def test_a_removed_stage_stays_away_when_it_cannot_come_back_whole():
    event, swiss = swiss_of_nine()
    finals = add(event, takes="top", places=4)
    fill_stage(stage=finals, decisions={"": Decision(LOT)}, even_unfinished=True, by=BY)
    events.remove_stage(stage=finals, by=BY)
    other = add(event, name="Other finals")
    with pytest.raises(events.CannotRestore, match="Another stage now has number 2"):
        restore(event, finals.pk)
    with pytest.raises(events.CannotRestore, match="no removed stage"):
        restore(make_event(event.club, name="Another cup"), finals.pk)
    fill_stage(stage=other, even_unfinished=True, by=BY)
    rounds.draw_rounds(stage=other, by=BY)
    events.remove_stage(stage=other, by=BY)
    with pytest.raises(events.CannotRestore, match="no removed stage"):
        restore(event, other.pk)
    assert list(event.stages.all()) == [swiss]


@pytest.mark.long
def test_late_entry_joins_the_first_stage_and_not_the_finals(cup):
    event, swiss, finals = cup
    fill_stage(stage=finals, decisions={"": Decision(LOT)}, by=BY)
    event.refresh_from_db()
    (late,) = add_pairs(event, 1)
    assert late.stage_entries.get().stage == swiss


@pytest.mark.long
def test_groups_that_cannot_be_are_refused():
    event = make_running(4, stage_options={"groups": 2})
    stage = event.stages.get()
    ids = list(event.entries.order_by("number").values_list("pk", flat=True))
    with pytest.raises(rounds.GroupsImpossible, match="Group B would have 1 entry"):
        rounds.put_into_groups(stage=stage, groups={ids[1]: "A"}, by=BY)
    with pytest.raises(rounds.GroupsImpossible, match="The groups of this stage are A, B"):
        rounds.put_into_groups(stage=stage, groups={ids[0]: "C"}, by=BY)
    with pytest.raises(rounds.GroupsImpossible, match="Only entries that are in this stage"):
        rounds.put_into_groups(stage=stage, groups={0: "A"}, by=BY)
