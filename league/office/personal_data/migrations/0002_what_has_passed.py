"""What is passing in the journal may be deleted when it is a month old at least.

A transaction says that it does by the setting `tricktable.erasing`: 'passed'. Which kinds are
passing the site knows, which deletes only them (`league.foundation.journal.services.delete_passed`).
"""

from django.db import migrations

LET_GO = """
CREATE OR REPLACE FUNCTION refuse_change_of_happening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND is_erasing('club') THEN
        RETURN OLD;
    END IF;
    IF TG_OP = 'DELETE' AND is_erasing('passed') THEN
        IF OLD.at < now() - interval '29 days' THEN
            RETURN OLD;
        END IF;
    END IF;
    IF TG_OP = 'UPDATE' AND is_erasing('words') THEN
        IF (NEW.id, NEW.at, NEW.kind, NEW.club_id, NEW.event_id, NEW.stage_id, NEW.subject_type,
            NEW.subject_id, NEW.actor_user_id, NEW.via, shape_of_json(NEW.data))
           IS NOT DISTINCT FROM
           (OLD.id, OLD.at, OLD.kind, OLD.club_id, OLD.event_id, OLD.stage_id, OLD.subject_type,
            OLD.subject_id, OLD.actor_user_id, OLD.via, shape_of_json(OLD.data))
        THEN
            RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION 'the journal is append-only: % refused', TG_OP
        USING ERRCODE = 'check_violation', CONSTRAINT = 'happening_is_final';
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("journal", "0008_one_table"),
        ("personal_data", "0001_what_may_be_erased"),
    ]

    operations = [migrations.RunSQL(LET_GO)]
