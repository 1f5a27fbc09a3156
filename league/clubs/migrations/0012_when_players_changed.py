"""When each player was last changed, noted by the database."""

import django.utils.timezone
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models.functions import Now

# whatever writes: a service, a change of many rows, or a hand at the database
NOTE = """
CREATE FUNCTION clubs_player_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.updated_at := clock_timestamp();
    RETURN NEW;
END $$;
CREATE TRIGGER player_updated BEFORE INSERT OR UPDATE ON clubs_player
    FOR EACH ROW EXECUTE FUNCTION clubs_player_updated();
"""

FORGET = """
DROP TRIGGER player_updated ON clubs_player;
DROP FUNCTION clubs_player_updated;
"""


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("clubs", "0011_retention_is_checked")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="updated_at",
            field=models.DateTimeField(
                db_default=Now(), default=django.utils.timezone.now, editable=False
            ),
        ),
        migrations.RunSQL(NOTE, FORGET),
        AddIndexConcurrently(
            model_name="player",
            index=models.Index(fields=["club", "updated_at"], name="player_by_change"),
        ),
    ]
