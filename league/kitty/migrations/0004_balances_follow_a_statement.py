"""Balances follow the lines of a whole statement: one change for each account.

A change for each line made 10,000 versions of one row in the transaction that charges 10,000
entries, and looked through all of them each time.
"""

from django.db import migrations

BY_STATEMENT = """
DROP TRIGGER balance_follows_lines ON kitty_line;
CREATE OR REPLACE FUNCTION add_line_to_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE kitty_account SET balance = balance + added.amount
    FROM (
        SELECT account_id, sum(amount) AS amount FROM written GROUP BY account_id
        ORDER BY account_id
    ) added
    WHERE kitty_account.id = added.account_id;
    RETURN NULL;
END $$;
CREATE TRIGGER balance_follows_lines AFTER INSERT ON kitty_line
    REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION add_line_to_balance();
"""

BY_LINE = """
DROP TRIGGER balance_follows_lines ON kitty_line;
CREATE OR REPLACE FUNCTION add_line_to_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE kitty_account SET balance = balance + NEW.amount WHERE id = NEW.account_id;
    RETURN NULL;
END $$;
CREATE TRIGGER balance_follows_lines AFTER INSERT ON kitty_line
    FOR EACH ROW EXECUTE FUNCTION add_line_to_balance();
"""


class Migration(migrations.Migration):
    dependencies = [("kitty", "0003_events_charged_in_another_kitty")]

    operations = [migrations.RunSQL(BY_STATEMENT, BY_LINE)]
