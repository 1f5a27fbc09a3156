"""Rules, divisions, handicaps, signing and the next season, by the services."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction

from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.tables.seasons import services as seasons
from league.tables.seasons.drafts import draft_of
from league.tables.seasons.models import Competitor, Division, SignedMoves
from league.tables.seasons.selectors import season_sheet
from league.tables.seasons.services import DivisionSettings, Placing
from tests.league.factories import actor_of, make_player, make_user
from tests.league.tables.seasons.factories import (
    FIRST,
    correct,
    key_of,
    make_night,
    make_season,
    player_of,
    rules_with,
    shown,
)
from tests.league.tables.standings.factories import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def by():
    return {"by": Act(actor_of(make_user("Dora Director")), NOW)}


def kinds():
    return list(Happening.objects.order_by("id").values_list("kind", flat=True))


TWO = [DivisionSettings("First", 0, 1), DivisionSettings("Second", 1, 0)]


@pytest.fixture
def season(by):
    """Ann, Bob, Cy in the first division, Di, Ed, Flo in the second; one night in that order."""
    season = make_season()
    make_night(season, {"Ann": 9, "Bob": 8, "Cy": 7, "Di": 6, "Ed": 5, "Flo": 4})
    seasons.set_divisions(season=season, divisions=TWO, **by)
    first, second = ("Ann", "Bob", "Cy"), ("Di", "Ed", "Flo")
    placings = {key_of(season, name): Placing(division=1) for name in first}
    placings |= {key_of(season, name): Placing(division=2) for name in second}
    seasons.place_competitors(season=season, placings=placings, **by)
    return season


def after(season):
    draft = draft_of(season)
    return {draft.sheet.names[one.key].full: one.after for one in draft.moves}


def sign(season, by):
    return seasons.sign_moves(season=season, digest=draft_of(season).digest, **by)


def test_rules_are_set_once_and_journalled_with_what_they_were(by):
    season = make_season()
    for _ in range(2):
        seasons.set_rules(season=season, rules=rules_with(best=8), **by)

    assert kinds() == ["season.rules_changed"]
    assert Happening.objects.get().data["before"] == {"best": None}
    assert season_sheet(season).rules.best == 8


@pytest.mark.parametrize(
    "divisions",
    [
        [DivisionSettings(" ", 0, 0)],
        [DivisionSettings("A", 0, 0), DivisionSettings("A", 0, 0)],
        [DivisionSettings("A", 0, 51)],
        [DivisionSettings(f"D{n}", 0, 0) for n in range(21)],
    ],
)
def test_invalid_divisions_are_refused(divisions, by):
    season = make_season()
    with pytest.raises(seasons.DivisionsInvalid):
        seasons.set_divisions(season=season, divisions=divisions, **by)

    assert not season.divisions.exists()


@transaction.atomic
def misplace(season, division):
    Competitor.objects.create(season=season, key="p1", division=division)
    connection.check_constraints()


@pytest.mark.long
def test_the_database_keeps_a_division_in_its_season(season):
    other = make_season(season.club, "autumn")

    with pytest.raises(IntegrityError):
        misplace(other, season.divisions.first())


def test_a_guest_in_a_division_and_strangers_to_the_season_are_refused(season, by):
    key = key_of(season, "Ann")
    with pytest.raises(seasons.CompetitorInvalid):
        seasons.place_competitors(
            season=season, placings={key: Placing(division=1, is_guest=True)}, **by
        )
    with pytest.raises(seasons.CompetitorInvalid):
        seasons.place_competitors(season=season, placings={key: Placing(division=3)}, **by)
    with pytest.raises(seasons.UnknownCompetitor):
        seasons.place_competitors(season=season, placings={"p999999": Placing()}, **by)


def test_a_player_is_listed_in_a_division_before_the_first_night(by):
    season = make_season()
    seasons.set_divisions(season=season, divisions=TWO, **by)
    player = player_of(season.club, "Zoe")
    for _ in range(2):
        seasons.add_competitors(season=season, players=[player], division=2, **by)

    assert shown(season) == [(None, "Zoe", 0)]
    assert kinds().count("season.placed") == 1


@pytest.mark.long
def test_a_handicap_set_by_the_club_is_in_the_list_and_the_journal(by):
    season = make_season()
    make_night(season, {"Ann": 9, "Bob": 5})
    seasons.set_rules(season=season, rules=rules_with(handicap={}), **by)
    bob = player_of(season.club, "Bob")
    for _ in range(2):
        seasons.set_handicap(
            season=season, player=bob, value=Decimal("4.5"), from_day=FIRST, reason="ill", **by
        )

    found = season_sheet(season).handicaps_on(FIRST + timedelta(weeks=1))
    assert (found[f"p{bob.pk}"].value, found[f"p{bob.pk}"].is_own) == (Decimal("4.5"), True)
    assert shown(season)[0] == (1, "Bob", 15.5)
    assert kinds().count("season.handicap_set") == 1


@pytest.mark.parametrize(
    ("value", "reason", "field"),
    [
        (Decimal("1"), " ", "reason"),
        (Decimal("1.234"), "x", "value"),
        (Decimal("NaN"), "x", "value"),
        (Decimal("10000"), "x", "value"),
    ],
)
def test_a_handicap_without_a_reason_or_out_of_its_limits_is_refused(value, reason, field, by):
    season = make_season()
    with pytest.raises(ValidationError) as refused:
        seasons.set_handicap(
            season=season,
            player=make_player(season.club),
            value=value,
            from_day=FIRST,
            reason=reason,
            **by,
        )
    assert list(refused.value.message_dict) == [field]


@pytest.mark.long
def test_the_draft_is_signed_once_and_stands(season, by):
    assert after(season) == {"Ann": 1, "Bob": 1, "Cy": 2, "Di": 1, "Ed": 2, "Flo": 2}

    first, second = sign(season, by), sign(season, by)

    assert first.pk == second.pk
    assert kinds().count("season.signed") == 1
    assert str(first.signed_by) == "Dora Director"
    with pytest.raises(seasons.SeasonSigned):
        seasons.set_divisions(season=season, divisions=[], **by)


@pytest.mark.long
def test_a_draft_that_is_out_of_date_is_not_signed_and_can_be_seen_again(season, by):
    seen = draft_of(season).digest
    night = season.events.get()
    correct(night, {"Ann": 9, "Bob": 1, "Cy": 7, "Di": 6, "Ed": 5, "Flo": 4})

    with pytest.raises(seasons.DraftChanged):
        seasons.sign_moves(season=season, digest=seen, **by)

    assert not SignedMoves.objects.exists()
    assert after(season)["Bob"] == 2
    sign(season, by)


def test_a_season_still_played_is_not_signed(season, by):
    make_night(season, {"Ann": 9, "Bob": 5}, state="running", name="Last night")

    with pytest.raises(seasons.SeasonNotOver, match="Last night"):
        sign(season, by)


@pytest.mark.long
def test_those_level_at_a_line_are_decided_before_signing(season, by):
    make_night(season, {"Bob": 9, "Cy": 9, "Ann": 10, "Di": 6, "Ed": 5, "Flo": 4})
    make_night(season, {"Cy": 9, "Bob": 8, "Ann": 10, "Di": 6, "Ed": 5, "Flo": 4})
    seasons.set_rules(season=season, rules=rules_with(tiebreaks=[]), **by)
    with pytest.raises(seasons.Undecided, match="Bob, Cy"):
        sign(season, by)

    for name, to in (("Bob", 1), ("Cy", 2)):
        seasons.decide_move(
            season=season, key=key_of(season, name), to=to, reason="cut of cards", **by
        )
    sign(season, by)

    assert (after(season)["Bob"], after(season)["Cy"]) == (1, 2)
    assert kinds().count("season.move_decided") == 2


def test_a_decision_can_be_left_to_the_table_again(season, by):
    key = key_of(season, "Ann")
    seasons.decide_move(season=season, key=key, to=None, reason="moves away", **by)
    assert after(season)["Ann"] is None

    for _ in range(2):
        seasons.leave_move(season=season, key=key, **by)

    assert after(season)["Ann"] == 1
    assert kinds().count("season.move_left") == 1


NEXT = {
    "name": "Summer",
    "starts_on": FIRST + timedelta(weeks=30),
    "ends_on": FIRST + timedelta(weeks=50),
}


def test_the_next_season_has_the_rules_the_divisions_after_the_moves_and_the_guests(season, by):
    make_night(season, {"Ann": 9, "Gus": 1})
    seasons.set_rules(
        season=season, rules=rules_with(best=5, handicap={"dates": ["2026-04-01"]}), **by
    )
    placings = {
        key_of(season, "Gus"): Placing(is_guest=True),
        key_of(season, "Flo"): Placing(division=2, has_withdrawn=True),
    }
    seasons.place_competitors(season=season, placings=placings, **by)
    seasons.set_handicap(
        season=season,
        player=player_of(season.club, "Ann"),
        value=Decimal(3),
        from_day=FIRST,
        reason="left-handed",
        **by,
    )
    sign(season, by)

    following = seasons.copy_season(season=season, **NEXT, **by)
    again = seasons.copy_season(season=season, **NEXT, **by)

    assert following == again
    sheet = season_sheet(following)
    assert sheet.rules.best == 5
    assert [day.isoformat() for day in sheet.rules.handicap.dates] == ["2026-10-28"]
    assert {sheet.names[key].full: number for key, number in sheet.facts.divisions.items()} == {
        **{"Ann": 1, "Bob": 1, "Di": 1},
        **{"Cy": 2, "Ed": 2},
    }
    assert sheet.facts.guests == {key_of(following, "Gus")}
    assert following.own_handicaps.get().from_day == NEXT["starts_on"]
    assert Division.objects.filter(season=following, name="First", down=1).exists()
    with pytest.raises(seasons.NextSeasonMade):
        seasons.take_signature_back(season=season, **by)


def names_in(event):
    return {entry.members.get().player.name for entry in event.entries.all()}


def test_events_of_a_division_get_those_who_are_in_it_after_the_moves(season, by):
    make_night(season, {"Ann": 9, "Bob": 8, "Cy": 7}, name="First division")
    make_night(season, {"Di": 9, "Ed": 8, "Flo": 7}, name="Second division")
    sign(season, by)

    following = seasons.copy_season(season=season, **NEXT, draw_lot=lambda: 5, **by)
    again = seasons.copy_season(season=season, **NEXT, draw_lot=lambda: 5, **by)

    assert following == again
    assert following.events.count() == season.events.count() == 3
    made = {event.name: event for event in following.events.all()}
    assert names_in(made["First division"]) == {"Ann", "Bob", "Di"}
    assert names_in(made["Second division"]) == {"Cy", "Ed", "Flo"}
    (mixed,) = (event for name, event in made.items() if not name.endswith("division"))
    assert names_in(mixed) == {"Ann", "Bob", "Cy", "Di", "Ed", "Flo"}
    for event in season.events.all():
        copied = made[event.name]
        assert copied.state == "draft"
        assert copied.starts_on - event.starts_on == NEXT["starts_on"] - season.starts_on
