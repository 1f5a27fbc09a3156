"""What the journal says of plain things goes out in an archive and comes back in another club."""

import json
from datetime import time
from io import BytesIO

import pytest
from django.utils import timezone

from league.calendar.match_dates.models import EntryHome, Venue
from league.clubs.models import Club
from league.foundation.journal.actor import SYSTEM, Act
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of
from league.foundation.records import services as records
from league.office.archives.scope import Scope
from league.office.archives.services.read_archive import read_archive, write_archive
from league.play.results.models import Adjustment
from tests.league.calendar.match_dates.factories import make_venue
from tests.league.factories import make_club
from tests.league.office.archives.forging import unpacked
from tests.league.play.events.factories import DIRECTOR, NOW
from tests.league.play.results.factories import make_adjustment, make_director, make_table

pytestmark = pytest.mark.django_db
BY = Act(DIRECTOR, NOW)


def archive_of(club: Club) -> BytesIO:
    out = BytesIO()
    write_archive(Scope(club=club), out, at=timezone.now())
    return out


def read(file: BytesIO, **options: object) -> Club:
    return read_archive(file, by=Act(SYSTEM, timezone.now()), **options).club


def journal_in(file: BytesIO, subject: str) -> bytes:
    """Return the lines of the journal about a word, as they are written, without their numbers."""
    lines = map(json.loads, unpacked(file)["rows/journal.jsonl"].splitlines())
    about = [line for line in lines if line["subject_type"] == subject]
    without = ("id", "subject_id", "actor_user_id")
    kept = [{name: line[name] for name in line if name not in without} for line in about]
    return json.dumps(kept, ensure_ascii=False).encode()


def test_what_was_before_and_after_is_read_in_the_copy_and_goes_out_of_it_the_same():
    venue = make_venue(make_club(), "Mill", matches=2)
    venue.matches = 4
    records.save(venue, by=BY)
    file = archive_of(venue.club)

    copy = read(file, slug="elsewhere")

    change = Happening.objects.get(club_id=copy.pk, kind="venue.changed")
    assert "Matches at once: 2 → 4" in sentence_of(change)
    assert change.subject_id == copy.venues.get().pk
    added = Happening.objects.get(club_id=copy.pk, kind="venue.added")
    assert added.data["after"]["club"] == copy.pk
    # undone is a change only where it was made
    assert "version" not in change.data
    again = journal_in(archive_of(copy), "venue").replace(
        b'"club": %d' % copy.pk, b'"club": %d' % venue.club_id
    )
    assert again == journal_in(file, "venue")


def test_who_is_named_by_number_has_the_number_of_the_copy():
    table = make_table()
    stage = table.round.stage
    entry = stage.event.entries.get(number=2)
    make_adjustment(stage, entry, round=table.round, actor=make_director(table))

    copy = read(archive_of(stage.event.club), slug="elsewhere")

    made = Happening.objects.get(club_id=copy.pk, kind="adjustment.made")
    row = Adjustment.objects.get(stage__event__club=copy)
    after = made.data["after"]
    assert (after["stage"], after["entry"], after["round"]) == (
        row.stage_id,
        row.entry_id,
        row.round_id,
    )
    assert made.data["entry_id"] == row.entry_id != entry.pk


def test_a_row_that_an_archive_changes_has_a_newer_version():
    venue = make_venue(make_club(), "Mill", matches=2)
    copy = read(archive_of(venue.club), slug="elsewhere")
    venue.matches = 4
    records.save(venue, by=BY)

    read(archive_of(venue.club), into=copy)

    of_copy = Venue.objects.get(club=copy)
    assert (of_copy.matches, of_copy.version) == (4, 2)


def test_where_an_entry_is_at_home_comes_with_its_event():
    event = make_table().round.stage.event
    venue = make_venue(event.club, "Mill")
    make_venue(event.club, "Elsewhere")
    entry = event.entries.get(number=2)
    EntryHome.objects.create(entry=entry, venue=venue, begins_at=time(19, 30))
    out = BytesIO()
    write_archive(Scope(club=event.club, event=event), out, at=timezone.now())

    copy = read(out, slug="elsewhere")

    assert copy.venues.get().name == "Mill"
    assert EntryHome.objects.get(venue__club=copy).entry.number == 2
