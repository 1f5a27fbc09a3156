"""The database itself refuses to change or delete a deal."""

from django.db import migrations

REFUSE = """
CREATE FUNCTION games_deal_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'deals are never changed or deleted: enter a new one instead'
        USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER games_deal_is_kept BEFORE UPDATE OR DELETE ON games_deal
    FOR EACH ROW EXECUTE FUNCTION games_deal_is_kept();
"""

ALLOW = """
DROP TRIGGER games_deal_is_kept ON games_deal;
DROP FUNCTION games_deal_is_kept();
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [migrations.RunSQL(REFUSE, ALLOW)]
