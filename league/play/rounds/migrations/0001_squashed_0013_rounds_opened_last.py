"""Rounds, tables and seats, which the database holds together."""

import django.db.models.deletion
import django.db.models.functions.datetime
import django.utils.timezone
import league.play.rounds.models
from django.conf import settings
from django.db import migrations, models

from league.foundation.row_changes import noting

# A seat and a placement repeat the round of their table, a seat the table of its placement, so that
# uniqueness can be a plain index; foreign keys over both columns keep the copies true.
TOGETHER = """
ALTER TABLE rounds_table ADD CONSTRAINT table_with_its_round UNIQUE (id, round_id);
ALTER TABLE rounds_placement ADD CONSTRAINT placement_with_its_table UNIQUE (id, table_id);
ALTER TABLE rounds_placement ADD CONSTRAINT placement_at_a_table_of_the_round
    FOREIGN KEY (table_id, round_id) REFERENCES rounds_table (id, round_id)
    DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE rounds_seat ADD CONSTRAINT seat_at_a_table_of_the_round
    FOREIGN KEY (table_id, round_id) REFERENCES rounds_table (id, round_id)
    DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE rounds_seat ADD CONSTRAINT seat_of_a_placement_at_the_table
    FOREIGN KEY (placement_id, table_id) REFERENCES rounds_placement (id, table_id)
    DEFERRABLE INITIALLY DEFERRED;
"""

# the clock's reminders look for rounds being played every few seconds
BY_DEADLINE = """
CREATE INDEX rounds_round_open_by_deadline
    ON rounds_round (deadline) WHERE state = 'open' AND deadline IS NOT NULL;
"""

ROUNDS_PLACEMENT_OF_EVENT = """
CREATE FUNCTION rounds_placement_of_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT event_id FROM events_entry WHERE id = NEW.entry_id) IS DISTINCT FROM
       (SELECT s.event_id FROM rounds_round r JOIN events_stage s ON s.id = r.stage_id
        WHERE r.id = NEW.round_id)
    THEN
        RAISE EXCEPTION 'entry % is of another event than round %', NEW.entry_id, NEW.round_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'placement_of_an_entry_of_the_event';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER placement_of_event BEFORE INSERT OR UPDATE OF entry_id, round_id
    ON rounds_placement FOR EACH ROW EXECUTE FUNCTION rounds_placement_of_event();
"""

ROUNDS_CLOCKFACT_FOLLOWS = """
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
"""

ROUNDS_CLOCKFACT_IS_KEPT = """
CREATE FUNCTION rounds_clockfact_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND is_erasing('club') THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'what happened to a clock is a fact: add to it'
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'clock_fact_is_kept';
END $$;
CREATE TRIGGER clockfact_is_kept BEFORE UPDATE OR DELETE ON rounds_clockfact
    FOR EACH ROW EXECUTE FUNCTION rounds_clockfact_is_kept();
"""

# once a statement: a draw writes the seats of all its tables
ROUNDS_SEATS_UPDATED = """
CREATE FUNCTION rounds_seats_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- a table made in the same transaction was noted already
    UPDATE rounds_table SET updated_at = clock_timestamp()
    WHERE id IN (SELECT table_id FROM changed) AND updated_at < now();
    RETURN NULL;
END $$;
CREATE TRIGGER seats_made AFTER INSERT ON rounds_seat
    REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION rounds_seats_updated();
CREATE TRIGGER seats_updated AFTER UPDATE ON rounds_seat
    REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION rounds_seats_updated();
CREATE TRIGGER seats_gone AFTER DELETE ON rounds_seat
    REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION rounds_seats_updated();
"""


class Migration(migrations.Migration):
    replaces = [
        ('rounds', '0001_initial'),
        ('rounds', '0002_agreeing'),
        ('rounds', '0003_draw_orders'),
        ('rounds', '0004_round_clock'),
        ('rounds', '0005_substitutes'),
        ('rounds', '0006_rooms'),
        ('rounds', '0007_byes_asked_for'),
        ('rounds', '0008_draws_are_orders'),
        ('rounds', '0009_format_until_drawn'),
        ('rounds', '0010_plain_words'),
        ('rounds', '0011_when_rounds_changed'),
        ('rounds', '0012_when_tables_changed'),
        ('rounds', '0013_rounds_opened_last'),
    ]

    initial = True

    dependencies = [
        ('clubs', '0001_squashed_0021_validate_languages'),
        ('events', '0001_squashed_0019_events_coming_next'),
    ]

    operations = [
        migrations.CreateModel(
            name='ByeRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveSmallIntegerField(verbose_name='round')),
                ('worth', models.CharField(choices=[('half', 'half a win'), ('zero', 'no points')], max_length=4, verbose_name='worth')),
                ('made_at', models.DateTimeField(editable=False)),
                ('taken_back_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='bye_requests', to='events.entry', verbose_name='who')),
                ('made_by', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bye_requests', to='events.stage')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('taken_back_at__isnull', True)), fields=('stage', 'entry', 'round_number'), name='bye_asked_for_once_a_round'),
                    models.CheckConstraint(condition=models.Q(('worth__in', league.play.rounds.models.ByeWorth)), name='bye_of_a_known_worth'),
                    models.CheckConstraint(condition=models.Q(('round_number__gte', 1)), name='bye_asked_for_from_round_1'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('state', models.CharField(choices=[('drawn', 'drawn, not yet shown'), ('open', 'being played'), ('closed', 'closed')], default='drawn', max_length=10, verbose_name='state')),
                ('deadline', models.DateTimeField(blank=True, null=True, verbose_name='deadline')),
                ('drawn_at', models.DateTimeField()),
                ('opened_at', models.DateTimeField(blank=True, null=True)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('drawing', models.JSONField(default=dict)),
                ('version', models.PositiveIntegerField(default=1)),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='events.stage')),
                ('updated_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), default=django.utils.timezone.now, editable=False)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('stage', 'number'), name='round_number_once_in_a_stage'),
                    models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='round_numbers_from_1'),
                    models.CheckConstraint(condition=models.Q(('state__in', league.play.rounds.models.RoundState)), name='round_known_state'),
                ],
                'indexes': [
                    models.Index(condition=models.Q(('state', 'open')), fields=['-opened_at', '-id'], name='round_opened_last'),
                ],
            },
        ),
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
                'constraints': [
                    models.UniqueConstraint(fields=('round', 'number'), name='clock_fact_number_once_in_a_round'),
                    models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='clock_fact_numbers_from_1'),
                    models.CheckConstraint(condition=models.Q(('kind__in', league.play.rounds.models.ClockKind)), name='clock_fact_of_a_known_kind'),
                    models.CheckConstraint(
                        condition=models.Q(models.Q(('kind', 'started'), ('seconds__gt', 0)), models.Q(('kind', 'extended'), ('seconds__isnull', False), models.Q(('seconds', 0), _negated=True)), models.Q(('kind__in', ['paused', 'resumed', 'ended']), ('seconds__isnull', True)), _connector='OR'),
                        name='clock_fact_has_seconds_where_it_sets_the_clock',
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('room', models.PositiveSmallIntegerField(choices=[(0, ''), (1, 'open room'), (2, 'closed room')], default=0)),
                ('deal_numbers', models.JSONField(blank=True, default=list)),
                ('first_dealer', models.PositiveSmallIntegerField(default=0)),
                ('link_number', models.PositiveIntegerField(default=1)),
                ('why', models.JSONField(blank=True, default=list)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='rounds.round')),
                ('updated_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), default=django.utils.timezone.now, editable=False)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('round', 'number', 'room'), name='table_number_once_in_a_round'),
                    models.CheckConstraint(condition=models.Q(('first_dealer__lt', 8)), name='table_first_dealer_is_a_seat'),
                    models.CheckConstraint(condition=models.Q(('room__in', [0, 1, 2])), name='table_known_room'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Placement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('table', 'plays'), ('bye', 'bye'), ('sit_out', 'sits out'), ('absent', 'absent'), ('half_bye', 'half-point bye, asked for'), ('zero_bye', 'bye without points, asked for')], default='table', max_length=10)),
                ('side', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('room', models.PositiveSmallIntegerField(choices=[(0, ''), (1, 'open room'), (2, 'closed room')], default=0)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='placements', to='events.entry')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='placements', to='rounds.round')),
                ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='placements', to='rounds.table')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('round', 'entry', 'room'), name='entry_once_in_a_round', violation_error_message='An entry can be at one table of a round only.'),
                    models.CheckConstraint(condition=models.Q(('side__isnull', True), ('side__lt', 8), _connector='OR'), name='placement_side_within_seats'),
                    models.CheckConstraint(condition=models.Q(('room', 0), models.Q(('kind', 'table'), ('room__in', [1, 2]), ('side__lt', 2)), _connector='OR'), name='placement_in_a_room_only_at_a_table'),
                    models.CheckConstraint(
                        condition=models.Q(models.Q(('kind', 'table'), ('side__isnull', False), ('table__isnull', False)), models.Q(('kind__in', ['bye', 'sit_out', 'absent', 'half_bye', 'zero_bye']), ('table__isnull', True), ('side__isnull', True)), _connector='OR'), name='placement_at_a_table_or_not_playing'
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('placement', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='rounds.placement')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='clubs.player')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='rounds.round')),
                ('stands_in_for', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='rounds.table')),
                ('is_substitute', models.BooleanField(default=False)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('table', 'number'), name='seat_taken_once'),
                    models.UniqueConstraint(condition=models.Q(('player__isnull', False)), fields=('round', 'player'), name='player_at_one_seat_of_a_round', violation_error_message='A player can sit at one table of a round only.'),
                    models.CheckConstraint(condition=models.Q(('number__lt', 8)), name='seat_0_to_7'),
                    models.CheckConstraint(condition=models.Q(models.Q(('is_substitute', False), ('stands_in_for__isnull', True)), models.Q(('is_substitute', True), ('player__isnull', False)), _connector='OR'), name='seat_of_a_substitute_is_taken'),
                ],
            },
        ),
        migrations.RunSQL(TOGETHER, migrations.RunSQL.noop),
        migrations.RunSQL(BY_DEADLINE, migrations.RunSQL.noop),
        migrations.RunSQL(ROUNDS_PLACEMENT_OF_EVENT, "DROP FUNCTION rounds_placement_of_event CASCADE"),
        migrations.RunSQL(ROUNDS_CLOCKFACT_FOLLOWS, "DROP FUNCTION rounds_clockfact_follows CASCADE"),
        migrations.RunSQL(ROUNDS_CLOCKFACT_IS_KEPT, "DROP FUNCTION rounds_clockfact_is_kept CASCADE"),
        migrations.RunSQL(*noting("rounds_round", "round")),
        migrations.RunSQL(*noting("rounds_table", "table")),
        migrations.RunSQL(ROUNDS_SEATS_UPDATED, "DROP FUNCTION rounds_seats_updated CASCADE"),
    ]
