"""No table has deals and final scores: looked at while the site goes on writing."""

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("results", "0010_final_scores")]

    operations = [
        ValidateConstraint(model_name="tableresult", name="table_has_deals_or_final_scores")
    ]
