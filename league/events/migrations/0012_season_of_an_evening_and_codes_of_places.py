"""The season that a night belongs to from the start, and the codes that stay on tables."""

import django.db.models.deletion
from django.db import migrations, models

REFERENCE = """
ALTER TABLE events_evening DROP CONSTRAINT IF EXISTS events_evening_season;
ALTER TABLE events_evening ADD CONSTRAINT events_evening_season
    FOREIGN KEY (season_id) REFERENCES events_season (id) DEFERRABLE INITIALLY DEFERRED NOT VALID
"""
FORGET = "ALTER TABLE events_evening DROP CONSTRAINT events_evening_season"


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("events", "0011_event_counts")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    "ALTER TABLE events_evening ADD COLUMN IF NOT EXISTS season_id bigint NULL",
                    "ALTER TABLE events_evening DROP COLUMN season_id",
                ),
                migrations.RunSQL(
                    "CREATE INDEX CONCURRENTLY IF NOT EXISTS events_evening_season_id "
                    "ON events_evening (season_id)",
                    "DROP INDEX CONCURRENTLY IF EXISTS events_evening_season_id",
                ),
                migrations.RunSQL(REFERENCE, FORGET),
            ],
            state_operations=[
                migrations.AddField(
                    model_name="evening",
                    name="season",
                    field=models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="events.season",
                        verbose_name="season",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="event",
            name="place_codes_number",
            field=models.PositiveIntegerField(db_default=1, default=1, editable=False),
        ),
    ]
