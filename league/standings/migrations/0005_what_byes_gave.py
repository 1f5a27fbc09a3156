from django.db import migrations, models

# the standings that are there are made once more, with the new columns
WANT_ALL = "UPDATE standings_stagestandings SET wanted = wanted + 1, wanted_at = now()"


class Migration(migrations.Migration):
    dependencies = [("standings", "0004_deals_held_back")]

    operations = [
        migrations.AddField(
            model_name="snapshotrow",
            name="byes",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="snapshotrow",
            name="byes_points",
            field=models.DecimalField(db_default=0, decimal_places=4, default=0, max_digits=14),
        ),
        migrations.RunSQL(WANT_ALL, migrations.RunSQL.noop),
    ]
