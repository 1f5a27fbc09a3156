"""What everybody is shown of events and seasons beside their standings, worked out once."""

import django.db.models.deletion
from django.db import migrations, models


# what was played before is worked out by the first workers
EVENTS = """
INSERT INTO highlights_eventhighlights (event_id, wanted, built, wanted_at, nights, recap)
SELECT id, 1, 0, now(), '[]', '{}' FROM events_event WHERE state NOT IN ('draft', 'open')
"""
SEASONS = """
INSERT INTO highlights_seasontop (season_id, wanted, built, wanted_at, first)
SELECT id, 1, 0, now(), '{}' FROM events_season
"""


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('events', '0020_events_that_are_evenings'),
    ]

    operations = [
        migrations.CreateModel(
            name='EventHighlights',
            fields=[
                ('wanted', models.BigIntegerField(default=0)),
                ('built', models.BigIntegerField(default=0)),
                ('wanted_at', models.DateTimeField(null=True)),
                ('built_at', models.DateTimeField(null=True)),
                ('taken_at', models.DateTimeField(null=True)),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='highlights', serialize=False, to='events.event')),
                ('nights', models.JSONField(default=list)),
                ('remarkable', models.BigIntegerField(null=True)),
                ('recap', models.JSONField(default=dict)),
            ],
            options={
                'verbose_name_plural': 'event highlights',
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(('built__lte', models.F('wanted'))), name='eventhighlights_never_ahead_of_the_facts')],
            },
        ),
        migrations.CreateModel(
            name='SeasonTop',
            fields=[
                ('wanted', models.BigIntegerField(default=0)),
                ('built', models.BigIntegerField(default=0)),
                ('wanted_at', models.DateTimeField(null=True)),
                ('built_at', models.DateTimeField(null=True)),
                ('taken_at', models.DateTimeField(null=True)),
                ('season', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='top', serialize=False, to='events.season')),
                ('first', models.JSONField(default=dict)),
            ],
            options={
                'verbose_name_plural': 'tops of seasons',
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(('built__lte', models.F('wanted'))), name='seasontop_never_ahead_of_the_facts')],
            },
        ),
        migrations.RunSQL(EVENTS, migrations.RunSQL.noop),
        migrations.RunSQL(SEASONS, migrations.RunSQL.noop),
    ]
