"""What is to be delivered stands in a table of its own, which a trigger fills."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models.functions import Now

# as a trigger: whatever is written into the journal, by whichever release, is delivered. A dump
# that is loaded row by row may bring the row for all with it
QUEUE = """
CREATE FUNCTION queue_happenings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO journal_undelivered (happening_id) SELECT id FROM written ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE TRIGGER happening_is_queued AFTER INSERT ON journal_happening
    REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION queue_happenings();
"""

FORGET = """
DROP TRIGGER happening_is_queued ON journal_happening;
DROP FUNCTION queue_happenings();
"""

# rows come and go: cleaned early, whatever the size of the journal is
SMALL = """
ALTER TABLE journal_undelivered SET (
    autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
    autovacuum_vacuum_insert_threshold = -1
)
"""


class Migration(migrations.Migration):
    dependencies = [("journal", "0003_asked")]

    operations = [
        migrations.CreateModel(
            name="Undelivered",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "reader",
                        "happening_id",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("reader", models.CharField(db_default="", max_length=60)),
                ("since", models.DateTimeField(db_default=Now())),
                ("tries", models.PositiveSmallIntegerField(db_default=0)),
                ("due_at", models.DateTimeField(db_default=Now())),
                (
                    "happening",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="journal.happening",
                    ),
                ),
            ],
            options={"verbose_name_plural": "undelivered"},
        ),
        migrations.RunSQL(SMALL, migrations.RunSQL.noop),
        migrations.RunSQL(QUEUE, FORGET),
    ]
