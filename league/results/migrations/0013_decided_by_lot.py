"""Whether it was a lot that decided a table which ended level."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("results", "0012_when_results_of_tables_changed")]

    operations = [
        migrations.AddField(
            model_name="tableresult",
            name="decided_by_lot",
            field=models.BooleanField(db_default=False, default=False),
        )
    ]
