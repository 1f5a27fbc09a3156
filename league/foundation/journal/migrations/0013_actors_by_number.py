"""Who did it without an account stands in the journal by number, too."""

from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("journal", "0012_shown_at_once")]

    operations = [
        migrations.AddField(
            "happening",
            "actor_players",
            ArrayField(models.BigIntegerField(), default=list, db_default=[]),
        ),
        migrations.AlterField(
            "happening",
            "actor_name",
            models.CharField(max_length=200, default="", db_default=""),
        ),
    ]
