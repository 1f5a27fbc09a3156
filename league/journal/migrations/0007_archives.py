"""What has passed may leave the journal: into a file that was checked, and in no other way."""

from django.db import migrations, models

LET_GO = """
CREATE OR REPLACE FUNCTION refuse_change_of_happening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF EXISTS (
            SELECT FROM journal_archive WHERE state = 'checked'
                AND OLD.id BETWEEN first_id AND last_id AND kinds ? OLD.kind
        ) THEN
            RETURN OLD;
        END IF;
    END IF;
    RAISE EXCEPTION 'the journal is append-only: % refused', TG_OP
        USING ERRCODE = 'check_violation', CONSTRAINT = 'happening_is_final';
END $$;
"""

REFUSE = """
CREATE OR REPLACE FUNCTION refuse_change_of_happening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the journal is append-only: % refused', TG_OP
        USING ERRCODE = 'check_violation', CONSTRAINT = 'happening_is_final';
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("journal", "0006_partitioned")]

    operations = [
        migrations.CreateModel(
            name="Archive",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[("begun", "Begun"), ("checked", "Checked"), ("done", "Done")],
                        default="begun",
                        max_length=10,
                    ),
                ),
                ("begun_at", models.DateTimeField()),
                ("before", models.DateTimeField()),
                ("first_id", models.BigIntegerField()),
                ("last_id", models.BigIntegerField()),
                ("kinds", models.JSONField(default=list)),
                ("happenings", models.PositiveIntegerField(default=0)),
                ("bytes", models.PositiveBigIntegerField(default=0)),
                ("digest", models.CharField(default="", max_length=64)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "begun")),
                        fields=("state",),
                        name="archive_one_is_begun",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("digest", ""), ("happenings", 0), ("state", "begun")),
                            models.Q(
                                ("digest__regex", "^[0-9a-f]{64}$"),
                                ("happenings__gt", 0),
                                ("state__in", ["checked", "done"]),
                            ),
                            _connector="OR",
                        ),
                        name="archive_is_checked_with_its_digest",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("first_id__lte", models.F("last_id"))),
                        name="archive_first_before_last",
                    ),
                ],
            },
        ),
        migrations.RunSQL(LET_GO, REFUSE),
    ]
