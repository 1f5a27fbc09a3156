"""A code in the place of a sentence with names: why a line-up could not be seated."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("captains", "0002_match_rules_have_a_version")]

    operations = [
        migrations.RunSQL(
            "UPDATE captains_lineup SET refused = 'may_not_stand_in' WHERE refused <> ''",
            migrations.RunSQL.noop,
        )
    ]
