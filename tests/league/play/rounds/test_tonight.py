"""A night started in one step: entries, event, draw and first round, once and for all."""

from datetime import timedelta
from unittest.mock import patch

import pytest
from django.db import transaction

from games.services import rulesets_by_players, variants
from league.foundation.journal.models import Happening
from league.foundation.refusal import OutOfDate
from league.play.events import services as events
from league.play.events.evenings import next_evening
from league.play.events.models import Entry, Evening, Event, EventState
from league.play.rounds import services as rounds
from league.play.rounds.drawing import FORMATS
from league.play.rounds.models import Placement, Round, RoundState, Seat
from league.play.rounds.planning import propose
from league.play.rounds.services import tonight
from tests.league.factories import make_club, make_house_rules
from tests.league.play.events.factories import DIRECTOR, NOW, make_other_club
from tests.league.play.rounds.tonight import make_evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def only_round_robin():
    """Let the planner know of one format only, whatever others there are."""
    with patch.dict(FORMATS, {"round_robin": FORMATS["round_robin"]}, clear=True):
        propose.cache_clear()
        yield
    propose.cache_clear()


def start(evening, place=0, **fields):
    players = evening.attendances.filter(left_at=None).count()
    plan = rounds.proposal_for(evening, players).plans[place]
    asked = {"plan": plan.key, "version": evening.version} | fields
    return rounds.start_evening(evening=evening, **asked, actor=DIRECTOR, at=NOW)


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


@pytest.mark.long
def test_who_is_present_is_entered_and_nobody_else():
    evening = make_evening(9)
    gone = evening.attendances.first().player
    events.take_back(evening=evening, player=gone, actor=DIRECTOR, at=NOW)
    evening.refresh_from_db()

    first = start(evening)

    entered = Entry.objects.filter(event=first.stage.event)
    assert set(entered.values_list("members__player__name", flat=True)) == set(
        evening.club.players.exclude(pk=gone.pk).values_list("name", flat=True)
    )
    assert Placement.objects.filter(round=first).count() == 8


def test_started_twice_it_is_started_once():
    evening = make_evening()
    plan = rounds.proposal_for(evening, 8).plans[0].key

    one, other = (
        rounds.start_evening(
            evening=evening, plan=plan, version=evening.version, actor=DIRECTOR, at=NOW
        )
        for _time in range(2)
    )

    assert one == other
    assert (Event.objects.count(), Round.objects.count()) == (1, 1)
    assert Happening.objects.filter(kind="evening.started").count() == 1


@pytest.mark.long
@pytest.mark.parametrize("asked", [{"plan": "whist_4-4_1_3x4"}, {"version": 0}])
def test_what_changed_meanwhile_is_looked_at_again(asked):
    evening = make_evening()

    with pytest.raises(OutOfDate):
        start(evening, **asked)

    assert not Event.objects.exists()
    assert Evening.objects.get().event is None


@pytest.mark.long
@pytest.mark.usefixtures("only_round_robin")
def test_partners_who_want_each_other_get_each_other():
    evening = make_evening(8, variant="pedro")
    ann, bob, cy, di = [one.player for one in evening.attendances.order_by("pk")[:4]]
    for pair in ([ann, di], [cy, bob]):
        events.put_together(evening=evening, players=pair, actor=DIRECTOR, at=NOW)
    evening.refresh_from_db()
    sizes = [plan.side_size for plan in rounds.proposal_for(evening, 8).plans]

    first = start(evening, sizes.index(2))

    pairs = {
        frozenset(entry.members.values_list("player__name", flat=True))
        for entry in Entry.objects.filter(event=first.stage.event)
    }
    assert {frozenset({ann.name, di.name}), frozenset({cy.name, bob.name})} <= pairs
    assert len(pairs) == 4


@pytest.mark.long
@pytest.mark.usefixtures("only_round_robin")
def test_one_without_a_partner_is_entered_and_waits_for_one():
    evening = make_evening(9, variant="pedro")
    pairs = [plan.side_size for plan in rounds.proposal_for(evening, 9).plans].index(2)

    first = start(evening, pairs)

    states = list(Entry.objects.filter(event=first.stage.event).values_list("state", flat=True))
    assert sorted(states) == ["accepted"] * 4 + ["applied"]


@pytest.mark.long
@pytest.mark.usefixtures("only_round_robin")
def test_too_many_for_whole_teams_are_reserves():
    evening = make_evening(14, variant="fifty-six", preset="standard")
    plans = rounds.proposal_for(evening, 14).plans
    teams = [plan.side_size for plan in plans].index(3)

    first = start(evening, teams)

    sizes = [entry.members.count() for entry in Entry.objects.filter(event=first.stage.event)]
    assert sorted(sizes) == [3, 3, 3, 5]
    assert Seat.objects.filter(round=first).count() == 12


@pytest.mark.long
def test_house_rules_are_copied_as_they_are_now():
    club = make_other_club()
    own = make_house_rules(club, options={"target": 21})
    evening = make_evening(8, club, house_rules=own)

    event = start(evening).stage.event

    assert (event.house_rules, event.options) == (own, {"target": 21})


@pytest.mark.long
def test_the_event_is_called_by_game_and_day_in_the_club_s_language():
    club = make_club("クラブ", slug="ja", language="ja")
    evening = make_evening(8, club)
    named = make_evening(8, name="Friday club")

    assert "2026年3月7日" in start(evening).stage.event.name
    assert start(named).stage.event.name == "Friday club"


def test_nobody_present_and_rules_that_make_no_game_say_so():
    evening = make_evening(0)
    assert "tick who is present" in str(rounds.proposal_for(evening, 0).why_none)

    evening.house_rules = make_house_rules(evening.club, options={"target": "much"})
    assert rounds.proposal_for(evening, 8).plans == ()
    assert rounds.proposal_for(evening, 8).why_none


@pytest.mark.long
def test_plans_name_what_games_can_play():
    """Sides and sizes come from the game, so a game added later is planned like the others."""
    for info in variants():
        evening = make_evening(0, variant=info.id, preset=info.default_preset)
        sizes = rulesets_by_players(info.id, info.default_preset, {})
        for plan in rounds.proposal_for(evening, 12).plans:
            assert set(plan.quality.table_sizes) <= set(sizes)


@pytest.mark.long
def test_two_nights_of_one_day_have_two_names():
    club = make_club()
    first, second, third = (start(make_evening(8, club)).stage.event for _night in range(3))

    assert first.starts_on == second.starts_on == third.starts_on
    assert [second.name, third.name] == [f"{first.name} (2)", f"{first.name} (3)"]
    assert len({first.slug, second.slug, third.slug}) == 3


def test_a_plan_that_takes_long_to_draw_is_refused_and_nothing_is_started(monkeypatch):
    evening = make_evening(8, variant="two-handed-pinochle", preset="bga")
    plans = rounds.proposal_for(evening, 8).plans
    swiss = next(place for place, plan in enumerate(plans) if plan.format == "swiss")
    monkeypatch.setattr(tonight, "PLANNED_WORK", 1)

    with pytest.raises(rounds.TakesLong, match="choose another"), transaction.atomic():
        start(evening, swiss)

    evening.refresh_from_db()
    assert evening.event is None
    assert not Event.objects.exists()


@pytest.mark.parametrize("limit", ["LARGE_FIELD", "MANY_TABLES"])
def test_a_plan_with_more_tables_than_a_page_can_wait_for_is_refused(limit, monkeypatch):
    evening = make_evening(8)
    plan = rounds.proposal_for(evening, 8).plans[0]
    monkeypatch.setattr(f"league.play.rounds.services.tonight.{limit}", 1)

    with pytest.raises(rounds.TakesLong, match="8 players and"), transaction.atomic():
        rounds.start_evening(
            evening=evening, plan=plan.key, version=evening.version, actor=DIRECTOR, at=NOW
        )

    assert not Event.objects.exists()


@pytest.mark.long
def test_a_night_belongs_to_the_season_of_its_day_from_the_start():
    club = make_club()
    first, later = (
        events.add_season(
            club=club, name=name, starts_on=starts, ends_on=starts + timedelta(days=60),
            actor=DIRECTOR, at=NOW,
        )
        for name, starts in (
            ("Winter", NOW.date() - timedelta(days=50)),
            ("Spring", NOW.date() - timedelta(days=5)),
        )
    )  # fmt: skip

    assert next_evening(club, NOW.date()).season == later
    assert next_evening(club, NOW.date() - timedelta(days=20)).season == first
    assert next_evening(club, NOW.date() + timedelta(days=90)).season is None
    evening = make_evening(6, club=club)
    assert start(evening).stage.event.season == evening.season == later
