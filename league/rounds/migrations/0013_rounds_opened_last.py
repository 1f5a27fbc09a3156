"""An index for what is played now on the front page; made while the site goes on."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("rounds", "0012_when_tables_changed"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="round",
            index=models.Index(
                condition=models.Q(state="open"),
                fields=["-opened_at", "-id"],
                name="round_opened_last",
            ),
        ),
    ]
