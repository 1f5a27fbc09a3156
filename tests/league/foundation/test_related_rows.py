"""Rows that come as a column of others are instances as Django's own queries give them."""

import pytest
from django.db.models import F, OuterRef

from league.clubs.models import Club
from league.foundation.related_rows import read_rows, rows_column
from league.play.events.models import EntryMember
from league.play.events.selectors import entries_of, entries_of_events
from league.play.rounds.models import Round, Table
from league.play.rounds.selectors import load_placements_and_seats, seat_names, side_names
from tests.league.play.results.factories import make_table

pytestmark = pytest.mark.django_db


def test_rows_have_the_values_of_their_columns_and_defer_the_others(django_assert_num_queries):
    round_ = make_table().round
    Round.objects.filter(pk=round_.pk).update(deadline=round_.opened_at)
    expected = Round.objects.select_related("stage").get(pk=round_.pk)
    rows = rows_column(
        Round.objects.filter(stage__event__club=OuterRef("pk")),
        *("id", "deadline", "stage_id", "stage__number"),
        moved_by=F("stage__event__club__name"),
    )

    (club,) = Club.objects.annotate(rounds_read=rows)
    with django_assert_num_queries(0):
        (read,) = read_rows(Round, club.rounds_read)
        assert (read, read.deadline, read.moved_by) == (expected, expected.deadline, club.name)
        assert (read.stage, read.stage.number) == (expected.stage, 1)
    with django_assert_num_queries(1):
        assert read.state == expected.state


def test_a_row_that_refers_to_none_has_none():
    table = make_table()
    rows = rows_column(
        table.seats.model.objects.filter(table=OuterRef("pk")),
        *("id", "stands_in_for_id", "stands_in_for__name"),
    )

    (found,) = Table.objects.filter(pk=table.pk).annotate(rows=rows)
    assert {seat.stands_in_for for seat in read_rows(table.seats.model, found.rows)} == {None}


def test_people_of_tables_and_entries_are_called_as_when_they_are_read_one_by_one():
    table = make_table()
    members = EntryMember.objects.filter(event=table.round.stage.event).order_by("pk")
    one, other, *_rest = [member.player for member in members]
    one.public_name = "initials"
    one.save()
    other.merged_into = one
    other.save()
    plain, loaded = (Table.objects.get(pk=table.pk) for _copy in range(2))

    load_placements_and_seats([loaded])
    for public in (True, False):
        assert side_names(loaded, public=public) == side_names(plain, public=public)
        assert seat_names(loaded, public=public) == seat_names(plain, public=public)
    event = table.round.stage.event
    assert entries_of_events([event]) == {event.pk: list(entries_of(event))}
