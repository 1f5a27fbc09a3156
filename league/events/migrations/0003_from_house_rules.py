"""An event remembers the club's house rules it was made from, frozen like the rules themselves."""

import django.db.models.deletion
from django.db import migrations, models

HOUSE_RULES_FROZEN = """
CREATE FUNCTION events_house_rules_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the house rules of event % are frozen since it opened', OLD.id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'event_house_rules_frozen_when_open';
END $$;
CREATE TRIGGER house_rules_frozen BEFORE UPDATE OF house_rules_id ON events_event
    FOR EACH ROW
    WHEN (OLD.state <> 'draft' AND NEW.house_rules_id IS DISTINCT FROM OLD.house_rules_id)
    EXECUTE FUNCTION events_house_rules_frozen();
"""

HOUSE_RULES_OF_CLUB = """
CREATE FUNCTION events_house_rules_of_club() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT (club_id, variant) FROM clubs_houserules WHERE id = NEW.house_rules_id)
       IS DISTINCT FROM (NEW.club_id, NEW.variant)
    THEN
        RAISE EXCEPTION 'house rules % are of another club or game than event %',
            NEW.house_rules_id, NEW.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'event_house_rules_of_the_club';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER house_rules_of_club
    BEFORE INSERT OR UPDATE OF house_rules_id, club_id, variant ON events_event
    FOR EACH ROW WHEN (NEW.house_rules_id IS NOT NULL)
    EXECUTE FUNCTION events_house_rules_of_club();
"""


class Migration(migrations.Migration):
    dependencies = [("clubs", "0003_house_rules"), ("events", "0002_frozen_and_agreeing")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="house_rules",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="events",
                to="clubs.houserules",
                verbose_name="house rules",
            ),
        ),
        migrations.AlterField(
            model_name="event",
            name="options",
            field=models.JSONField(blank=True, default=dict, verbose_name="rules that differ"),
        ),
        migrations.RunSQL(
            HOUSE_RULES_FROZEN,
            "DROP TRIGGER house_rules_frozen ON events_event;"
            "DROP FUNCTION events_house_rules_frozen();",
        ),
        migrations.RunSQL(
            HOUSE_RULES_OF_CLUB,
            "DROP TRIGGER house_rules_of_club ON events_event;"
            "DROP FUNCTION events_house_rules_of_club();",
        ),
    ]
