"""The deal of the week: one seed, committed to before, results hidden until one's own are in."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.db import IntegrityError, transaction

from games import services as games
from league.clubs.models import Role
from league.foundation.journal.actor import Act
from league.play.prepared import services as prepared
from league.play.prepared.models import WeeklyDeal, WeeklyResult
from league.play.prepared.tasks import commit_to_weekly_deals
from league.play.prepared.weekly_deals import (
    cards_of,
    earlier_weeks,
    is_committed_late,
    results_of,
    sees_results,
    this_week,
)
from tests.league.factories import actor_of, make_club, make_member
from tests.league.play.prepared.playing import played
from tests.league.play.results.factories import pinochle

pytestmark = pytest.mark.django_db
WEDNESDAY = datetime(2026, 3, 11, 20, 0, tzinfo=UTC)
MONDAY = date(2026, 3, 9)


def made(at=WEDNESDAY):
    """Make what is missing, and return the deals of the week."""
    prepared.make_weekly_deals(at=at)
    return this_week(at)


def double_deck(at=WEDNESDAY):
    return next(row for row in made(at) if row.variant == "double-deck-pinochle")


def enter(weekly, club, name="Table 1", at=WEDNESDAY, **summary):
    user = make_member(club, role=Role.SCORER).user if not club.members.exists() else None
    user = user or club.members.first().user
    return prepared.enter_weekly(
        weekly=weekly,
        club=club,
        table_name=name,
        data=pinochle(**({"melds": (0, 0), "bid": 50} | summary)),
        user=user,
        by=Act(actor_of(user, "public"), at),
    )


def test_every_game_has_a_deal_a_week_and_the_next_is_committed_to():
    now = made(WEDNESDAY)
    again = made(WEDNESDAY + timedelta(days=3))

    assert {row.variant for row in now} == {info.id for info in games.variants()}
    assert [row.seed for row in again] == [row.seed for row in now]
    assert {row.week for row in now} == {MONDAY}
    coming = WeeklyDeal.objects.filter(week=MONDAY + timedelta(days=7))
    assert coming.count() == len(now)
    later = made(WEDNESDAY + timedelta(days=7))
    assert {row.commitment for row in later} == {row.commitment for row in coming}
    assert all(
        row.commitment == games.commitment_of(row.seed, row.purpose)
        for row in WeeklyDeal.objects.all()
    )
    assert earlier_weeks("pitch", WEDNESDAY + timedelta(days=7)) == [MONDAY]


def test_the_worker_commits_to_the_coming_week_though_nobody_looks():
    with time_machine.travel(WEDNESDAY, tick=False):
        commit_to_weekly_deals()
        commit_to_weekly_deals()

    assert WeeklyDeal.objects.count() == 2 * len(games.variants())
    coming = WeeklyDeal.objects.filter(week=MONDAY + timedelta(days=7))
    assert {row.created_at for row in coming} == {WEDNESDAY}
    assert not any(is_committed_late(row) for row in coming)


def test_a_commitment_made_after_its_week_began_is_known_to_be_late():
    begun = made(WEDNESDAY)
    midnight = datetime(2026, 3, 16, tzinfo=UTC)

    assert all(is_committed_late(row) for row in begun)
    assert not any(is_committed_late(row) for row in made(midnight))


def test_results_are_shown_to_those_who_entered_and_to_all_afterwards():
    weekly = double_deck()
    ours, theirs = make_club("Ours"), make_club("Theirs")
    enter(weekly, ours)
    us, them = ours.members.get().user, make_member(theirs).user

    assert sees_results(us, weekly, WEDNESDAY)
    assert not sees_results(them, weekly, WEDNESDAY)
    assert not sees_results(None, weekly, WEDNESDAY)
    assert sees_results(None, weekly, WEDNESDAY + timedelta(days=5))
    enter(weekly, theirs, "x")
    assert sees_results(them, weekly, WEDNESDAY)


def test_same_table_entered_twice_is_one_row_and_entered_differently_refused():
    weekly, club = double_deck(), make_club()
    first = enter(weekly, club, "  Table   1 ")
    assert enter(weekly, club).pk == first.pk
    with pytest.raises(prepared.AlreadyEntered, match="Table 1 of Harbour Cards"):
        enter(weekly, club, points=(29, 21))
    enter(weekly, club, "Table 2", points=(29, 21))

    assert [one.table_name for one in results_of(weekly)] == ["Table 1", "Table 2"]


def test_impossible_deals_and_other_weeks_are_refused():
    weekly, club = double_deck(), make_club()
    with pytest.raises(prepared.WeeklyRefused, match="50"):
        enter(weekly, club, points=(30, 30))
    with pytest.raises(prepared.WeekOver, match="2026-03-09"):
        enter(weekly, club, at=WEDNESDAY + timedelta(days=7))
    assert not WeeklyResult.objects.exists()


def test_a_record_is_of_these_cards_and_this_dealer():
    weekly, club = double_deck(), make_club()
    user = make_member(club, role=Role.SCORER).user

    def submit(record, name="Table 1"):
        return prepared.enter_weekly(
            weekly=weekly,
            club=club,
            table_name=name,
            data=record,
            user=user,
            by=Act(actor_of(user, "public"), WEDNESDAY),
        )

    cards = cards_of(weekly)
    assert submit(played(cards)).deal.form == "record"
    turned = played(replace(cards, dealer=(cards.dealer + 1) % 4))
    with pytest.raises(prepared.OtherDealer, match=f"Seat {cards.dealer + 1} is the dealer"):
        submit(turned, "Table 2")


def test_database_keeps_weekly_deals():
    weekly = double_deck()
    for change in ({"seed": "ab" * 32}, {"week": date(2026, 3, 16)}):
        with pytest.raises(IntegrityError), transaction.atomic():
            WeeklyDeal.objects.filter(pk=weekly.pk).update(**change)
    with pytest.raises(IntegrityError), transaction.atomic():
        WeeklyDeal.objects.create(
            week=date(2026, 3, 10),
            variant="pitch",
            players=4,
            seed="ab" * 32,
            commitment="ab" * 32,
            created_at=WEDNESDAY,
        )
