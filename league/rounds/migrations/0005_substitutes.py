"""A substitute is marked as one, also at a seat that was free."""

from django.db import migrations, models

# a seat that was freed has nobody who stands in
MARK = """
UPDATE rounds_seat SET is_substitute = true
WHERE stands_in_for_id IS NOT NULL AND player_id IS NOT NULL;
UPDATE rounds_seat SET stands_in_for_id = NULL
WHERE stands_in_for_id IS NOT NULL AND player_id IS NULL;
SET CONSTRAINTS ALL IMMEDIATE;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0003_house_rules'),
        ('rounds', '0004_round_clock'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='is_substitute',
            field=models.BooleanField(default=False),
        ),
        migrations.RunSQL(MARK, migrations.RunSQL.noop),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('is_substitute', False), ('stands_in_for__isnull', True)), models.Q(('is_substitute', True), ('player__isnull', False)), _connector='OR'), name='seat_of_a_substitute_is_taken'),
        ),
    ]
