from django.db import migrations, models


class Migration(migrations.Migration):
    """Words of a state alone: nothing changes in the database."""

    dependencies = [("outlook", "0001_outlooks")]

    operations = [
        migrations.AlterField(
            model_name="stageoutlook",
            name="state",
            field=models.CharField(
                choices=[
                    ("nothing", "nothing is being played, or it is no league"),
                    ("told", "the places are known"),
                    ("no_limit", "the scoring sets no limit to what a match can bring"),
                    ("rounds_unknown", "nobody has said how many rounds there are"),
                ],
                db_default="nothing",
                default="nothing",
                max_length=20,
            ),
        ),
    ]
