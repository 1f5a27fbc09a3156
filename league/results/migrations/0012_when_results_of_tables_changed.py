"""When the result of each table was last changed, noted by the database."""

import django.utils.timezone
from django.db import migrations, models
from django.db.models.functions import Now

from league.row_changes import noting


class Migration(migrations.Migration):
    dependencies = [("results", "0011_final_scores_are_checked")]

    operations = [
        migrations.AddField(
            model_name="tableresult",
            name="updated_at",
            field=models.DateTimeField(
                db_default=Now(), default=django.utils.timezone.now, editable=False
            ),
        ),
        migrations.RunSQL(*noting("results_tableresult", "table_result")),
    ]
