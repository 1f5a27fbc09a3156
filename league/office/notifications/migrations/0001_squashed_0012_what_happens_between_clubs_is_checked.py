import datetime
import django.contrib.postgres.fields
import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models

# the journal's reader is known: nobody is told of what was before
READER = """
INSERT INTO journal_reader (name) VALUES ('notifications') ON CONFLICT DO NOTHING;
"""


class Migration(migrations.Migration):

    replaces = [('notifications', '0001_preferences_notifications_and_phones'), ('notifications', '0002_reader_of_the_journal'), ('notifications', '0003_rounds_by_deadline'), ('notifications', '0004_dated_matches_and_stand_ins'), ('notifications', '0005_what_is_told_is_checked'), ('notifications', '0006_matches_by_their_moment'), ('notifications', '0007_what_captains_owe'), ('notifications', '0008_what_captains_are_told_is_checked'), ('notifications', '0009_matches_that_are_off'), ('notifications', '0010_what_is_off_is_checked'), ('notifications', '0011_what_happens_between_clubs'), ('notifications', '0012_what_happens_between_clubs_is_checked')]

    initial = True

    dependencies = [
        ('clubs', '0001_squashed_0021_validate_languages'),
        ('events', '0001_squashed_0019_events_coming_next'),
        ('journal', '0001_squashed_0007_archives'),
        ('match_dates', '0001_venues_and_dates_of_matches'),
        ('rounds', '0001_squashed_0013_rounds_opened_last'),
    ]

    operations = [
        migrations.CreateModel(
            name='CaptainReminder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('what', models.CharField(choices=[('match', 'a match'), ('bye', 'a round without a match'), ('moved', 'a changed match'), ('stands_in', 'a seat as a substitute'), ('dated', 'the days of your matches'), ('date_changed', 'a match with another day, time or place'), ('called_off', 'a match that is off'), ('played_soon', 'a match within a day'), ('asked_to_stand_in', 'a request to stand in'), ('stand_in_found', 'a substitute was found'), ('deadline_set', 'a new deadline'), ('result_waits', 'a score to confirm'), ('disputed', 'a dispute'), ('ruling', 'a decision'), ('deadline_near', 'a deadline that is near'), ('overdue', 'a match that is overdue'), ('overdue_round', 'a round with overdue matches'), ('final', 'final standings'), ('message', 'a message'), ('date', 'the date of a match'), ('walkover', 'a match without a result'), ('captain', 'a captain'), ('line_up_waits', 'a line-up that is missing'), ('answer_waits', 'proposed dates without an answer'), ('unconfirmed', 'a result that nobody confirmed in time'), ('nobody_stands_in', 'a seat for which nobody stands in'), ('between_clubs', 'a club and an association'), ('registration', 'a registration'), ('transfer', 'a transfer')], max_length=20)),
                ('due', models.DateTimeField()),
                ('made_at', models.DateTimeField()),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='captain_reminders', to='rounds.round')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('round', 'number', 'what', 'due'), name='reminder_once_of_what_is_owed'),
                    models.CheckConstraint(condition=models.Q(('what__in', ['line_up_waits', 'answer_waits', 'unconfirmed'])), name='reminder_of_something_owed'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Notification',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('what', models.CharField(choices=[('match', 'a match'), ('bye', 'a round without a match'), ('moved', 'a changed match'), ('stands_in', 'a seat as a substitute'), ('dated', 'the days of your matches'), ('date_changed', 'a match with another day, time or place'), ('called_off', 'a match that is off'), ('played_soon', 'a match within a day'), ('asked_to_stand_in', 'a request to stand in'), ('stand_in_found', 'a substitute was found'), ('deadline_set', 'a new deadline'), ('result_waits', 'a score to confirm'), ('disputed', 'a dispute'), ('ruling', 'a decision'), ('deadline_near', 'a deadline that is near'), ('overdue', 'a match that is overdue'), ('overdue_round', 'a round with overdue matches'), ('final', 'final standings'), ('message', 'a message'), ('date', 'the date of a match'), ('walkover', 'a match without a result'), ('captain', 'a captain'), ('line_up_waits', 'a line-up that is missing'), ('answer_waits', 'proposed dates without an answer'), ('unconfirmed', 'a result that nobody confirmed in time'), ('nobody_stands_in', 'a seat for which nobody stands in'), ('between_clubs', 'a club and an association'), ('registration', 'a registration'), ('transfer', 'a transfer')], max_length=20)),
                ('about', models.CharField(max_length=40)),
                ('subject', models.BigIntegerField()),
                ('version', models.BigIntegerField(default=0)),
                ('happening_id', models.BigIntegerField(blank=True, null=True)),
                ('reference', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('made_at', models.DateTimeField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to='clubs.club')),
                ('event', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to='events.event')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [
                    models.Index(fields=['club', '-id'], name='notification_of_club'),
                    models.Index(fields=['made_at'], name='notification_made'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('user', 'what', 'about', 'subject', 'version'), name='notification_once'),
                    models.CheckConstraint(condition=models.Q(('what__in', ['match', 'bye', 'moved', 'stands_in', 'dated', 'date_changed', 'called_off', 'played_soon', 'asked_to_stand_in', 'stand_in_found', 'deadline_set', 'result_waits', 'disputed', 'ruling', 'deadline_near', 'overdue', 'overdue_round', 'final', 'message', 'date', 'walkover', 'captain', 'line_up_waits', 'answer_waits', 'unconfirmed', 'nobody_stands_in', 'between_clubs', 'registration', 'transfer'])), name='notification_says_something_known'),
                ],
            },
        ),
        migrations.CreateModel(
            name='DirectorMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_id', models.BigIntegerField(blank=True, null=True)),
                ('table_id', models.BigIntegerField(blank=True, null=True)),
                ('title', models.CharField(max_length=120, verbose_name='subject')),
                ('text', models.TextField(max_length=4000, verbose_name='message')),
                ('sent_at', models.DateTimeField()),
                ('key', models.UUIDField(default=uuid.uuid4)),
                ('recipients', models.PositiveIntegerField(default=0)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='events.event')),
                ('sent_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('event', 'key'), name='director_message_once'),
                    models.CheckConstraint(condition=models.Q(models.Q(('title', ''), _negated=True), models.Q(('text', ''), _negated=True)), name='director_message_says_something'),
                    models.CheckConstraint(condition=models.Q(('table_id__isnull', True), ('round_id__isnull', True), _connector='OR'), name='director_message_to_a_table_or_a_round'),
                ],
            },
        ),
        migrations.CreateModel(
            name='MatchReminder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('played_at', models.DateTimeField()),
                ('made_at', models.DateTimeField()),
                ('match_date', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reminders', to='match_dates.matchdate')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('match_date', 'played_at'), name='reminder_once_of_a_match'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Preference',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('by_mail', models.BooleanField(default=True)),
                ('by_push', models.BooleanField(default=True)),
                ('daily', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('matches', 'Your matches: who you play, and every change'), ('stand_ins', 'Requests to stand in for somebody, and the answers to yours'), ('results', 'Scores that wait for your confirmation'), ('rulings', 'Disputes and decisions about your results'), ('deadlines', 'Deadlines that are near or past'), ('standings', 'Final standings of your events'), ('messages', 'Messages from the directors'), ('associations', 'Associations: clubs that join, registrations and transfers')], max_length=20), blank=True, default=list, size=None)),
                ('never', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('matches', 'Your matches: who you play, and every change'), ('stand_ins', 'Requests to stand in for somebody, and the answers to yours'), ('results', 'Scores that wait for your confirmation'), ('rulings', 'Disputes and decisions about your results'), ('deadlines', 'Deadlines that are near or past'), ('standings', 'Final standings of your events'), ('messages', 'Messages from the directors'), ('associations', 'Associations: clubs that join, registrations and transfers')], max_length=20), blank=True, default=list, size=None)),
                ('quiet_from', models.TimeField(default=datetime.time(22, 0))),
                ('quiet_until', models.TimeField(default=datetime.time(7, 0))),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.club')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notification_choices', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('user', 'club'), name='preference_once_in_a_club'),
                    models.CheckConstraint(condition=models.Q(('daily__overlap', models.F('never')), _negated=True), name='preference_daily_or_never'),
                    models.CheckConstraint(condition=models.Q(('daily__contained_by', ['matches', 'stand_ins', 'results', 'rulings', 'deadlines', 'standings', 'messages', 'associations']), ('never__contained_by', ['matches', 'stand_ins', 'results', 'rulings', 'deadlines', 'standings', 'messages', 'associations'])), name='preference_of_known_topics'),
                ],
            },
        ),
        migrations.CreateModel(
            name='PushSubscription',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.CharField(max_length=1000, unique=True)),
                ('p256dh', models.CharField(max_length=120)),
                ('auth', models.CharField(max_length=120)),
                ('made_at', models.DateTimeField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='push_subscriptions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [
                    models.CheckConstraint(condition=models.Q(models.Q(('endpoint', ''), _negated=True), models.Q(('p256dh', ''), _negated=True), models.Q(('auth', ''), _negated=True)), name='push_subscription_has_keys'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Reminder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('deadline', models.DateTimeField()),
                ('is_past', models.BooleanField()),
                ('made_at', models.DateTimeField()),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reminders', to='rounds.round')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('round', 'deadline', 'is_past'), name='reminder_once_of_a_deadline'),
                ],
            },
        ),
        migrations.CreateModel(
            name='StoppedAddress',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('email', models.EmailField(max_length=254)),
                ('reason', models.CharField(choices=[('bounced', 'the mail came back'), ('refused', 'its mail server refuses it')], max_length=10)),
                ('code', models.CharField(blank=True, max_length=20)),
                ('at', models.DateTimeField()),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='stopped_address', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'stopped addresses',
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('way', models.CharField(choices=[('mail', 'by e-mail'), ('push', 'on the phone')], max_length=5)),
                ('is_daily', models.BooleanField(default=False)),
                ('state', models.CharField(choices=[('waiting', 'waits'), ('claimed', 'is being sent'), ('sent', 'sent'), ('not_needed', 'no longer needed'), ('stopped', 'the address takes no mail'), ('given_up', 'given up')], default='waiting', max_length=10)),
                ('due_at', models.DateTimeField()),
                ('batch', models.UUIDField(blank=True, null=True)),
                ('claimed_at', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('taken_by', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), blank=True, default=list, size=None)),
                ('notification', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='notifications.notification')),
            ],
            options={
                'verbose_name_plural': 'deliveries',
                'indexes': [
                    models.Index(condition=models.Q(('state__in', ['waiting', 'claimed'])), fields=['way', 'due_at'], name='delivery_unfinished'),
                    models.Index(condition=models.Q(('batch__isnull', False)), fields=['batch'], name='delivery_of_a_mail'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('notification', 'way'), name='delivery_once_a_way'),
                    models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('state__in', ['waiting', 'claimed'])), models.Q(('ended_at__isnull', False), ('state__in', ['sent', 'not_needed', 'stopped', 'given_up'])), _connector='OR'), name='delivery_over_has_an_end'),
                    models.CheckConstraint(condition=models.Q(models.Q(('claimed_at__isnull', False), ('state', 'claimed')), models.Q(models.Q(('state', 'claimed'), _negated=True), ('claimed_at__isnull', True)), _connector='OR'), name='delivery_claimed_since'),
                ],
            },
        ),
            migrations.RunSQL(READER, "DELETE FROM journal_reader WHERE name = 'notifications'"),
    ]
