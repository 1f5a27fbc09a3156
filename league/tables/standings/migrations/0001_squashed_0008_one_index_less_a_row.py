import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models



class Migration(migrations.Migration):

    replaces = [('standings', '0001_initial'), ('standings', '0002_groups'), ('standings', '0003_play_offs'), ('standings', '0004_deals_held_back'), ('standings', '0005_what_byes_gave'), ('standings', '0006_follow_like_the_rest'), ('standings', '0007_turns'), ('standings', '0008_one_index_less_a_row')]

    initial = True

    dependencies = [
        ('clubs', '0001_squashed_0021_validate_languages'),
        ('events', '0001_squashed_0019_events_coming_next'),
        ('rounds', '0001_squashed_0013_rounds_opened_last'),
    ]

    operations = [
        migrations.CreateModel(
            name='PlayOff',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('note', models.CharField(blank=True, max_length=300)),
                ('made_at', models.DateTimeField()),
                ('key', models.UUIDField(unique=True)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('revoked_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='play_offs', to='rounds.round')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='play_offs', to='events.stage')),
            ],
            options={
                'constraints': [
                    models.CheckConstraint(condition=models.Q(models.Q(('revoked_at__isnull', True), ('revoked_by__isnull', True)), models.Q(('revoked_at__isnull', False), ('revoked_by__isnull', False)), _connector='OR'), name='play_off_revoked_by_somebody'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Snapshot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveSmallIntegerField()),
                ('digest', models.CharField(max_length=64)),
                ('version', models.PositiveIntegerField(default=1)),
                ('is_provisional', models.BooleanField(default=False)),
                ('entries', models.PositiveIntegerField(default=0)),
                ('made_at', models.DateTimeField()),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='snapshots', to='events.stage')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('stage', 'round_number'), name='one_snapshot_a_round'),
                ],
            },
        ),
        migrations.CreateModel(
            name='StageStandings',
            fields=[
                ('wanted', models.BigIntegerField(default=0)),
                ('built', models.BigIntegerField(default=0)),
                ('wanted_at', models.DateTimeField(null=True)),
                ('built_at', models.DateTimeField(null=True)),
                ('version', models.PositiveIntegerField(default=0)),
                ('pulse', models.BigIntegerField(default=0)),
                ('stage', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='standings', serialize=False, to='events.stage')),
                ('held_back', models.JSONField(db_default=models.Value([], models.JSONField()), default=list)),
                ('taken_at', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name_plural': 'stage standings',
                'indexes': [
                    models.Index(condition=models.Q(('wanted__gt', models.F('built'))), fields=['stage'], name='standings_wanted'),
                ],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('built__lte', models.F('wanted'))), name='stagestandings_never_ahead_of_the_facts'),
                ],
            },
        ),
        migrations.CreateModel(
            name='PlayOffPoints',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.DecimalField(decimal_places=2, max_digits=10)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='events.entry')),
                ('play_off', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='points', to='standings.playoff')),
            ],
            options={
                'verbose_name_plural': 'play-off points',
                'constraints': [
                    models.UniqueConstraint(fields=('play_off', 'entry'), name='entry_once_in_a_play_off'),
                ],
            },
        ),
        migrations.CreateModel(
            name='SnapshotRow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveIntegerField()),
                ('rank', models.PositiveIntegerField()),
                ('is_tied', models.BooleanField(default=False)),
                ('previous_rank', models.PositiveIntegerField(null=True)),
                ('entry_name', models.TextField()),
                ('full_name', models.TextField()),
                ('members', models.TextField(blank=True)),
                ('full_members', models.TextField(blank=True)),
                ('points', models.DecimalField(decimal_places=4, max_digits=14)),
                ('tiebreaks', models.JSONField(default=list)),
                ('played', models.PositiveIntegerField(default=0)),
                ('won', models.PositiveIntegerField(default=0)),
                ('drawn', models.PositiveIntegerField(default=0)),
                ('lost', models.PositiveIntegerField(default=0)),
                ('is_provisional', models.BooleanField(default=False)),
                ('why', models.JSONField(default=dict)),
                ('full_why', models.JSONField(default=dict)),
                ('digest', models.CharField(max_length=32)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='snapshot_rows', to='events.entry')),
                ('snapshot', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rows', to='standings.snapshot')),
                ('group', models.CharField(blank=True, db_default='', max_length=20)),
                ('byes', models.PositiveIntegerField(db_default=0, default=0)),
                ('byes_points', models.DecimalField(db_default=0, decimal_places=4, default=0, max_digits=14)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('snapshot', 'entry'), name='entry_once_in_a_snapshot'),
                    models.UniqueConstraint(fields=('snapshot', 'position'), name='position_once_in_a_snapshot'),
                ],
            },
        ),
        ]
