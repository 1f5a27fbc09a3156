"""How a stage counts withdrawals may be chosen while it is played: nothing is drawn by it."""

from django.db import migrations

FROZEN_BUT_FOR_WITHDRAWALS = """
CREATE OR REPLACE FUNCTION events_stage_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.event_id <> OLD.event_id
       OR ((NEW.format, NEW.options - 'withdrawals')
           IS DISTINCT FROM (OLD.format, OLD.options - 'withdrawals')
           AND EXISTS (SELECT FROM rounds_round WHERE stage_id = OLD.id))
    THEN
        RAISE EXCEPTION 'the format of stage % is frozen by its rounds', OLD.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'stage_format_frozen_when_drawn';
    END IF;
    RETURN NEW;
END $$;
"""
FROZEN_BY_ITS_ROUNDS = FROZEN_BUT_FOR_WITHDRAWALS.replace(" - 'withdrawals'", "")


class Migration(migrations.Migration):
    dependencies = [("rounds", "0001_squashed_0013_rounds_opened_last")]

    operations = [migrations.RunSQL(FROZEN_BUT_FOR_WITHDRAWALS, FROZEN_BY_ITS_ROUNDS)]
