"""Whether the tables of an event may be scored by final scores alone."""

from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0014_when_events_and_entries_changed")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="final_scores",
            field=models.CharField(
                choices=[
                    ("none", "no, each deal is entered"),
                    ("table", "the final score of each table"),
                    ("game", "the final score of each game"),
                ],
                db_default="none",
                default="none",
                max_length=10,
                verbose_name="final scores only",
            ),
        ),
        AddConstraintNotValid(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(("final_scores__in", ["none", "table", "game"])),
                name="event_known_final_scores",
            ),
        ),
        AddConstraintNotValid(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("final_scores", "game"), _negated=True),
                    models.Q(("table_play", "deals"), _negated=True),
                    _connector="OR",
                ),
                name="event_final_scores_of_games_to_the_target",
                violation_error_message=(
                    "A table plays a fixed number of deals here, not games to the target: enter "
                    "the final score of each table, or let a table play games."
                ),
            ),
        ),
    ]
