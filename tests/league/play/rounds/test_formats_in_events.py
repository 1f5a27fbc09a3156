"""Every format in an event: set up, drawn, played with made-up results, ranked to the end."""

from fractions import Fraction
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from games.sentences import sentence_from_json
from games.services import render_sentence
from league.foundation.journal.actor import Act
from league.foundation.refusal import Refused
from league.play.events import services as events
from league.play.events.entry_names import named
from league.play.results import services as results
from league.play.rounds import services as rounds
from league.play.rounds.draw_requests import options_for
from league.play.rounds.drawing import FORMATS
from league.play.rounds.models import Placement, Round
from league.play.rounds.selectors import (
    tables_of,
    waiting_in,
)
from league.play.rounds.services import Change, ResultsMissing
from league.tables.standings.models import SnapshotRow
from league.tables.standings.services import mark_standings_stale, rebuild
from tests.league.factories import actor_of, make_user
from tests.league.play.events.factories import (
    DIRECTOR,
    NOW,
    add_pairs,
    make_event,
    make_running,
)
from tests.league.play.rounds.format_evenings import EVENINGS
from tests.league.play.rounds.playing import SINGLES, TOTAL, play_to_the_end

pytestmark = pytest.mark.django_db


@pytest.fixture
def director():
    return actor_of(make_user("Dora Director"))


def standings(stage):
    mark_standings_stale(stage_ids=[stage.pk], at=NOW)
    rebuild(stage_id=stage.pk, at=NOW)
    last = stage.snapshots.order_by("-round_number").first()
    return list(named(SnapshotRow.objects.all()).filter(snapshot=last).order_by("position"))


def test_every_format_has_an_evening_here_and_its_options_in_words():
    assert set(FORMATS) == set(EVENINGS)


@pytest.mark.long
@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", EVENINGS)
def test_an_event_goes_from_the_set_up_to_its_standings(name, director):
    entries, fields, expected = EVENINGS[name]
    event = make_running(entries, format=name, **fields)

    played = play_to_the_end(event, director)

    if expected is not None:
        assert len(played) == expected
    for round in played:
        at_tables = [p.entry_id for t in tables_of(round) for p in t.placements.all()]
        waiting = [p.entry_id for p in waiting_in(round)]
        assert len({*at_tables, *waiting}) == len(at_tables) + len(waiting) <= entries
        assert all(t.why for t in tables_of(round))
    rows = standings(event.stages.get())
    assert len(rows) == entries
    assert [(r.group, r.rank) for r in rows] == sorted((r.group, r.rank) for r in rows)
    assert not any(row.is_provisional for row in rows)
    events.finish_event(event=event, anyway=True, by=Act(DIRECTOR, NOW))


# ------------------------------------------------------------------------------ partners drawn


def test_a_director_rests_one_partner_and_seats_another_in_the_free_place():
    event = make_running(9, format="winners_move", rounds_planned=2, **(SINGLES | TOTAL))
    round = rounds.draw_rounds(stage=event.stages.get(), by=Act(DIRECTOR, NOW))[0]
    (resting,) = waiting_in(round)
    out = Placement.objects.filter(round=round, table__number=1, side=1).first().entry_id
    changes = [
        Change(kind="rest", entries=(out,)),
        Change(kind="seat", entries=(resting.entry_id,), table=1),
    ]

    rounds.edit_round(round=round, changes=changes, expected_version=1, by=Act(DIRECTOR, NOW))

    assert [p.entry_id for p in waiting_in(round)] == [out]
    assert Placement.objects.get(round=round, entry=resting.entry).side == 1
    with pytest.raises(Refused, match="2 sides of 2"):
        rounds.preview_edit(
            round=Round.objects.get(pk=round.pk),
            changes=[
                Change(
                    kind="rest",
                    entries=(
                        Placement.objects.filter(round=round, table__number=1).first().entry_id,
                    ),
                )
            ],
        )


# ---------------------------------------------------------------------- results that are missing


@pytest.mark.long
@pytest.mark.parametrize("name", ["swiss", "monrad", "danish"])
def test_a_draw_by_scores_names_the_tables_it_waits_for_and_can_go_without(name, director):
    event = make_running(6, format=name, rounds_planned=3)
    stage = event.stages.get()
    first = rounds.draw_rounds(stage=stage, by=Act(DIRECTOR, NOW))[0]
    rounds.open_round(round=first, by=Act(DIRECTOR, NOW))
    one, *_others = tables_of(first)
    results.award(table=one, points=[9, 2], reason="made up", by=Act(director, NOW))

    with pytest.raises(ResultsMissing, match="tables 2, 3 of round 1 have none yet") as refused:
        rounds.draw_rounds(stage=stage, by=Act(DIRECTOR, NOW), number=2)

    assert refused.value.may_draw_anyway
    drawn = rounds.draw_rounds(stage=stage, by=Act(DIRECTOR, NOW), number=2, even_unfinished=True)
    assert [round.number for round in drawn] == [2]


@pytest.mark.long
def test_a_mitchell_with_two_winners_is_ranked_in_two_groups(director):
    entries, fields, _rounds = EVENINGS["mitchell"]
    event = make_running(entries, format="mitchell", **fields)
    played = play_to_the_end(event, director)
    stays = {p.entry_id for p in Placement.objects.filter(round=played[0], side=0)}

    rows = standings(event.stages.get())

    assert {row.entry_id for row in rows if row.group == "A"} == stays
    assert [row.rank for row in rows if row.rank == 1] == [1, 1]


@pytest.mark.long
def test_a_knock_out_is_ranked_by_how_far_each_entry_came(director):
    event = make_running(8, format="knockout", stage_options={"third_place": True})
    stage = event.stages.get()
    played = play_to_the_end(event, director)
    final, third = tables_of(played[-1])
    won = {
        table.number: (
            next(p.entry_id for p in table.placements.all() if p.side == table.result.winner),
            next(p.entry_id for p in table.placements.all() if p.side != table.result.winner),
        )
        for table in tables_of(played[-1])
    }

    rows = standings(stage)

    ranks = [row.rank for row in rows]
    assert ranks[:4] == [1, 2, 3, 4]
    assert set(ranks[4:]) == {5}
    assert [row.entry_id for row in rows[:4]] == [*won[final.number], *won[third.number]]
    assert render_sentence(sentence_from_json(rows[0].why)) == "won the final"
    assert all(row.is_tied for row in rows[4:])


@pytest.mark.long
def test_groups_are_kept_once_they_are_drawn_and_a_late_entry_joins_the_smaller(director):
    event = make_running(5, format="group_cross")
    stage = event.stages.get()
    rounds.draw_rounds(stage=stage, by=Act(DIRECTOR, NOW))
    before = dict(stage.stage_entries.values_list("entry_id", "group"))
    assert sorted(before.values()) == ["A", "A", "A", "B", "B"] or sorted(before.values()) == [
        "A",
        "A",
        "B",
        "B",
        "B",
    ]

    late = add_pairs(event, 1)[0]
    rounds.redraw_round(round=stage.rounds.get(number=1), seed=3, by=Act(DIRECTOR, NOW))

    after = dict(stage.stage_entries.values_list("entry_id", "group"))
    smaller = min("AB", key=list(before.values()).count)
    assert after == before | {late.pk: smaller}


# ----------------------------------------------------------------------------------- byes


OWN_TABLE = [
    {"margin": 0, "winner": 5, "loser": 5},
    {"margin": 20, "winner": 10, "loser": 0},
]


@pytest.mark.long
@pytest.mark.parametrize(
    ("method", "award", "score"),
    [
        ({"name": "total_points"}, {}, {"win": 2, "draw": 1, "loss": 0, "bye": 1}),
        ({"name": "total_points", "bye": 0}, {}, {"bye": 0}),
        ({"name": "total_points"}, {"bye_award": "win"}, {"bye": 2}),
        ({"name": "victory_points"}, {}, {"win": 2, "bye": Fraction(6, 5)}),
        ({"name": "victory_points", "bye": 20}, {}, {"bye": 2}),
        ({"name": "victory_points"}, {"bye_award": "fixed", "bye_points": 10}, {"bye": 1}),
        ({"name": "victory_points"}, {"bye_award": "own_average"}, {"bye": 1}),
        ({"name": "victory_points", "table": OWN_TABLE}, {}, {"bye": Fraction(6, 5)}),
        ({"name": "percentage", "bye": 60}, {}, {"bye": Fraction(6, 5)}),
        ({"name": "imps"}, {}, {"bye": 1}),
        ({"name": "imps", "bye": 3}, {}, {"bye": 2}),
        ({"name": "board_a_match"}, {}, {"bye": 1}),
        ({"name": "match_points"}, {}, {"win": 2, "draw": 1, "loss": 0, "bye": 2}),
        ({"name": "match_points", "win": 3, "bye": "draw"}, {}, {"win": 3, "bye": 1}),
        ({"name": "match_points"}, {"bye_award": "half"}, {"bye": 1}),
        ({"name": "match_points", "win": 4}, {"bye_award": "own_average"}, {"bye": 2}),
        ({"name": "match_points"}, {"bye_award": "fixed", "bye_points": 1}, {"bye": 1}),
    ],
)
def test_a_draw_by_scores_counts_as_the_event_does(method, award, score):
    event = make_event(format="swiss", method=method, stage_options=award)

    options = options_for(event.stages.get(), event)

    assert "bye_award" not in options
    assert score.items() <= options["score"].items()


@pytest.mark.parametrize(
    "options", [{"bye_award": "fixed"}, {"bye_award": "luck"}, {"order": "chaos"}]
)
def test_a_stage_option_that_makes_no_sense_is_found_before_opening(options):
    event = make_event(format="swiss", stage_options=options)

    with pytest.raises(events.NotReady):
        events.open_event(event=event, by=Act(DIRECTOR, NOW))


def test_docs_formats_md_is_what_the_command_prints():
    written = StringIO()
    call_command("formats", stdout=written)

    page = Path("docs/formats.md").read_text(encoding="utf-8")
    assert page == written.getvalue(), "run: python manage.py formats > docs/formats.md"
