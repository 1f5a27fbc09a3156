"""When each event and each entry was last changed, with its members; noted by the database."""

import django.utils.timezone
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models.functions import Now

from league.row_changes import noting

# an entry changes with its members
OF_MEMBERS = """
CREATE FUNCTION events_members_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- an entry made in the same transaction was noted already
    UPDATE events_entry SET updated_at = clock_timestamp()
    WHERE id = coalesce(NEW.entry_id, OLD.entry_id) AND updated_at < now();
    RETURN NULL;
END $$;
CREATE TRIGGER members_updated AFTER INSERT OR UPDATE OR DELETE ON events_entrymember
    FOR EACH ROW EXECUTE FUNCTION events_members_updated();
"""

FORGET_MEMBERS = """
DROP TRIGGER members_updated ON events_entrymember;
DROP FUNCTION events_members_updated;
"""


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("events", "0013_season_of_an_evening_is_there")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="updated_at",
            field=models.DateTimeField(
                db_default=Now(), default=django.utils.timezone.now, editable=False
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="updated_at",
            field=models.DateTimeField(
                db_default=Now(), default=django.utils.timezone.now, editable=False
            ),
        ),
        migrations.RunSQL(*noting("events_event", "event")),
        migrations.RunSQL(*noting("events_entry", "entry")),
        migrations.RunSQL(OF_MEMBERS, FORGET_MEMBERS),
        AddIndexConcurrently(
            model_name="event",
            index=models.Index(fields=["club", "updated_at"], name="event_by_change"),
        ),
        AddIndexConcurrently(
            model_name="entry",
            index=models.Index(fields=["event", "updated_at"], name="entry_by_change"),
        ),
    ]
