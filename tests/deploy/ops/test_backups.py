"""Backups: complete or not there, and restored only when they are what was written."""

import json
import os
import stat
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import StringIO

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from deploy.ops.backups import postgres_programs
from deploy.ops.backups.dumping import (
    keep_newest,
    last_backup,
    make_backup,
    place_of_manifest,
    read_manifest,
)
from deploy.ops.backups.erased import place_of_list
from deploy.ops.backups.postgres_programs import (
    BackupRefused,
    find_program,
    run_program,
    server_version,
)
from deploy.ops.backups.restoring import checked_backup, restore_backup
from deploy.run.embedded.servers import Servers
from deploy.site.data_folder import places_for
from league.clubs.models import Club
from tests.deploy.ops.other_cluster import empty_database
from tests.league.factories import make_club

AT = datetime(2026, 3, 7, 23, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def other_cluster(tmp_path_factory):
    places = places_for(tmp_path_factory.mktemp("other"))
    with Servers(places, fast=True, with_broker=False):
        yield places


@pytest.fixture
def club(transactional_db):
    return make_club("Harbour Street")


@pytest.fixture
def dump(club, tmp_path):
    return make_backup(tmp_path / "backups", at=AT).dump


def restore(dump, **options):
    out = StringIO()
    call_command("restore", str(dump), stdout=out, **options)
    return out.getvalue()


def write_program(folder, name, *lines):
    folder.mkdir(exist_ok=True)
    file = folder / name
    file.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    file.chmod(0o755)
    return file


# Making one.


def test_backup_is_a_dump_and_what_is_in_it_for_its_owner_alone(club, tmp_path):
    folder, out = tmp_path / "backups", StringIO()

    call_command("backup", str(folder), stdout=out)

    dump, erased, beside = sorted(folder.iterdir())
    assert (erased, beside) == (place_of_list(dump), place_of_manifest(dump))
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}
    manifest = read_manifest(dump)
    assert manifest.rows["clubs_club"] == Club.objects.count() == 1
    assert "0001_squashed_0021_validate_languages" in manifest.migrations["clubs"]
    assert manifest.bytes == dump.stat().st_size
    assert f"{dump}: {sum(manifest.rows.values())} rows, " in out.getvalue()


def test_last_backup_is_noted_where_every_process_can_read_it(dump):
    noted = last_backup()

    assert noted is not None
    assert (noted.made_at, noted.file, noted.bytes) == (AT, str(dump), dump.stat().st_size)


def test_backup_into_a_file_has_that_name_and_replaces_none(club, tmp_path):
    file = tmp_path / "tonight.dump"

    assert make_backup(file, at=AT).dump == file
    with pytest.raises(BackupRefused, match="is there already"):
        make_backup(file, at=AT)


def test_password_is_in_no_command_line(club, tmp_path, monkeypatch):
    monkeypatch.setitem(connection.settings_dict, "PASSWORD", "trumps-are-hearts")
    spy = write_program(tmp_path, "spy", f'echo "$@" > {tmp_path}/words', f"env > {tmp_path}/env")

    run_program(spy, "--file=x")

    words = (tmp_path / "words").read_text()
    assert f"dbname={connection.settings_dict['NAME']}" in words
    assert "trumps" not in words
    assert "PGPASSWORD=trumps-are-hearts\n" in (tmp_path / "env").read_text()


def test_dump_that_fails_leaves_nothing_and_is_not_noted(club, tmp_path, settings):
    settings.POSTGRES_PROGRAMS = str(tmp_path / "programs")
    write_program(
        tmp_path / "programs",
        "pg_dump",
        f'[ "$1" = --version ] && echo "pg_dump (PostgreSQL) {server_version()}.1" && exit 0',
        "echo 'pg_dump: error: the disk is full' >&2",
        "exit 1",
    )

    with pytest.raises(CommandError, match=r"No backup was made\. pg_dump failed:\n.*disk is full"):
        call_command("backup", str(tmp_path / "backups"))

    assert list((tmp_path / "backups").iterdir()) == []
    assert last_backup() is None


def test_program_that_is_missing_or_older_is_named_with_what_installs_it(tmp_path, settings):
    settings.POSTGRES_PROGRAMS = str(tmp_path)
    with pytest.raises(BackupRefused, match=r"pg_dump of PostgreSQL 17 is needed.* none was found"):
        find_program("pg_dump", server=17)

    write_program(tmp_path, "pg_dump", "echo 'pg_dump (PostgreSQL) 15.2'")
    with pytest.raises(BackupRefused, match=r"only that of 15 was .*postgresql-client-17"):
        find_program("pg_dump", server=17)


def test_of_programs_that_fit_the_nearest_version_is_taken(tmp_path, settings, monkeypatch):
    for version in (15, 17, 18):
        name = f"pg_dump (PostgreSQL) {version}.1"
        write_program(tmp_path / str(version), "pg_dump", f"echo '{name}'")
    folders = [tmp_path / "18", tmp_path / "15", tmp_path / "17"]
    monkeypatch.setattr(postgres_programs, "_folders", lambda: iter(folders))

    assert find_program("pg_dump", server=17) == tmp_path / "17" / "pg_dump"


def test_newest_are_kept_and_nothing_else_is_touched(club, tmp_path):
    for hours in range(3):
        make_backup(tmp_path, at=AT + timedelta(hours=hours))
    (tmp_path / "holiday.dump").write_text("mine")
    left_over = tmp_path / ".tricktable-20260101T000000Z.dump.begun"
    left_over.touch()
    os.utime(left_over, (0, 0))

    gone = keep_newest(tmp_path, 2, at=AT)

    assert [path.name for path in gone] == ["tricktable-20260307T230000Z.dump"]
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {
        "holiday.dump",
        "tricktable-20260308T000000Z.dump",
        "tricktable-20260308T000000Z.dump.erased.json",
        "tricktable-20260308T000000Z.dump.json",
        "tricktable-20260308T010000Z.dump",
        "tricktable-20260308T010000Z.dump.erased.json",
        "tricktable-20260308T010000Z.dump.json",
    }


# Bringing it back.


def test_every_row_comes_back_into_an_empty_database(dump, other_cluster):
    with empty_database(other_cluster):
        said = restore(dump)

        assert [club.name for club in Club.objects.all()] == ["Harbour Street"]
        Club.objects.create(name="Next", slug="next")  # numbers go on behind those restored
    assert "rows of" in said
    assert "The site can be started." in said


@pytest.mark.long
def test_backup_of_an_older_release_is_brought_up_to_date(dump, other_cluster, tmp_path):
    with empty_database(other_cluster):
        restore(dump)
        call_command("migrate", "once", "zero", verbosity=0)
        older = make_backup(tmp_path / "older.dump", at=AT).dump
    assert "once_keyedrequest" not in read_manifest(older).rows

    with empty_database(other_cluster):
        restore(older)

        assert "once_keyedrequest" in connection.introspection.table_names()


def test_backup_of_a_newer_release_is_refused(dump):
    beside = place_of_manifest(dump)
    manifest = json.loads(beside.read_text())
    manifest["migrations"]["clubs"].append("0999_from_the_future")
    beside.write_text(json.dumps({**manifest, "version": "99.0"}))

    with pytest.raises(BackupRefused, match=r"newer release .*99\.0.*clubs\.0999_from_the_future"):
        checked_backup(dump)


def test_backup_of_a_newer_server_is_refused(dump):
    beside = place_of_manifest(dump)
    beside.write_text(json.dumps({**json.loads(beside.read_text()), "postgres": 99}))

    with pytest.raises(BackupRefused, match="of PostgreSQL 99, and the server here is older"):
        checked_backup(dump)


def test_backup_that_is_damaged_is_refused(dump):
    content = bytearray(dump.read_bytes())
    content[len(content) // 2] ^= 1
    dump.write_bytes(content)

    with pytest.raises(BackupRefused, match="is damaged"):
        checked_backup(dump)


def test_dump_without_its_manifest_is_refused(dump):
    place_of_manifest(dump).unlink()

    with pytest.raises(BackupRefused, match="a backup is both files"):
        checked_backup(dump)


@pytest.mark.long
@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "is not empty: restore into an empty one, or give --replace"),
        ({"replace": True, "confirm": "another"}, "“another” is not restored_"),
    ],
)
def test_database_with_rows_is_not_replaced_unless_its_name_is_typed(
    dump, other_cluster, options, sentence
):
    with empty_database(other_cluster):
        restore(dump)
        Club.objects.update(name="Meanwhile")

        with pytest.raises(CommandError, match=sentence):
            restore(dump, **options)

        assert Club.objects.get().name == "Meanwhile"


@pytest.mark.long
def test_database_is_replaced_when_its_name_is_typed(dump, other_cluster, monkeypatch):
    with empty_database(other_cluster):
        restore(dump)
        Club.objects.update(name="Meanwhile")
        monkeypatch.setattr("builtins.input", lambda _question: connection.settings_dict["NAME"])

        restore(dump, replace=True)

        assert Club.objects.get().name == "Harbour Street"
        assert schemas() == {"public"}


@pytest.mark.long
def test_restore_that_fails_brings_back_what_was_there(dump, other_cluster):
    with empty_database(other_cluster):
        restore(dump)
        Club.objects.update(name="Meanwhile")
        manifest = checked_backup(dump)
        false = replace(manifest, rows={**manifest.rows, "clubs_club": 2})

        with pytest.raises(BackupRefused, match="clubs_club has 1 rows and should have 2"):
            restore_backup(dump, false, at=AT, report=lambda _text: None)

        assert Club.objects.get().name == "Meanwhile"
        assert schemas() == {"public"}


@pytest.mark.long
def test_nothing_is_restored_while_somebody_is_connected(dump, other_cluster):
    with empty_database(other_cluster) as address:
        restore(dump)
        Club.objects.update(name="Meanwhile")

        with psycopg.connect(address), pytest.raises(CommandError, match="Somebody else is conn"):
            restore(dump, replace=True, confirm=connection.settings_dict["NAME"])

        assert Club.objects.get().name == "Meanwhile"


def schemas():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nspname FROM pg_namespace"
            " WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'"
        )
        return {name for (name,) in cursor.fetchall()}
