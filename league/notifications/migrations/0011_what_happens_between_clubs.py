"""What happens between clubs, and seats for which nobody stands in: what is told of them."""

import django.contrib.postgres.fields
from django.conf import settings
from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0019_namesakes_by_the_index_of_names'),
        ('events', '0018_clubs_and_captains_of_entries'),
        ('notifications', '0010_what_is_off_is_checked'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='notification',
            name='notification_says_something_known',
        ),
        migrations.RemoveConstraint(
            model_name='preference',
            name='preference_of_known_topics',
        ),
        migrations.AlterField(
            model_name='captainreminder',
            name='what',
            field=models.CharField(choices=[('match', 'a match'), ('bye', 'a round without a match'), ('moved', 'a changed match'), ('stands_in', 'a seat as a substitute'), ('dated', 'the days of your matches'), ('date_changed', 'a match with another day, time or place'), ('called_off', 'a match that is off'), ('played_soon', 'a match within a day'), ('asked_to_stand_in', 'a request to stand in'), ('stand_in_found', 'a substitute was found'), ('deadline_set', 'a new deadline'), ('result_waits', 'a score to confirm'), ('disputed', 'a dispute'), ('ruling', 'a decision'), ('deadline_near', 'a deadline that is near'), ('overdue', 'a match that is overdue'), ('overdue_round', 'a round with overdue matches'), ('final', 'final standings'), ('message', 'a message'), ('date', 'the date of a match'), ('walkover', 'a match without a result'), ('captain', 'a captain'), ('line_up_waits', 'a line-up that is missing'), ('answer_waits', 'proposed dates without an answer'), ('unconfirmed', 'a result that nobody confirmed in time'), ('nobody_stands_in', 'a seat for which nobody stands in'), ('between_clubs', 'a club and an association'), ('registration', 'a registration'), ('transfer', 'a transfer')], max_length=20),
        ),
        migrations.AlterField(
            model_name='notification',
            name='what',
            field=models.CharField(choices=[('match', 'a match'), ('bye', 'a round without a match'), ('moved', 'a changed match'), ('stands_in', 'a seat as a substitute'), ('dated', 'the days of your matches'), ('date_changed', 'a match with another day, time or place'), ('called_off', 'a match that is off'), ('played_soon', 'a match within a day'), ('asked_to_stand_in', 'a request to stand in'), ('stand_in_found', 'a substitute was found'), ('deadline_set', 'a new deadline'), ('result_waits', 'a score to confirm'), ('disputed', 'a dispute'), ('ruling', 'a decision'), ('deadline_near', 'a deadline that is near'), ('overdue', 'a match that is overdue'), ('overdue_round', 'a round with overdue matches'), ('final', 'final standings'), ('message', 'a message'), ('date', 'the date of a match'), ('walkover', 'a match without a result'), ('captain', 'a captain'), ('line_up_waits', 'a line-up that is missing'), ('answer_waits', 'proposed dates without an answer'), ('unconfirmed', 'a result that nobody confirmed in time'), ('nobody_stands_in', 'a seat for which nobody stands in'), ('between_clubs', 'a club and an association'), ('registration', 'a registration'), ('transfer', 'a transfer')], max_length=20),
        ),
        migrations.AlterField(
            model_name='preference',
            name='daily',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('matches', 'Your matches: who you play, and every change'), ('stand_ins', 'Requests to stand in for somebody, and the answers to yours'), ('results', 'Scores that wait for your confirmation'), ('rulings', 'Disputes and decisions about your results'), ('deadlines', 'Deadlines that are near or past'), ('standings', 'Final standings of your events'), ('messages', 'Messages from the directors'), ('associations', 'Associations: clubs that join, registrations and transfers')], max_length=20), blank=True, default=list, size=None),
        ),
        migrations.AlterField(
            model_name='preference',
            name='never',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('matches', 'Your matches: who you play, and every change'), ('stand_ins', 'Requests to stand in for somebody, and the answers to yours'), ('results', 'Scores that wait for your confirmation'), ('rulings', 'Disputes and decisions about your results'), ('deadlines', 'Deadlines that are near or past'), ('standings', 'Final standings of your events'), ('messages', 'Messages from the directors'), ('associations', 'Associations: clubs that join, registrations and transfers')], max_length=20), blank=True, default=list, size=None),
        ),
        AddConstraintNotValid(
            model_name='notification',
            constraint=models.CheckConstraint(condition=models.Q(('what__in', ['match', 'bye', 'moved', 'stands_in', 'dated', 'date_changed', 'called_off', 'played_soon', 'asked_to_stand_in', 'stand_in_found', 'deadline_set', 'result_waits', 'disputed', 'ruling', 'deadline_near', 'overdue', 'overdue_round', 'final', 'message', 'date', 'walkover', 'captain', 'line_up_waits', 'answer_waits', 'unconfirmed', 'nobody_stands_in', 'between_clubs', 'registration', 'transfer'])), name='notification_says_something_known'),
        ),
        AddConstraintNotValid(
            model_name='preference',
            constraint=models.CheckConstraint(condition=models.Q(('daily__contained_by', ['matches', 'stand_ins', 'results', 'rulings', 'deadlines', 'standings', 'messages', 'associations']), ('never__contained_by', ['matches', 'stand_ins', 'results', 'rulings', 'deadlines', 'standings', 'messages', 'associations'])), name='preference_of_known_topics'),
        ),
    ]
