"""Numbers of accounts and players in the place of names of who sent something at a table.

A name that is nobody's now, or that several have, stays as the text that it is. So many rows are
changed in one transaction, and what was changed already stays as it is.
"""

from importlib import import_module

from django.db import migrations, transaction

AT_ONCE = 5_000
JOURNAL = import_module("league.foundation.journal.migrations.0014_people_by_number")
# who sent it is as much of the fact as when
KEPT = """
CREATE OR REPLACE FUNCTION results_submission_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF is_erasing('club') THEN RETURN OLD; END IF;
        RAISE EXCEPTION 'submissions are never deleted: strike the deal out instead'
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'submission_is_kept';
    END IF;
    IF (NEW.table_id, NEW.number, NEW.deal_id, NEW.key, NEW.by_side, NEW.by_players,
        NEW.replaces_id, NEW.submitted_at)
       IS DISTINCT FROM
       (OLD.table_id, OLD.number, OLD.deal_id, OLD.key, OLD.by_side, OLD.by_players,
        OLD.replaces_id, OLD.submitted_at)
       OR (NEW.by_name IS DISTINCT FROM OLD.by_name AND NOT is_erasing('words'))
    THEN
        RAISE EXCEPTION 'submission % is a fact: a correction is a new one', OLD.id
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'submission_is_kept';
    END IF;
    IF OLD.state IN ('corrected', 'void') AND NEW.state <> OLD.state THEN
        RAISE EXCEPTION 'submission % is %: it cannot count again', OLD.id, OLD.state
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'submission_is_kept';
    END IF;
    RETURN NEW;
END $$;
"""
ACCOUNTS = """
UPDATE results_submission SET by_name = '' FROM clubs_user
WHERE results_submission.id BETWEEN %s AND %s AND clubs_user.id = by_user_id
    AND by_name = left(coalesce(nullif(name, ''), email), 120)
"""
PLAYERS = """
UPDATE {table} AS sent SET by_name = '', by_players = players_called(club_id, sent.by_name)
FROM {table} AS same {submission}
    JOIN rounds_table ON rounds_table.id = results_submission.table_id
    JOIN rounds_round ON rounds_round.id = rounds_table.round_id
    JOIN events_stage ON events_stage.id = rounds_round.stage_id
    JOIN events_event ON events_event.id = events_stage.event_id
WHERE sent.id BETWEEN %s AND %s AND same.id = sent.id AND sent.by_name <> ''
    AND players_called(club_id, sent.by_name) IS NOT NULL
"""
OF_IT = "JOIN results_submission ON results_submission.id = same.submission_id"
TABLES = {
    "results_submission": "JOIN results_submission ON results_submission.id = same.id",
    "results_confirmation": OF_IT,
    "results_dispute": OF_IT,
}


def put_numbers_for_names(apps, schema_editor):
    with schema_editor.connection.cursor() as cursor:
        for table, submission in TABLES.items():
            statements = [
                *([ACCOUNTS] if table == "results_submission" else []),
                PLAYERS.format(table=table, submission=submission),
            ]
            cursor.execute(f"SELECT coalesce(max(id), 0) FROM {table}")  # noqa: S608  # nosec B608
            (last,) = cursor.fetchone()
            for first in range(0, last + 1, AT_ONCE):
                with transaction.atomic(schema_editor.connection.alias):
                    cursor.execute("SELECT set_config('tricktable.erasing', 'words', true)")
                    for statement in statements:
                        cursor.execute(statement, [first, first + AT_ONCE - 1])


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("results", "0015_who_sent_it"),
        ("journal", "0014_people_by_number"),
    ]

    operations = [
        migrations.RunSQL(JOURNAL.MAKE_BY_NAME),
        migrations.RunPython(put_numbers_for_names),
        migrations.RunSQL(JOURNAL.BY_NAME_NO_MORE),
        migrations.RunSQL(KEPT, migrations.RunSQL.noop),
    ]
