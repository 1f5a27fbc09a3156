"""Indexes for the front page and the lists of all clubs; made while the site goes on."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("clubs", "0008_clubs_by_name"),
        ("events", "0009_plain_words"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="event",
            index=models.Index(fields=["-starts_on", "-id"], name="event_newest_of_all"),
        ),
        AddIndexConcurrently(
            model_name="event",
            index=models.Index(
                condition=models.Q(state="running", visibility="public"),
                fields=["-starts_on", "-id"],
                name="event_played_now",
            ),
        ),
        AddIndexConcurrently(
            model_name="event",
            index=models.Index(
                condition=models.Q(state__in=["finished", "archived"], visibility="public"),
                fields=["-finished_at", "-id"],
                name="event_over_last",
            ),
        ),
    ]
