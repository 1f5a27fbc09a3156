"""What happened is final: the database refuses to change, delete or empty the journal."""

from django.db import migrations

REFUSE = """
CREATE FUNCTION refuse_change_of_happening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the journal is append-only: % refused', TG_OP
        USING ERRCODE = 'check_violation', CONSTRAINT = 'happening_is_final';
END $$;
CREATE TRIGGER happening_is_final BEFORE UPDATE OR DELETE ON journal_happening
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_happening();
CREATE TRIGGER journal_is_not_emptied BEFORE TRUNCATE ON journal_happening
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_happening();
"""

ALLOW = """
DROP TRIGGER journal_is_not_emptied ON journal_happening;
DROP TRIGGER happening_is_final ON journal_happening;
DROP FUNCTION refuse_change_of_happening();
"""


class Migration(migrations.Migration):
    dependencies = [("journal", "0001_initial")]

    operations = [migrations.RunSQL(REFUSE, ALLOW)]
