"""A merge taken back: everything is where it was, or it stays and says why."""

from datetime import date

import pytest

from league.clubs.models import Invitation, JoinRequest, Player
from league.clubs.services import (
    CannotMerge,
    CannotUndoMerge,
    change_player,
    invite,
    link_player_to_account,
    merge_players,
    preview_merge,
    undo_merge,
)
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of
from league.office.associations.models import Registration, Transfer
from league.play.events import services as events
from league.play.events.models import (
    Attendance,
    Entry,
    EntryMember,
    Evening,
    Event,
    EventState,
    PartnerRequest,
    Reserve,
)
from league.play.results.kinds_changing_results import changes_what_was_played
from league.play.rounds.models import Seat
from tests.league.factories import NOW, actor_of, make_player, make_user
from tests.league.play.events.factories import DIRECTOR, add_pairs, make_event, make_running
from tests.league.play.rounds.factories import draw, make_played, open_round

pytestmark = pytest.mark.django_db
ROWS = (
    *(Player, Invitation, JoinRequest, EntryMember, PartnerRequest, Attendance, Reserve, Seat),
    *(Registration, Transfer),
)


@pytest.fixture
def pair(club):
    """Ann Lee, and Ann Le who has all that a merge moves: entries, seats, a tick, a list."""
    stays = make_player(club, "Ann Lee", is_active=False)
    event = make_running(4, club)
    draw(event)
    goes = event.entries.first().members.first().player
    Player.objects.filter(pk=goes.pk).update(member_number="99", email="a@example.org")
    goes.refresh_from_db()
    link_player_to_account(player=goes, user=make_user("Ann"), by=Act(DIRECTOR, NOW))
    merge_players(stays=goes, goes=make_player(club, "A. Lee"), by=Act(DIRECTOR, NOW))
    owner = make_user("Olive Owner")
    invite(
        club=club,
        email="new@example.org",
        role="player",
        player=goes,
        invited_by=owner,
        by=Act(actor_of(owner), NOW),
    )
    return stays, goes


def merge(stays, goes):
    return merge_players(stays=stays, goes=goes, by=Act(DIRECTOR, NOW))


def undo(stays, goes):
    return undo_merge(stays=stays, goes=goes, by=Act(DIRECTOR, NOW))


def everything():
    """Return all rows, but for when the database last saw each of them change."""
    return [
        [
            {name: value for name, value in row.items() if name != "updated_at"}
            for row in model.objects.order_by("pk").values()
        ]
        for model in ROWS
    ]


def test_everything_is_where_it_was(club, pair):
    stays, goes = pair
    for number, who in enumerate(([goes], [goes, stays], [stays]), start=1):
        day = date(2026, 3, number)
        evening = Evening.objects.create(
            club=club, day=day, variant="pitch", preset="standard", minutes=90, opened_at=NOW
        )
        for place, player in enumerate(who):
            gone = NOW if place else None
            Attendance.objects.create(evening=evening, player=player, came_at=NOW, left_at=gone)
        listed = make_event(club, name=f"Cup {number}")
        Reserve.objects.bulk_create(Reserve(event=listed, player=one) for one in who)
    before = everything()

    merge(stays, goes)
    assert everything() != before
    for _twice in range(2):
        undo(stays, goes)

    assert everything() == before
    happening = Happening.objects.get(kind="player.merge_undone")
    assert sentence_of(happening).endswith(
        f"undid the merge of the player {goes.name} into Ann Lee"
    )
    assert happening.subject_id == goes.pk
    assert changes_what_was_played(happening.kind)


def test_what_was_changed_since_is_the_newer_word(club):
    stays, goes = make_player(club, "Ann Lee"), make_player(club, "Ann Le", email="a@example.org")
    merge(stays, goes)
    stays.refresh_from_db()
    change_player(player=stays, email="new@example.org", by=Act(DIRECTOR, NOW))

    undo(stays, goes)

    stays.refresh_from_db()
    assert stays.email == "new@example.org"


@pytest.mark.long
def test_who_came_back_as_a_double_of_a_double_is_not_given_what_an_older_merge_moved(club):
    stays, goes, between = (make_player(club, name) for name in ("Ann Lee", "Ann Le", "A. Lee"))
    merge(stays, goes)
    undo(stays, goes)
    merge(between, goes)
    merge(stays, between)

    with pytest.raises(CannotUndoMerge, match="cannot be undone"):
        undo(stays, goes)


def played(stays, _goes):
    seat = Seat.objects.get(round__number=1, player=stays)
    open_round(seat.round)
    make_played(seat.table)


def drawn_again(stays, _goes):
    Seat.objects.filter(player=stays, round__number=3).delete()


def over(_stays, _goes):
    Event.objects.update(state=EventState.FINISHED)


def withdrawn(stays, _goes):
    entry = EntryMember.objects.get(player=stays).entry
    events.withdraw_entry(entry=entry, by=Act(DIRECTOR, NOW))


def number_given_away(stays, _goes):
    Player.objects.filter(pk=stays.pk).update(member_number="")
    make_player(stays.club, "Bob", member_number="99")


def number_typed(stays, goes):
    undo(stays, goes)
    Player.objects.filter(pk=stays.pk).update(member_number="1")
    merge(stays, goes)
    Player.objects.filter(pk=stays.pk).update(member_number="99")


def merged_on(stays, _goes):
    merge(make_player(stays.club, "Ann of the Lees"), stays)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("since", "why"),
    [
        (played, "has since played at a seat of"),
        (drawn_again, "or the seats were changed"),
        (over, "has since changed, or is over"),
        (withdrawn, "has since changed, or is over"),
        (number_given_away, "Bob now has the member number 99"),
        (number_typed, "Ann Lee now has the member number 99"),
        (merged_on, "The merge of Bob Lee into Ann Lee cannot be undone"),
    ],
)
def test_where_something_has_changed_since_the_merge_stays(pair, since, why):
    merge(*pair)
    since(*pair)
    before = everything()

    with pytest.raises(CannotUndoMerge, match=why):
        undo(*pair)

    assert everything() == before


def test_rounds_drawn_since_keep_the_merge(club):
    stays = make_player(club, "Ann Lee")
    event = make_event(club)
    event = events.open_event(event=event, by=Act(DIRECTOR, NOW))
    goes = add_pairs(event, 4)[0].members.first().player
    merge(stays, goes)
    events.start_event(event=event, by=Act(DIRECTOR, NOW))
    event.refresh_from_db()
    draw(event)

    with pytest.raises(CannotUndoMerge, match="Rounds have since been drawn in which Ann Lee sits"):
        undo(stays, goes)


def test_a_merge_that_does_not_say_what_it_moved_stays(club):
    stays, goes = make_player(club, "Ann Lee"), make_player(club, "Ann Le")
    Player.objects.filter(pk=goes.pk).update(merged_into=stays)

    with pytest.raises(CannotUndoMerge, match="cannot be undone"):
        undo(stays, goes)


def ask(club, *players, number=1, **answer):
    """Enter the first of the players and ask the others into the entry."""
    event = make_event(club, name=f"Autumn cup {number}")
    entry = Entry.objects.create(event=event, number=1, state="applied", entered_at=NOW)
    EntryMember.objects.create(
        event=event, entry=entry, player=players[0], position=0, joined_at=NOW
    )
    for player in players[1:]:
        PartnerRequest.objects.create(entry=entry, player=player, asked_at=NOW, **answer)
    return entry


def asked(entry):
    return sorted(entry.asked.values_list("player__name", flat=True))


@pytest.mark.long
def test_who_stays_is_asked_instead_of_the_double_and_no_more_when_it_is_taken_back(club):
    stays, goes, friend = (make_player(club, name) for name in ("Ann Lee", "Ann Le", "Ben Ray"))
    waiting = ask(club, friend, goes)
    declined = ask(club, friend, goes, number=2, answered_at=NOW)
    both = ask(club, friend, goes, number=3, answered_at=NOW)
    PartnerRequest.objects.create(entry=both, player=stays, asked_at=NOW)
    before = everything()
    preview = preview_merge(stays=stays, goes=goes)
    assert [one for one in preview.moves if "is now invited" in one] == [
        "Ann Lee is now invited to the entry Ben Ray of Autumn cup 1 instead of Ann Le."
    ]

    merge(stays, goes)

    assert asked(waiting) == asked(declined) == asked(both) == ["Ann Lee"]
    assert both.asked.get().answered_at is None, "of two requests the open one is kept"
    undo(stays, goes)
    assert everything() == before


@pytest.mark.parametrize("inside", ["stays", "goes", "nobody"])
def test_nobody_is_asked_to_be_his_own_partner(club, inside):
    stays, goes, friend = (make_player(club, name) for name in ("Ann Lee", "Ann Le", "Ben Ray"))
    match inside:
        case "stays":
            ask(club, stays, goes)
        case "goes":
            ask(club, goes, stays)
        case _nobody:
            ask(club, friend, stays, goes)

    with pytest.raises(
        CannotMerge, match=("If they really are the same person, withdraw that entry first")
    ):
        merge(stays, goes)


# Every relation to a player, and what a merge does with it: a keeper or the merge itself moves it,
# or the double is followed to who stays wherever it is read.
MOVED = {
    ("clubs.Player", "merged_into"),
    ("clubs.Invitation", "player"),
    ("clubs.JoinRequest", "player"),
    ("associations.Registration", "player"),
    ("associations.Registration", "home_player"),
    ("associations.Transfer", "player"),
    ("associations.Transfer", "home_player"),
    ("events.EntryMember", "player"),
    ("events.PartnerRequest", "player"),
    ("events.Attendance", "player"),
    ("events.Reserve", "player"),
    ("rounds.Seat", "player"),
    ("rounds.Seat", "stands_in_for"),
}
FOLLOWED = {
    ("clubs.KeptApart", "one"),  # clubs/selectors.py: kept_apart, apart_from
    ("clubs.KeptApart", "other"),
    ("events.Captain", "player"),  # events/entry_rules.py: captain_of, entries_led_by
    ("captains.LineUpPlayer", "player"),  # captains/line_up_facts.py: players_in
    ("seasons.OwnHandicap", "player"),  # seasons/selectors.py: own handicaps by who is meant
    ("availability.Availability", "player"),  # availability/selectors.py: of who stays
    ("kitty.Account", "player"),  # kitty/selectors.py: balances, balance_of, lines_of
    ("ratings.Rating", "player"),  # worked out from what was played, with doubles followed
    ("ratings.Rating", "partner"),
    ("past_events.PastMember", "player"),  # past_events/selectors.py: places of who is meant
    ("ratings.StartingRating", "player"),  # ratings/starting_ratings.py: by who is meant
    ("stand_ins.StandInRequest", "absent"),  # shown by the name of who stays
    ("stand_ins.AskedPlayer", "player"),  # stand_ins/services.py: who stays sits down
    ("notifications.Notification", "player"),  # notifications/topics.py: what a person is in
    ("statistics.SeatCount", "player"),
    ("statistics.Achievement", "player"),
}


def test_a_merge_knows_every_relation_to_a_player():
    relations = {
        (one.related_model._meta.label, one.field.name)
        for one in Player._meta.get_fields(include_hidden=True)
        if one.auto_created and not one.concrete
    }

    assert relations == MOVED | FOLLOWED, (
        "say what a merge of two players does with the relation, and let a test see it"
    )
    rows = {model._meta.label for model in ROWS}
    assert {label for label, _field in MOVED} == rows, "moved, and not compared after an undo"
