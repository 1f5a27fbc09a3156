"""When each round was last changed, noted by the database."""

import django.utils.timezone
from django.db import migrations, models
from django.db.models.functions import Now

from league.row_changes import noting


class Migration(migrations.Migration):
    dependencies = [("rounds", "0010_plain_words")]

    operations = [
        migrations.AddField(
            model_name="round",
            name="updated_at",
            field=models.DateTimeField(
                db_default=Now(), default=django.utils.timezone.now, editable=False
            ),
        ),
        migrations.RunSQL(*noting("rounds_round", "round")),
    ]
