"""A deal may be the final score of a table or a game instead, whose deals nobody kept."""

from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0002_deals_are_kept")]

    operations = [
        migrations.AlterField(
            model_name="deal",
            name="form",
            field=models.CharField(
                choices=[("summary", "Summary"), ("record", "Record"), ("final", "Final")],
                max_length=10,
            ),
        ),
        AddConstraintNotValid(
            model_name="deal",
            constraint=models.CheckConstraint(
                condition=models.Q(("form__in", ["summary", "record", "final"])),
                name="deal_known_form",
            ),
        ),
        migrations.RemoveConstraint(model_name="deal", name="deal_is_a_summary_or_a_record"),
    ]
