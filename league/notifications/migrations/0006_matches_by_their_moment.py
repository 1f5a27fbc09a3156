"""Matches with a day by their moment: the clock's reminders look for them every few seconds."""

from django.db import migrations

MAKE = """
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_dates_by_their_moment
ON match_dates_matchdate (begins_at) WHERE state IN ('published', 'agreed', 'ruled')
"""


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("notifications", "0005_what_is_told_is_checked"),
        ("match_dates", "0001_venues_and_dates_of_matches"),
    ]

    operations = [
        migrations.RunSQL(MAKE, "DROP INDEX CONCURRENTLY IF EXISTS match_dates_by_their_moment")
    ]
