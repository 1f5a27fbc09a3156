"""An entry withdraws, or a match is forfeited: all who were to play it learn that, once."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail

from league.calendar.match_dates.models import DateState, MatchDate
from league.calendar.match_dates.services import set_date
from league.play.events import services as events
from league.play.results import services as results
from league.play.rounds import services as rounds
from league.play.rounds.arrangement import Change
from tests.league.calendar.captains.factories import line_up, make_match, people_of, set_rules
from tests.league.factories import actor_of, make_user
from tests.league.office.notifications.club_that_tells import ClubThatTells, turn

pytestmark = pytest.mark.django_db
MONDAY = datetime(2026, 3, 9, 12, 0, tzinfo=UTC)
TUESDAY = datetime(2026, 3, 17, 19, 0, tzinfo=UTC)
SUNDAY = MONDAY + timedelta(days=6)


@pytest.fixture
def club(time_machine):
    """A league whose first round is open, which everybody has been told."""
    time_machine.move_to(MONDAY, tick=False)
    made = ClubThatTells(MONDAY, deadline=SUNDAY)
    made.open_round(MONDAY)
    turn(MONDAY)
    mail.outbox.clear()
    return made


def by_dora(club):
    return {"actor": actor_of(club.dora), "at": MONDAY}


def withdraw_first(club):
    entry = club.table(1).placements.order_by("side").first().entry
    entry.event = club.event
    return events.withdraw_entry(entry=entry, **by_dora(club))


def test_who_was_to_play_an_entry_that_withdraws_learns_that_the_match_is_off(club):
    playing = club.people_at(1)
    withdraw_first(club)

    told = turn(MONDAY)

    assert sorted(to for to, _subject in told) == sorted(playing)
    assert {subject for _to, subject in told} == {
        "You have no match in round 1 of Spring cup (Harbour Cards)"
    }
    body = mail.outbox[-1].body
    assert "Ann Lee & Bob Lee has withdrawn: your match is not played." in body
    assert "It was planned" not in body
    assert turn(MONDAY + timedelta(hours=1)) == []


def test_the_day_of_a_match_that_is_off_is_said(club):
    MatchDate.objects.create(
        round=club.round, number=1, begins_at=TUESDAY, home_side=0, state=DateState.PUBLISHED
    )
    withdraw_first(club)
    turn(MONDAY)

    assert "It was planned for Tuesday, 17 March, 19:00" in mail.outbox[-1].body


def test_an_entry_that_comes_back_in_time_has_its_match_and_nobody_reads_that_it_is_off(club):
    playing = club.people_at(1)
    entry = withdraw_first(club)
    events.reinstate_entry(entry=entry, **by_dora(club))

    told = turn(MONDAY)

    assert sorted(to for to, _subject in told) == sorted(playing)
    assert all(subject.startswith("Changed: ") for _to, subject in told)


@pytest.mark.long
def test_of_a_round_that_is_not_open_nobody_is_told(time_machine):
    time_machine.move_to(MONDAY, tick=False)
    club = ClubThatTells(MONDAY, deadline=SUNDAY)
    withdraw_first(club)

    assert turn(MONDAY) == []


@pytest.mark.long
def test_an_entry_that_withdraws_from_a_round_that_it_does_not_play_concerns_nobody(time_machine):
    time_machine.move_to(MONDAY, tick=False)
    club = ClubThatTells(MONDAY, deadline=SUNDAY, pairs=3)
    club.open_round(MONDAY)
    turn(MONDAY)
    idle = club.round.placements.get(table=None).entry
    idle.event = club.event
    events.withdraw_entry(entry=idle, **by_dora(club))

    assert turn(MONDAY) == []


@pytest.mark.parametrize("again", [False, True])
def test_who_played_a_match_whose_draw_is_discarded_learns_that_its_day_is_off(time_machine, again):
    time_machine.move_to(MONDAY, tick=False)
    club = ClubThatTells(MONDAY)
    playing = club.people_at(1)
    set_date(round=club.round, number=1, begins_at=TUESDAY, state=DateState.RULED, **by_dora(club))
    MatchDate.objects.create(round=club.round, number=2, begins_at=TUESDAY, state=DateState.DRAFT)
    turn(MONDAY)
    mail.outbox.clear()
    if again:
        rounds.redraw_round(round=club.round, seed=7, **by_dora(club))
    else:
        rounds.undo_draw(round=club.round, **by_dora(club))

    told = turn(MONDAY)

    off = [(to, subject) for to, subject in told if subject.startswith("Off: ")]
    assert sorted(to for to, _subject in off) == sorted(playing)
    assert told == off
    assert " in round 1 of Spring cup (Harbour Cards) is not played" in off[0][1]
    assert "It was planned for Tuesday, 17 March, 19:00" in mail.outbox[-1].body
    assert turn(MONDAY + timedelta(hours=1)) == []


@pytest.mark.long
def test_of_a_discarded_draw_without_days_nobody_is_told(time_machine):
    time_machine.move_to(MONDAY, tick=False)
    club = ClubThatTells(MONDAY)
    rounds.undo_draw(round=club.round, **by_dora(club))

    assert turn(MONDAY) == []


@pytest.mark.long
def test_who_has_no_table_any_more_after_an_edit_learns_that_there_is_no_match(club):
    playing = club.people_at(1)
    set_date(round=club.round, number=1, begins_at=TUESDAY, state=DateState.RULED, **by_dora(club))
    turn(MONDAY)
    mail.outbox.clear()
    first = club.table(1).placements.order_by("side").first().entry
    rounds.edit_round(
        round=club.round,
        changes=[Change(kind="rest", entries=(first.pk,))],
        expected_version=club.round.version,
        **by_dora(club),
    )

    told = turn(MONDAY)

    assert sorted(to for to, _subject in told) == sorted(playing)
    assert {subject for _to, subject in told} == {
        "You have no match in round 1 of Spring cup (Harbour Cards)"
    }
    assert "It was planned for Tuesday, 17 March, 19:00" in mail.outbox[-1].body


@pytest.mark.long
def test_all_of_both_teams_learn_of_a_forfeit_though_few_were_named_to_play():
    match = make_match(dated=False)
    set_rules(match)
    for side in (0, 1):
        line_up(match, side, 0, 1)
        for player in people_of(match.entries[side])[1:]:
            player.user = make_user(player.name, email=f"player{player.pk}@example.org")
            player.save(update_fields=["user"])
    turn(MONDAY)
    mail.outbox.clear()
    results.forfeit(
        table=match.tables[0],
        absent=[1],
        reason="nobody came",
        actor=actor_of(make_user("Dora Director")),
        at=MONDAY,
    )

    told = turn(MONDAY)

    people = [player for entry in match.entries for player in people_of(entry)]
    assert sorted(to for to, _s in told) == sorted(one.user.email for one in people)
    assert "A – B: round 1 of Spring cup at table 1" in mail.outbox[-1].body
