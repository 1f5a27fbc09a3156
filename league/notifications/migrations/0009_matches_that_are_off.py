"""Matches that are off: a new notification."""

from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('notifications', '0008_what_captains_are_told_is_checked'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='notification',
            name='notification_says_something_known',
        ),
        migrations.AlterField(
            model_name='notification',
            name='what',
            field=models.CharField(choices=[('match', 'a match'), ('bye', 'a round without a match'), ('moved', 'a changed match'), ('stands_in', 'a seat as a substitute'), ('dated', 'the days of your matches'), ('date_changed', 'a match with another day, time or place'), ('called_off', 'a match that is off'), ('played_soon', 'a match within a day'), ('asked_to_stand_in', 'a request to stand in'), ('stand_in_found', 'a substitute was found'), ('deadline_set', 'a new deadline'), ('result_waits', 'a score to confirm'), ('disputed', 'a dispute'), ('ruling', 'a decision'), ('deadline_near', 'a deadline that is near'), ('overdue', 'a match that is overdue'), ('overdue_round', 'a round with overdue matches'), ('final', 'final standings'), ('message', 'a message'), ('date', 'the date of a match'), ('walkover', 'a match without a result'), ('captain', 'a captain'), ('line_up_waits', 'a line-up that is missing'), ('answer_waits', 'proposed dates without an answer'), ('unconfirmed', 'a result that nobody confirmed in time')], max_length=20),
        ),
        migrations.AlterField(
            model_name='captainreminder',
            name='what',
            field=models.CharField(choices=[('match', 'a match'), ('bye', 'a round without a match'), ('moved', 'a changed match'), ('stands_in', 'a seat as a substitute'), ('dated', 'the days of your matches'), ('date_changed', 'a match with another day, time or place'), ('called_off', 'a match that is off'), ('played_soon', 'a match within a day'), ('asked_to_stand_in', 'a request to stand in'), ('stand_in_found', 'a substitute was found'), ('deadline_set', 'a new deadline'), ('result_waits', 'a score to confirm'), ('disputed', 'a dispute'), ('ruling', 'a decision'), ('deadline_near', 'a deadline that is near'), ('overdue', 'a match that is overdue'), ('overdue_round', 'a round with overdue matches'), ('final', 'final standings'), ('message', 'a message'), ('date', 'the date of a match'), ('walkover', 'a match without a result'), ('captain', 'a captain'), ('line_up_waits', 'a line-up that is missing'), ('answer_waits', 'proposed dates without an answer'), ('unconfirmed', 'a result that nobody confirmed in time')], max_length=20),
        ),
        AddConstraintNotValid(
            model_name='notification',
            constraint=models.CheckConstraint(condition=models.Q(('what__in', ['match', 'bye', 'moved', 'stands_in', 'dated', 'date_changed', 'called_off', 'played_soon', 'asked_to_stand_in', 'stand_in_found', 'deadline_set', 'result_waits', 'disputed', 'ruling', 'deadline_near', 'overdue', 'overdue_round', 'final', 'message', 'date', 'walkover', 'captain', 'line_up_waits', 'answer_waits', 'unconfirmed'])), name='notification_says_something_known'),
        ),
    ]
