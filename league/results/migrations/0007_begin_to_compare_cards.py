"""What was told before was refused where its cards did not fit: only what comes now is compared."""

from django.db import migrations

BEGIN_NOW = """
INSERT INTO journal_reader (name, transaction, happening_id, moved_at)
SELECT 'cards', transaction, id, now() FROM journal_happening
ORDER BY transaction DESC, id DESC LIMIT 1
ON CONFLICT (name) DO NOTHING;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("results", "0006_cards_are_checked_afterwards"),
        ("journal", "0002_append_only"),
    ]

    operations = [migrations.RunSQL(BEGIN_NOW, migrations.RunSQL.noop)]
