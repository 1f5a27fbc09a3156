"""Every season that an evening names is there: looked at while the site goes on writing."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("events", "0012_season_of_an_evening_and_codes_of_places")]

    operations = [
        migrations.RunSQL(
            "ALTER TABLE events_evening VALIDATE CONSTRAINT events_evening_season",
            migrations.RunSQL.noop,
        )
    ]
