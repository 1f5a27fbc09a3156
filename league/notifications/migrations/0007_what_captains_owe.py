"""What captains owe: new notifications, and of what they were reminded."""

import django.db.models.deletion
from django.conf import settings
from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0017_when_members_changed'),
        ('events', '0018_clubs_and_captains_of_entries'),
        ('notifications', '0006_matches_by_their_moment'),
        ('rounds', '0012_when_tables_changed'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='CaptainReminder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('what', models.CharField(choices=[('match', 'a match'), ('bye', 'a round without a match'), ('moved', 'a changed match'), ('stands_in', 'a seat as a substitute'), ('dated', 'the days of your matches'), ('date_changed', 'a match with another day, time or place'), ('played_soon', 'a match within a day'), ('asked_to_stand_in', 'a request to stand in'), ('stand_in_found', 'a substitute was found'), ('deadline_set', 'a new deadline'), ('result_waits', 'a score to confirm'), ('disputed', 'a dispute'), ('ruling', 'a decision'), ('deadline_near', 'a deadline that is near'), ('overdue', 'a match that is overdue'), ('overdue_round', 'a round with overdue matches'), ('final', 'final standings'), ('message', 'a message'), ('date', 'the date of a match'), ('walkover', 'a match without a result'), ('captain', 'a captain'), ('line_up_waits', 'a line-up that is missing'), ('answer_waits', 'proposed dates without an answer'), ('unconfirmed', 'a result that nobody confirmed in time')], max_length=20)),
                ('due', models.DateTimeField()),
                ('made_at', models.DateTimeField()),
            ],
        ),
        migrations.RemoveConstraint(
            model_name='notification',
            name='notification_says_something_known',
        ),
        migrations.AlterField(
            model_name='notification',
            name='what',
            field=models.CharField(choices=[('match', 'a match'), ('bye', 'a round without a match'), ('moved', 'a changed match'), ('stands_in', 'a seat as a substitute'), ('dated', 'the days of your matches'), ('date_changed', 'a match with another day, time or place'), ('played_soon', 'a match within a day'), ('asked_to_stand_in', 'a request to stand in'), ('stand_in_found', 'a substitute was found'), ('deadline_set', 'a new deadline'), ('result_waits', 'a score to confirm'), ('disputed', 'a dispute'), ('ruling', 'a decision'), ('deadline_near', 'a deadline that is near'), ('overdue', 'a match that is overdue'), ('overdue_round', 'a round with overdue matches'), ('final', 'final standings'), ('message', 'a message'), ('date', 'the date of a match'), ('walkover', 'a match without a result'), ('captain', 'a captain'), ('line_up_waits', 'a line-up that is missing'), ('answer_waits', 'proposed dates without an answer'), ('unconfirmed', 'a result that nobody confirmed in time')], max_length=20),
        ),
        AddConstraintNotValid(
            model_name='notification',
            constraint=models.CheckConstraint(condition=models.Q(('what__in', ['match', 'bye', 'moved', 'stands_in', 'dated', 'date_changed', 'played_soon', 'asked_to_stand_in', 'stand_in_found', 'deadline_set', 'result_waits', 'disputed', 'ruling', 'deadline_near', 'overdue', 'overdue_round', 'final', 'message', 'date', 'walkover', 'captain', 'line_up_waits', 'answer_waits', 'unconfirmed'])), name='notification_says_something_known'),
        ),
        migrations.AddField(
            model_name='captainreminder',
            name='round',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='captain_reminders', to='rounds.round'),
        ),
        migrations.AddConstraint(
            model_name='captainreminder',
            constraint=models.UniqueConstraint(fields=('round', 'number', 'what', 'due'), name='reminder_once_of_what_is_owed'),
        ),
        migrations.AddConstraint(
            model_name='captainreminder',
            constraint=models.CheckConstraint(condition=models.Q(('what__in', ['line_up_waits', 'answer_waits', 'unconfirmed'])), name='reminder_of_something_owed'),
        ),
    ]
