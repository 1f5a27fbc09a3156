"""The months that clubs have chosen are read once, while the site goes on."""

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("clubs", "0010_retention_and_erasures")]

    operations = [
        ValidateConstraint(model_name="club", name=f"club_{column}_from_1")
        for column in ("keep_addresses_months", "keep_sign_ups_months", "keep_devices_months")
    ]
