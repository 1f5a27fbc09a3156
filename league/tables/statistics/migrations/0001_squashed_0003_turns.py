import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.expressions
from django.db import migrations, models



class Migration(migrations.Migration):

    replaces = [('statistics', '0001_initial'), ('statistics', '0002_levels_of_bids'), ('statistics', '0003_turns')]

    initial = True

    dependencies = [
        ('clubs', '0001_squashed_0021_validate_languages'),
        ('events', '0001_squashed_0019_events_coming_next'),
        ('results', '0001_squashed_0013_decided_by_lot'),
        ('rounds', '0001_squashed_0013_rounds_opened_last'),
    ]

    operations = [
        migrations.CreateModel(
            name='Achievement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('variant', models.CharField(max_length=40)),
                ('kind', models.CharField(max_length=40)),
                ('at', models.DateTimeField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.club')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='achievements', to='clubs.player')),
                ('submission', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='achievements', to='results.submission')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='achievements', to='rounds.table')),
            ],
            options={
                'indexes': [
                    models.Index(fields=['player', '-at'], name='achievements_of_a_player'),
                    models.Index(fields=['club', '-at'], name='achievements_of_a_club'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('submission', 'player', 'kind'), name='achieved_once_in_a_deal'),
                ],
            },
        ),
        migrations.CreateModel(
            name='SeatCount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('partners', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), default=list, size=None)),
                ('variant', models.CharField(max_length=40)),
                ('at', models.DateTimeField()),
                ('deals', models.PositiveIntegerField(default=0)),
                ('points', models.IntegerField(default=0)),
                ('bids', models.PositiveIntegerField(default=0)),
                ('made', models.PositiveIntegerField(default=0)),
                ('bid_sum', models.PositiveIntegerField(default=0)),
                ('over_deals', models.PositiveIntegerField(default=0)),
                ('over_sum', models.PositiveIntegerField(default=0)),
                ('short_deals', models.PositiveIntegerField(default=0)),
                ('short_sum', models.PositiveIntegerField(default=0)),
                ('side_bids', models.PositiveIntegerField(default=0)),
                ('side_sets', models.PositiveIntegerField(default=0)),
                ('defended', models.PositiveIntegerField(default=0)),
                ('sets_given', models.PositiveIntegerField(default=0)),
                ('unnamed', models.PositiveIntegerField(default=0)),
                ('meld_deals', models.PositiveIntegerField(default=0)),
                ('meld_sum', models.PositiveIntegerField(default=0)),
                ('side_meld_deals', models.PositiveIntegerField(default=0)),
                ('side_meld_sum', models.PositiveIntegerField(default=0)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.club')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seat_counts', to='clubs.player')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seat_counts', to='rounds.table')),
                ('bid_levels', models.JSONField(default=dict)),
                ('side_levels', models.JSONField(default=dict)),
            ],
            options={
                'indexes': [
                    models.Index(fields=['player', 'variant'], name='counts_of_a_player'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('table', 'seat'), name='seat_counted_once'),
                    models.CheckConstraint(condition=models.Q(('made__lte', models.F('bids')), ('bids__lte', models.F('side_bids')), ('side_sets__lte', models.F('side_bids')), ('sets_given__lte', models.F('defended')), ('side_bids__lte', django.db.models.expressions.CombinedExpression(models.F('deals'), '-', models.F('defended')))), name='counts_do_not_contradict'),
                ],
            },
        ),
        migrations.CreateModel(
            name='StageStatistics',
            fields=[
                ('wanted', models.BigIntegerField(default=0)),
                ('built', models.BigIntegerField(default=0)),
                ('wanted_at', models.DateTimeField(null=True)),
                ('built_at', models.DateTimeField(null=True)),
                ('stage', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='statistics_state', serialize=False, to='events.stage')),
                ('taken_at', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name_plural': 'stage statistics',
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('built__lte', models.F('wanted'))), name='stagestatistics_never_ahead_of_the_facts'),
                ],
            },
        ),
        ]
