"""What is final stays final, but for the words of a person who is forgotten, and a deleted club.

A transaction says which by the setting `tricktable.erasing`: 'words' allows other texts in the
place of texts and nothing else, 'club' allows to delete. No row is read or written here.
"""

from django.db import migrations

# JSON without its texts: what is left when each of them is empty
SHAPE = r"""
CREATE FUNCTION shape_of_json(data jsonb) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
    SELECT regexp_replace(data::text, '"(?:[^"\\]|\\.)*"', '""', 'g')
$$;
CREATE FUNCTION is_erasing(what text) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT coalesce(current_setting('tricktable.erasing', true), '') = what
$$;
"""

# what has passed goes under an archive that is checked
ARCHIVED = """
    IF TG_OP = 'DELETE' THEN
        IF EXISTS (
            SELECT FROM journal_archive WHERE state = 'checked'
                AND OLD.id BETWEEN first_id AND last_id AND kinds ? OLD.kind
        ) THEN
            RETURN OLD;
        END IF;
    END IF;
"""
JOURNAL = f"""
CREATE OR REPLACE FUNCTION refuse_change_of_happening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND is_erasing('club') THEN
        RETURN OLD;
    END IF;
    {ARCHIVED}
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
JOURNAL_BEFORE = f"""
CREATE OR REPLACE FUNCTION refuse_change_of_happening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    {ARCHIVED}
    RAISE EXCEPTION 'the journal is append-only: % refused', TG_OP
        USING ERRCODE = 'check_violation', CONSTRAINT = 'happening_is_final';
END $$;
"""

DEALS = """
CREATE OR REPLACE FUNCTION games_deal_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND is_erasing('club') THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'deals are never changed or deleted: enter a new one instead'
        USING ERRCODE = 'restrict_violation';
END
$$;
"""
DEALS_BEFORE = """
CREATE OR REPLACE FUNCTION games_deal_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'deals are never changed or deleted: enter a new one instead'
        USING ERRCODE = 'restrict_violation';
END
$$;
"""

SUBMISSION = """
CREATE OR REPLACE FUNCTION results_submission_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        %(club)s
        RAISE EXCEPTION 'submissions are never deleted: strike the deal out instead'
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'submission_is_kept';
    END IF;
    IF (NEW.table_id, NEW.number, NEW.deal_id, NEW.key, NEW.by_side, NEW.replaces_id,
        NEW.submitted_at)
       IS DISTINCT FROM
       (OLD.table_id, OLD.number, OLD.deal_id, OLD.key, OLD.by_side, OLD.replaces_id,
        OLD.submitted_at)
       OR (NEW.by_name IS DISTINCT FROM OLD.by_name%(words)s)
    THEN
        RAISE EXCEPTION 'submission %% is a fact: a correction is a new one', OLD.id
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'submission_is_kept';
    END IF;
    IF OLD.state IN ('corrected', 'void') AND NEW.state <> OLD.state THEN
        RAISE EXCEPTION 'submission %% is %%: it cannot count again', OLD.id, OLD.state
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'submission_is_kept';
    END IF;
    RETURN NEW;
END $$;
"""
SUBMISSIONS = SUBMISSION % {
    "club": "IF is_erasing('club') THEN RETURN OLD; END IF;",
    "words": " AND NOT is_erasing('words')",
}
SUBMISSIONS_BEFORE = SUBMISSION % {"club": "", "words": ""}

CLOCKS = """
CREATE OR REPLACE FUNCTION rounds_clockfact_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND is_erasing('club') THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'what happened to a clock is a fact: add to it'
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'clock_fact_is_kept';
END $$;
"""
CLOCKS_BEFORE = """
CREATE OR REPLACE FUNCTION rounds_clockfact_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'what happened to a clock is a fact: add to it'
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'clock_fact_is_kept';
END $$;
"""

# the text of a look at hidden cards; weekly deals have none
PREPARED = """
CREATE OR REPLACE FUNCTION prepared_row_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF is_erasing('words')
       AND to_jsonb(NEW) - '{reason}'::text[]
           = to_jsonb(OLD) - '{reason}'::text[]
    THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'a row of % is a fact: it is never changed', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'prepared_row_is_kept';
END $$;
"""
PREPARED_BEFORE = """
CREATE OR REPLACE FUNCTION prepared_row_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a row of % is a fact: it is never changed', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'prepared_row_is_kept';
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0010_retention_and_erasures"),
        ("games", "0002_deals_are_kept"),
        ("journal", "0007_archives"),
        ("prepared", "0001_prepared_deals"),
        ("results", "0002_facts_are_kept"),
        ("rounds", "0004_round_clock"),
    ]

    operations = [
        migrations.RunSQL(
            SHAPE, "DROP FUNCTION shape_of_json(jsonb); DROP FUNCTION is_erasing(text);"
        ),
        migrations.RunSQL(JOURNAL, JOURNAL_BEFORE),
        migrations.RunSQL(DEALS, DEALS_BEFORE),
        migrations.RunSQL(SUBMISSIONS, SUBMISSIONS_BEFORE),
        migrations.RunSQL(CLOCKS, CLOCKS_BEFORE),
        migrations.RunSQL(PREPARED, PREPARED_BEFORE),
    ]
