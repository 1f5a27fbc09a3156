"""How far standings follow their facts is kept as ratings and statistics keep it: a row a stage."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0008_partner_requests"), ("standings", "0005_what_byes_gave")]

    operations = [
        migrations.RemoveConstraint("stagestandings", "standings_never_ahead_of_the_facts"),
        migrations.RemoveField("stagestandings", "id"),
        migrations.AlterField(
            "stagestandings",
            "stage",
            models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                primary_key=True,
                related_name="standings",
                serialize=False,
                to="events.stage",
            ),
        ),
        migrations.AddConstraint(
            "stagestandings",
            models.CheckConstraint(
                condition=models.Q(built__lte=models.F("wanted")),
                name="stagestandings_never_ahead_of_the_facts",
            ),
        ),
    ]
