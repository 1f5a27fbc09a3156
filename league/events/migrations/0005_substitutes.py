"""The rule on substitutes, frozen as far as it is scoring, and the reserves of an event."""

import django.db.models.deletion
import league.events.models
from django.db import migrations, models

OF_ONE_CLUB = """
CREATE FUNCTION events_reserve_of_club() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT club_id FROM events_event WHERE id = NEW.event_id)
       IS DISTINCT FROM (SELECT club_id FROM clubs_player WHERE id = NEW.player_id)
    THEN
        RAISE EXCEPTION 'player % is of another club than event %', NEW.player_id, NEW.event_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'reserve_plays_in_the_club';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER reserve_of_club BEFORE INSERT OR UPDATE OF event_id, player_id ON events_reserve
    FOR EACH ROW EXECUTE FUNCTION events_reserve_of_club();
"""
NOT_OF_ONE_CLUB = """
DROP TRIGGER reserve_of_club ON events_reserve;
DROP FUNCTION events_reserve_of_club();
"""
FREEZE_POINTS = """
CREATE FUNCTION events_substitute_points_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.state NOT IN ('draft', 'open') AND NEW.substitute_points <> OLD.substitute_points
    THEN
        RAISE EXCEPTION 'who gets substitutes'' points is frozen since event % runs', OLD.id
            USING ERRCODE = 'check_violation',
                CONSTRAINT = 'event_substitute_points_frozen_when_running';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER substitute_points_frozen BEFORE UPDATE OF substitute_points ON events_event
    FOR EACH ROW EXECUTE FUNCTION events_substitute_points_frozen();
"""
UNFREEZE_POINTS = """
DROP TRIGGER substitute_points_frozen ON events_event;
DROP FUNCTION events_substitute_points_frozen();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0003_house_rules'),
        ('events', '0004_evenings'),
    ]

    operations = [
        migrations.CreateModel(
            name='Reserve',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ],
        ),
        migrations.AddField(
            model_name='event',
            name='rounds_a_substitute',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rounds one substitute may stand in'),
        ),
        migrations.AddField(
            model_name='event',
            name='substitute_points',
            field=models.CharField(choices=[('entry', 'the entry that the substitute plays for'), ('player', 'the substitute’s own entry'), ('nobody', 'nobody; the other side keeps its own')], default='entry', max_length=10, verbose_name='who gets a substitute’s points'),
        ),
        migrations.AddField(
            model_name='event',
            name='substituted_rounds',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rounds one entry may have substitutes'),
        ),
        migrations.AddField(
            model_name='event',
            name='substitutes',
            field=models.CharField(choices=[('anyone', 'any player of the club'), ('free', 'players whose own entry has no table in the round'), ('reserves', 'only the reserves of the event'), ('nobody', 'nobody')], default='anyone', max_length=10, verbose_name='who may stand in'),
        ),
        migrations.AddField(
            model_name='event',
            name='substitutes_until',
            field=models.DateField(blank=True, null=True, verbose_name='last day with substitutes'),
        ),
        migrations.AddField(
            model_name='event',
            name='substitutes_until_round',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='last round with substitutes'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('substitutes__in', league.events.models.Substitutes)), name='event_known_substitutes'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('substitute_points__in', league.events.models.SubstitutePoints)), name='event_known_substitute_points'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('rounds_a_substitute__isnull', True), models.Q(('rounds_a_substitute__gte', 1), ('rounds_a_substitute__lte', 99)), _connector='OR'), models.Q(('substituted_rounds__isnull', True), models.Q(('substituted_rounds__gte', 1), ('substituted_rounds__lte', 99)), _connector='OR')), name='event_substitutes_1_to_99_rounds', violation_error_message='Say 1 to 99 rounds, or none for no limit; where nobody may stand in, choose that.'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('substitutes_until_round__isnull', True), models.Q(('substitutes_until_round__gte', 1), ('substitutes_until_round__lte', 1000)), _connector='OR'), name='event_substitutes_until_round_1_or_later', violation_error_message='The last round with substitutes is one from 1 to 1,000.'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('substitute_points', 'player'), _negated=True), ('entry_kind', 'individual'), _connector='OR'), name='event_substitutes_of_singles_get_points', violation_error_message='The points can go to the substitute’s own entry only where single players compete: let the entry have them, or nobody.'),
        ),
        migrations.AddField(
            model_name='reserve',
            name='event',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reserves', to='events.event'),
        ),
        migrations.AddField(
            model_name='reserve',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player'),
        ),
        migrations.AddConstraint(
            model_name='reserve',
            constraint=models.UniqueConstraint(fields=('event', 'player'), name='player_once_a_reserve'),
        ),
        migrations.RunSQL(OF_ONE_CLUB, NOT_OF_ONE_CLUB),
        migrations.RunSQL(FREEZE_POINTS, UNFREEZE_POINTS),
    ]
