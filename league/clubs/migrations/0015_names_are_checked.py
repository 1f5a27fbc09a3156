"""The names of players and the orders of clubs are read once, while the site goes on."""

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("clubs", "0014_namesakes_numbered")]

    operations = [
        ValidateConstraint(model_name="club", name="club_known_name_order"),
        ValidateConstraint(model_name="player", name="player_is_told_apart_in_the_name"),
    ]
