"""Tables, placements and seats that belong together are held together by the database.

A seat and a placement repeat the round of their table, a seat the table of its placement, so that
uniqueness can be a plain index; foreign keys over both columns keep the copies true.
"""

from django.db import migrations

TOGETHER = """
ALTER TABLE rounds_table ADD CONSTRAINT table_with_its_round UNIQUE (id, round_id);
ALTER TABLE rounds_placement ADD CONSTRAINT placement_with_its_table UNIQUE (id, table_id);
ALTER TABLE rounds_placement ADD CONSTRAINT placement_at_a_table_of_the_round
    FOREIGN KEY (table_id, round_id) REFERENCES rounds_table (id, round_id)
    DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE rounds_seat ADD CONSTRAINT seat_at_a_table_of_the_round
    FOREIGN KEY (table_id, round_id) REFERENCES rounds_table (id, round_id)
    DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE rounds_seat ADD CONSTRAINT seat_of_a_placement_at_the_table
    FOREIGN KEY (placement_id, table_id) REFERENCES rounds_placement (id, table_id)
    DEFERRABLE INITIALLY DEFERRED;
"""

OF_THE_EVENT = """
CREATE FUNCTION rounds_placement_of_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT event_id FROM events_entry WHERE id = NEW.entry_id) IS DISTINCT FROM
       (SELECT s.event_id FROM rounds_round r JOIN events_stage s ON s.id = r.stage_id
        WHERE r.id = NEW.round_id)
    THEN
        RAISE EXCEPTION 'entry % is of another event than round %', NEW.entry_id, NEW.round_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'placement_of_an_entry_of_the_event';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER placement_of_event BEFORE INSERT OR UPDATE OF entry_id, round_id
    ON rounds_placement FOR EACH ROW EXECUTE FUNCTION rounds_placement_of_event();
"""


class Migration(migrations.Migration):
    dependencies = [("rounds", "0001_initial"), ("events", "0002_frozen_and_agreeing")]

    operations = [
        migrations.RunSQL(
            TOGETHER,
            """
            ALTER TABLE rounds_seat DROP CONSTRAINT seat_of_a_placement_at_the_table;
            ALTER TABLE rounds_seat DROP CONSTRAINT seat_at_a_table_of_the_round;
            ALTER TABLE rounds_placement DROP CONSTRAINT placement_at_a_table_of_the_round;
            ALTER TABLE rounds_placement DROP CONSTRAINT placement_with_its_table;
            ALTER TABLE rounds_table DROP CONSTRAINT table_with_its_round;
            """,
        ),
        migrations.RunSQL(
            OF_THE_EVENT,
            """
            DROP TRIGGER placement_of_event ON rounds_placement;
            DROP FUNCTION rounds_placement_of_event();
            """,
        ),
    ]
