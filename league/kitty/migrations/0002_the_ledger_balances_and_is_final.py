"""The database keeps the ledger: lines sum to 0, nothing is changed or deleted, balances follow.

Words change only where a person is forgotten, amounts never; a kitty is deleted only with its club.
"""

from django.db import migrations

KEEP = """
CREATE FUNCTION refuse_change_of_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND is_erasing('club') THEN
        RETURN OLD;
    END IF;
    IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'kitty_transaction' AND is_erasing('words') THEN
        IF to_jsonb(NEW) - 'note' - 'actor_name' = to_jsonb(OLD) - 'note' - 'actor_name' THEN
            RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION 'the ledger is append-only: % refused', TG_OP
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_is_final';
END $$;
CREATE TRIGGER transaction_is_final BEFORE UPDATE OR DELETE ON kitty_transaction
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_ledger();
CREATE TRIGGER line_is_final BEFORE UPDATE OR DELETE ON kitty_line
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_ledger();

CREATE FUNCTION check_transaction_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    wanted kitty_transaction%ROWTYPE;
    number_of_lines bigint;
    total numeric;
    in_one_kitty boolean;
BEGIN
    IF TG_TABLE_NAME = 'kitty_line' THEN
        SELECT * INTO wanted FROM kitty_transaction WHERE id = NEW.transaction_id;
    ELSE
        SELECT * INTO wanted FROM kitty_transaction WHERE id = NEW.id;
    END IF;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    SELECT count(*), coalesce(sum(line.amount), 0), bool_and(account.kitty_id = wanted.kitty_id)
        INTO number_of_lines, total, in_one_kitty
        FROM kitty_line line JOIN kitty_account account ON account.id = line.account_id
        WHERE line.transaction_id = wanted.id;
    IF total <> 0 OR number_of_lines <> wanted.line_count OR NOT in_one_kitty THEN
        RAISE EXCEPTION 'transaction % has % lines that sum to %, not % that sum to 0',
            wanted.id, number_of_lines, total, wanted.line_count
            USING ERRCODE = 'check_violation', CONSTRAINT = 'transaction_balances';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER transaction_balances AFTER INSERT ON kitty_transaction
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_transaction_balances();
CREATE CONSTRAINT TRIGGER line_balances AFTER INSERT ON kitty_line
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_transaction_balances();

CREATE FUNCTION add_line_to_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE kitty_account SET balance = balance + NEW.amount WHERE id = NEW.account_id;
    RETURN NULL;
END $$;
CREATE TRIGGER balance_follows_lines AFTER INSERT ON kitty_line
    FOR EACH ROW EXECUTE FUNCTION add_line_to_balance();
"""

LET_GO = """
DROP TRIGGER balance_follows_lines ON kitty_line;
DROP TRIGGER line_balances ON kitty_line;
DROP TRIGGER transaction_balances ON kitty_transaction;
DROP TRIGGER line_is_final ON kitty_line;
DROP TRIGGER transaction_is_final ON kitty_transaction;
DROP FUNCTION add_line_to_balance();
DROP FUNCTION check_transaction_balances();
DROP FUNCTION refuse_change_of_ledger();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("kitty", "0001_the_kitty_of_a_club"),
        ("personal_data", "0001_what_may_be_erased"),
    ]

    operations = [migrations.RunSQL(KEEP, LET_GO)]
