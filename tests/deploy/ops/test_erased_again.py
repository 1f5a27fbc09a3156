"""Whoever was erased is erased again after an older backup was restored."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command
from django.db import connection

from deploy.ops.backups.dumping import make_backup, read_manifest
from deploy.ops.backups.erased import Gone, erase_again, gone_now, place_of_list, read_list
from deploy.ops.backups.restoring import restore_backup
from league.clubs.models import Club, Player, User
from league.foundation.journal.actor import Act
from league.office.personal_data import services as personal_data
from tests.league.factories import actor_of, make_club, make_member, make_player, make_user

AT = datetime(2026, 3, 7, 23, 0, tzinfo=UTC)
DAYS = timedelta(days=14)


@pytest.fixture
def owner(transactional_db):
    return make_user("Olive Owner")


def erase_all(owner, club, other, player, ann):
    personal_data.forget_player(player=player, by=Act(actor_of(owner), AT))
    personal_data.close_club(club=other, typed=other.name, by=Act(actor_of(owner), AT))
    personal_data.close_account(user=ann, at=AT)
    assert personal_data.carry_out_closings(AT + DAYS) == {"clubs": 1, "accounts": 1}


@pytest.mark.long
def test_a_restore_erases_again(owner, nobody_else_connected, tmp_path):
    club, other = make_club(owner=owner), make_club("Other Club", owner=owner)
    player = make_player(club, "Zerlina Quast", email="z@example.org")
    ann = make_user("Ann Wunder")
    make_member(club, ann, "director")
    bob = make_player(club, "Bob")
    before = make_backup(tmp_path, at=AT).dump
    assert read_list(place_of_list(before)) == set()
    erase_all(owner, club, other, player, ann)
    after = make_backup(tmp_path, at=AT + DAYS).dump
    assert {one.kind for one in read_list(place_of_list(after))} == {"player", "account", "club"}
    connection.close()
    said = []

    restore_backup(before, read_manifest(before), at=AT + DAYS, report=said.append)

    assert said[-1].startswith("3 players, accounts and clubs")
    assert Player.objects.get(pk=player.pk).name == "Former player 1"
    assert Player.objects.get(pk=bob.pk).name == "Bob"
    assert not Club.objects.filter(pk=other.pk).exists()
    assert not User.objects.get(pk=ann.pk).is_active
    assert erase_again(gone_now(), at=AT + DAYS) == 0


def test_a_number_given_to_somebody_else_is_left_alone(owner):
    player = make_player(make_club(owner=owner))
    another = Gone("player", player.pk, (player.created_at - DAYS).isoformat())

    assert erase_again({another, Gone("club", 1, AT.isoformat())}, at=AT) == 0
    assert Player.objects.get(pk=player.pk).name == "Ann Lee"


def test_a_list_is_written_and_read_by_command(owner, tmp_path, capsys):
    player = make_player(make_club(owner=owner))
    personal_data.forget_player(player=player, by=Act(actor_of(owner), AT))
    call_command("erased", "write", tmp_path / "list.json")

    assert (tmp_path / "list.json").stat().st_mode & 0o077 == 0
    call_command("erased", "read", tmp_path / "list.json")
    assert "0 players, accounts and clubs erased again" in capsys.readouterr().out
