"""Names of accounts that booked something are joined when it is read."""

from django.db import migrations, transaction

AT_ONCE = 5_000
# words may change where a person is forgotten, amounts never
WITHOUT_NAMES = """
UPDATE kitty_transaction SET actor_name = '' FROM clubs_user
WHERE kitty_transaction.id BETWEEN %s AND %s AND clubs_user.id = actor_user_id
    AND actor_name = coalesce(nullif(name, ''), email)
"""


def take_names_out(apps, schema_editor):
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(max(id), 0) FROM kitty_transaction")
        (last,) = cursor.fetchone()
        for first in range(0, last + 1, AT_ONCE):
            with transaction.atomic(schema_editor.connection.alias):
                cursor.execute("SELECT set_config('tricktable.erasing', 'words', true)")
                cursor.execute(WITHOUT_NAMES, [first, first + AT_ONCE - 1])


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("kitty", "0007_fees_of_guests_hold"),
        ("clubs", "0025_mails_and_guests"),
        ("personal_data", "0001_what_may_be_erased"),
    ]

    operations = [migrations.RunPython(take_names_out)]
