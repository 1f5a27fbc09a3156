"""Divisions, places in a season and handicaps go back to what they were before a change."""

from decimal import Decimal

import pytest

from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of
from league.foundation.records import services as records
from league.foundation.refusal import OutOfDate
from league.tables.seasons import services as seasons
from league.tables.seasons.models import OwnHandicap, SignedMoves
from league.tables.seasons.selectors import season_sheet
from league.tables.seasons.services import DivisionSettings, Placing
from tests.league.factories import actor_of, make_user
from tests.league.tables.seasons.factories import FIRST, key_of, make_night, make_season, player_of
from tests.league.tables.standings.factories import NOW

pytestmark = pytest.mark.django_db

TWO = [DivisionSettings("First", 0, 1), DivisionSettings("Second", 1, 0)]


@pytest.fixture
def by():
    return {"by": Act(actor_of(make_user("Dora Director")), NOW)}


@pytest.fixture
def season(by):
    season = make_season()
    make_night(season, {"Ann": 9, "Bob": 8, "Cy": 7})
    seasons.set_divisions(season=season, divisions=TWO, **by)
    return season


def last():
    return Happening.objects.latest("id")


def place(season, by, **placings):
    keyed = {key_of(season, name): placing for name, placing in placings.items()}
    seasons.place_competitors(season=season, placings=keyed, **by)
    return last()


def places(season):
    sheet = season_sheet(season)
    numbers = {division.pk: division.number for division in sheet.divisions}
    return {
        sheet.names[key].full: (numbers.get(row.division_id), row.is_guest, row.has_withdrawn)
        for key, row in sheet.competitors.items()
    }


def refused(act, season, change, by):
    happened = Happening.objects.count()
    before = places(season), list(season.divisions.order_by("number").values())
    with pytest.raises(OutOfDate) as found:
        act(season=season, change=change.pk, **by)
    assert Happening.objects.count() == happened
    assert (places(season), list(season.divisions.order_by("number").values())) == before
    return str(found.value)


# --------------------------------------------------------------------------- places


@pytest.mark.long
def test_everybody_is_back_where_they_were(season, by):
    place(season, by, Bob=Placing(division=2, has_withdrawn=True), Ann=Placing(division=1))
    before = places(season)
    change = place(
        season, by, Ann=Placing(division=2), Bob=Placing(is_guest=True), Cy=Placing(division=1)
    )

    seasons.undo_placing(season=season, change=change.pk, **by)

    assert places(season) == before
    assert last().data["undoes"] == change.pk
    assert "Dora Director changed the status of Ann, Bob, Cy in" in sentence_of(last())


def test_who_was_placed_again_since_stays_and_so_do_the_others(season, by):
    change = place(season, by, Ann=Placing(division=1), Bob=Placing(division=1))
    place(season, by, Bob=Placing(division=2))

    said = refused(seasons.undo_placing, season, change, by)

    assert said == "This can no longer be undone: the status of Bob has changed since then."


# ------------------------------------------------------------------------- divisions


def test_a_division_that_somebody_is_in_by_now_stays(season, by):
    three = [*TWO, DivisionSettings("Third", 1, 0)]
    seasons.set_divisions(season=season, divisions=three, **by)
    change = last()
    place(season, by, Ann=Placing(division=3))

    with pytest.raises(seasons.DivisionInUse):
        seasons.undo_divisions(season=season, change=change.pk, **by)


@pytest.fixture
def without_second(season, by):
    """Take the second division away, into which Ann was to go; return the change."""
    place(season, by, Ann=Placing(division=1))
    decide(season, by, to=2, reason="asked for it")
    seasons.set_divisions(season=season, divisions=TWO[:1], **by)
    return last()


def decide(season, by, **decision):
    seasons.decide_move(season=season, key=key_of(season, "Ann"), **decision, **by)


def decided(season):
    rows = season.move_decisions.order_by("key")
    return list(rows.values_list("key", "division__number", "reason"))


def test_decisions_on_moves_come_back_with_their_division(season, by, without_second):
    assert decided(season) == []

    seasons.undo_divisions(season=season, change=without_second.pk, **by)
    seasons.undo_divisions(season=season, change=without_second.pk, **by)

    assert decided(season) == [(key_of(season, "Ann"), 2, "asked for it")]


# -------------------------------------------------------------------------- handicaps


def handicap(season, by, value, reason="was ill", name="Ann"):
    seasons.set_handicap(
        season=season,
        player=player_of(season.club, name),
        value=None if value is None else Decimal(value),
        from_day=FIRST,
        reason=reason,
        **by,
    )
    return last()


def own(season):
    return list(season.own_handicaps.values_list("player__name", "value", "reason"))


@pytest.mark.parametrize("before", ["4.25", None])
def test_the_handicap_before_holds_again_with_its_reason(season, by, before):
    handicap(season, by, before, "the first reason")
    change = handicap(season, by, "1")

    records.undo(OwnHandicap, change, **by)

    value = None if before is None else Decimal(before)
    assert own(season) == [("Ann", value, "the first reason")]


def test_after_the_signature_nothing_is_undone(season, by):
    change = handicap(season, by, "1")
    placed = place(season, by, Ann=Placing(division=1))
    SignedMoves.objects.create(season=season, digest="x", moves=[], signed_at=NOW)

    with pytest.raises(seasons.SeasonSigned):
        records.undo(OwnHandicap, change, **by)
    with pytest.raises(seasons.SeasonSigned):
        seasons.undo_placing(season=season, change=placed.pk, **by)
