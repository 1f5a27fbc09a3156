"""Files of the archive are rewritten whole or not at all, and what is noted of them stays true."""

from datetime import timedelta

import pytest

from league.journal import archive_rewriting
from league.journal.archive_file import DamagedArchive, read_archive
from league.journal.archive_rewriting import rewrite_files
from league.journal.archiving import archive_passed, look_at_files
from league.journal.models import Archive, Undelivered
from tests.league.factories import NOW
from tests.league.journal.subscribing import happen

pytestmark = pytest.mark.django_db
A_DAY = timedelta(days=1)


class Killed(BaseException):
    """The process ends here; nothing of it catches that."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with two files of three happenings each."""
    monkeypatch.setattr("league.journal.archiving.A_FILE", 3)
    for number in range(6):
        happen("clock.paused", club_id=number % 2, data={"who": f"Zoë {number}"})
    Undelivered.objects.all().delete()
    while archive_passed(tmp_path, before=NOW + A_DAY, at=NOW + 400 * A_DAY):
        pass
    assert Archive.objects.count() == 2
    return tmp_path


def lines(folder):
    return [line for file in sorted(folder.glob("j*.gz")) for line in read_archive(file)]


def without_zoe(line):
    return {**line, "data": {"who": line["data"]["who"].replace("Zoë", "Former")}}


def is_whole(folder):
    looked = look_at_files(folder, thoroughly=True)
    return looked.faults == () and looked.whole == Archive.objects.count()


def test_lines_change_and_every_file_is_as_it_is_noted(folder):
    before = lines(folder)

    assert rewrite_files(folder, without_zoe) == 6

    assert [line["data"]["who"] for line in lines(folder)] == [f"Former {n}" for n in range(6)]
    assert [line["id"] for line in lines(folder)] == [line["id"] for line in before]
    assert is_whole(folder)
    assert len(list(folder.iterdir())) == 2


def test_done_again_it_writes_nothing(folder):
    rewrite_files(folder, without_zoe)
    before = {file: file.stat().st_mtime_ns for file in folder.iterdir()}

    assert rewrite_files(folder, without_zoe) == 0
    assert {file: file.stat().st_mtime_ns for file in folder.iterdir()} == before


def test_lines_that_go_are_counted_and_an_empty_file_goes(folder):
    assert rewrite_files(folder, lambda line: line if line["club_id"] else None) == 3
    assert [line["club_id"] for line in lines(folder)] == [1, 1, 1]
    assert is_whole(folder)

    rewrite_files(folder, lambda _line: None)
    assert list(folder.iterdir()) == []
    assert not Archive.objects.exists()


@pytest.mark.parametrize("where", ["written", "noted"])
def test_killed_between_it_is_whole_and_goes_on(folder, monkeypatch, where):
    def kill(*_args):
        raise Killed

    with monkeypatch.context() as killing:
        if where == "written":
            killing.setattr(archive_rewriting, "digest_of", kill)
        else:
            put, calls = archive_rewriting._put_in_place, []

            def put_once(*args):
                calls.append(args)
                return put(*args) if len(calls) == 1 else kill()

            killing.setattr(archive_rewriting, "_put_in_place", put_once)
        with pytest.raises(Killed):
            rewrite_files(folder, without_zoe)
    assert is_whole(folder)

    rewrite_files(folder, without_zoe)

    assert {line["data"]["who"][:3] for line in lines(folder)} == {"For"}
    assert is_whole(folder)
    assert len(list(folder.iterdir())) == 2


def test_a_missing_file_names_nobody_and_a_damaged_one_is_not_passed_over(folder):
    first, second = sorted(folder.iterdir())
    first.unlink()
    assert rewrite_files(folder, without_zoe) == 3

    second.write_bytes(second.read_bytes()[:-20])
    with pytest.raises(DamagedArchive):
        rewrite_files(folder, without_zoe)
