"""The season that a night belongs to from the start, and the codes that stay on tables."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0011_event_counts")]

    operations = [
        migrations.AddField(
            model_name="evening",
            name="season",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="events.season",
                verbose_name="season",
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="place_codes_number",
            field=models.PositiveIntegerField(db_default=1, default=1, editable=False),
        ),
    ]
