"""Migrations that would stop a site that runs are refused, and those that would not are not."""

import pytest
from django.contrib.postgres.operations import (
    AddConstraintNotValid,
    AddIndexConcurrently,
    ValidateConstraint,
)
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.models import Q

from deploy.check import locking_migrations
from deploy.check.locking_migrations import check_all, faults_in

BIG = "happening"  # a model of the journal, with a row for whatever happened
INDEX = models.Index(fields=["via"], name="happening_by_via")
WITHIN = models.CheckConstraint(name="happening_short", condition=~Q(via="x"))
UNIQUE = models.UniqueConstraint(name="happening_unique", fields=["via", "id"])


def nothing(_apps, _editor):
    """A migration's own function."""


def sql_of(*operations, atomic):
    """Return what Django would send for these operations after all migrations of the journal."""
    loader = MigrationLoader(connection, replace_migrations=False)
    (last,) = [key for key in loader.graph.leaf_nodes() if key[0] == "journal"]
    migration = migrations.Migration("0999_tried", "journal")
    migration.operations, migration.atomic = list(operations), atomic
    state = loader.project_state(last)
    with connection.schema_editor(collect_sql=True, atomic=atomic) as editor:
        migration.apply(state, editor, collect_sql=True)
    return editor.collected_sql


def faults(*operations, atomic=True):
    return [*faults_in(sql_of(*operations, atomic=atomic), is_atomic=atomic)]


def add(field):
    return migrations.AddField(BIG, "room", field)


def alter(field):
    return migrations.AlterField(BIG, "via", field)


REFUSED = {
    "an index": (migrations.AddIndex(BIG, INDEX), "use AddIndexConcurrently"),
    "a unique constraint": (migrations.AddConstraint(BIG, UNIQUE), "USING INDEX"),
    "a check": (migrations.AddConstraint(BIG, WITHIN), "use AddConstraintNotValid"),
    "a foreign key": (
        add(models.ForeignKey("journal.Reader", models.CASCADE, null=True)),
        "reads the whole table while nobody can write",
    ),
    "a column that must be filled": (
        migrations.RunSQL("ALTER TABLE journal_happening ADD COLUMN room int NOT NULL"),
        "fails where there are rows",
    ),
    "a default that goes": (
        add(models.IntegerField(default=1)),
        "lets the release before fail when it adds a row",
    ),
    "a type": (alter(models.TextField()), "may write the whole table anew"),
    "null that goes": (
        migrations.AlterField(BIG, "club_id", models.BigIntegerField()),
        "validate a check constraint first",
    ),
    "a column that goes": (migrations.RemoveField(BIG, "via"), "in the release after this one"),
    "another name": (migrations.RenameField(BIG, "via", "by"), "in the release after this one"),
    "a table that goes": (migrations.DeleteModel("Reader"), "in the release after this one"),
    "rows changed by SQL": (
        migrations.RunSQL("SELECT 1; UPDATE journal_happening SET via = 'desk'"),
        "do it in batches",
    ),
    "rows changed by Python": (migrations.RunPython(nothing), "atomic = False"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("case", REFUSED)
def test_what_stops_a_site_that_runs_is_refused_with_what_to_do(case):
    operation, sentence = REFUSED[case]

    assert any(sentence in fault for fault in faults(operation)), sql_of(operation, atomic=True)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("operations", "atomic"),
    [
        ([AddIndexConcurrently(BIG, INDEX)], False),
        ([AddConstraintNotValid(BIG, WITHIN)], True),
        ([add(models.IntegerField(null=True))], True),
        ([add(models.IntegerField(db_default=1))], True),
        ([migrations.RunPython(nothing)], False),
        (
            [
                migrations.CreateModel(
                    "Small",
                    [("id", models.BigAutoField(primary_key=True)), ("n", models.IntegerField())],
                ),
                migrations.AddIndex("small", models.Index(fields=["n"], name="small_by_n")),
                migrations.RunSQL("UPDATE journal_small SET n = 1"),
            ],
            True,
        ),
        (
            [
                migrations.RunSQL(
                    "CREATE FUNCTION seen() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                    " UPDATE journal_happening SET via = 'x'; RETURN NEW; END $$"
                )
            ],
            True,
        ),
    ],
    ids=["index", "check", "null", "db_default", "python", "new table", "function"],
)
def test_what_lets_a_site_run_is_not_refused(operations, atomic):
    assert faults(*operations, atomic=atomic) == []


@pytest.mark.django_db
def test_validating_a_constraint_lets_a_site_run():
    operations = [AddConstraintNotValid(BIG, WITHIN), ValidateConstraint(BIG, WITHIN.name)]

    assert faults(*operations) == []


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_migrations_of_the_tree_are_accepted_or_let_a_site_run():
    assert check_all() == []


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_migration_that_is_no_longer_accepted_is_named_with_its_faults(tmp_path, monkeypatch):
    names = tmp_path / "accepted.txt"
    lines = locking_migrations.ACCEPTED.read_text().replace(
        "journal.0009_no_places_of_readers\n", ""
    )
    names.write_text(f"{lines}\nclubs.0999_nowhere  # its reason\n")
    monkeypatch.setattr(locking_migrations, "ACCEPTED", names)

    first, second, *rest = check_all()

    assert first == "clubs.0999_nowhere is accepted in accepted.txt and does not exist."
    assert second == "journal.0009_no_places_of_readers:"
    assert "takes away what the release before still uses" in "".join(rest)
