"""Rounds being played by their deadline: the clock's reminders look for them every few seconds."""

from django.db import migrations

MAKE = """
CREATE INDEX CONCURRENTLY IF NOT EXISTS rounds_round_open_by_deadline
ON rounds_round (deadline) WHERE state = 'open' AND deadline IS NOT NULL
"""


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("notifications", "0002_reader_of_the_journal"),
        ("rounds", "0011_when_rounds_changed"),
    ]

    operations = [
        migrations.RunSQL(MAKE, "DROP INDEX CONCURRENTLY IF EXISTS rounds_round_open_by_deadline")
    ]
