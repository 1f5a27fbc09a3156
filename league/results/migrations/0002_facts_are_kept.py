"""What was told is never rewritten, and what belongs together agrees.

A submission's state moves on; what it tells (table, number, deal, key, side, time) never changes,
and no row is deleted. Once corrected or void it says nothing any more and never comes back.
"""

from django.db import migrations

FACTS = """
CREATE FUNCTION results_submission_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION 'submissions are never deleted: strike the deal out instead'
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'submission_is_kept';
    END IF;
    IF (NEW.table_id, NEW.number, NEW.deal_id, NEW.key, NEW.by_side, NEW.replaces_id,
        NEW.by_name, NEW.submitted_at)
       IS DISTINCT FROM
       (OLD.table_id, OLD.number, OLD.deal_id, OLD.key, OLD.by_side, OLD.replaces_id,
        OLD.by_name, OLD.submitted_at)
    THEN
        RAISE EXCEPTION 'submission % is a fact: a correction is a new one', OLD.id
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'submission_is_kept';
    END IF;
    IF OLD.state IN ('corrected', 'void') AND NEW.state <> OLD.state THEN
        RAISE EXCEPTION 'submission % is %: it cannot count again', OLD.id, OLD.state
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'submission_is_kept';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER submission_is_kept BEFORE UPDATE OR DELETE ON results_submission
    FOR EACH ROW EXECUTE FUNCTION results_submission_is_kept();
"""

FACTS_BACK = """
DROP TRIGGER submission_is_kept ON results_submission;
DROP FUNCTION results_submission_is_kept();
"""

TOGETHER = """
ALTER TABLE results_tableresult ADD CONSTRAINT table_result_of_the_round
    FOREIGN KEY (table_id, round_id) REFERENCES rounds_table (id, round_id)
    DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE results_submission ADD CONSTRAINT submission_with_its_table UNIQUE (id, table_id);
ALTER TABLE results_submission ADD CONSTRAINT submission_replaces_one_of_its_table
    FOREIGN KEY (replaces_id, table_id) REFERENCES results_submission (id, table_id)
    DEFERRABLE INITIALLY DEFERRED;
"""

TOGETHER_BACK = """
ALTER TABLE results_submission DROP CONSTRAINT submission_replaces_one_of_its_table;
ALTER TABLE results_submission DROP CONSTRAINT submission_with_its_table;
ALTER TABLE results_tableresult DROP CONSTRAINT table_result_of_the_round;
"""

# only another side confirms what a side told
CONFIRMED_BY_ANOTHER = """
CREATE FUNCTION results_confirmation_by_another() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT by_side FROM results_submission WHERE id = NEW.submission_id) = NEW.side THEN
        RAISE EXCEPTION 'side % told submission % itself', NEW.side, NEW.submission_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'confirmation_by_another_side';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER confirmation_by_another BEFORE INSERT OR UPDATE ON results_confirmation
    FOR EACH ROW EXECUTE FUNCTION results_confirmation_by_another();
"""

CONFIRMED_BY_ANOTHER_BACK = """
DROP TRIGGER confirmation_by_another ON results_confirmation;
DROP FUNCTION results_confirmation_by_another();
"""

ADJUSTED_IN_ITS_EVENT = """
CREATE FUNCTION results_adjustment_in_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT event_id FROM events_entry WHERE id = NEW.entry_id) IS DISTINCT FROM
       (SELECT event_id FROM events_stage WHERE id = NEW.stage_id)
       OR (NEW.round_id IS NOT NULL AND
           (SELECT stage_id FROM rounds_round WHERE id = NEW.round_id)
           IS DISTINCT FROM NEW.stage_id)
    THEN
        RAISE EXCEPTION 'the entry or the round is of another event than stage %', NEW.stage_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'adjustment_in_its_event';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER adjustment_in_event BEFORE INSERT OR UPDATE OF entry_id, stage_id, round_id
    ON results_adjustment FOR EACH ROW EXECUTE FUNCTION results_adjustment_in_event();
"""

ADJUSTED_IN_ITS_EVENT_BACK = """
DROP TRIGGER adjustment_in_event ON results_adjustment;
DROP FUNCTION results_adjustment_in_event();
"""


class Migration(migrations.Migration):
    dependencies = [("results", "0001_initial"), ("rounds", "0002_agreeing")]

    operations = [
        migrations.RunSQL(FACTS, FACTS_BACK),
        migrations.RunSQL(TOGETHER, TOGETHER_BACK),
        migrations.RunSQL(CONFIRMED_BY_ANOTHER, CONFIRMED_BY_ANOTHER_BACK),
        migrations.RunSQL(ADJUSTED_IN_ITS_EVENT, ADJUSTED_IN_ITS_EVENT_BACK),
    ]
