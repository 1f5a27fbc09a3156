"""Columns of places in the order of transactions go, which nothing has read since what waits is a row.

They stayed for processes of the release before; a site whose tables are new never had them.
"""

from django.db import migrations

OVER = """
ALTER TABLE journal_happening DROP COLUMN IF EXISTS transaction;
ALTER TABLE journal_reader DROP COLUMN IF EXISTS transaction,
    DROP COLUMN IF EXISTS happening_id, DROP COLUMN IF EXISTS moved_at;
"""


class Migration(migrations.Migration):
    dependencies = [("journal", "0008_one_table")]

    operations = [migrations.RunSQL(OVER, migrations.RunSQL.noop)]
