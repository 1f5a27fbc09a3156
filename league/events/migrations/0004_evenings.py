"""Evenings and who is present: what a club has before a night becomes an event."""

import django.db.models.deletion
from django.db import migrations, models

OF_ONE_CLUB = """
CREATE FUNCTION events_attendance_of_club() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT club_id FROM events_evening WHERE id = NEW.evening_id)
       IS DISTINCT FROM (SELECT club_id FROM clubs_player WHERE id = NEW.player_id)
    THEN
        RAISE EXCEPTION 'player % is of another club than evening %', NEW.player_id, NEW.evening_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'attendance_of_a_player_of_the_club';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER attendance_of_club
    BEFORE INSERT OR UPDATE OF evening_id, player_id ON events_attendance
    FOR EACH ROW EXECUTE FUNCTION events_attendance_of_club();
CREATE FUNCTION events_evening_of_club() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT club_id FROM events_event WHERE id = NEW.event_id) IS DISTINCT FROM NEW.club_id
    THEN
        RAISE EXCEPTION 'event % is of another club than evening %', NEW.event_id, NEW.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'evening_and_event_of_one_club';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER evening_of_club
    BEFORE INSERT OR UPDATE OF event_id, club_id ON events_evening
    FOR EACH ROW WHEN (NEW.event_id IS NOT NULL) EXECUTE FUNCTION events_evening_of_club();
"""
NOT_OF_ONE_CLUB = """
DROP TRIGGER evening_of_club ON events_evening;
DROP FUNCTION events_evening_of_club();
DROP TRIGGER attendance_of_club ON events_attendance;
DROP FUNCTION events_attendance_of_club();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0003_house_rules'),
        ('events', '0003_from_house_rules'),
    ]

    operations = [
        migrations.CreateModel(
            name='Evening',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('name', models.CharField(blank=True, max_length=120, verbose_name='name of the evening')),
                ('variant', models.CharField(max_length=40, verbose_name='game')),
                ('preset', models.CharField(max_length=40, verbose_name='rules')),
                ('minutes', models.PositiveSmallIntegerField(default=150, verbose_name='minutes in all')),
                ('minutes_a_deal', models.PositiveSmallIntegerField(default=6, verbose_name='minutes a deal')),
                ('deals_a_round', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='deals a round')),
                ('link_number', models.PositiveIntegerField(default=1, editable=False)),
                ('version', models.PositiveIntegerField(default=0, editable=False)),
                ('opened_at', models.DateTimeField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='evenings', to='clubs.club')),
                ('event', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='evening', to='events.event')),
                ('house_rules', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.houserules', verbose_name='house rules')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('event__isnull', True)), fields=('club', 'day'), name='evening_waits_once_a_day'),
                    models.CheckConstraint(condition=models.Q(('minutes__gte', 1), ('minutes__lte', 1440), ('minutes_a_deal__gte', 1), models.Q(('deals_a_round__isnull', True), ('deals_a_round__gte', 1), _connector='OR')), name='evening_lasts_a_while', violation_error_message='An evening lasts from one minute to a day, and a round has a deal or more.'),
                    models.CheckConstraint(condition=models.Q(models.Q(('variant', ''), _negated=True), models.Q(('preset', ''), _negated=True)), name='evening_has_a_game'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Attendance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('came_at', models.DateTimeField()),
                ('by_phone', models.BooleanField(default=False)),
                ('left_at', models.DateTimeField(blank=True, null=True)),
                ('together', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('place', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='attendances', to='clubs.player')),
                ('evening', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attendances', to='events.evening')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('evening', 'player'), name='player_once_in_an_evening'),
                    models.UniqueConstraint(condition=models.Q(('together__isnull', False)), fields=('evening', 'together', 'place'), name='place_of_a_side_taken_once'),
                    models.CheckConstraint(condition=models.Q(models.Q(('place__isnull', True), ('together__isnull', True)), models.Q(('left_at__isnull', True), ('place__isnull', False), ('place__lt', 4), ('together__isnull', False)), _connector='OR'), name='partners_are_present'),
                ],
            },
        ),
        migrations.RunSQL(OF_ONE_CLUB, NOT_OF_ONE_CLUB),
    ]
