"""When each player was last changed, noted by the database."""

import django.utils.timezone
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models.functions import Now

from league.row_changes import noting


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("clubs", "0011_retention_is_checked")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="updated_at",
            field=models.DateTimeField(
                db_default=Now(), default=django.utils.timezone.now, editable=False
            ),
        ),
        migrations.RunSQL(*noting("clubs_player", "player")),
        AddIndexConcurrently(
            model_name="player",
            index=models.Index(fields=["club", "updated_at"], name="player_by_change"),
        ),
    ]
