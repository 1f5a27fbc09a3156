"""The tables of seasons."""

from decimal import Decimal
import django.core.validators
import league.foundation.limits
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

# a key of two columns, which Django has not: a division belongs to the season of its row
DIVISION_OF_THE_SAME_SEASON = """
ALTER TABLE seasons_competitor ADD CONSTRAINT division_of_the_same_season
    FOREIGN KEY (season_id, division_id) REFERENCES seasons_division (season_id, id)
    DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE seasons_movedecision ADD CONSTRAINT move_to_the_same_season
    FOREIGN KEY (season_id, division_id) REFERENCES seasons_division (season_id, id)
    DEFERRABLE INITIALLY DEFERRED;
"""

# a key cannot say it: the event's season may change, and then it is of none of the divisions
CHECK_DIVISION_OF_EVENT = """
CREATE FUNCTION check_division_of_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM events_event event
        JOIN seasons_division division ON division.season_id = event.season_id
        WHERE event.id = NEW.event_id AND division.id = NEW.division_id
        FOR SHARE OF event;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'division % is not of the season of event %', NEW.division_id, NEW.event_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'division_of_the_season_of_the_event';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER division_of_the_season_of_the_event
    BEFORE INSERT OR UPDATE ON seasons_divisionevent
    FOR EACH ROW EXECUTE FUNCTION check_division_of_event();
"""

LEAVE_DIVISION_WITH_SEASON = """
CREATE FUNCTION leave_division_with_season() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM seasons_divisionevent WHERE event_id = NEW.id;
    RETURN NULL;
END $$;
CREATE TRIGGER event_leaves_division AFTER UPDATE OF season_id ON events_event
    FOR EACH ROW WHEN (OLD.season_id IS DISTINCT FROM NEW.season_id)
    EXECUTE FUNCTION leave_division_with_season();
"""


class Migration(migrations.Migration):
    replaces = [('seasons', '0001_tables'), ('seasons', '0002_events_of_a_division')]

    initial = True

    dependencies = [
        ('clubs', '0001_squashed_0021_validate_languages'),
        ('events', '0001_squashed_0019_events_coming_next'),
    ]

    operations = [
        migrations.CreateModel(
            name='Division',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('up', models.PositiveSmallIntegerField(default=0, verbose_name='go up')),
                ('down', models.PositiveSmallIntegerField(default=0, verbose_name='go down')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='divisions', to='events.season')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('season', 'number'), name='division_number_once_in_a_season'),
                    models.UniqueConstraint(fields=('season', 'name'), name='division_name_once_in_a_season'),
                    models.UniqueConstraint(fields=('season', 'id'), name='division_in_its_season'),
                    models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='division_has_a_name'),
                    models.CheckConstraint(condition=models.Q(('number__gt', 1), models.Q(('number', 1), ('up', 0)), _connector='OR'), name='nobody_goes_up_from_the_highest_division'),
                ],
            },
        ),
        migrations.CreateModel(
            name='OwnHandicap',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('from_day', models.DateField(validators=[league.foundation.limits.check_year], verbose_name='from')),
                (
                    'value',
                    models.DecimalField(
                        blank=True,
                        decimal_places=2,
                        help_text='Empty: it is calculated again from this day on.',
                        max_digits=8,
                        null=True,
                        validators=[django.core.validators.MinValueValidator(Decimal('-9999.99'), 'This must be between -9999.99 and 9999.99.'), django.core.validators.MaxValueValidator(Decimal('9999.99'), 'This must be between -9999.99 and 9999.99.')],
                        verbose_name='handicap',
                    ),
                ),
                ('reason', models.CharField(help_text='Players read it beside their handicap.', max_length=200, verbose_name='reason')),
                ('set_at', models.DateTimeField(editable=False)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player', verbose_name='player')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='own_handicaps', to='events.season')),
                ('set_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('season', 'player', 'from_day'), name='one_handicap_of_a_player_from_a_day'),
                    models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='own_handicap_has_a_reason'),
                ],
            },
        ),
        migrations.CreateModel(
            name='SeasonRules',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rules', models.JSONField(default=dict)),
                ('version', models.PositiveIntegerField(default=0)),
                ('copied_from', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='copied_to', to='events.season')),
                ('season', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='rules', to='events.season')),
            ],
            options={
                'verbose_name_plural': 'season rules',
            },
        ),
        migrations.CreateModel(
            name='SignedMoves',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64)),
                ('moves', models.JSONField()),
                ('signed_by_name', models.CharField(max_length=200)),
                ('signed_at', models.DateTimeField()),
                ('season', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='signed_moves', to='events.season')),
                ('signed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'signed moves',
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('digest', ''), _negated=True), name='signed_moves_name_a_draft'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Competitor',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=120)),
                ('name', models.CharField(blank=True, max_length=120)),
                ('is_guest', models.BooleanField(default=False)),
                ('has_withdrawn', models.BooleanField(default=False)),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='competitors', to='events.season')),
                ('division', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='competitors', to='seasons.division')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('season', 'key'), name='competitor_once_in_a_season'),
                    models.CheckConstraint(condition=models.Q(('key', ''), _negated=True), name='competitor_has_a_key'),
                    models.CheckConstraint(condition=models.Q(('is_guest', False), ('division__isnull', True), _connector='OR'), name='guest_is_in_no_division'),
                ],
            },
        ),
        migrations.CreateModel(
            name='DivisionEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='events', to='seasons.division')),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='of_division', to='events.event')),
            ],
        ),
        migrations.CreateModel(
            name='MoveDecision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=120)),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('division', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='seasons.division')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='move_decisions', to='events.season')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('season', 'key'), name='one_decision_on_a_move'),
                    models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='move_decision_has_a_reason'),
                ],
            },
        ),
        migrations.RunSQL(DIVISION_OF_THE_SAME_SEASON, migrations.RunSQL.noop),
        migrations.RunSQL(CHECK_DIVISION_OF_EVENT, "DROP FUNCTION check_division_of_event CASCADE"),
        migrations.RunSQL(LEAVE_DIVISION_WITH_SEASON, "DROP FUNCTION leave_division_with_season CASCADE"),
    ]
