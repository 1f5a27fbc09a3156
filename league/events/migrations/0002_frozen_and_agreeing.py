"""What columns alone cannot say: what is frozen when, and which rows belong to the same event.

The columns that repeat a parent's parent (a member's event) are held to it by foreign keys over
both columns. The rest are triggers; each names its constraint, as a real one would.
"""

from django.db import migrations

FREEZE_EVENT = """
CREATE FUNCTION events_event_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.state <> 'draft' AND
       (NEW.variant, NEW.preset, NEW.options, NEW.entry_kind, NEW.least_seats, NEW.most_seats)
       IS DISTINCT FROM
       (OLD.variant, OLD.preset, OLD.options, OLD.entry_kind, OLD.least_seats, OLD.most_seats)
    THEN
        RAISE EXCEPTION 'the rules of event % are frozen since it opened', OLD.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'event_ruleset_frozen_when_open';
    END IF;
    IF OLD.state NOT IN ('draft', 'open') AND
       (NEW.method, NEW.tiebreaks, NEW.table_play, NEW.deals_a_round, NEW.minutes_a_round)
       IS DISTINCT FROM
       (OLD.method, OLD.tiebreaks, OLD.table_play, OLD.deals_a_round, OLD.minutes_a_round)
    THEN
        RAISE EXCEPTION 'the scoring of event % is frozen since it runs', OLD.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'event_scoring_frozen_when_running';
    END IF;
    IF NEW.state = 'draft' AND OLD.state NOT IN ('draft', 'open') THEN
        RAISE EXCEPTION 'event % has run and cannot become a draft', OLD.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'event_that_ran_is_no_draft';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER event_frozen BEFORE UPDATE ON events_event
    FOR EACH ROW EXECUTE FUNCTION events_event_frozen();
"""

FREEZE_STAGE = """
CREATE FUNCTION events_stage_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.event_id, NEW.format, NEW.options) IS DISTINCT FROM
       (OLD.event_id, OLD.format, OLD.options)
       AND (SELECT state FROM events_event WHERE id = OLD.event_id) <> 'draft'
    THEN
        RAISE EXCEPTION 'the format of stage % is frozen since its event opened', OLD.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'stage_format_frozen_when_open';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER stage_frozen BEFORE UPDATE ON events_stage
    FOR EACH ROW EXECUTE FUNCTION events_stage_frozen();
"""

SAME_EVENT = """
ALTER TABLE events_entry ADD CONSTRAINT entry_with_its_event UNIQUE (id, event_id);
ALTER TABLE events_entrymember ADD CONSTRAINT member_of_an_entry_of_the_event
    FOREIGN KEY (entry_id, event_id) REFERENCES events_entry (id, event_id)
    DEFERRABLE INITIALLY DEFERRED;

CREATE FUNCTION events_member_of_club() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT club_id FROM clubs_player WHERE id = NEW.player_id) IS DISTINCT FROM
       (SELECT club_id FROM events_event WHERE id = NEW.event_id)
    THEN
        RAISE EXCEPTION 'player % is of another club than event %', NEW.player_id, NEW.event_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'member_plays_in_the_club';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER member_of_club BEFORE INSERT OR UPDATE OF player_id, event_id ON events_entrymember
    FOR EACH ROW EXECUTE FUNCTION events_member_of_club();

CREATE FUNCTION events_stage_entry_of_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT event_id FROM events_entry WHERE id = NEW.entry_id) IS DISTINCT FROM
       (SELECT event_id FROM events_stage WHERE id = NEW.stage_id)
    THEN
        RAISE EXCEPTION 'entry % is of another event than stage %', NEW.entry_id, NEW.stage_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'stage_entry_of_the_event';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER stage_entry_of_event BEFORE INSERT OR UPDATE OF entry_id, stage_id
    ON events_stageentry FOR EACH ROW EXECUTE FUNCTION events_stage_entry_of_event();
"""

SEASON_OF_CLUB = """
CREATE FUNCTION events_season_of_club() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT club_id FROM events_season WHERE id = NEW.season_id) IS DISTINCT FROM NEW.club_id
    THEN
        RAISE EXCEPTION 'season % is of another club than event %', NEW.season_id, NEW.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'event_season_of_the_club';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER season_of_club BEFORE INSERT OR UPDATE OF season_id, club_id ON events_event
    FOR EACH ROW WHEN (NEW.season_id IS NOT NULL) EXECUTE FUNCTION events_season_of_club();
"""


class Migration(migrations.Migration):
    dependencies = [("events", "0001_initial"), ("clubs", "0001_initial")]

    operations = [
        migrations.RunSQL(
            FREEZE_EVENT,
            "DROP TRIGGER event_frozen ON events_event; DROP FUNCTION events_event_frozen();",
        ),
        migrations.RunSQL(
            FREEZE_STAGE,
            "DROP TRIGGER stage_frozen ON events_stage; DROP FUNCTION events_stage_frozen();",
        ),
        migrations.RunSQL(
            SAME_EVENT,
            """
            DROP TRIGGER stage_entry_of_event ON events_stageentry;
            DROP FUNCTION events_stage_entry_of_event();
            DROP TRIGGER member_of_club ON events_entrymember;
            DROP FUNCTION events_member_of_club();
            ALTER TABLE events_entrymember DROP CONSTRAINT member_of_an_entry_of_the_event;
            ALTER TABLE events_entry DROP CONSTRAINT entry_with_its_event;
            """,
        ),
        migrations.RunSQL(
            SEASON_OF_CLUB,
            "DROP TRIGGER season_of_club ON events_event; DROP FUNCTION events_season_of_club();",
        ),
    ]
