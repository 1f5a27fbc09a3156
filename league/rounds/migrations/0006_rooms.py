"""A match of teams at two tables: a table says in which room it stands, or that it is the only one."""

from django.db import migrations, models
from django.db.models import Q

# until now every table was the only one of its match, and written as room 1
ONLY = """
UPDATE rounds_table SET room = 0;
UPDATE rounds_placement SET room = 0;
SET CONSTRAINTS ALL IMMEDIATE;
"""
BEFORE = """
UPDATE rounds_table SET room = 1 WHERE room = 0;
UPDATE rounds_placement SET room = 1 WHERE room = 0;
SET CONSTRAINTS ALL IMMEDIATE;
"""
ROOMS = [(0, ''), (1, 'open room'), (2, 'closed room')]


class Migration(migrations.Migration):

    dependencies = [
        ('rounds', '0005_substitutes'),
    ]

    operations = [
        migrations.AlterField(
            model_name='table',
            name='room',
            field=models.PositiveSmallIntegerField(choices=ROOMS, default=0),
        ),
        migrations.AlterField(
            model_name='placement',
            name='room',
            field=models.PositiveSmallIntegerField(choices=ROOMS, default=0),
        ),
        migrations.RunSQL(ONLY, BEFORE),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=Q(('room__in', [0, 1, 2])), name='table_known_room'),
        ),
        migrations.AddConstraint(
            model_name='placement',
            constraint=models.CheckConstraint(condition=Q(('room', 0), Q(('kind', 'table'), ('room__in', [1, 2]), ('side__lt', 2)), _connector='OR'), name='placement_in_a_room_only_at_a_table'),
        ),
    ]
