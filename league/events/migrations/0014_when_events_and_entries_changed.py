"""When each event and each entry was last changed, with its members; noted by the database."""

import django.utils.timezone
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models.functions import Now

# whatever writes: a service, a change of many rows, or a hand at the database
NOTE = """
CREATE FUNCTION events_event_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.updated_at := clock_timestamp();
    RETURN NEW;
END $$;
CREATE TRIGGER event_updated BEFORE INSERT OR UPDATE ON events_event
    FOR EACH ROW EXECUTE FUNCTION events_event_updated();
CREATE FUNCTION events_entry_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.updated_at := clock_timestamp();
    RETURN NEW;
END $$;
CREATE TRIGGER entry_updated BEFORE INSERT OR UPDATE ON events_entry
    FOR EACH ROW EXECUTE FUNCTION events_entry_updated();
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

FORGET = """
DROP TRIGGER members_updated ON events_entrymember;
DROP FUNCTION events_members_updated;
DROP TRIGGER event_updated ON events_event;
DROP FUNCTION events_event_updated;
DROP TRIGGER entry_updated ON events_entry;
DROP FUNCTION events_entry_updated;
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
        migrations.RunSQL(NOTE, FORGET),
        AddIndexConcurrently(
            model_name="event",
            index=models.Index(fields=["club", "updated_at"], name="event_by_change"),
        ),
        AddIndexConcurrently(
            model_name="entry",
            index=models.Index(fields=["event", "updated_at"], name="entry_by_change"),
        ),
    ]
