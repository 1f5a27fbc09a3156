import django.db.models.deletion
from django.db import migrations, models

INDEX = "standings_snapshotrow_snapshot_id_64f054c3"


class Migration(migrations.Migration):
    """Drop the index of the rows by snapshot: those of both constraints begin with it.

    Django would also check every row again, as it makes the foreign key anew; that stays as it is.
    """

    dependencies = [("standings", "0007_turns")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    f'DROP INDEX IF EXISTS "{INDEX}"',
                    f'CREATE INDEX IF NOT EXISTS "{INDEX}" ON standings_snapshotrow (snapshot_id)',
                )
            ],
            state_operations=[
                migrations.AlterField(
                    model_name="snapshotrow",
                    name="snapshot",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rows",
                        to="standings.snapshot",
                    ),
                ),
            ],
        )
    ]
