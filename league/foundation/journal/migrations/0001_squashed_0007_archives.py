"""The journal: what happened is final, and is delivered by what waits."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

# a mark that is lost in a crash costs a second delivery, which does nothing
UNLOGGED = """
ALTER TABLE journal_asked SET UNLOGGED;
"""

# rows come and go: cleaned early, whatever the size of the journal is
CLEANED_EARLY = """
ALTER TABLE journal_undelivered SET (
    autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
    autovacuum_vacuum_insert_threshold = -1
);
"""

REFUSE_CHANGE_OF_HAPPENING = """
CREATE FUNCTION refuse_change_of_happening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND is_erasing('club') THEN
        RETURN OLD;
    END IF;
    IF TG_OP = 'DELETE' THEN
        IF EXISTS (
            SELECT FROM journal_archive WHERE state = 'checked'
                AND OLD.id BETWEEN first_id AND last_id AND kinds ? OLD.kind
        ) THEN
            RETURN OLD;
        END IF;
    END IF;
    IF TG_OP = 'UPDATE' AND is_erasing('words') THEN
        IF (NEW.id, NEW.at, NEW.kind, NEW.club_id, NEW.event_id, NEW.stage_id, NEW.subject_type,
            NEW.subject_id, NEW.actor_user_id, NEW.via, shape_of_json(NEW.data))
           IS NOT DISTINCT FROM
           (OLD.id, OLD.at, OLD.kind, OLD.club_id, OLD.event_id, OLD.stage_id, OLD.subject_type,
            OLD.subject_id, OLD.actor_user_id, OLD.via, shape_of_json(OLD.data))
        THEN
            RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION 'the journal is append-only: % refused', TG_OP
        USING ERRCODE = 'check_violation', CONSTRAINT = 'happening_is_final';
END $$;
CREATE TRIGGER happening_is_final BEFORE UPDATE OR DELETE ON journal_happening
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_happening();
CREATE TRIGGER journal_is_not_emptied BEFORE TRUNCATE ON journal_happening
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_happening();
"""

# as a trigger: whatever is written into the journal, by whichever release, is delivered. A dump
# that is loaded row by row may bring the row for all with it
QUEUE_HAPPENINGS = """
CREATE FUNCTION queue_happenings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO journal_undelivered (happening_id) SELECT id FROM written ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE TRIGGER happening_is_queued AFTER INSERT ON journal_happening
    REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION queue_happenings();
"""


class Migration(migrations.Migration):

    replaces = [('journal', '0001_initial'), ('journal', '0002_append_only'), ('journal', '0003_asked'), ('journal', '0004_undelivered'), ('journal', '0005_delivered_by_what_waits'), ('journal', '0006_partitioned'), ('journal', '0007_archives')]

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Archive',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('begun', 'Begun'), ('checked', 'Checked'), ('done', 'Done')], default='begun', max_length=10)),
                ('begun_at', models.DateTimeField()),
                ('before', models.DateTimeField()),
                ('first_id', models.BigIntegerField()),
                ('last_id', models.BigIntegerField()),
                ('kinds', models.JSONField(default=list)),
                ('happenings', models.PositiveIntegerField(default=0)),
                ('bytes', models.PositiveBigIntegerField(default=0)),
                ('digest', models.CharField(default='', max_length=64)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('state', 'begun')), fields=('state',), name='archive_one_is_begun'),
                    models.CheckConstraint(condition=models.Q(models.Q(('digest', ''), ('happenings', 0), ('state', 'begun')), models.Q(('digest__regex', '^[0-9a-f]{64}$'), ('happenings__gt', 0), ('state__in', ['checked', 'done'])), _connector='OR'), name='archive_is_checked_with_its_digest'),
                    models.CheckConstraint(condition=models.Q(('first_id__lte', models.F('last_id'))), name='archive_first_before_last'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Asked',
            fields=[
                ('what', models.CharField(max_length=60, primary_key=True, serialize=False)),
                ('at', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name_plural': 'asked',
            },
        ),
        migrations.CreateModel(
            name='Happening',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('kind', models.CharField(max_length=60)),
                ('club_id', models.BigIntegerField(null=True)),
                ('event_id', models.BigIntegerField(null=True)),
                ('stage_id', models.BigIntegerField(null=True)),
                ('subject_type', models.CharField(max_length=40)),
                ('subject_id', models.BigIntegerField(null=True)),
                ('actor_user_id', models.BigIntegerField(null=True)),
                ('actor_name', models.CharField(max_length=200)),
                ('via', models.CharField(max_length=10)),
                ('data', models.JSONField(default=dict)),
            ],
            options={
                'indexes': [
                    models.Index(fields=['club_id', '-id'], name='happening_of_club'),
                    models.Index(fields=['event_id', '-id'], name='happening_of_event'),
                    models.Index(fields=['subject_type', 'subject_id', 'id'], name='happening_of_subject'),
                ],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('via__in', ['desk', 'table', 'api', 'public', 'system'])), name='happening_via_a_known_face'),
                    models.CheckConstraint(condition=models.Q(('kind', models.Value('')), _negated=True), name='happening_has_a_kind'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Reader',
            fields=[
                ('name', models.CharField(max_length=60, primary_key=True, serialize=False)),
                ('is_owed_history', models.BooleanField(db_default=False)),
            ],
        ),
        migrations.CreateModel(
            name='Undelivered',
            fields=[
                ('pk', models.CompositePrimaryKey('reader', 'happening_id', blank=True, editable=False, primary_key=True, serialize=False)),
                ('reader', models.CharField(db_default='', max_length=60)),
                ('since', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('tries', models.PositiveSmallIntegerField(db_default=0)),
                ('due_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('happening', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='journal.happening')),
            ],
            options={
                'verbose_name_plural': 'undelivered',
            },
        ),
            migrations.RunSQL(UNLOGGED, migrations.RunSQL.noop),
        migrations.RunSQL(CLEANED_EARLY, migrations.RunSQL.noop),
        migrations.RunSQL(REFUSE_CHANGE_OF_HAPPENING, "DROP FUNCTION refuse_change_of_happening CASCADE"),
        migrations.RunSQL(QUEUE_HAPPENINGS, "DROP FUNCTION queue_happenings CASCADE"),
    ]
