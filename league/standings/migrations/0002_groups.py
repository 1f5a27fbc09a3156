from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("standings", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="snapshotrow",
            name="group",
            field=models.CharField(blank=True, db_default="", max_length=20),
        ),
    ]
