"""What the constraints of the migration before say is so of every event."""

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("events", "0022_guests_sign_up")]

    operations = [
        ValidateConstraint(model_name="event", name="event_self_entry_has_a_closing_date"),
        ValidateConstraint(model_name="event", name="event_known_entry_mode"),
    ]
