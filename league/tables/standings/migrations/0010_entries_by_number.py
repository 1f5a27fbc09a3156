"""Rows of standings hold entries by number: names are joined when they are read."""

from django.db import migrations, models

# reasons of before hold names until they are made again, by whoever works out standings
MAKE_AGAIN = """
UPDATE standings_stagestandings
SET wanted_at = CASE WHEN wanted > built THEN wanted_at ELSE now() END, wanted = wanted + 1
"""
NAMES = ("entry_name", "full_name", "members", "full_members")


class Migration(migrations.Migration):
    dependencies = [("standings", "0009_departures")]

    operations = [
        # what stands in them when this is undone
        *(
            migrations.AlterField("snapshotrow", name, models.TextField(default=""))
            for name in NAMES
        ),
        *(migrations.RemoveField("snapshotrow", name) for name in (*NAMES, "full_why")),
        migrations.RunSQL(MAKE_AGAIN, MAKE_AGAIN),
    ]
