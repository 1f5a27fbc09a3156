"""What readers had not read is queued for them; places in the order of transactions are over.

The columns of that order stay for this release, with defaults: web servers and workers of the one
before go on writing and reading them until they are restarted.
"""

from django.db import migrations, models

BEHIND_ITS_PLACE = """
INSERT INTO journal_undelivered (reader, happening_id)
SELECT reader.name, happening.id
FROM journal_reader reader JOIN journal_happening happening
    ON (happening.transaction, happening.id) > (reader.transaction, reader.happening_id)
WHERE NOT EXISTS (
    SELECT FROM journal_undelivered queued
    WHERE queued.reader = '' AND queued.happening_id = happening.id
)
ON CONFLICT DO NOTHING
"""

# a database that was restored into another cluster has readers that are ahead of every transaction
# there: its row numbers say what they have read
BEHIND_AFTER_A_RESTORE = """
INSERT INTO journal_undelivered (reader, happening_id)
SELECT reader.name, happening.id
FROM journal_reader reader JOIN journal_happening happening ON happening.id > reader.happening_id
WHERE reader.transaction > pg_current_xact_id()::text::bigint
    AND NOT EXISTS (
        SELECT FROM journal_undelivered queued
        WHERE queued.reader = '' AND queued.happening_id = happening.id
    )
ON CONFLICT DO NOTHING
"""

DEFAULTS = """
ALTER TABLE journal_reader
    ALTER COLUMN transaction SET DEFAULT 0, ALTER COLUMN happening_id SET DEFAULT 0
"""


class Migration(migrations.Migration):
    dependencies = [("journal", "0004_undelivered")]

    operations = [
        migrations.RunSQL(BEHIND_ITS_PLACE, migrations.RunSQL.noop),
        migrations.RunSQL(BEHIND_AFTER_A_RESTORE, migrations.RunSQL.noop),
        migrations.AddField(
            model_name="reader",
            name="is_owed_history",
            field=models.BooleanField(db_default=False),
        ),
        migrations.RunSQL(DEFAULTS, migrations.RunSQL.noop),
        migrations.RemoveIndex(model_name="happening", name="happening_reading_order"),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveField(model_name="happening", name="transaction"),
                migrations.RemoveField(model_name="reader", name="transaction"),
                migrations.RemoveField(model_name="reader", name="happening_id"),
                migrations.RemoveField(model_name="reader", name="moved_at"),
            ]
        ),
    ]
