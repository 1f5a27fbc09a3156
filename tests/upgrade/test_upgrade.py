"""A site of commit 5b800671 goes on by `migrate`, and its archive is read.

Beside this file are its database with the season of the demo (`site.sql.xz`, by `pg_dump
--rows-per-insert`) and the archive of the demo's club (`harbour.zip`), both made by that commit on
28 November 2026.
"""

import json
import lzma
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test import Client
from pytest_django.plugin import DjangoDbBlocker

from league.clubs.models import Club
from league.foundation.journal import kinds
from league.foundation.journal.actor import SYSTEM, Act
from league.foundation.journal.models import Happening
from league.foundation.journal.naming import named as json_named
from league.foundation.journal.naming import names_of, numbers_in
from league.foundation.journal.selectors import sentence_of, with_names
from league.foundation.outbox.models import OutboxMessage
from league.office.archives import archive_format
from league.office.archives.services.read_archive import Read, read_archive, rebuild_what_follows
from league.office.kitty.models import Account
from league.play.events.entry_names import named
from league.play.events.models import Stage
from league.play.results.models import Confirmation, Dispute, Submission
from league.play.rounds.models import Table
from league.play.rounds.selectors import reasons_of
from league.tables.seasons.models import Competitor
from league.tables.standings.models import SnapshotRow
from league.tables.standings.services.rebuilding import rebuild
from league.tables.standings.standings_shown import reasons_in_words

HERE = Path(__file__).parent
A_DAY_LATER = datetime(2026, 11, 29, 12, 0, tzinfo=UTC)
PASSWORD = "trumps-are-hearts"
# by which the site knows its own archives
SECRET_KEY = "the key of the frozen site of the tests, which opens no other site"
MILLION = 1_000_000
# the names of teams are written in one way since, and by the names their keys are made
CLEANED = {"events_entry", "seasons_competitor"}
# whose reasons named people are made again
WANTED = {"standings_stagestandings"}
# whose names of people are joined when they are read
BY_NUMBER = {"journal_happening", "kitty_transaction"}
BY_NUMBER |= {"results_submission", "results_confirmation", "results_dispute"}
BY_NUMBER |= {"rounds_round", "rounds_table"}
CURLED = r"\u2019"
# tables of Django, which describe the models
DESCRIBING = {"django_migrations", "django_content_type", "auth_permission"}
GONE = {"clubs_mail", "notifications_delivery", "webhooks_message", "journal_archive"}
# keys of the journal's partitions, which are one table again
PARTITION = "journal_happening_"
# what an upgraded site calls otherwise than one whose tables are new
NAMES = {
    "events_evening_season": "events_evening_season_id_c4cd8a92_fk_events_season_id",
    "events_evening_season_id": "events_evening_season_id_c4cd8a92",
    "standings_stagestandings_stage_id_b62f85d8_pk": "standings_stagestandings_pkey",
}
# a check on texts is read from a dump with other casts than it was made with
HOW_A_DUMP_SAYS_IT = re.compile(r"::character varying|::text|[()\[\]]")
WORKED_OUT = ("entry_number", "position", "group", "rank", "is_tied", "points")
WORKED_OUT += ("tiebreaks", "played", "won", "drawn", "lost", "byes", "byes_points")

SCHEMA = """
SELECT 'column', c.relname, a.attname, concat_ws(
    ' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity,
    pg_get_expr(d.adbin, d.adrelid), c.relpersistence, c.reloptions::text
)
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v')
    AND a.attnum > 0 AND NOT a.attisdropped
UNION ALL
SELECT 'constraint', conrelid::regclass::text, conname, pg_get_constraintdef(oid)
FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
UNION ALL
SELECT 'index', tablename, indexname, substring(indexdef FROM ' USING .*')
    || (indexdef LIKE '%UNIQUE%')::text
FROM pg_indexes WHERE schemaname = 'public'
UNION ALL
SELECT 'trigger', tgrelid::regclass::text, tgname, pg_get_triggerdef(oid)
FROM pg_trigger WHERE NOT tgisinternal
UNION ALL
SELECT 'function', '', proname, pg_get_functiondef(oid)
FROM pg_proc WHERE pronamespace = 'public'::regnamespace
UNION ALL
SELECT 'sequence', '', sequencename, data_type::text || cycle::text
FROM pg_sequences WHERE schemaname = 'public'
"""

pytestmark = [pytest.mark.django_db, pytest.mark.long]

Rows = dict[str, tuple[list[str], list[tuple[str, ...]]]]


@dataclass(frozen=True)
class Upgraded:
    """The site behind `migrate`: its rows before and behind it, and what a new site looks like."""

    before: Rows
    after: Rows
    schema: set[tuple[str, ...]]
    new_schema: set[tuple[str, ...]]
    late: int


@pytest.fixture(scope="module")
def site(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Upgraded]:
    """The database of the test is the frozen one, upgraded, until the module is over."""
    name = f"frozen_{os.getpid()}"
    with django_db_blocker.unblock(), time_machine.travel(A_DAY_LATER):
        new_schema = schema()
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE DATABASE {name}")
        own = connection.settings_dict["NAME"]
        use(name)
        try:
            with connection.cursor() as cursor:
                cursor.execute(lzma.decompress((HERE / "site.sql.xz").read_bytes()).decode())
            use(name)  # what a dump sets for its session is over
            late = add_to_the_last_partition()
            before = rows_of_all_tables({})
            call_command("migrate", verbosity=0, interactive=False)
            after = rows_of_all_tables({table: names for table, (names, _rows) in before.items()})
            cache.clear()
            yield Upgraded(before, after, schema(), new_schema, late)
        finally:
            use(own)
            with connection.cursor() as cursor:
                # not by force: that would end the server's own workers, which is not ours to do
                cursor.execute(f"DROP DATABASE {name}")


def use(database: str) -> None:
    connection.close()
    connection.settings_dict["NAME"] = database


def ask(question: str, *values: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(question, values or None)
        return cursor.fetchall()


def schema() -> set[tuple[str, ...]]:
    return {
        (kind, table, NAMES.get(name, name), HOW_A_DUMP_SAYS_IT.sub("", said))
        for kind, table, name, said in ask(SCHEMA)
    }


def add_to_the_last_partition() -> int:
    """Have the journal grow into its second partition, as in a site of some years; its number."""
    ask("SELECT setval('journal_happening_id_seq', 2 * %s)", MILLION)
    return ask(
        "INSERT INTO journal_happening (kind, club_id, subject_type, actor_name, via, data)"
        " SELECT 'club.changed', id, 'club', 'Ann', 'desk', '{\"changes\": {}}' FROM clubs_club"
        " WHERE slug = 'harbour' RETURNING id"
    )[0][0]


def rows_of_all_tables(known: dict[str, list[str]]) -> Rows:
    """Return of each table its columns, of those of before where they are known, and its rows."""
    columns: dict[str, list[str]] = {}
    for table, column in ask(
        "SELECT table_name, column_name FROM information_schema.columns"
        " WHERE table_schema = 'public' ORDER BY table_name, column_name"
    ):
        if table not in DESCRIBING and not table.startswith(PARTITION):
            columns.setdefault(table, []).append(column)
    found: Rows = {}
    for table, names in columns.items():
        chosen = [name for name in names if name in known.get(table, names)]
        listed = ", ".join(f'"{name}"::text' for name in chosen)
        found[table] = (chosen, sorted(ask(f"SELECT {listed} FROM {table}"), key=str))  # noqa: S608
    return found


def test_every_row_is_as_it_was(site: Upgraded) -> None:
    assert site.before.keys() - site.after.keys() == GONE
    unlike = set()
    for table in site.before.keys() & site.after.keys():
        names, rows = site.after[table]
        own, was = site.before[table]
        places = [own.index(name) for name in names]
        as_before = sorted((tuple(row[place] for place in places) for row in was), key=str)
        assert len(rows) == len(as_before), table
        if rows != as_before:
            unlike.add(table)
    assert unlike == CLEANED | WANTED | BY_NUMBER
    assert len(site.before["games_deal"][1]) > 200
    assert len(site.before["standings_snapshotrow"][1]) > 200


def test_the_tables_are_those_of_a_new_site(site: Upgraded) -> None:
    assert sorted(site.schema - site.new_schema) == []
    assert sorted(site.new_schema - site.schema) == []


def test_what_was_to_be_sent_is_in_the_outbox(site: Upgraded) -> None:
    names, mails = site.before["clubs_mail"]
    kinds = [row[names.index("kind")] for row in mails]
    moved = len([kind for kind in kinds if kind != "notifications"])
    moved += len(site.before["notifications_delivery"][1])

    assert OutboxMessage.objects.count() == moved > 0


def test_the_journal_can_be_read_and_goes_on(site: Upgraded) -> None:
    happenings = with_names(Happening.objects.order_by("id"))
    names, rows = site.before["journal_happening"]
    named = [dict(zip(names, row, strict=True)) for row in rows]
    before = {
        int(row["id"]): kinds.sentence_of(
            row["kind"], actor=row["actor_name"], data=json.loads(row["data"])
        )
        for row in named
    }

    assert happenings[-1].pk == site.late > 2 * MILLION
    assert {happening.pk: sentence_of(happening) for happening in happenings} == before
    assert len({happening.kind for happening in happenings}) > 40
    # all but those of the service itself, and the one that the test added
    assert {happening.actor_name for happening in happenings} == {"", "Tricktable", "Ann"}
    assert sum("$player" in json.dumps(happening.data) for happening in happenings) > 100


def test_who_sent_results_is_called_as_before(site: Upgraded) -> None:
    for model in (Submission, Confirmation, Dispute):
        names, rows = site.before[model._meta.db_table]
        before = {int(row[names.index("id")]): row[names.index("by_name")] for row in rows}
        sent = [*model._default_manager.all()]
        called = names_of(number for row in sent for number in numbers_in(row.by))

        assert {row.pk: json_named(row.by, called) for row in sent} == before
        assert all(row.by_players or row.by_user_id for row in sent)


def test_draws_have_the_reasons_that_they_had(site: Upgraded) -> None:
    names, rows = site.before["rounds_table"]
    before = {
        int(row[names.index("id")]): reasons_of(json.loads(row[names.index("why")])) for row in rows
    }

    tables = Table.objects.all()
    said = {
        table.pk: [why.replace(CURLED, "'") for why in reasons_of(table.why)] for table in tables
    }
    assert said == before
    assert sum('"entries"' in json.dumps(table.why) for table in tables) > 20


def test_standings_are_what_the_facts_say(site: Upgraded) -> None:
    stages = Stage.objects.filter(snapshots__isnull=False).distinct()
    before = {stage.pk: standings_of(stage) for stage in stages}
    for stage in stages:
        rebuild(stage_id=stage.pk, at=A_DAY_LATER, from_scratch=True)

    assert len(before) > 10
    assert {stage.pk: standings_of(stage) for stage in stages} == before


def standings_of(stage: Stage) -> list[tuple[str, ...]]:
    rows = named(SnapshotRow.objects.all()).filter(snapshot__stage=stage)
    found = []
    for row in rows.order_by("snapshot__round_number", "position"):
        values = [getattr(row, name) for name in WORKED_OUT]
        words = reasons_in_words([row], full=False)[row.entry_id]
        # names of teams have been cleaned since
        found.append(
            tuple(
                json.dumps(value, default=str).replace(CURLED, "'")
                for value in (*values, row.names.full, words)
            )
        )
    return found


@time_machine.travel(A_DAY_LATER)
def test_people_sign_in_and_see_their_club(site: Upgraded) -> None:
    client = Client()
    typed = {"username": "owner@demo.example", "password": PASSWORD}

    assert client.post("/account/sign-in/", typed).status_code == 302
    for page in ("", "audit/", "people/", "kitty/"):
        answer = client.get(f"/desk/harbour/{page}", follow=True)
        assert answer.status_code == 200, page
    assert "Harbour Street Card Club" in client.get("/clubs/harbour/").content.decode()


def test_an_archive_of_then_changes_nothing_in_its_club(
    site: Upgraded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_format._SEAL, "key", SECRET_KEY)

    done = read(into=Club.objects.get(slug="harbour"))

    assert done.report.total("same") > 1_000
    assert not done.report.changes_something, done.report.notes
    assert done.report.total("kept") == 0, done.report.notes


def test_an_archive_of_then_becomes_a_new_club(site: Upgraded) -> None:
    done = read(slug="harbour-again")
    rebuild_what_follows(done, at=A_DAY_LATER)

    old, new = (Club.objects.get(slug=slug) for slug in ("harbour", "harbour-again"))
    after, before = said_of(new), said_of(old)
    assert len(after["teams"]) > 10
    assert after.pop("standings") == before.pop("standings")
    assert after == before


def read(**where: Any) -> Read:
    with (HERE / "harbour.zip").open("rb") as file:
        return read_archive(file, by=Act(SYSTEM, A_DAY_LATER), **where)


def said_of(club: Club) -> dict[str, Any]:
    stages = Stage.objects.filter(event__club=club).order_by("event__slug", "number")
    return {
        "players": sorted(club.players.values_list("name", flat=True)),
        "standings": {(stage.event.slug, stage.number): standings_of(stage) for stage in stages},
        "teams": sorted(
            Competitor.objects.filter(season__club=club, key__startswith="t").values_list(
                "key", "division__number"
            )
        ),
        "balances": sorted(
            Account.objects.filter(kitty__club=club).values_list("balance", flat=True)
        ),
    }
