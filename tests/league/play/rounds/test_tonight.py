"""A night started in one step: entries, event, draw and first round, once and for all."""

from datetime import timedelta

import pytest
from django.db import transaction

from games.services import rulesets_by_players, variants
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.play.events import services as events
from league.play.events.evenings import day_of
from league.play.events.models import Evening, Event, EventState
from league.play.rounds import services as rounds
from league.play.rounds.models import Round, RoundState, Seat
from tests.league.factories import make_club
from tests.league.play.events.factories import DIRECTOR, NOW
from tests.league.play.rounds.tonight import make_evening

pytestmark = pytest.mark.django_db


def start(evening, place=0, **fields):
    players = evening.attendances.filter(left_at=None).count()
    plan = rounds.proposal_for(evening, players).plans[place]
    asked = {"plan": plan.key, "version": evening.version} | fields
    return rounds.start_evening(evening=evening, **asked, by=Act(DIRECTOR, NOW))


def nights_of_all_games():
    """Give each game with its first and its last preset, and how many players are there.

    Plans know a preset by the sizes of its tables only: one number is enough where they are alike.
    """
    for info in variants():
        first, last = info.default_preset, info.presets[-1].id
        sizes = [
            {seats: one.sides for seats, one in rulesets_by_players(info.id, preset, {}).items()}
            for preset in (first, last)
        ]
        yield from ((info.id, first, players) for players in (6, 12, 13))
        numbers = (13,) if sizes[0] == sizes[1] else (6, 12, 13)
        yield from ((info.id, last, players) for players in numbers if last != first)


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize(("variant", "preset", "players"), list(nights_of_all_games()))
def test_every_plan_of_every_game_can_be_started(variant, preset, players):
    evening = make_evening(players, variant=variant, preset=preset)

    for place, plan in enumerate(rounds.proposal_for(evening, players).plans):
        with transaction.atomic():
            first = start(Evening.objects.select_related("club").get(pk=evening.pk), place)
            event = first.stage.event
            assert (event.state, first.state) == (EventState.RUNNING, RoundState.OPEN)
            assert (event.variant, event.preset) == (variant, preset)
            assert (event.deals_a_round, first.stage.rounds_planned) == (plan.deals, plan.rounds)
            assert first.tables.count() == plan.quality.tables
            assert not Seat.objects.filter(round=first, player=None).exists()
            transaction.set_rollback(True)


def test_started_twice_it_is_started_once():
    evening = make_evening()
    plan = rounds.proposal_for(evening, 8).plans[0].key

    one, other = (
        rounds.start_evening(
            evening=evening, plan=plan, version=evening.version, by=Act(DIRECTOR, NOW)
        )
        for _time in range(2)
    )

    assert one == other
    assert (Event.objects.count(), Round.objects.count()) == (1, 1)
    assert Happening.objects.filter(kind="evening.started").count() == 1


@pytest.mark.parametrize("limit", ["LARGE_FIELD", "MANY_TABLES"])
def test_a_plan_with_more_tables_than_a_page_can_wait_for_is_refused(limit, monkeypatch):
    evening = make_evening(8)
    plan = rounds.proposal_for(evening, 8).plans[0]
    monkeypatch.setattr(f"league.play.rounds.services.tonight.{limit}", 1)

    with pytest.raises(rounds.TakesLong, match="8 players and"), transaction.atomic():
        rounds.start_evening(
            evening=evening, plan=plan.key, version=evening.version, by=Act(DIRECTOR, NOW)
        )

    assert not Event.objects.exists()


@pytest.mark.long
def test_a_night_belongs_to_the_season_of_its_day_from_the_start():
    club = make_club()
    first, later = (
        events.add_season(
            club=club, name=name, starts_on=starts, ends_on=starts + timedelta(days=60),
            by=Act(DIRECTOR, NOW),
        )
        for name, starts in (
            ("Winter", NOW.date() - timedelta(days=50)),
            ("Spring", NOW.date() - timedelta(days=5)),
        )
    )  # fmt: skip

    assert day_of(club, NOW.date()).draft().season == later
    assert day_of(club, NOW.date() - timedelta(days=20)).draft().season == first
    assert day_of(club, NOW.date() + timedelta(days=90)).draft().season is None
    evening = make_evening(6, club=club)
    assert start(evening).stage.event.season == evening.season == later
