"""What has passed goes into files: after they were checked, once, and nothing that is a fact."""

import gzip
import json
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from league.journal import archiving, kinds
from league.journal.archive_file import DamagedArchive, read_archive, write_archive
from league.journal.archiving import ArchiveRefused, archive_passed, look_at_files
from league.journal.models import Archive, Happening, Undelivered
from league.rounds.services.undo_edit import EDITED, EXCEPTION, SEATED, UNDONE
from tests.league.factories import NOW
from tests.league.journal.subscribing import happen

FACT, PASSING = "deal.corrected", "clock.paused"
A_DAY = timedelta(days=1)
LATER = NOW + 400 * A_DAY


class Killed(BaseException):
    """The process ends here; nothing of it catches that."""


@pytest.fixture
def journal():
    """Facts and what has passed by turns, all delivered; the ids of the second."""
    passing = []
    for number in range(5):
        happen(FACT, data={"n": number})
        passing.append(happen(PASSING, club_id=7, data={"who": "Zoë", "n": number}).pk)
    Undelivered.objects.all().delete()
    return passing


def archive(folder, before=NOW + A_DAY, at=LATER):
    return archive_passed(folder, before=before, at=at)


def archived(folder):
    """Return the ids in all files that are there, in the order of their numbers."""
    files = sorted(
        folder.glob("j*.gz"), key=lambda file: int(file.name.split(".")[0].split("-")[-1])
    )
    return [line["id"] for file in files for line in read_archive(file)]


def kept(kind=PASSING):
    return list(Happening.objects.filter(kind=kind).order_by("id").values_list("id", flat=True))


class TestKinds:
    def test_each_kind_says_whether_it_is_a_fact(self):
        with pytest.raises(TypeError, match="is_fact"):
            kinds.register("moon.landed", "%(actor)s landed")

    def test_what_decides_results_people_and_permissions_is_never_passing(self):
        subjects = {kind.partition(".")[0] for kind in kinds.passing_kinds()}

        assert PASSING in kinds.passing_kinds()
        assert not subjects & {"deal", "deals", "dispute", "table", "adjustment", "play_off"}
        assert not subjects & {"member", "invitation", "player", "players", "house_rules", "round"}
        assert "moon.landed" not in kinds.passing_kinds()

    def test_what_an_undo_reads_is_a_fact(self):
        read = {"entry.removed", "stage.removed", "player.merged", "player.merge_undone"}
        read |= {EDITED, UNDONE, SEATED, EXCEPTION}

        assert read <= set(kinds.known_kinds())
        assert not read & set(kinds.passing_kinds())


class TestFile:
    LINES = ({"id": 1, "data": {"name": "Zoë"}}, {"id": 2, "data": {}})

    def test_it_gives_back_what_was_written(self, tmp_path):
        file = tmp_path / "a.jsonl.gz"

        assert write_archive(file, self.LINES) == 2
        assert tuple(read_archive(file)) == self.LINES
        assert [path.name for path in tmp_path.iterdir()] == ["a.jsonl.gz"]
        assert file.stat().st_mode & 0o777 == 0o600

    def test_the_same_happenings_make_the_same_bytes(self, tmp_path):
        one, other = tmp_path / "one.gz", tmp_path / "other.gz"
        write_archive(one, self.LINES)
        write_archive(other, self.LINES)

        assert one.read_bytes() == other.read_bytes()

    def test_any_program_can_read_it(self, tmp_path):
        file = tmp_path / "a.jsonl.gz"
        write_archive(file, self.LINES)

        first, *between, last = map(json.loads, gzip.decompress(file.read_bytes()).splitlines())
        assert first == {"format": "tricktable journal 1"}
        assert tuple(between) == self.LINES
        assert last["happenings"] == 2

    @pytest.mark.parametrize(
        "change",
        [
            lambda text: text.replace(b"Zo", b"Xo"),
            lambda text: text.replace(b'"id":2', b'"id":3'),
            lambda text: b"".join(text.splitlines(keepends=True)[:-1]),
            lambda text: b"".join(text.splitlines(keepends=True)[1:]),
            lambda text: text.replace(b"journal 1", b"journal 2"),
            lambda text: text + b"{}\n",
            lambda text: b"",
            lambda text: b"not json\n" * 3,
        ],
    )
    def test_what_was_changed_is_noticed(self, tmp_path, change):
        file = tmp_path / "a.jsonl.gz"
        write_archive(file, self.LINES)
        file.write_bytes(gzip.compress(change(gzip.decompress(file.read_bytes()))))

        with pytest.raises(DamagedArchive):
            list(read_archive(file))

    @pytest.mark.parametrize("change", [lambda raw: raw[:-9], lambda raw: b"no gzip"])
    def test_what_cannot_be_unpacked_is_noticed(self, tmp_path, change):
        file = tmp_path / "a.jsonl.gz"
        write_archive(file, self.LINES)
        file.write_bytes(change(file.read_bytes()))

        with pytest.raises(DamagedArchive):
            list(read_archive(file))


@pytest.mark.django_db
class TestMoving:
    def test_what_has_passed_stands_in_the_file_whole_and_facts_stay(self, tmp_path, journal):
        before = {row["id"]: row for row in Happening.objects.values()}

        done = archive(tmp_path)

        (file,) = tmp_path.iterdir()
        lines = list(read_archive(file))
        assert (file.name, done.happenings) == (done.file_name, 5)
        assert [line["id"] for line in lines] == journal
        for line in lines:
            row = before[line["id"]]
            assert {**line, "at": None} == {**row, "at": None}
            assert line["at"] == row["at"].isoformat()
        assert (kept(), len(kept(FACT))) == ([], 5)
        assert look_at_files(tmp_path, thoroughly=True) == archiving.Looked(1, ())

    def test_twice_does_nothing_more(self, tmp_path, journal):
        archive(tmp_path)

        assert archive(tmp_path) is None
        assert archived(tmp_path) == journal

    def test_what_is_younger_stays_until_its_time(self, tmp_path, journal):
        young = happen(PASSING, at=NOW + 2 * A_DAY).pk
        late = happen(PASSING, at=NOW - 90 * A_DAY).pk
        Undelivered.objects.all().delete()

        archive(tmp_path)
        assert (archived(tmp_path), kept()) == (journal, [young, late])

        archive(tmp_path, before=NOW + 3 * A_DAY, at=LATER + A_DAY)
        assert (archived(tmp_path), kept()) == ([*journal, young, late], [])

    def test_clock_that_was_ahead_holds_nothing_up(self, tmp_path):
        ahead = happen(PASSING, at=NOW + 4_000 * A_DAY).pk
        after = happen(PASSING).pk
        Undelivered.objects.all().delete()

        archive(tmp_path)

        assert archived(tmp_path) == [ahead, after]

    def test_what_is_still_owed_to_a_reader_stays_with_all_behind_it(self, tmp_path, journal):
        Undelivered.objects.create(happening_id=journal[2])

        archive(tmp_path)
        assert (archived(tmp_path), kept()) == (journal[:2], journal[2:])

        Undelivered.objects.all().delete()
        archive(tmp_path, at=LATER + A_DAY)
        assert archived(tmp_path) == journal

    def test_many_go_into_several_files(self, tmp_path, journal, monkeypatch):
        monkeypatch.setattr(archiving, "A_FILE", 2)
        counts = []
        while done := archive(tmp_path):
            counts.append(done.happenings)

        assert counts == [2, 2, 1]
        assert archived(tmp_path) == journal

    def test_kind_that_became_a_fact_meanwhile_stays(self, tmp_path, journal, monkeypatch):
        monkeypatch.setattr(archiving, "write_archive", _killed)
        with pytest.raises(Killed):
            archive(tmp_path)
        monkeypatch.undo()
        monkeypatch.setattr(kinds, "passing_kinds", lambda: ())

        assert archive(tmp_path) is None
        assert (kept(), list(tmp_path.iterdir())) == (journal, [])


def _killed(*_args, **_words):
    raise Killed


@pytest.mark.django_db(transaction=True)
class TestKilled:
    """Each step commits for real, or does not."""

    STEPS = ("write_archive", "_compare", "_take_away", "digest_of")

    @pytest.mark.parametrize("step", STEPS)
    def test_before_a_step_nothing_is_lost_or_doubled(self, tmp_path, journal, monkeypatch, step):
        monkeypatch.setattr(archiving, step, _killed)
        with pytest.raises(Killed):
            archive(tmp_path)
        assert kept() == journal
        monkeypatch.undo()

        archive(tmp_path, at=LATER + A_DAY)

        assert (archived(tmp_path), kept()) == (journal, [])
        assert look_at_files(tmp_path, thoroughly=True) == archiving.Looked(1, ())

    def test_while_the_file_is_written(self, tmp_path, journal, monkeypatch):
        lines = archiving._lines_of

        def cut_off(row):
            yield next(lines(row))
            raise Killed

        monkeypatch.setattr(archiving, "_lines_of", cut_off)
        with pytest.raises(Killed):
            archive(tmp_path)
        assert archived(tmp_path) == []
        monkeypatch.undo()

        archive(tmp_path, at=LATER + A_DAY)

        assert (archived(tmp_path), kept()) == (journal, [])
        assert len(list(tmp_path.iterdir())) == 1

    def test_when_all_is_removed_and_nothing_committed(self, tmp_path, journal, monkeypatch):
        monkeypatch.setattr(archiving.log, "info", _killed)
        with pytest.raises(Killed):
            archive(tmp_path)
        assert (kept(), Archive.objects.get().state) == (journal, "begun")
        monkeypatch.undo()

        archive(tmp_path, at=LATER + A_DAY)

        assert (archived(tmp_path), kept()) == (journal, [])

    @pytest.mark.parametrize("spoil", ["file", "journal"])
    def test_what_does_not_agree_removes_nothing(self, tmp_path, journal, monkeypatch, spoil):
        lines = archiving._lines_of
        calls = []

        def other_the_second_time(row):
            calls.append(row)
            found = list(lines(row))
            return iter(found[:-1] if len(calls) == 2 else found)

        def spoiled(file, happenings):
            count = write_archive(file, happenings)
            file.write_bytes(file.read_bytes()[:-20])
            return count

        if spoil == "file":
            monkeypatch.setattr(archiving, "write_archive", spoiled)
        else:
            monkeypatch.setattr(archiving, "_lines_of", other_the_second_time)
        with pytest.raises((ArchiveRefused, DamagedArchive)):
            archive(tmp_path)

        assert kept() == journal

    def test_what_another_process_has_begun_is_left_to_it(self, tmp_path, journal):
        archiving._begin(NOW + A_DAY, LATER)
        other = connection.copy()
        other.set_autocommit(False)
        try:
            with other.cursor() as cursor:
                cursor.execute("SELECT 1 FROM journal_archive FOR UPDATE")
            assert archive(tmp_path) is None
            # a closed connection's transaction ends a little later
            other.rollback()
        finally:
            other.close()

        assert kept() == journal
        assert archive(tmp_path).happenings == 5


@pytest.mark.django_db
class TestDatabase:
    """It lets happenings go for a checked archive alone, and no fact for any."""

    DIGEST = "0" * 64

    def cover(self, state, **words):
        first, last = Happening.objects.first().pk, Happening.objects.last().pk
        columns = {"begun_at": NOW, "before": NOW, "kinds": [PASSING]}
        columns |= {"first_id": first, "last_id": last}
        if state != "begun":
            columns |= {"happenings": 5, "digest": self.DIGEST, "bytes": 1}
        return Archive.objects.create(state=state, **columns | words)

    def delete(self, ids):
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("DELETE FROM journal_happening WHERE id = ANY(%s)", [list(ids)])
            return cursor.rowcount

    @pytest.mark.parametrize("state", [None, "begun", "done"])
    def test_without_a_checked_one_nothing_goes(self, journal, state):
        if state:
            self.cover(state)
        with pytest.raises(IntegrityError, match="append-only"):
            self.delete(journal)

    def test_of_a_checked_one_go_its_kinds_and_no_fact(self, journal):
        self.cover("checked")

        assert self.delete(journal) == 5
        with pytest.raises(IntegrityError, match="append-only"):
            self.delete(kept(FACT))

    def test_what_lies_outside_of_it_stays(self, journal):
        self.cover("checked")
        other = happen(PASSING).pk

        with pytest.raises(IntegrityError, match="append-only"):
            self.delete([other])

    def test_nothing_is_changed_even_then(self, journal):
        self.cover("checked")
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            Happening.objects.filter(pk__in=journal).update(actor_name="x")

    @pytest.mark.parametrize(
        "words",
        [
            {"state": "begun", "digest": DIGEST},
            {"state": "done", "digest": ""},
            {"state": "done", "happenings": 0},
            {"state": "done", "first_id": 10**9},
        ],
    )
    def test_it_refuses_what_cannot_be(self, journal, words):
        with pytest.raises(IntegrityError), transaction.atomic():
            self.cover(words.pop("state"), **words)

    def test_one_is_begun_at_a_time(self, journal):
        self.cover("begun")
        with pytest.raises(IntegrityError), transaction.atomic():
            self.cover("begun")


@pytest.mark.django_db
class TestLooking:
    @pytest.fixture
    def file(self, tmp_path, journal):
        return tmp_path / archive(tmp_path).file_name

    def test_missing_file_is_named(self, tmp_path, file):
        file.unlink()

        assert "is missing" in look_at_files(tmp_path, thoroughly=False).faults[0]

    def test_cut_off_file_is_named_by_its_size(self, tmp_path, file):
        file.write_bytes(file.read_bytes()[:-1])

        assert "not what was written" in look_at_files(tmp_path, thoroughly=False).faults[0]

    def test_changed_byte_is_found_thoroughly(self, tmp_path, file):
        content = bytearray(file.read_bytes())
        content[-6] ^= 1
        file.write_bytes(content)

        assert look_at_files(tmp_path, thoroughly=False).whole == 1
        assert "not what was written" in look_at_files(tmp_path, thoroughly=True).faults[0]

    def test_file_from_before_a_restore_is_named(self, tmp_path, file):
        Archive.objects.all().delete()

        assert "not known to the journal" in look_at_files(tmp_path, thoroughly=False).faults[0]
