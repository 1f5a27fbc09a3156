"""An index for the dates on the front page; made while the site goes on."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("events", "0018_clubs_and_captains_of_entries"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="event",
            index=models.Index(
                condition=models.Q(state="open", visibility="public"),
                fields=["starts_on", "id"],
                name="event_coming_next",
            ),
        ),
    ]
