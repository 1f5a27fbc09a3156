"""Every event says something known of final scores: looked at while the site goes on writing."""

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("events", "0015_final_scores")]

    operations = [
        ValidateConstraint(model_name="event", name="event_known_final_scores"),
        ValidateConstraint(model_name="event", name="event_final_scores_of_games_to_the_target"),
    ]
