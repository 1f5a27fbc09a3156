"""An index for names that differ in accents alone; made while the site goes on."""

from django.contrib.postgres.indexes import OpClass
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

from league.foundation.names import Alike


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("clubs", "0022_mails_are_in_the_outbox")]

    operations = [
        AddIndexConcurrently(
            model_name="player",
            index=models.Index(
                models.F("club"),
                OpClass(Alike("name"), name="text_pattern_ops"),
                name="player_by_name_alike",
                condition=models.Q(merged_into__isnull=True),
            ),
        ),
    ]
