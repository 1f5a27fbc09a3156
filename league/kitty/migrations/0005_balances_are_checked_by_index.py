"""Whether a transaction balances is looked up by index, whatever the session planned before.

The check runs at commit for every row. Its plan is kept for the session: made while a ledger is
small it reads the whole table, and does so 30,000 times when 10,000 entries are charged.
"""

from django.db import migrations

BY_INDEX = "ALTER FUNCTION check_transaction_balances() SET enable_seqscan TO off"
AS_PLANNED = "ALTER FUNCTION check_transaction_balances() RESET enable_seqscan"


class Migration(migrations.Migration):
    dependencies = [("kitty", "0004_balances_follow_a_statement")]

    operations = [migrations.RunSQL(BY_INDEX, AS_PLANNED)]
