"""Players: added, changed, linked, shown to the public as they wish."""

import pytest
from django.db import IntegrityError, transaction

from league.clubs.models import Player, PublicName
from league.clubs.selectors import search_players
from league.clubs.services import (
    AccountTaken,
    MemberNumberTaken,
    PlayerInvalid,
    PlayerMerged,
    add_player,
    add_players,
    change_player,
    link_player_to_account,
    unlink_player,
)
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of
from tests.league.factories import (
    NOW,
    actor_of,
    make_club,
    make_double,
    make_player,
    make_user,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def director():
    return actor_of(make_user("Dora Director"))


def journal_sentences():
    return [sentence_of(happening) for happening in Happening.objects.order_by("id")]


def test_player_is_added_tidily_and_the_journal_says_so(club, director):
    player = add_player(
        club=club,
        name="  Ann   Lee ",
        member_number=" 12 ",
        email="Ann@Example.org",
        by=Act(director, NOW),
    )

    player.refresh_from_db()
    assert (player.name, player.member_number, player.email) == ("Ann Lee", "12", "ann@example.org")
    assert journal_sentences() == ["Dora Director added the player Ann Lee"]


@pytest.mark.parametrize("name", ["", "   ", "\u3000", "A" * 121])
def test_name_that_cannot_be_is_refused(club, director, name):
    with pytest.raises(PlayerInvalid) as refused:
        add_player(club=club, name=name, by=Act(director, NOW))

    assert (refused.value.field, Player.objects.count()) == ("name", 0)


def test_many_are_added_as_one_is_and_none_when_one_cannot_be(club, director):
    one = add_player(club=club, name="Ann  Lee", by=Act(director, NOW))
    pk = one.pk
    Player.objects.filter(pk=one.pk).delete()
    two, three = add_players(club=club, names=["Ann  Lee", " Bob Ray"], by=Act(director, NOW))

    assert (two.name, two.sort_key, two.public_name) == (one.name, one.sort_key, one.public_name)
    noted = Happening.objects.filter(kind="player.added").order_by("id")
    assert [(row.subject_id, row.data) for row in noted] == [
        (number, {"player": {"$player": [number]}}) for number in (pk, two.pk, three.pk)
    ]
    with pytest.raises(PlayerInvalid):
        add_players(club=club, names=["Cy Fox", " "], by=Act(director, NOW))
    assert club.players.count() == 2


def test_member_number_is_given_once_in_a_club(club, director):
    make_player(club, "Ann Lee", member_number="12")
    other_club = make_club("Other Club")

    with pytest.raises(MemberNumberTaken, match="12 belongs to Ann Lee"):
        add_player(club=club, name="Bob", member_number="12", by=Act(director, NOW))
    add_player(club=other_club, name="Bob", member_number="12", by=Act(director, NOW))
    assert Player.objects.count() == 2


def test_member_number_of_a_double_is_free_again(club, director):
    double = make_double(make_player(club, "Ann Lee"))
    double.member_number = "12"
    double.save()

    add_player(club=club, name="Bob", member_number="12", by=Act(director, NOW))


def test_change_tells_what_was_and_what_is(club, director):
    player = make_player(club, "Ann Le", member_number="12")

    change_player(player=player, name="Ann Lee", is_active=False, by=Act(director, NOW))

    assert journal_sentences() == [
        "Dora Director changed the player Ann Lee: name: Ann Le → Ann Lee; "
        "still plays here: yes → no"
    ]


def test_address_stays_out_of_the_journal(club, director):
    change_player(player=make_player(club), email="ann@example.org", by=Act(director, NOW))

    assert "example.org" not in str(Happening.objects.get().data)


def test_double_is_changed_by_changing_who_stays(club, director):
    double = make_double(make_player(club, "Ann Lee"), "Ann Le")

    with pytest.raises(PlayerMerged, match="Ann Le was merged into Ann Lee"):
        change_player(player=double, name="Anne", by=Act(director, NOW))


def test_account_is_linked_once_and_taken_away_again(club, director):
    player, user = make_player(club, "Ann Lee"), make_user("Ann")
    for _ in range(2):
        link_player_to_account(player=player, user=user, by=Act(director, NOW))
    for _ in range(2):
        unlink_player(player=player, by=Act(director, NOW))

    player.refresh_from_db()
    assert player.user is None
    assert journal_sentences() == [
        "Dora Director linked the player Ann Lee to the account of Ann",
        "Dora Director unlinked the player Ann Lee from the account of Ann",
    ]


def test_account_belongs_to_one_player_of_a_club(club, director):
    user = make_user("Ann")
    make_player(club, "Ann Lee", user=user)

    with pytest.raises(AccountTaken, match="belongs to the player Ann Lee already"):
        link_player_to_account(player=make_player(club, "Bob"), user=user, by=Act(director, NOW))


def test_player_has_one_account(club, director):
    player = make_player(club, "Ann Lee", user=make_user("Ann"))

    with pytest.raises(AccountTaken, match="linked to another account already"):
        link_player_to_account(player=player, user=make_user("Bob"), by=Act(director, NOW))


@pytest.mark.parametrize(
    ("fields", "constraint"),
    [
        ({"name": ""}, "player_has_a_name"),
        ({"name": "Bob", "member_number": "12"}, "player_member_number_once_in_a_club"),
        ({"name": "Bob", "public_name": "nick"}, "player_known_public_name"),
    ],
)
def test_database_refuses_players_that_cannot_be(club, fields, constraint):
    make_player(club, "Ann Lee", member_number="12")

    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        Player.objects.create(club=club, **fields)

    assert refused.value.__cause__.diag.constraint_name == constraint


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("lee", ["Ann Lee", "Bob Lee"]),
        ("ann lee", ["Ann Lee"]),
        ("12", ["Bob Lee"]),
        ("bob@", ["Bob Lee"]),
        ("やま", ["山田 太郎"]),
        ("%", []),
        ("", ["Ann Lee", "Bob Lee", "山田 太郎"]),
    ],
)
def test_search_finds_every_word_in_name_number_or_address(club, text, found):
    ann = make_player(club, "Ann Lee")
    make_double(ann, "Ann Leeh")
    make_player(club, "Bob Lee", member_number="123", email="bob@example.org")
    make_player(club, "山田 太郎", sort_name="やまだ たろう")

    assert [player.name for player in search_players(club, text)] == found


@pytest.mark.parametrize(
    ("name", "shown"), [("Ann Lee", "A. L."), ("山田 太郎", "山. 太."), ("Cher", "C.")]
)
def test_public_sees_initials_of_who_asks_for_it(club, name, shown):
    assert make_player(club, name, public_name=PublicName.INITIALS).shown_name == shown
    assert make_player(club, name).shown_name == name
