"""Two people of one name: distinguished in the name itself, whoever writes it."""

import pytest
from django.db import IntegrityError, connection, transaction

from league.clubs.models import Player, PublicName
from league.clubs.selectors import find_namesakes
from league.clubs.services import (
    NameTaken,
    PlayerInvalid,
    add_player,
    add_players,
    change_player,
    import_players,
    merge_players,
    plan_import,
    undo_merge,
)
from league.clubs.services.player_list import read_players_csv
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.office.personal_data.services import forget_player
from tests.league.factories import NOW, actor_of, make_club, make_player, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def by():
    return {"by": Act(actor_of(make_user("Dora Director")), NOW)}


def names(club):
    return [*club.players.order_by("id").values_list("name", flat=True)]


def test_second_of_a_name_needs_a_word(club, by):
    add_player(club=club, name="Ann Lee", **by)
    with pytest.raises(NameTaken) as refused:
        add_player(club=club, name="ann  lee", **by)
    second = add_player(club=club, name="Ann Lee", told_apart_by=" (Dover) ", **by)

    assert refused.value.field == "told_apart_by"
    assert (second.name, second.plain_name, second.told_apart_by) == (
        "Ann Lee (Dover)",
        "Ann Lee",
        "Dover",
    )
    with pytest.raises(NameTaken):
        add_player(club=club, name="Ann Lee", told_apart_by="dover", **by)
    add_player(club=make_club("Other Club"), name="Ann Lee", **by)


def test_name_and_word_follow_each_other(club, by):
    player = add_player(club=club, name="Ann Lee", told_apart_by="Dover", **by)

    def changed(**fields):
        return change_player(player=player, **fields, **by).name

    assert changed(name="Ann Lim") == "Ann Lim (Dover)"
    assert changed(name="Ann Lim (Dover)", told_apart_by="Kent") == "Ann Lim (Kent)"
    assert changed(name="Ann Lim (Kent)") == "Ann Lim (Kent)"
    assert changed(told_apart_by="") == "Ann Lim"
    with pytest.raises(PlayerInvalid):
        changed(told_apart_by="x" * 31)
    with pytest.raises(PlayerInvalid):
        changed(told_apart_by="Dover", name=" ")


def test_initials_keep_the_word(club, by):
    player = add_player(
        club=club, name="Ann Lee", told_apart_by="Dover", public_name=PublicName.INITIALS, **by
    )

    assert player.shown_name == "A. L. (Dover)"
    assert make_player(club, "Ann (Nan) Lee", public_name="initials").shown_name == "A. (. L."


def test_who_comes_back_must_be_distinguished_from_who_plays(club, by):
    gone = make_player(club, "Ann Lee", is_active=False)
    make_player(club, "Ann Lee")

    with pytest.raises(NameTaken):
        change_player(player=gone, is_active=True, **by)
    change_player(player=gone, email="ann@example.org", **by)
    change_player(player=gone, is_active=True, told_apart_by="senior", **by)
    assert not find_namesakes(club)


def test_several_at_once_are_numbered(club, by):
    make_player(club, "Ann Lee (2)")
    make_player(club, "Ann Lee")

    added = add_players(club=club, names=["Ann Lee", "Bob Ray", "ANN LEE"], **by)

    assert [player.name for player in added] == ["Ann Lee (3)", "Bob Ray", "ANN LEE (4)"]


def test_import_tells_apart_by_number_word_and_name(club, by):
    make_player(club, "Ann Lee", member_number="1")
    lines = read_players_csv(
        "First name,Last name,Number,Known as\nAnn,Lee,2,\nAnn,Lee,3,Dover\nBob,Ray,4,\n"
    )

    import_players(club=club, rows=lines, **by)

    assert names(club) == ["Ann Lee", "Ann Lee (2)", "Ann Lee (Dover)", "Bob Ray"]
    assert club.players.last().family_name == "Ray"
    assert {plan.fate for plan in plan_import(club, lines)} == {"same"}
    (plain,) = plan_import(club, read_players_csv("Ann Lee"))
    assert plain.player.member_number == "1"
    club.players.filter(member_number="1").delete()
    (either,) = plan_import(club, read_players_csv("Ann Lee"))
    assert "2 players of the club are called Ann Lee" in either.problem


def test_database_takes_no_second_of_a_name_unnumbered(club):
    make_player(club, "Ann Lee")
    second = make_player(club, "ANN LEE")
    second.refresh_from_db()

    assert second.namesake == 1
    assert [player.pk for player in find_namesakes(club)] == [
        *club.players.values_list("pk", flat=True).order_by("pk")
    ]
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE clubs_player DISABLE TRIGGER player_namesake")
        with pytest.raises(IntegrityError), transaction.atomic():
            Player.objects.filter(pk=second.pk).update(namesake=0)
        cursor.execute("ALTER TABLE clubs_player ENABLE TRIGGER player_namesake")
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.filter(pk=second.pk).update(told_apart_by="Dover")


@pytest.mark.long
def test_undone_merge_is_listed_until_one_is_distinguished(club, by):
    stays, goes = make_player(club, "Ann Lee"), make_player(club, "Ann Le")
    merge_players(stays=stays, goes=goes, **by)
    change_player(player=stays, name="Ann Le", **by)

    undo_merge(stays=stays, goes=goes, **by)

    assert {player.pk for player in find_namesakes(club)} == {stays.pk, goes.pk}
    change_player(player=goes, told_apart_by="Dover", **by)
    assert not find_namesakes(club)


@pytest.mark.long
def test_forgotten_player_has_no_word_and_the_journal_no_family_name(club, by):
    player = add_player(club=club, name="Ann Lee", told_apart_by="Dover", **by)
    change_player(player=player, family_name="Secretname", told_apart_by="Kent", **by)
    other = add_player(club=club, name="Ann Lee", surely_new=True, **by)

    forget_player(player=player, **by)

    player.refresh_from_db()
    assert (player.told_apart_by, player.family_name) == ("", "")
    assert "Ann Lee" not in player.name
    assert "Secretname" not in str([*Happening.objects.values_list("data", flat=True)])
    assert Player.objects.get(pk=other.pk).name == "Ann Lee"
