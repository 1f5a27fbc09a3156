from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("results", "0002_facts_are_kept")]

    operations = [
        migrations.AddField(
            model_name="tableresult",
            name="decided",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tableresult",
            name="decided_reason",
            field=models.CharField(blank=True, db_default="", max_length=300),
        ),
        migrations.AddConstraint(
            model_name="tableresult",
            constraint=models.CheckConstraint(
                name="table_decision_has_a_reason",
                condition=Q(decided__isnull=True) | ~Q(decided_reason=""),
            ),
        ),
    ]
