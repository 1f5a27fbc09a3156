"""Substitutes at the tables of an event: the rule applied, exceptions, and the way back."""

from datetime import UTC, date, datetime, timedelta

import pytest

from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of
from league.play.events import services as events
from league.play.events.models import Event, Stage
from league.play.rounds import services as rounds
from league.play.rounds.models import Placement, Seat
from league.play.rounds.substitutions import seat_to_fill, substitutions_of
from tests.league.play.events.factories import (
    DIRECTOR,
    NOW,
    make_event,
    make_other_club,
    make_people,
    make_running,
)
from tests.league.play.rounds.factories import close_round, draw, make_league, open_round

pytestmark = pytest.mark.django_db


def league(entries=4, club=None, **rule):
    """Make a running league of pairs with this rule on substitutes, and return its rounds."""
    return make_league(entries, club, **rule)


def sub(round, player, *, table=1, number=0, exception="", at=NOW):
    seat = Seat.objects.get(table__round=round, table__number=table, number=number)
    return rounds.seat_substitute(
        seat=seat, player=player, exception=exception, actor=DIRECTOR, at=at
    )


def outsiders(round, count=1):
    return make_people(round.stage.event.club, count, 40)


def refusal(*args, **kwargs):
    with pytest.raises(rounds.MayNotStandIn) as refused:
        sub(*args, **kwargs)
    assert refused.value.field == "exception"
    return [reason.code for reason in refused.value.reasons], str(refused.value)


@pytest.mark.long
def test_a_substitute_stands_in_as_often_as_the_event_allows():
    first, second, third = league(rounds_a_substitute=2)
    (zoe,) = outsiders(first)
    sub(first, zoe)
    sub(second, zoe, table=2)
    sub(second, zoe, table=2)

    codes, sentence = refusal(third, zoe)

    assert codes == ["stood_in_too_often"]
    assert sentence == (
        f"{zoe.name} has already stood in for 2 rounds; the event allows 2. "
        "Seat somebody else, or give a reason for an exception."
    )
    assert not Seat.objects.filter(round=third, is_substitute=True).exists()


@pytest.mark.long
def test_both_of_a_pair_may_be_stood_in_for_in_the_one_round_that_is_allowed():
    first, second, _third = league(substituted_rounds=1)
    zoe, yan, xia = outsiders(first, 3)
    entry = Seat.objects.get(table__round=first, table__number=1, number=0).placement.entry
    for seat, player in zip(
        Seat.objects.filter(round=first, placement__entry=entry), (zoe, yan), strict=True
    ):
        rounds.seat_substitute(seat=seat, player=player, actor=DIRECTOR, at=NOW)
    later = Seat.objects.filter(round=second, placement__entry=entry).first()

    with pytest.raises(rounds.MayNotStandIn, match="had a substitute in 1 round already"):
        rounds.seat_substitute(seat=later, player=xia, actor=DIRECTOR, at=NOW)


@pytest.mark.long
def test_a_free_seat_is_no_way_round_the_rule():
    first, _second, _third = league(substitutes="nobody")
    (zoe,) = outsiders(first)
    sub(first, None)

    assert refusal(first, zoe)[0] == ["no_substitutes"]
    assert sub(first, zoe, exception="nobody else was there").is_substitute


@pytest.mark.long
def test_members_of_the_entry_are_no_substitutes():
    (round,) = make_league(2, substitutes="nobody")
    seat = Seat.objects.filter(table__round=round).first()
    member = seat.player
    sub(round, None, number=seat.number)

    seated = sub(round, member, number=seat.number)

    assert (seated.player, seated.is_substitute) == (member, False)


@pytest.mark.long
def test_only_reserves_stand_in_where_the_event_says_so():
    first = league(substitutes="reserves")[0]
    zoe, yan = outsiders(first, 2)
    event = first.stage.event
    events.set_reserves(event=event, players=[zoe, zoe], actor=DIRECTOR, at=NOW)
    events.set_reserves(event=event, players=[zoe], actor=DIRECTOR, at=NOW)

    assert sub(first, zoe).player == zoe
    assert refusal(first, yan, table=2)[0] == ["not_a_reserve"]
    assert sentence_of(Happening.objects.get(kind="event.reserves_changed")) == (
        "Dora Director changed the reserves of Spring cup: now 1"
    )


@pytest.mark.long
def test_only_who_has_no_table_stands_in_where_the_event_says_so():
    first = draw(make_running(5, substitutes="free", entry_kind="pair"))[0]
    waiting = Placement.objects.get(round=first, table__isnull=True).entry.members.first().player
    third = make_people(first.stage.event.club, 1, 50)[0]
    busy = Seat.objects.get(table__round=first, table__number=2, number=0)
    freed = busy.player
    sub(first, third, table=2)

    codes, sentence = refusal(first, freed)

    assert codes == ["plays_elsewhere"]
    assert "own entry plays at table 2" in sentence
    assert sub(first, waiting).player == waiting


@pytest.mark.long
def test_the_last_day_is_a_day_of_the_club():
    first = league(substitutes_until=date(2026, 3, 7))[0]
    zoe, yan = outsiders(first, 2)
    club = first.stage.event.club
    type(club).objects.filter(pk=club.pk).update(time_zone="America/New_York")
    late_in_the_evening = datetime(2026, 3, 8, 4, 59, tzinfo=UTC)

    assert sub(first, zoe, at=late_in_the_evening).player == zoe
    after = late_in_the_evening + timedelta(minutes=1)
    assert refusal(first, yan, table=2, at=after)[0] == ["after_last_day"]


@pytest.mark.long
def test_rounds_are_counted_through_the_stages():
    first = league(substitutes_until_round=3)[0]
    event = first.stage.event
    finals = Stage.objects.create(event=event, number=2, format="round_robin")
    for entry in event.entries.all():
        finals.stage_entries.create(entry=entry)
    final = rounds.draw_rounds(stage=finals, actor=DIRECTOR, at=NOW)[0]
    zoe = outsiders(first)[0]

    assert refusal(final, zoe) == (
        ["after_last_round"],
        "This is round 4 of the event, and substitutes are not allowed after round 3. Seat "
        "somebody else, or give a reason for an exception.",
    )


@pytest.mark.long
def test_an_exception_has_a_reason_and_stands_in_the_journal():
    first = league(substitutes="nobody")[0]
    (zoe,) = outsiders(first)
    assert refusal(first, zoe, exception="  ")[0] == ["no_substitutes"]

    seat = sub(first, zoe, exception="Ann fell ill at the table")

    happening = Happening.objects.get(kind="seat.substituted_by_exception")
    assert happening.data["against"] == ["no_substitutes"]
    assert sentence_of(happening) == (
        f"Dora Director let {zoe.name} sit at table 1 in round 1 of Spring cup instead of "
        f"{seat.stands_in_for.name}, against the event’s rule on substitutes: "
        "Ann fell ill at the table"
    )


# ----------------------------------------------------------------------------------- the way back


@pytest.mark.long
def test_a_substitution_is_taken_back_once():
    first = league()[0]
    (zoe,) = outsiders(first)
    absent = sub(first, zoe).stands_in_for
    seat = Seat.objects.get(round=first, player=zoe)

    for _twice in range(2):
        rounds.end_substitution(seat=seat, actor=DIRECTOR, at=NOW)

    seat.refresh_from_db()
    assert (seat.player, seat.stands_in_for, seat.is_substitute) == (absent, None, False)
    assert Happening.objects.filter(kind="seat.substituted").count() == 2


@pytest.mark.long
def test_taking_back_leaves_a_seat_free_that_was_free():
    first = league()[0]
    zoe, yan = outsiders(first, 2)
    sub(first, None)
    sub(first, zoe)
    seat = sub(first, yan)

    rounds.end_substitution(seat=seat, actor=DIRECTOR, at=NOW)

    seat.refresh_from_db()
    assert (seat.player, seat.stands_in_for, seat.is_substitute) == (None, None, False)


@pytest.mark.long
def test_in_a_closed_round_nobody_is_taken_back():
    first = open_round(league()[0])
    (zoe,) = outsiders(first)
    seat = sub(first, zoe)
    close_round(first)

    with pytest.raises(rounds.RoundInWrongState, match="closed"):
        rounds.end_substitution(seat=seat, actor=DIRECTOR, at=NOW)


@pytest.mark.long
def test_all_substitutions_of_an_event_in_their_order():
    first, second, _third = league()
    zoe, yan = outsiders(first, 2)
    sub(second, zoe)
    sub(first, yan, table=2)
    sub(first, zoe)

    found = substitutions_of(first.stage.event)

    assert [(s.round.number, s.table.number, s.player) for s in found] == [
        (1, 1, zoe),
        (1, 2, yan),
        (2, 1, zoe),
    ]


@pytest.mark.long
def test_the_facts_about_everybody_take_as_many_queries_as_about_one(django_assert_num_queries):
    first, _second, _third = league(substitutes="reserves")
    people = outsiders(first, 30)
    seat = Seat.objects.select_related("placement").get(
        table__round=first, table__number=1, number=0
    )
    seat.round = first

    with django_assert_num_queries(7):
        to_fill = seat_to_fill(seat, at=NOW)
        assert all(to_fill.reasons(player) for player in people)


# -------------------------------------------------------------------------- the rule of an event


def change(event, **changes):
    return events.change_event(event=event, changes=changes, actor=DIRECTOR, at=NOW)


def test_the_rule_may_change_while_the_event_runs_and_the_journal_tells_it():
    event = make_running(2)

    change(event, substitutes="reserves", rounds_a_substitute=2)

    assert sentence_of(Happening.objects.get(kind="event.substitutes_changed")) == (
        "Dora Director changed the rule on substitutes of Spring cup: Only the reserves of the "
        "event may stand in. A substitute plays in at most 2 rounds. The points go to the entry "
        "that the substitute plays for."
    )


def test_who_gets_the_points_is_frozen_with_the_scoring():
    event = make_running(2)

    with pytest.raises(events.Frozen, match="who gets a substitute’s points"):
        change(event, substitute_points="nobody")
    Event.objects.get(pk=event.pk, substitute_points="entry")


@pytest.mark.long
@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"rounds_a_substitute": 0}, "1 to 99 rounds"),
        ({"substituted_rounds": 100}, "1 to 99 rounds"),
        ({"substitutes_until_round": 0}, "from 1 to 1,000"),
        ({"substitutes": "friends"}, "friends"),
        ({"substitute_points": "player"}, "only where single players compete"),
    ],
)
def test_a_rule_that_makes_no_sense_is_refused(wrong, sentence):
    with pytest.raises(events.EventInvalid, match=sentence):
        change(make_event(), **wrong)


def test_reserves_are_players_of_the_club():
    event = make_running(2)
    stranger = make_people(make_other_club(), 1)[0]

    with pytest.raises(events.ForeignPlayer):
        events.set_reserves(event=event, players=[stranger], actor=DIRECTOR, at=NOW)


@pytest.mark.long
def test_a_player_typed_is_added_only_if_they_may_sit_there():
    first, _second, _third = league(substitutes="nobody")
    seat = Seat.objects.get(table__round=first, table__number=1, number=0)
    typed = {"seat": seat, "text": "Nora New", "add_unknown": True, "actor": DIRECTOR, "at": NOW}

    with pytest.raises(rounds.MayNotStandIn):
        rounds.seat_player_called(**typed)

    players = first.stage.event.club.players
    assert not players.filter(name="Nora New").exists()
    seated = rounds.seat_player_called(**typed, exception="Somebody is ill")
    assert seated.player == players.get(name="Nora New")
    assert rounds.seat_player_called(**{**typed, "text": ""}).player is None
