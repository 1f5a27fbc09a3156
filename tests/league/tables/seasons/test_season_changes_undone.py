"""Divisions, places in a season and handicaps go back to what they were before a change."""

from datetime import timedelta
from decimal import Decimal

import pytest

from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of
from league.foundation.refusal import OutOfDate
from league.tables.seasons import services as seasons
from league.tables.seasons.models import Competitor, Division, OwnHandicap, SignedMoves
from league.tables.seasons.selectors import season_sheet
from league.tables.seasons.services import DivisionSettings, Placing
from tests.league.factories import actor_of, make_user
from tests.league.tables.seasons.factories import FIRST, key_of, make_night, make_season, player_of
from tests.league.tables.standings.factories import NOW

pytestmark = pytest.mark.django_db

TWO = [DivisionSettings("First", 0, 1), DivisionSettings("Second", 1, 0)]


@pytest.fixture
def by():
    return {"actor": actor_of(make_user("Dora Director")), "at": NOW}


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


def test_places_undone_twice_are_undone_once(season, by):
    change = place(season, by, Ann=Placing(division=1))
    seasons.undo_placing(season=season, change=change.pk, **by)
    happened = Happening.objects.count()

    assert seasons.undo_placing(season=season, change=change.pk, **by) == []
    assert Happening.objects.count() == happened


def test_who_was_placed_again_since_stays_and_so_do_the_others(season, by):
    change = place(season, by, Ann=Placing(division=1), Bob=Placing(division=1))
    place(season, by, Bob=Placing(division=2))

    said = refused(seasons.undo_placing, season, change, by)

    assert said == "This can no longer be undone: the status of Bob has changed since then."


def test_nobody_goes_back_into_a_division_that_is_gone(season, by):
    place(season, by, Ann=Placing(division=2))
    change = place(season, by, Ann=Placing(division=1))
    seasons.set_divisions(season=season, divisions=TWO[:1], **by)

    assert "the earlier division of Ann no longer exists" in refused(
        seasons.undo_placing, season, change, by
    )


@pytest.mark.long
def test_a_player_who_was_listed_leaves_the_list(season, by):
    zoe = player_of(season.club, "Zoe")
    seasons.add_competitors(season=season, players=[zoe], division=2, **by)
    change = last()

    seasons.undo_placing(season=season, change=change.pk, **by)

    assert "Zoe" not in places(season)
    assert not Competitor.objects.filter(key=f"p{zoe.pk}").exists()


def test_what_another_season_changed_is_not_undone_here(season, by):
    change = place(season, by, Ann=Placing(division=1))
    other = make_season(season.club, "autumn")

    with pytest.raises(OutOfDate):
        seasons.undo_placing(season=other, change=change.pk, **by)
    with pytest.raises(OutOfDate):
        seasons.undo_divisions(season=season, change=change.pk, **by)
    with pytest.raises(OutOfDate):
        seasons.undo_handicap(season=season, change=change.pk, **by)
    assert places(season)["Ann"] == (1, False, False)


# ------------------------------------------------------------------------- divisions


@pytest.mark.long
def test_the_divisions_are_as_they_were(season, by):
    before = list(Division.objects.values_list("pk", "number", "name", "up", "down"))
    three = [DivisionSettings("Gold", 0, 2), *TWO[1:], DivisionSettings("Third", 1, 0)]
    seasons.set_divisions(season=season, divisions=three, **by)
    change = last()

    seasons.undo_divisions(season=season, change=change.pk, **by)
    seasons.undo_divisions(season=season, change=change.pk, **by)

    assert list(Division.objects.values_list("pk", "number", "name", "up", "down")) == before
    assert last().data["undoes"] == change.pk


@pytest.mark.long
def test_divisions_changed_again_since_stay(season, by):
    seasons.set_divisions(season=season, divisions=TWO[:1], **by)
    change = last()
    seasons.set_divisions(season=season, divisions=[DivisionSettings("Gold", 0, 0)], **by)

    assert "has changed the divisions" in refused(seasons.undo_divisions, season, change, by)


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


@pytest.mark.long
def test_a_decision_on_the_same_move_since_stays(season, by, without_second):
    decide(season, by, to=None, reason="moves away")

    sentence = refused(seasons.undo_divisions, season, without_second, by)

    assert "somebody has decided who goes up or down" in sentence
    assert decided(season) == [(key_of(season, "Ann"), None, "moves away")]
    assert season.divisions.count() == 1


def test_a_decision_into_a_division_that_would_go_stays(season, by):
    three = [*TWO, DivisionSettings("Third", 1, 0)]
    seasons.set_divisions(season=season, divisions=three, **by)
    change = last()
    decide(season, by, to=3, reason="asked for it")

    refused(seasons.undo_divisions, season, change, by)

    assert decided(season) == [(key_of(season, "Ann"), 3, "asked for it")]


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


@pytest.mark.long
def test_the_first_handicap_from_a_day_goes_and_the_journal_says_so(season, by):
    change = handicap(season, by, "2.50")

    seasons.undo_handicap(season=season, change=change.pk, **by)
    seasons.undo_handicap(season=season, change=change.pk, **by)

    assert own(season) == []
    assert sentence_of(last()) == (
        f"Dora Director withdrew the handicap set for Ann in {season.name}"
    )
    assert Happening.objects.filter(kind="season.handicap_withdrawn").count() == 1


@pytest.mark.parametrize("before", ["4.25", None])
def test_the_handicap_before_holds_again_with_its_reason(season, by, before):
    handicap(season, by, before, "the first reason")
    change = handicap(season, by, "1")

    seasons.undo_handicap(season=season, change=change.pk, **by)

    value = None if before is None else Decimal(before)
    assert own(season) == [("Ann", value, "the first reason")]


@pytest.mark.long
def test_a_handicap_set_once_more_since_stays(season, by):
    change = handicap(season, by, "1")
    handicap(season, by, "3")

    assert "set again since then" in refused(seasons.undo_handicap, season, change, by)
    assert OwnHandicap.objects.get().value == 3


def test_after_the_signature_nothing_is_undone(season, by):
    change = handicap(season, by, "1")
    placed = place(season, by, Ann=Placing(division=1))
    SignedMoves.objects.create(
        season=season, digest="x", moves=[], signed_by_name="Dora", signed_at=NOW
    )

    for act, made in ((seasons.undo_handicap, change), (seasons.undo_placing, placed)):
        with pytest.raises(seasons.SeasonSigned):
            act(season=season, change=made.pk, **by)


@pytest.mark.long
def test_the_change_is_that_of_the_one_who_made_it_then(season, by):
    made = place(season, by, Ann=Placing(division=1))
    other = actor_of(make_user("Somebody Else"))

    assert seasons.placing_change(season, **by) == made
    assert seasons.placing_change(season, actor=other, at=NOW) is None
    assert seasons.placing_change(season, **by | {"at": NOW + timedelta(seconds=1)}) is None
