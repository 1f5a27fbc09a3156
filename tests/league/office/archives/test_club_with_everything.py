"""A club with something of everything, out and in again: as a new club, as itself, on one site."""

import zipfile
from copy import deepcopy
from csv import DictReader
from io import BytesIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from league.clubs.models import Club, Member, Player, User
from league.foundation.journal.actor import SYSTEM, Act
from league.foundation.journal.models import Happening
from league.foundation.records.rules import kinds_of, registered
from league.office.archives.archive_schema import check_everything_is_declared
from league.office.archives.scope import Extent, Scope
from league.office.archives.services.read_archive import CannotRead, read_archive, write_archive
from league.play.events.models import Event
from league.play.rounds.models import Round
from league.tables.seasons.keys import players_of
from league.tables.seasons.models import Competitor
from tests.league.factories import make_club, make_player
from tests.permissions.club_with_everything import ClubWithEverything

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def prepared_oak(module_rows) -> ClubWithEverything:
    return ClubWithEverything("oak", "ab" * 32)


@pytest.fixture
def oak(prepared_oak) -> ClubWithEverything:
    return deepcopy(prepared_oak)


def archive_of(scope: Scope, *, with_addresses: bool = False) -> BytesIO:
    out = BytesIO()
    write_archive(scope, out, at=timezone.now(), with_addresses=with_addresses)
    return out


def read(file: BytesIO, **options):
    return read_archive(file, by=Act(SYSTEM, timezone.now()), **options)


def content_of(file: BytesIO) -> bytes:
    with zipfile.ZipFile(file) as zip:
        return b"\n".join(zip.read(name) for name in zip.namelist())


# What is declared.


def test_every_model_is_declared():
    assert check_everything_is_declared() == []


# As a new club.


@pytest.mark.long
def test_nothing_in_the_copy_names_a_row_of_the_other_club(oak):
    read(archive_of(Scope(club=oak.club)), slug="elsewhere")

    copy = Club.objects.get(slug="elsewhere")
    players = set(copy.players.values_list("pk", flat=True))
    entries = set(copy.events.values_list("entries", flat=True))
    events = {*copy.events.values_list("pk", flat=True), None}
    plain = {kind for model in registered() for kind in kinds_of(model)}
    for competitor in Competitor.objects.filter(season__club=copy):
        assert set(players_of(competitor.key)) <= players
    for round in Round.objects.filter(stage__event__club=copy):
        assert set(round.drawing.get("drawn_from", ())) <= entries
    for happening in Happening.objects.filter(club_id=copy.pk):
        assert happening.event_id in events
        assert not {"was", "moved", "undoes", "version"} & happening.data.keys()
        if happening.kind not in plain:
            assert not isinstance(happening.data.get("before"), dict)


@pytest.mark.long
def test_accounts_of_a_copy_are_names_that_nobody_can_sign_in_to(oak):
    before = set(User.objects.values_list("pk", flat=True))

    read(archive_of(Scope(club=oak.club), with_addresses=True), slug="elsewhere")

    made = User.objects.exclude(pk__in=before)
    assert made.exists()
    assert not made.filter(is_active=True).exists()
    assert not any(user.has_usable_password() for user in made)
    assert not Member.objects.filter(user__in=made).exists()
    assert not Player.objects.filter(club__slug="elsewhere", user__isnull=False).exists()


def test_the_address_of_another_club_is_refused(oak):
    with pytest.raises(CannotRead, match="Another club has the address"):
        read(archive_of(Scope(club=oak.club)))


# Into a club that is there.


@pytest.mark.long
def test_an_event_that_was_deleted_comes_back_under_its_own_number(oak):
    file = archive_of(Scope(club=oak.club))
    number, name = oak.draft.pk, oak.draft.name
    oak.draft.delete()

    done = read(file, into=oak.club)

    assert Event.objects.get(pk=number).name == name
    assert done.report.of("events").made == 1


def test_what_was_changed_here_since_stays_and_is_named(oak):
    file = archive_of(Scope(club=oak.club))
    oak.other.name = "Other Two"
    oak.other.save()

    done = read(file, into=oak.club)

    oak.other.refresh_from_db()
    assert oak.other.name == "Other Two"
    assert done.report.of("players").kept == 1
    assert any("Other Two" in note for note in done.report.notes)


def test_a_copy_follows_what_changed_there_and_keeps_what_changed_here(oak):
    read(archive_of(Scope(club=oak.club)), slug="elsewhere")
    copy = Club.objects.get(slug="elsewhere")
    here, both = copy.players.order_by("pk")[:2]
    Player.objects.filter(pk=here.pk).update(sort_name="Changed here")
    for row in oak.club.players.order_by("pk")[1:3]:
        row.sort_name = "Changed there"
        row.save()
    Player.objects.filter(pk=both.pk).update(sort_name="Changed here too")

    done = read(archive_of(Scope(club=oak.club)), into=copy)

    assert [player.sort_name for player in copy.players.order_by("pk")[:3]] == [
        "Changed here",
        "Changed here too",
        "Changed there",
    ]
    counts = done.report.of("players")
    assert (counts.updated, counts.kept, counts.made) == (1, 2, 0)


def test_one_event_into_another_club_finds_its_people_there_by_name(oak):
    club = make_club("Elm")
    known = oak.club.players.get(pk=oak.players[0])
    there = make_player(club, known.name, member_number="9")
    taken = Event.objects.get(pk=oak.event.pk)
    taken.pk, taken.club, taken.season, taken.house_rules = None, club, None, None
    taken.save(force_insert=True)

    done = read(archive_of(Scope(club=oak.club, event=oak.event)), into=club)

    came = club.events.get(slug=f"{oak.event.slug}-2")
    assert came.entries.filter(members__player=there).exists()
    assert done.manifest.extent == Extent.EVENT
    notes = "\n".join(done.report.notes)
    assert f"{known.name} is a player here already." in notes
    assert f"“{oak.event.slug}-2”" in notes
    again = read(archive_of(Scope(club=oak.club, event=oak.event)), into=club)
    assert not again.report.changes_something


def test_a_season_comes_with_its_events_and_its_table(oak):
    read(archive_of(Scope(club=oak.club, season=oak.season)), slug="elsewhere")

    copy = Club.objects.get(slug="elsewhere")
    season = copy.seasons.get()
    assert season.competitors.count() == oak.season.competitors.count()
    assert season.events.count() == oak.season.events.count()
    assert copy.events.count() == season.events.count()


# Secrets.


def secrets_of(club: ClubWithEverything) -> list[str]:
    passwords = User.objects.values_list("password", flat=True)
    keys = club.done.submissions.values_list("key", flat=True)
    return [
        club.prepared.seed,
        *club.tokens.values(),
        *club.links,
        *(password for password in passwords if len(password) > 20),
        *map(str, keys),
        club.invitation.email,
    ]


@pytest.mark.long
@pytest.mark.parametrize("with_addresses", [False, True])
def test_no_secret_is_in_an_archive(oak, with_addresses):
    content = content_of(archive_of(Scope(club=oak.club), with_addresses=with_addresses))

    secrets = [secret for secret in secrets_of(oak) if not (with_addresses and "@" in secret)]
    assert len(secrets) > 8
    assert [secret for secret in secrets if secret.encode() in content] == []
    assert b"prepared_sets" in content


@pytest.mark.long
def test_addresses_are_in_it_only_by_wish(oak):
    words = [oak.private(what).encode() for what in ("account", "address", "invited")]

    without = content_of(archive_of(Scope(club=oak.club)))
    wished = content_of(archive_of(Scope(club=oak.club), with_addresses=True))

    assert [word for word in words if word in without] == []
    assert all(word in wished for word in words[:2])


# The doors.


def test_the_commands_write_and_read(oak, tmp_path, capsys):
    file = tmp_path / "oak.zip"
    call_command("archive", "write", "oak", str(file))
    assert "Wrote Club of oak" in capsys.readouterr().out

    call_command("archive", "read", str(file), "--as", "elm", "--dry-run")
    assert "Nothing has been changed yet" in capsys.readouterr().out
    assert not Club.objects.filter(slug="elm").exists()

    call_command("archive", "read", str(file), "--as", "elm", "--owner", "nora@example.org")
    assert "has been read" in capsys.readouterr().out
    assert Club.objects.get(slug="elm").members.get().user.email == "nora@example.org"
    assert [path.name for path in tmp_path.iterdir()] == ["oak.zip"]

    call_command("archive", "read", str(file))
    assert "0 records added" in capsys.readouterr().out


def test_tables_for_people_have_names_and_no_more_events_than_the_archive(oak):
    with zipfile.ZipFile(archive_of(Scope(club=oak.club, event=oak.event))) as zip:
        tables = {
            path: list(DictReader(zip.read(path).decode("utf-8-sig").splitlines()))
            for path in zip.namelist()
            if path.startswith("tables/")
        }

    for name in ("entries", "results", "standings"):
        rows = tables[f"tables/{name}.csv"]
        assert {row["event"] for row in rows} == {oak.event.slug}
        known = {row["name"] for row in tables["tables/players.csv"]}
        assert {one for row in rows for one in row["players"].split("; ")} <= known
