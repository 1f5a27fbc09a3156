"""A stage's format is frozen by its first round, no longer when its event opens."""

from django.db import migrations

FROZEN_BY_ITS_ROUNDS = """
CREATE OR REPLACE FUNCTION events_stage_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.event_id <> OLD.event_id
       OR ((NEW.format, NEW.options) IS DISTINCT FROM (OLD.format, OLD.options)
           AND EXISTS (SELECT FROM rounds_round WHERE stage_id = OLD.id))
    THEN
        RAISE EXCEPTION 'the format of stage % is frozen by its rounds', OLD.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'stage_format_frozen_when_drawn';
    END IF;
    RETURN NEW;
END $$;
"""
FROZEN_WHEN_OPEN = """
CREATE OR REPLACE FUNCTION events_stage_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
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
"""


class Migration(migrations.Migration):
    dependencies = [("rounds", "0008_draws_are_orders"), ("events", "0008_partner_requests")]

    operations = [migrations.RunSQL(FROZEN_BY_ITS_ROUNDS, FROZEN_WHEN_OPEN)]
