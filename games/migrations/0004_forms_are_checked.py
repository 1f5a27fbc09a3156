"""Every deal has a known form: looked at while the site goes on writing."""

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0003_final_scores")]

    operations = [ValidateConstraint(model_name="deal", name="deal_known_form")]
