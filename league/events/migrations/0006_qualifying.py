"""Stages that follow others: who goes through to them, and what is carried over.

Stages that were added before follow the one before them, as they did in the minds of people.
"""
import django.db.models.deletion
import league.events.models
from django.db import migrations, models

FROM_AN_EARLIER_STAGE = """
CREATE FUNCTION events_qualifying_from_earlier() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM events_stage stage JOIN events_stage source USING (event_id)
        WHERE stage.id = NEW.stage_id AND source.id = NEW.source_id
          AND source.number < stage.number
    ) THEN
        RAISE EXCEPTION 'stage % cannot be filled from stage %', NEW.stage_id, NEW.source_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'qualifying_from_an_earlier_stage';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER qualifying_from_earlier
    BEFORE INSERT OR UPDATE OF stage_id, source_id ON events_qualifying
    FOR EACH ROW EXECUTE FUNCTION events_qualifying_from_earlier();
"""

STAYS_ONCE_BEGUN = """
CREATE FUNCTION events_stage_entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM events_qualifying WHERE stage_id = OLD.stage_id)
       AND EXISTS (
           SELECT FROM rounds_round WHERE stage_id = OLD.stage_id AND state <> 'drawn'
       )
    THEN
        RAISE EXCEPTION 'stage % has begun: who went through stays', OLD.stage_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'stage_filled_for_good_once_begun';
    END IF;
    RETURN COALESCE(NEW, OLD);
END $$;
CREATE TRIGGER stage_entry_stays
    BEFORE DELETE OR UPDATE OF entry_id, seed, carried_points ON events_stageentry
    FOR EACH ROW EXECUTE FUNCTION events_stage_entry_stays();
"""

FOLLOWS_THE_STAGE_BEFORE = """
INSERT INTO events_qualifying (stage_id, source_id, takes, carried_percent, lot_seed, filling)
SELECT stage.id, source.id, 'everybody', 0, 0, '{}'
FROM events_stage stage
JOIN LATERAL (
    SELECT id FROM events_stage before
    WHERE before.event_id = stage.event_id AND before.number < stage.number
    ORDER BY before.number DESC LIMIT 1
) source ON true;
"""

UNDO = """
DROP TRIGGER stage_entry_stays ON events_stageentry;
DROP FUNCTION events_stage_entry_stays();
DROP TRIGGER qualifying_from_earlier ON events_qualifying;
DROP FUNCTION events_qualifying_from_earlier();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0005_substitutes'),
    ]

    operations = [
        migrations.CreateModel(
            name='Qualifying',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('takes', models.CharField(choices=[('everybody', 'everybody'), ('top', 'the first of all'), ('of_groups', 'the first of each group'), ('rest', 'the rest: those who go through to no other stage')], default='everybody', max_length=10, verbose_name='who goes through')),
                ('places', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='how many')),
                ('carried_percent', models.PositiveSmallIntegerField(default=0, verbose_name='points carried over')),
                ('lot_seed', models.BigIntegerField(default=0)),
                ('filled_at', models.DateTimeField(blank=True, null=True)),
                ('filling', models.JSONField(blank=True, default=dict)),
            ],
            options={
                'verbose_name_plural': 'qualifyings',
            },
        ),
        migrations.AddField(
            model_name='stageentry',
            name='seed',
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name='stageentry',
            constraint=models.UniqueConstraint(condition=models.Q(('seed__isnull', False)), fields=('stage', 'seed'), name='seed_once_in_a_stage'),
        ),
        migrations.AddField(
            model_name='qualifying',
            name='source',
            field=models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='followed_by', to='events.stage'),
        ),
        migrations.AddField(
            model_name='qualifying',
            name='stage',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='qualifying', to='events.stage'),
        ),
        migrations.AddConstraint(
            model_name='qualifying',
            constraint=models.CheckConstraint(condition=models.Q(('takes__in', league.events.models.Takes)), name='qualifying_takes_somebody_known'),
        ),
        migrations.AddConstraint(
            model_name='qualifying',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('places__gte', 1), ('places__isnull', False), ('takes__in', ['top', 'of_groups'])), models.Q(('places__isnull', True), ('takes__in', ['everybody', 'rest'])), _connector='OR'), name='qualifying_has_places_where_it_cuts', violation_error_message='Say how many go through, at least 1.'),
        ),
        migrations.AddConstraint(
            model_name='qualifying',
            constraint=models.CheckConstraint(condition=models.Q(('carried_percent__lte', 100)), name='qualifying_carries_0_to_100_percent', violation_error_message='From 0 to 100 percent of the points are carried over.'),
        ),
        migrations.AddConstraint(
            model_name='qualifying',
            constraint=models.CheckConstraint(condition=models.Q(('stage', models.F('source')), _negated=True), name='qualifying_from_another_stage'),
        ),
        migrations.RunSQL(FROM_AN_EARLIER_STAGE + FOLLOWS_THE_STAGE_BEFORE + STAYS_ONCE_BEGUN, UNDO),
    ]
