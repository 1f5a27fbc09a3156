"""The site keeps its journal in form by itself and by hand, and says when it cannot."""

from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from structlog.testing import capture_logs

from deploy import journal_kept
from deploy.doctor import journal_archive
from deploy.journal_kept import Kept, keep_journal, month_begun
from deploy.tasks import keep_house_task
from league.journal.archive_file import read_archive
from league.journal.models import Archive, Happening, Undelivered
from league.journal.partitions import partitions
from tests.league.factories import NOW
from tests.league.journal.subscribing import happen

pytestmark = pytest.mark.django_db

PASSING = "clock.paused"
A_DAY = timedelta(days=1)
LONG_AGO = NOW - 2_000 * A_DAY


@pytest.fixture
def folder(settings, tmp_path):
    settings.JOURNAL_ARCHIVE_FOLDER = str(tmp_path / "archive")
    return tmp_path / "archive"


@pytest.fixture
def passed():
    """Two happenings of long ago that have passed, and one of today."""
    ids = [happen(PASSING, at=LONG_AGO).pk, happen(PASSING, at=LONG_AGO).pk]
    happen(PASSING, at=timezone.now())
    Undelivered.objects.all().delete()
    return ids


def run(*words):
    out = StringIO()
    call_command("archive_journal", *words, stdout=out, stderr=out)
    return out.getvalue()


class TestByItself:
    def test_the_beat_makes_partitions_and_moves_what_has_passed(self, folder, passed):
        before = len(partitions())

        keep_house_task()

        (file,) = folder.iterdir()
        assert [line["id"] for line in read_archive(file)] == passed
        assert folder.stat().st_mode & 0o777 == 0o700
        assert len(partitions()) == before + 1
        assert Happening.objects.count() == 1

    def test_without_a_folder_the_journal_keeps_everything(self, settings, passed):
        settings.JOURNAL_ARCHIVE_FOLDER = ""

        assert keep_journal(timezone.now()).archived == 0
        assert Happening.objects.count() == 3

    def test_whole_months_go(self, settings):
        settings.JOURNAL_DAYS = 400

        before = month_begun(datetime(2026, 3, 14, 12, 5, tzinfo=UTC))

        assert before == datetime(2025, 2, 1, tzinfo=UTC)

    def test_one_hour_writes_so_many_files_and_the_next_goes_on(self, folder, passed, monkeypatch):
        monkeypatch.setattr("league.journal.archiving.A_FILE", 1)
        monkeypatch.setattr(journal_kept, "MOST_FILES", 1)

        assert keep_journal(timezone.now()) == Kept(is_partition_made=True, archived=1)
        assert keep_journal(timezone.now()) == Kept(is_partition_made=False, archived=1)
        assert keep_journal(timezone.now()) == Kept(is_partition_made=False, archived=0)

    @pytest.mark.parametrize("jump", [2_000 * A_DAY, -2 * A_DAY])
    def test_clock_that_has_jumped_moves_nothing(self, folder, passed, jump):
        with capture_logs() as logs:
            assert keep_journal(timezone.now() + jump).archived == 0

        assert "set their clocks" in str(logs)
        assert Happening.objects.count() == 3

    def test_folder_that_cannot_be_written_is_logged_and_removes_nothing(self, folder, passed):
        folder.write_text("a file, not a folder")

        with capture_logs() as logs:
            assert keep_journal(timezone.now()).archived == 0

        assert [log["event"] for log in logs if log["log_level"] == "error"] == [
            "journal_not_archived"
        ]
        assert Happening.objects.count() == 3

    def test_command_of_the_house_says_how_much_went(self, folder, passed):
        out = StringIO()
        call_command("housekeeping", stdout=out)

        assert "partitions of the journal: 1 made" in out.getvalue()
        assert "happenings that have passed: 2 moved to the archive" in out.getvalue()


class TestByHand:
    def test_it_says_which_files_it_wrote(self, folder, passed):
        text = run()

        assert f"{Archive.objects.get().file_name}: 2 happenings." in text
        assert "2 happenings from before" in text
        assert "0 happenings from before" in run()

    def test_it_goes_on_until_nothing_is_left(self, folder, passed, monkeypatch):
        monkeypatch.setattr("league.journal.archiving.A_FILE", 1)
        monkeypatch.setattr(journal_kept, "MOST_FILES", 1)

        assert "2 happenings from before" in run()

    def test_check_names_what_is_not_right(self, folder, passed):
        run()
        assert "1 files of the archive are as they were written" in run("--check")

        next(folder.iterdir()).unlink()
        with pytest.raises(CommandError, match="1 files of the archive are not right"):
            run("--check")

    def test_without_a_folder_it_says_what_to_set(self, settings):
        settings.JOURNAL_ARCHIVE_FOLDER = ""

        with pytest.raises(CommandError, match="JOURNAL_ARCHIVE_FOLDER is not set"):
            run()

    def test_folder_that_cannot_be_written_is_named(self, folder):
        folder.write_text("a file, not a folder")

        with pytest.raises(CommandError, match="Nothing was removed"):
            run()


class TestDoctor:
    def test_a_site_that_keeps_everything_is_well(self, settings):
        settings.JOURNAL_ARCHIVE_FOLDER = ""

        assert journal_archive.look().is_well

    def test_files_that_are_there_are_counted(self, folder, passed):
        run()

        assert journal_archive.look().figures == {"files": 1}
        assert journal_archive.look().is_well

    def test_missing_file_is_a_fault(self, folder, passed):
        run()
        next(folder.iterdir()).unlink()

        looked = journal_archive.look()
        assert not looked.is_well
        assert "is missing" in looked.says

    def test_folder_that_is_none_is_a_fault(self, folder):
        folder.write_text("a file, not a folder")

        assert "cannot be written" in journal_archive.look().says

    def test_folder_that_was_forgotten_is_a_fault(self, folder, passed, settings):
        run()
        settings.JOURNAL_ARCHIVE_FOLDER = ""

        assert "JOURNAL_ARCHIVE_FOLDER is not set" in journal_archive.look().says
