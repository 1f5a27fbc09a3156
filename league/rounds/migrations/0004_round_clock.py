"""The clock of a round: facts that are kept, and that follow each other as they can."""

import django.db.models.deletion
import league.rounds.models
from django.db import migrations, models

FACTS = """
CREATE FUNCTION rounds_clockfact_follows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    last rounds_clockfact;
    state text;
BEGIN
    SELECT * INTO last FROM rounds_clockfact
        WHERE round_id = NEW.round_id ORDER BY number DESC LIMIT 1;
    SELECT kind INTO state FROM rounds_clockfact
        WHERE round_id = NEW.round_id AND kind <> 'extended' ORDER BY number DESC LIMIT 1;
    IF NEW.number <> coalesce(last.number, 0) + 1 OR NEW.at < last.at
       OR (NEW.kind, coalesce(state, 'ended')) NOT IN (
           ('started', 'ended'), ('paused', 'started'), ('paused', 'resumed'),
           ('resumed', 'paused'), ('extended', 'started'), ('extended', 'paused'),
           ('extended', 'resumed'), ('ended', 'started'), ('ended', 'paused'),
           ('ended', 'resumed'))
    THEN
        RAISE EXCEPTION 'the clock of round % cannot be % now', NEW.round_id, NEW.kind
            USING ERRCODE = 'check_violation', CONSTRAINT = 'clock_fact_follows_the_last';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER clockfact_follows BEFORE INSERT ON rounds_clockfact
    FOR EACH ROW EXECUTE FUNCTION rounds_clockfact_follows();

CREATE FUNCTION rounds_clockfact_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'what happened to a clock is a fact: add to it'
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'clock_fact_is_kept';
END $$;
CREATE TRIGGER clockfact_is_kept BEFORE UPDATE OR DELETE ON rounds_clockfact
    FOR EACH ROW EXECUTE FUNCTION rounds_clockfact_is_kept();
"""

FACTS_BACK = """
DROP TRIGGER clockfact_is_kept ON rounds_clockfact;
DROP FUNCTION rounds_clockfact_is_kept();
DROP TRIGGER clockfact_follows ON rounds_clockfact;
DROP FUNCTION rounds_clockfact_follows();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('rounds', '0003_draw_orders'),
    ]

    operations = [
        migrations.CreateModel(
            name='ClockFact',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(choices=[('started', 'started'), ('paused', 'paused'), ('resumed', 'resumed'), ('extended', 'given more or less time'), ('ended', 'ended')], max_length=10)),
                ('at', models.DateTimeField()),
                ('seconds', models.IntegerField(blank=True, null=True)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='clock_facts', to='rounds.round')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('round', 'number'), name='clock_fact_number_once_in_a_round'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='clock_fact_numbers_from_1'), models.CheckConstraint(condition=models.Q(('kind__in', league.rounds.models.ClockKind)), name='clock_fact_of_a_known_kind'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'started'), ('seconds__gt', 0)), models.Q(('kind', 'extended'), ('seconds__isnull', False), models.Q(('seconds', 0), _negated=True)), models.Q(('kind__in', ['paused', 'resumed', 'ended']), ('seconds__isnull', True)), _connector='OR'), name='clock_fact_has_seconds_where_it_sets_the_clock')],
            },
        ),
        migrations.RunSQL(FACTS, FACTS_BACK),
    ]
