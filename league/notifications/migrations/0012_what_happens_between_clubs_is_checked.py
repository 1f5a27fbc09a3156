"""Every notification says something known: looked at while the site goes on writing."""

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("notifications", "0011_what_happens_between_clubs")]

    operations = [
        ValidateConstraint(model_name="notification", name="notification_says_something_known"),
        ValidateConstraint(model_name="preference", name="preference_of_known_topics"),
    ]
