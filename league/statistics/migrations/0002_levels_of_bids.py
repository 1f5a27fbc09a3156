from django.db import migrations, models
from django.db.models import F
from django.db.models.functions import Now


def count_anew(apps, schema_editor):
    """What is stored knows nothing of levels: every stage is wanted, and the sweep counts it."""
    states = apps.get_model("statistics", "StageStatistics").objects
    states.update(wanted=F("wanted") + 1, wanted_at=Now())


class Migration(migrations.Migration):
    dependencies = [("statistics", "0001_initial")]

    operations = [
        migrations.AddField("seatcount", "bid_levels", models.JSONField(default=dict)),
        migrations.AddField("seatcount", "side_levels", models.JSONField(default=dict)),
        migrations.RunPython(count_anew, migrations.RunPython.noop),
    ]
