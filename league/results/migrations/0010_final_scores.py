"""How many final scores, instead of deals, the result of a table is made of."""

from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("results", "0009_flagged_cards"),
        ("rounds", "0011_when_rounds_changed"),
    ]

    operations = [
        migrations.AddField(
            model_name="tableresult",
            name="final_scores",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        AddConstraintNotValid(
            model_name="tableresult",
            constraint=models.CheckConstraint(
                condition=models.Q(("final_scores", 0), ("deals", 0), _connector="OR"),
                name="table_has_deals_or_final_scores",
            ),
        ),
    ]
