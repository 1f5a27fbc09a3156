"""Every notification says something known: looked at while the site goes on writing."""

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("notifications", "0009_matches_that_are_off")]

    operations = [
        ValidateConstraint(model_name="notification", name="notification_says_something_known"),
    ]
