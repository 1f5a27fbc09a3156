import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.datetime
import uuid
from django.conf import settings
from django.db import migrations, models

POSITIONS = """
CREATE SEQUENCE webhooks_change_position;
"""

# the journal's reader is known: nobody is told of what was before
READER = """
INSERT INTO journal_reader (name) VALUES ('webhooks') ON CONFLICT DO NOTHING;
"""


class Migration(migrations.Migration):
    replaces = [('webhooks', '0001_webhooks_messages_and_changes'), ('webhooks', '0002_positions_and_reader')]

    initial = True

    dependencies = [
        ('clubs', '0001_squashed_0021_validate_languages'),
        ('events', '0001_squashed_0019_events_coming_next'),
        ('journal', '0001_squashed_0007_archives'),
    ]

    operations = [
        migrations.CreateModel(
            name='Change',
            fields=[
                ('happening_id', models.BigIntegerField(primary_key=True, serialize=False)),
                ('position', models.BigIntegerField(null=True, unique=True)),
                ('told_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('at', models.DateTimeField()),
                ('kind', models.CharField(max_length=60)),
                ('club_id', models.BigIntegerField()),
                ('event_id', models.BigIntegerField(null=True)),
                ('stage_id', models.BigIntegerField(null=True)),
                ('subject_type', models.CharField(max_length=40)),
                ('subject_id', models.BigIntegerField(null=True)),
            ],
            options={
                'indexes': [
                    models.Index(condition=models.Q(('position__isnull', False)), fields=['club_id', 'position'], name='change_of_club'),
                    models.Index(condition=models.Q(('position__isnull', False)), fields=['event_id', 'position'], name='change_of_event'),
                    models.Index(condition=models.Q(('position__isnull', True)), fields=['happening_id'], name='change_not_told'),
                    models.Index(fields=['told_at'], name='change_told'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.CharField(help_text='Where the other program listens, beginning with https://', max_length=500, verbose_name='address')),
                ('topics', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=20), size=None)),
                ('secret', models.CharField(max_length=60)),
                ('previous_secret', models.CharField(blank=True, editable=False, max_length=60)),
                ('previous_until', models.DateTimeField(blank=True, editable=False, null=True)),
                ('added_at', models.DateTimeField(editable=False)),
                ('off', models.CharField(blank=True, choices=[('by_hand', 'by hand'), ('gone', 'the address answered that it is gone for good (410)'), ('failing', 'every message failed for five days'), ('full', 'too many messages waited')], editable=False, max_length=10)),
                ('failing_since', models.DateTimeField(blank=True, editable=False, null=True)),
                ('failures', models.PositiveIntegerField(default=0, editable=False)),
                ('rests_until', models.DateTimeField(blank=True, editable=False, null=True)),
                ('claimed_at', models.DateTimeField(blank=True, null=True)),
                ('added_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to='clubs.club')),
                ('event', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to='events.event', verbose_name='event')),
            ],
            options={
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('topics__len__gte', 1)), name='webhook_has_topics'),
                    models.CheckConstraint(condition=models.Q(models.Q(('previous_secret', ''), ('previous_until__isnull', True)), models.Q(models.Q(('previous_secret', ''), _negated=True), ('previous_until__isnull', False)), _connector='OR'), name='webhook_previous_secret_ends'),
                    models.CheckConstraint(condition=models.Q(models.Q(('failing_since__isnull', True), ('failures', 0), ('rests_until__isnull', True)), models.Q(('failing_since__isnull', False), ('failures__gte', 1)), _connector='OR'), name='webhook_failing_since_a_failure'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reference', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('happening_id', models.BigIntegerField(null=True)),
                ('stage_id', models.BigIntegerField(null=True)),
                ('kind', models.CharField(max_length=60)),
                ('body', models.TextField()),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('delivered', 'delivered'), ('given_up', 'given up')], default='waiting', max_length=10)),
                ('made_at', models.DateTimeField()),
                ('due_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('webhook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='webhooks.webhook')),
            ],
            options={
                'indexes': [
                    models.Index(fields=['webhook', '-id'], name='message_of_webhook'),
                    models.Index(condition=models.Q(('state', 'waiting')), fields=['webhook', 'due_at'], name='message_waiting'),
                    models.Index(fields=['made_at'], name='message_made'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('webhook', 'happening_id', 'kind'), name='message_once_of_a_happening'),
                    models.UniqueConstraint(condition=models.Q(('attempts', 0), ('stage_id__isnull', False), ('state', 'waiting')), fields=('webhook', 'stage_id'), name='message_one_of_standings_waits'),
                    models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('state', 'waiting')), models.Q(models.Q(('state', 'waiting'), _negated=True), ('ended_at__isnull', False)), _connector='OR'), name='message_over_has_an_end'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Attempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('duration_ms', models.PositiveIntegerField()),
                ('status', models.PositiveSmallIntegerField(null=True)),
                ('failure', models.CharField(blank=True, max_length=20)),
                ('excerpt', models.CharField(blank=True, max_length=500)),
                ('message', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tries', to='webhooks.message')),
            ],
            options={
                'constraints': [
                    models.CheckConstraint(condition=models.Q(models.Q(('failure', ''), ('status__isnull', False)), models.Q(('status__isnull', True), models.Q(('failure', ''), _negated=True)), _connector='OR'), name='attempt_answered_or_failed'),
                ],
            },
        ),
        migrations.RunSQL(POSITIONS, "DROP SEQUENCE webhooks_change_position"),
        migrations.RunSQL(READER, "DELETE FROM journal_reader WHERE name = 'webhooks'"),
    ]
