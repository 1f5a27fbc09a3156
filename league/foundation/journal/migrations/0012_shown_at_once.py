"""Indexes for the versions of pages, of what pages show at once; made while the site goes on."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

COMING_IN = [
    "deal.confirmed",
    "deal.contradicted",
    "deal.entered",
    "deal.submitted",
    "table.confirmed",
    "table.ended",
]
AT_ONCE = ~models.Q(kind__in=COMING_IN)


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("journal", "0011_site_versions")]

    operations = [
        AddIndexConcurrently(
            model_name="happening",
            index=models.Index(
                fields=["club_id", "-id"], name="shown_at_once_of_club", condition=AT_ONCE
            ),
        ),
        AddIndexConcurrently(
            model_name="happening",
            index=models.Index(fields=["-id"], name="shown_at_once", condition=AT_ONCE),
        ),
    ]
