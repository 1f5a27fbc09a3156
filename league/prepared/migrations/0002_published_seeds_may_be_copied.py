"""A published seed may come again in a copy of its event; one that is secret stays unique."""

from django.db import migrations, models
from django.db.models import Q

NAME = "prepared_seed_once_while_it_is_secret"
UNIQUE = f"""
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS {NAME}
ON prepared_preparedset (seed) WHERE released_at IS NULL
"""


class Migration(migrations.Migration):
    # an index is built beside what goes on
    atomic = False

    dependencies = [("events", "0011_event_counts"), ("prepared", "0001_prepared_deals")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(UNIQUE, f"DROP INDEX CONCURRENTLY IF EXISTS {NAME}")
            ],
            state_operations=[
                migrations.AddConstraint(
                    model_name="preparedset",
                    constraint=models.UniqueConstraint(
                        name=NAME, fields=["seed"], condition=Q(released_at__isnull=True)
                    ),
                )
            ],
        ),
        migrations.AlterField(
            model_name="preparedset", name="seed", field=models.CharField(max_length=64)
        ),
    ]
