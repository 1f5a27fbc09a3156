"""Two rows of one person made one: what moves, what stays, and when they are two people."""

import pytest

from league.clubs.services import CannotMerge, invite, merge_players, merging_players, preview_merge
from league.clubs.services import merging_players as services
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of
from league.play.events import services as events
from league.play.events.models import EventState
from league.play.rounds.models import Seat
from tests.league.clubs.refusals import constraint_refusing
from tests.league.factories import NOW, actor_of, make_club, make_player, make_user
from tests.league.play.events.factories import DIRECTOR, add_pairs, make_event, make_running
from tests.league.play.rounds.factories import close_round, draw, make_played, open_round

pytestmark = pytest.mark.django_db


def merge(stays, goes):
    return merge_players(stays=stays, goes=goes, by=Act(DIRECTOR, NOW))


def seats_of(player):
    return set(Seat.objects.filter(player=player).values_list("round__number", flat=True))


@pytest.mark.long
def test_who_stays_takes_over_what_he_has_not(club):
    stays = make_player(club, "Ann Lee", email="ann@example.org")
    user = make_user("Ann")
    goes = make_player(
        club, "Ann Le", member_number="12", email="old@example.org", sort_name="Lee", user=user
    )

    merge(stays, goes)

    stays.refresh_from_db()
    goes.refresh_from_db()
    assert (stays.member_number, stays.email, stays.sort_name) == ("12", "ann@example.org", "Lee")
    assert (stays.user, goes.user, goes.merged_into) == (user, None, stays)
    assert sentence_of(Happening.objects.get()) == (
        "Dora Director merged the player Ann Le into Ann Lee"
    )


def test_merging_twice_is_merging_once(club):
    stays, goes = make_player(club, "Ann Lee"), make_player(club, "Ann Le")
    merge(stays, goes)
    merge(stays, goes)

    assert Happening.objects.count() == 1


@pytest.mark.long
def test_invitation_of_who_goes_is_for_who_stays(club):
    stays, goes, owner = make_player(club, "Ann Lee"), make_player(club, "Ann Le"), make_user("O")
    invitation = invite(
        club=club,
        email="ann@example.org",
        role="player",
        player=goes,
        invited_by=owner,
        by=Act(actor_of(owner), NOW),
    )

    merge(stays, goes)

    invitation.refresh_from_db()
    assert invitation.player == stays


@pytest.mark.long
def test_entries_and_seats_still_to_be_played_move_and_what_was_played_stays(club):
    event = make_running(4, club)
    rounds = draw(event)
    goes = event.entries.first().members.first().player
    stays = make_player(club, "Ann Lee the Elder")
    open_round(rounds[0])
    for table in rounds[0].tables.all():
        make_played(table)
    close_round(rounds[0])
    version = event.entries_version

    merge(stays, goes)

    event.refresh_from_db()
    assert event.entries.first().members.first().player == stays
    assert event.entries_version > version
    assert (seats_of(goes), seats_of(stays)) == ({1}, {2, 3})


def test_rounds_in_which_both_sit_are_one_sentence_an_event(club):
    event = make_running(4, club)
    draw(event)
    stays, goes = (one.members.first().player for one in event.entries.all()[:2])

    obstacles = [one for one in preview_merge(stays=stays, goes=goes).obstacles if "seat" in one]

    assert obstacles == [
        "Both have a seat in rounds 1, 2, 3 of Spring cup. If they really are the same person, "
        "give one seat of each round to somebody else first."
    ]


@pytest.mark.long
def test_events_that_are_over_keep_their_entries(club):
    event = make_running(2, club)
    goes = event.entries.first().members.first().player
    type(event).objects.filter(pk=event.pk).update(state=EventState.FINISHED)
    stays = make_player(club, "Ann Lee the Elder")

    moves = preview_merge(stays=stays, goes=goes).moves
    merge(stays, goes)

    assert moves == (
        "The results of 1 event that is over stay, shown as Ann Lee the Elder’s.",
        *(move for move in moves[1:]),
    )
    assert event.entries.first().members.first().player == goes


@pytest.mark.long
def test_two_in_one_event_are_two_people(club):
    event = make_event(club)
    events.open_event(event=event, by=Act(DIRECTOR, NOW))
    one, other = (entry.members.first().player for entry in add_pairs(event, 2))

    with pytest.raises(CannotMerge, match="Both are in Spring cup"):
        merge(one, other)

    assert preview_merge(stays=one, goes=other).moves == ()


@pytest.mark.long
def test_who_was_in_one_event_as_a_double_cannot_be_there_again(club):
    """Ann Le, merged into Ann Lee, played the cup; so Bob, who plays it, is not Ann Lee."""
    event = make_running(2, club)
    one, other = (entry.members.first().player for entry in event.entries.all())
    type(event).objects.filter(pk=event.pk).update(state=EventState.FINISHED)
    stays = make_player(club, "Ann Lee the Elder")
    merge(stays, one)

    with pytest.raises(CannotMerge, match="Both are in Spring cup"):
        merge(stays, other)


@pytest.mark.long
def test_who_sat_elsewhere_in_a_round_is_another_person(club):
    """A substitute is in no entry, but at a table."""
    event = make_running(4, club)
    rounds = draw(event)
    seat = Seat.objects.filter(round=rounds[0]).first()
    goes = event.entries.exclude(placements__table=seat.table).first().members.first().player
    stays = make_player(club, "Sub Stitute")
    seat.player, seat.stands_in_for, seat.is_substitute = stays, seat.player, True
    seat.save()

    with pytest.raises(CannotMerge, match="Both have a seat in round 1 of Spring cup"):
        merge(stays, goes)


def test_two_accounts_are_two_people(club):
    one = make_player(club, "Ann Lee", user=make_user("Ann"))
    other = make_player(club, "Ann Le", user=make_user("Anne"))

    with pytest.raises(CannotMerge, match="linked to an account: Ann and Anne"):
        merge(one, other)


def test_nobody_is_his_own_double_and_doubles_are_merged_once(club):
    one, other, third = (make_player(club, name) for name in ("Ann", "Anne", "Anna"))
    foreign = make_player(make_club("Other Club"), "Ann")

    with pytest.raises(CannotMerge, match="two different players"):
        merge(one, one)
    with pytest.raises(CannotMerge, match="different clubs"):
        merge(one, foreign)
    merge(one, other)
    with pytest.raises(CannotMerge, match="Anne has already been merged into Ann"):
        merge(third, other)
    with pytest.raises(CannotMerge, match="Anne has already been merged into Ann"):
        merge(other, third)


@pytest.mark.long
@pytest.mark.parametrize(
    ("statement", "constraint"),
    [
        (
            "UPDATE clubs_player SET merged_into_id = id WHERE name = 'Ann'",
            "player_not_merged_into_itself",
        ),
        (
            "UPDATE clubs_player SET merged_into_id ="
            " (SELECT id FROM clubs_player WHERE name = 'Far') WHERE name = 'Ann'",
            "player_merged_into_one_who_stays",
        ),
        (
            "UPDATE clubs_player SET merged_into_id ="
            " (SELECT id FROM clubs_player WHERE name = 'Double') WHERE name = 'Ann'",
            "player_merged_into_one_who_stays",
        ),
        (
            "UPDATE clubs_player SET merged_into_id ="
            " (SELECT id FROM clubs_player WHERE name = 'Ann') WHERE name = 'Stays'",
            "player_merged_into_one_who_stays",
        ),
        (
            "UPDATE clubs_player SET club_id ="
            " (SELECT club_id FROM clubs_player WHERE name = 'Far') WHERE name = 'Ann'",
            "player_stays_in_the_club",
        ),
    ],
)
def test_database_refuses_doubles_that_cannot_be(club, statement, constraint):
    make_player(club, "Ann")
    make_player(make_club("Other Club"), "Far")
    merge(make_player(club, "Stays"), make_player(club, "Double"))

    assert constraint_refusing(statement) == constraint


NOTHING = (lambda _stays, _goes: (), lambda _stays, _goes: ())


def _fail(_stays, _goes):
    raise RuntimeError


def test_merge_that_fails_halfway_changes_nothing(club):
    stays, goes = make_player(club, "Ann Lee"), make_player(club, "Ann Le", member_number="1")

    merging_players.register(merging_players.Keeper("fails", *NOTHING, _fail, _fail))
    try:
        with pytest.raises(RuntimeError):
            merge(stays, goes)
    finally:
        merging_players._KEEPERS.pop("fails")

    goes.refresh_from_db()
    assert goes.merged_into is None
    assert not Happening.objects.exists()


def test_entered_together_while_somebody_looked_they_are_not_merged(club, monkeypatch):
    event = events.open_event(event=make_event(club), by=Act(DIRECTOR, NOW))
    stays, goes = (entry.members.first().player for entry in add_pairs(event, 2))
    seen = services.MergePreview((), ())
    monkeypatch.setattr(services, "preview_merge", lambda **_who: seen)

    with pytest.raises(CannotMerge, match="entered or seated together"):
        merge(stays, goes)

    goes.refresh_from_db()
    assert goes.merged_into is None
