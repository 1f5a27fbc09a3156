"""Which division of its season plays an event."""

import django.db.models.deletion
from django.db import migrations, models

# a key cannot say it: the event's season may change, and then it is of none of the divisions
OF_ITS_SEASON = """
CREATE FUNCTION check_division_of_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM events_event event
        JOIN seasons_division division ON division.season_id = event.season_id
        WHERE event.id = NEW.event_id AND division.id = NEW.division_id
        FOR SHARE OF event;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'division % is not of the season of event %', NEW.division_id, NEW.event_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'division_of_the_season_of_the_event';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER division_of_the_season_of_the_event
    BEFORE INSERT OR UPDATE ON seasons_divisionevent
    FOR EACH ROW EXECUTE FUNCTION check_division_of_event();
CREATE FUNCTION leave_division_with_season() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM seasons_divisionevent WHERE event_id = NEW.id;
    RETURN NULL;
END $$;
CREATE TRIGGER event_leaves_division AFTER UPDATE OF season_id ON events_event
    FOR EACH ROW WHEN (OLD.season_id IS DISTINCT FROM NEW.season_id)
    EXECUTE FUNCTION leave_division_with_season();
"""

FORGET = """
DROP TRIGGER event_leaves_division ON events_event;
DROP FUNCTION leave_division_with_season;
DROP TRIGGER division_of_the_season_of_the_event ON seasons_divisionevent;
DROP FUNCTION check_division_of_event;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0014_when_events_and_entries_changed"),
        ("seasons", "0001_tables"),
    ]

    operations = [
        migrations.CreateModel(
            name="DivisionEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "division",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="events",
                        to="seasons.division",
                    ),
                ),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="of_division",
                        to="events.event",
                    ),
                ),
            ],
        ),
        migrations.RunSQL(OF_ITS_SEASON, FORGET),
    ]
