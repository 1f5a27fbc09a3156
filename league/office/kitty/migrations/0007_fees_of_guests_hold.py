"""What the migration before demands is looked at in all rows, while the site goes on."""

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("kitty", "0006_guests_pay_another_fee")]

    operations = [
        ValidateConstraint("eventamounts", "event_amounts_of_guests_not_below_nothing"),
        ValidateConstraint("houseamounts", "house_amounts_of_guests_not_below_nothing"),
    ]
