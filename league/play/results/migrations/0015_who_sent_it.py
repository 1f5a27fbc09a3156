"""Who sent something at a table stands there by number: columns for it."""

import django.db.models.deletion
from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models

ROWS = ("submission", "confirmation", "dispute")


class Migration(migrations.Migration):
    dependencies = [
        ("results", "0014_adjustments_have_a_version"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        *(
            migrations.AddField(
                name,
                "by_players",
                ArrayField(models.BigIntegerField(), default=list, db_default=[]),
            )
            for name in ROWS
        ),
        *(
            migrations.AlterField(
                name,
                "by_name",
                models.CharField(blank=True, default="", db_default="", max_length=120),
            )
            for name in ROWS
        ),
        *(
            migrations.AddField(
                name,
                "by_user",
                models.ForeignKey(
                    blank=True,
                    db_constraint=False,
                    db_index=False,
                    null=True,
                    on_delete=django.db.models.deletion.SET_NULL,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                ),
            )
            for name in ROWS[1:]
        ),
    ]
