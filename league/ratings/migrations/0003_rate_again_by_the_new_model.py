"""Asks for the ratings of every club to be worked out again: the model's constants have changed."""

from typing import Any

from django.db import migrations
from django.db.models import F
from django.db.models.functions import Now


def want_all(apps: Any, _editor: Any) -> None:
    clubs = apps.get_model("ratings", "ClubRatings")
    clubs.objects.filter(wanted=F("built")).update(wanted_at=Now())
    clubs.objects.update(wanted=F("wanted") + 1)  # the sweep finds them


class Migration(migrations.Migration):
    dependencies = [("ratings", "0002_days_rated")]
    operations = [migrations.RunPython(want_all, migrations.RunPython.noop)]
