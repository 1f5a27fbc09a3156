from datetime import timedelta

import pytest

from league.clubs.models import Player
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.records.rules import Gone
from league.foundation.refusal import NotAllowed
from league.play.events import services as events
from league.play.events.models import (
    Entry,
    EntryMember,
    Event,
    EventState,
)
from league.play.events.names import name_of
from league.play.events.selectors import entries_of, places_left
from league.play.events.services.typed_entries import (
    LinesRefused,
    UnknownNames,
    enter_lines,
    player_called,
)
from tests.league.factories import make_player, make_user
from tests.league.play.events.factories import (
    DIRECTOR,
    NOW,
    PITCH,
    add_pairs,
    add_singles,
    make_event,
    make_other_club,
    make_people,
    make_running,
)

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(hours=1)


def add(event, *players, **fields):
    return events.add_entry(event=event, players=players, by=Act(DIRECTOR, NOW), **fields)


def names(event, state="accepted"):
    return [name_of(entry) for entry in entries_of(event).filter(state=state)]


def open_event(**fields):
    return events.open_event(event=make_event(**fields), by=Act(DIRECTOR, NOW))


def test_a_player_enters_once():
    event = make_event()
    ann, bob, cy = make_people(event.club, 3)
    add(event, ann, bob)

    with pytest.raises(events.PlayerAlreadyEntered, match="Bob Lee is in another entry"):
        add(event, bob, cy)
    with pytest.raises(events.WrongNumberOfPlayers, match="twice"):
        add(event, cy, cy)


def add_all(event, *sides):
    return events.add_entries(event=event, sides=sides, by=Act(DIRECTOR, NOW))


def test_one_who_cannot_enter_keeps_all_of_them_out():
    event = open_event()
    ann, bob, cy, di = make_people(event.club, 4)
    stranger = make_people(make_other_club(), 1)[0]
    add(event, ann, bob)

    for refusal, sides in (
        (events.PlayerAlreadyEntered, [[cy, di], [bob]]),
        (events.PlayerAlreadyEntered, [[cy, di], [di]]),
        (events.WrongNumberOfPlayers, [[cy, cy]]),
        (events.WrongNumberOfPlayers, [[cy], []]),
        (events.ForeignPlayer, [[cy, di], [stranger]]),
    ):
        with pytest.raises(refusal):
            add_all(event, *sides)
    assert event.entries.count() == 1


def test_two_entries_cannot_have_the_same_name():
    event = make_event()
    ann, bob, cy, di = make_people(event.club, 4)
    add(event, ann, bob, name="Aces")

    with pytest.raises(events.EventInvalid, match="aces"):
        add(event, cy, di, name="aces ")


def test_a_pair_of_one_waits_for_a_partner_and_is_accepted_with_one():
    event = open_event()
    ann, bob = make_people(event.club, 2)
    entry = add(event, ann)
    assert entry.state == "applied"

    with pytest.raises(events.EntryIncomplete, match="Ann Lee still needs a partner"):
        events.accept_entry(entry=entry, by=Act(DIRECTOR, NOW))
    events.change_entry(entry=entry, players=[ann, bob], by=Act(DIRECTOR, NOW))
    events.accept_entry(entry=entry, by=Act(DIRECTOR, NOW))

    assert names(event) == ["Ann Lee & Bob Lee"]


def test_who_leaves_an_entry_is_remembered_and_free_again():
    event = make_event()
    ann, bob, cy, di = make_people(event.club, 4)
    entry = add(event, ann, bob)

    events.change_entry(entry=entry, players=[cy, ann], by=Act(DIRECTOR, LATER))
    add(event, bob, di)

    assert names(event) == ["Cy Lee & Ann Lee", "Bob Lee & Di Lee"]
    left = entry.members.filter(left_at__isnull=False).get()
    assert (left.player, left.joined_at, left.left_at) == (bob, NOW, LATER)
    assert entry.members.get(player=ann).joined_at == NOW


def test_withdrawing_frees_the_players_and_keeps_the_name():
    event = make_event()
    ann, bob = make_people(event.club, 2)
    entry = add(event, ann, bob)

    events.withdraw_entry(entry=entry, by=Act(DIRECTOR, LATER))
    events.withdraw_entry(entry=entry, by=Act(DIRECTOR, LATER))
    again = add(event, ann, bob, name="Again")

    assert names(event, "withdrawn") == ["Ann Lee & Bob Lee"]
    assert again.number == 2
    assert Happening.objects.filter(kind="entry.withdrawn").count() == 1


@pytest.mark.long
def test_reinstating_is_refused_when_a_player_is_in_another_entry_now():
    event = make_event()
    ann, bob, cy = make_people(event.club, 3)
    entry = add(event, ann, bob)
    events.withdraw_entry(entry=entry, by=Act(DIRECTOR, LATER))
    add(event, bob, cy)

    with pytest.raises(events.PlayerAlreadyEntered, match="Bob Lee"):
        events.reinstate_entry(entry=entry, by=Act(DIRECTOR, LATER))

    entry.refresh_from_db()
    assert entry.state == "withdrawn"


def test_a_free_place_goes_to_whoever_waits_longest():
    event = open_event(most_entries=2)
    one, _two = add_pairs(event, 2)
    players = make_people(event.club, 4, 4)
    third = add(event, *players[:2], state="waiting")
    add(event, *players[2:], state="waiting")

    events.withdraw_entry(entry=one, by=Act(DIRECTOR, LATER))

    third.refresh_from_db()
    assert third.state == "accepted"
    assert places_left(event) == 0
    assert len(names(event, "waiting")) == 1


def test_nobody_is_accepted_without_a_place():
    event = open_event(most_entries=1)
    add_pairs(event, 1)
    waiting = add(event, *make_people(event.club, 2, 2), state="waiting")

    with pytest.raises(events.NoPlaceLeft, match="All 1 places"):
        events.accept_entry(entry=waiting, by=Act(DIRECTOR, NOW))


def test_over_is_over():
    event = make_running()
    entry = event.entries.first()
    events.finish_event(event=event, anyway=True, by=Act(DIRECTOR, NOW))

    for act in (events.withdraw_entry, events.accept_entry, events.remove_entry):
        with pytest.raises(events.FieldClosed, match="finished"):
            act(entry=entry, by=Act(DIRECTOR, NOW))
    with pytest.raises(events.FieldClosed):
        add(event, *make_people(event.club, 2, 20))


def test_an_entry_is_removed_before_the_event_runs_and_only_withdrawn_then():
    event = make_event()
    mistake = add_pairs(event, 1)[0]
    events.remove_entry(entry=mistake, by=Act(DIRECTOR, NOW))
    assert not event.entries.exists()

    running = make_running()
    with pytest.raises(events.EntryHasPlayed):
        events.remove_entry(entry=running.entries.first(), by=Act(DIRECTOR, NOW))


def test_who_comes_second_to_an_entry_that_is_removed_learns_it():
    event = make_event()
    entry = add_pairs(event, 1)[0]
    for _twice in range(2):
        events.remove_entry(entry=Entry(pk=entry.pk, event=event), by=Act(DIRECTOR, NOW))
    assert Happening.objects.filter(kind="entry.removed").count() == 1

    for act in (events.withdraw_entry, events.accept_entry, events.reinstate_entry):
        with pytest.raises(Gone, match="removed this while you were looking"):
            act(entry=entry, by=Act(DIRECTOR, NOW))

    for _twice in range(2):
        events.discard_event(event=Event(pk=event.pk), by=Act(DIRECTOR, NOW))
    with pytest.raises(Gone):
        events.open_event(event=event, by=Act(DIRECTOR, NOW))


def row_of(entry):
    kept = Entry.objects.filter(pk=entry.pk).values("number", "name", "state", "seed", "entered_at")
    members = EntryMember.objects.filter(entry_id=entry.pk).order_by("position", "joined_at")
    return [*kept, *members.values_list("player", "position", "joined_at", "left_at")]


def restore(event, entry_id):
    return events.restore_entry(event=event, entry_id=entry_id, by=Act(DIRECTOR, LATER))


def test_a_removed_entry_comes_back_as_it_was():
    event = make_event()
    _first, second, third = add_pairs(event, 3)
    substitute = make_people(event.club, 1, 30)[0]
    kept = second.members.get(position=0).player
    change = {"players": [kept, substitute], "name": "The Reeds", "by": Act(DIRECTOR, LATER)}
    events.change_entry(entry=second, **change)
    events.set_seeds(event=event, order=[third.pk, second.pk], by=Act(DIRECTOR, NOW))
    before, pk = row_of(second), second.pk

    events.remove_entry(entry=second, by=Act(DIRECTOR, LATER))
    assert row_of(second) == []
    for _twice in range(2):
        restore(event, pk)

    assert row_of(second) == before
    assert len(before) == 4
    kinds = Happening.objects.filter(subject_type="entry", subject_id=pk).values_list("kind")
    assert [kind for (kind,) in kinds.order_by("id")][-2:] == ["entry.removed", "entry.restored"]


def test_a_removed_entry_stays_away_once_there_is_no_room_for_it():
    event = make_event()
    gone = add_pairs(event, 2)[1]
    pk, players = gone.pk, [member.player for member in gone.members.all()]
    events.remove_entry(entry=gone, by=Act(DIRECTOR, LATER))

    with pytest.raises(events.CannotRestore, match="no removed entry"):
        restore(make_event(event.club, name="Another cup"), pk)
    again = add(event, *players)
    with pytest.raises(events.CannotRestore, match="has the number or the seed"):
        restore(event, pk)
    Entry.objects.filter(pk=again.pk).update(number=9)
    with pytest.raises(events.PlayerAlreadyEntered):
        restore(event, pk)
    events.remove_entry(entry=again, by=Act(DIRECTOR, LATER))
    event.refresh_from_db()
    Event.objects.filter(pk=event.pk).update(most_entries=1)
    with pytest.raises(events.NoPlaceLeft, match="All 1 places are now taken"):
        restore(event, pk)
    Event.objects.filter(pk=event.pk).update(most_entries=None, state=EventState.RUNNING)
    with pytest.raises(events.CannotRestore, match="The event is running now"):
        restore(event, pk)
    assert not Entry.objects.filter(pk=pk).exists()


# ------------------------------------------------------------------------------------- sign-up


def sign_up(event, user, *players, at=NOW):
    return events.sign_up(event=event, user=user, players=players, by=Act(DIRECTOR, at))


def self_entry(**fields):
    return open_event(entry_mode="self", entries_close_at=LATER, **fields)


def test_nobody_signs_others_up():
    event = self_entry(**PITCH)
    ann = make_people(event.club, 1)[0]

    with pytest.raises(NotAllowed):
        sign_up(event, make_user(), ann)


@pytest.mark.parametrize("when", ["before", "after", "organiser", "running"])
def test_sign_up_is_open_between_opening_and_closing(when):
    user = make_user()
    event = make_event(**(PITCH | {"entry_mode": "self", "entries_close_at": LATER}))
    if when == "organiser":
        event = open_event(**PITCH)
    elif when != "before":
        event = events.open_event(event=event, by=Act(DIRECTOR, NOW))
    if when == "running":
        add_singles(event, 3)
        event = events.start_event(event=event, by=Act(DIRECTOR, NOW))
    player = event.club.players.create(name="Zoe", user=user)

    with pytest.raises(events.SignUpClosed):
        sign_up(event, user, player, at=LATER if when == "after" else NOW)


# -------------------------------------------------------------------------------- typed entries


def enter(event, text, add_unknown=False):
    return enter_lines(event=event, text=text, add_unknown=add_unknown, by=Act(DIRECTOR, NOW))


@pytest.mark.long
@pytest.mark.parametrize(
    "line",
    [
        "Ann Lee & Bob Lee",
        "ann  lee/BOB LEE",
        "Ann Lee, Bob Lee",
        "Ann Lee and Bob Lee",
        "#7 + Bob Lee",
    ],
)
def test_a_pair_is_typed_in_many_ways(line):
    event = make_event()
    ann, _bob = make_people(event.club, 2)
    Player.objects.filter(pk=ann.pk).update(member_number="7")

    enter(event, f"\n{line}\n\n")

    assert names(event) == ["Ann Lee & Bob Lee"]


def called(event, text, *, add_unknown=False):
    return player_called(
        club=event.club, text=text, add_unknown=add_unknown, by=Act(DIRECTOR, NOW)
    ).name


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Jür", "Jürgen Groß"),
        ("groß", "Jürgen Groß"),
        ("jurgen gross", "Jürgen Groß"),
        ("Sean O’Brien", "Sean O'Brien"),
        ("sean oʼbrien", "Sean O'Brien"),
        ("Deniz Çelik", "Çelik, Deniz"),
        ("Çelik, Deniz", "Çelik, Deniz"),
        ("Groß, Jürgen", "Jürgen Groß"),
    ],
)
def test_a_field_takes_the_only_player_who_can_be_meant(typed, name):
    event = make_event(**PITCH)
    for known in ("Jürgen Groß", "Sean O'Brien", "Çelik, Deniz"):
        make_player(event.club, known)

    assert called(event, typed) == name
    assert Player.objects.count() == 3


def test_a_beginning_that_fits_several_or_a_new_whole_name_is_asked_about():
    event = make_event(**PITCH)
    make_player(event.club, "Jan Bergmann")
    make_player(event.club, "Jana Holm")

    for typed in ("Ja", "Jan Berg"):
        with pytest.raises(UnknownNames, match=r"Did you mean Jan Bergmann"):
            called(event, typed)

    assert called(event, "Jan Berg", add_unknown=True) == "Jan Berg"


def test_bad_lines_are_named_and_nothing_is_entered():
    event = make_event()
    make_people(event.club, 4)

    with pytest.raises(LinesRefused, match=r"Line 2.*3 are named") as refused:
        enter(event, "Ann Lee & Bob Lee\nAnn Lee & Bob Lee & Cy Lee\n#9 & Di Lee\nDi Lee & ???")

    assert "Line 3" in str(refused.value)
    assert "“???” is not a name" in str(refused.value)
    assert not event.entries.exists()


def test_namesakes_are_distinguished_by_their_member_number():
    event = make_event(**PITCH)
    for number in ("3", "5"):
        event.club.players.create(name="Ann Lee", member_number=number)

    with pytest.raises(LinesRefused, match=r"2 players are called Ann Lee.*#3, #5"):
        enter(event, "Ann Lee")
    enter(event, "Ann Lee #5")

    assert entries_of(event).get().members.get().player.member_number == "5"


def test_new_names_that_are_alike_are_asked_about():
    with pytest.raises(LinesRefused, match="Zoe and Zoë look like one person"):
        enter(make_event(**PITCH), "Zoë\nZoe", add_unknown=True)


def test_lines_and_names_that_are_too_many_are_not_looked_up(monkeypatch):
    event = make_event()
    looked_up = []
    monkeypatch.setattr(
        "league.play.events.services.typed_entries.find_player",
        lambda _directory, word, **_how: looked_up.append(word),
    )

    for text, sentence in [("a\n" * 501, "501 lines are too many"), ("a," * 501, "501 are named")]:
        with pytest.raises(LinesRefused, match=sentence):
            enter(event, text)

    assert looked_up == []
