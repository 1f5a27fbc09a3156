"""Prepared deals, which are committed to and stay as they were made."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

PREPARED_SET_IS_KEPT = """
CREATE FUNCTION prepared_set_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.stage_id, NEW.purpose, NEW.seed, NEW.commitment, NEW.created_at)
       IS DISTINCT FROM
       (OLD.stage_id, OLD.purpose, OLD.seed, OLD.commitment, OLD.created_at)
       OR NEW.deals < OLD.deals
       OR (OLD.released_at IS NOT NULL AND NEW.released_at IS DISTINCT FROM OLD.released_at)
    THEN
        RAISE EXCEPTION 'prepared set % is committed to: it stays as it was made', OLD.id
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'prepared_set_is_kept';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER prepared_set_is_kept BEFORE UPDATE ON prepared_preparedset
    FOR EACH ROW EXECUTE FUNCTION prepared_set_is_kept();
"""

# the text of a look at hidden cards may go; weekly deals have none
PREPARED_ROW_IS_KEPT = """
CREATE FUNCTION prepared_row_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF is_erasing('words')
       AND to_jsonb(NEW) - '{reason}'::text[]
           = to_jsonb(OLD) - '{reason}'::text[]
    THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'a row of % is a fact: it is never changed', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'prepared_row_is_kept';
END $$;
CREATE TRIGGER prepared_look_is_kept BEFORE UPDATE ON prepared_preparedlook
    FOR EACH ROW EXECUTE FUNCTION prepared_row_is_kept();
CREATE TRIGGER weekly_deal_is_kept BEFORE UPDATE ON prepared_weeklydeal
    FOR EACH ROW EXECUTE FUNCTION prepared_row_is_kept();
"""


class Migration(migrations.Migration):

    replaces = [('prepared', '0001_prepared_deals'), ('prepared', '0002_published_seeds_may_be_copied')]

    initial = True

    dependencies = [
        ('clubs', '0001_squashed_0021_validate_languages'),
        ('events', '0001_squashed_0019_events_coming_next'),
        ('games', '0001_squashed_0004_forms_are_checked'),
    ]

    operations = [
        migrations.CreateModel(
            name='PreparedSet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('variant', models.CharField(max_length=40)),
                ('preset', models.CharField(max_length=40)),
                ('options', models.JSONField(default=dict)),
                ('players', models.PositiveSmallIntegerField()),
                ('deals', models.PositiveSmallIntegerField(verbose_name='number of deals')),
                ('purpose', models.CharField(max_length=80)),
                ('seed', models.CharField(max_length=64)),
                ('commitment', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField()),
                ('released_at', models.DateTimeField(blank=True, null=True)),
                ('stage', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='prepared', to='events.stage')),
            ],
            options={
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('seed__regex', '^[0-9a-f]{64}$')), name='prepared_seed_is_a_seed'),
                    models.CheckConstraint(condition=models.Q(('commitment__regex', '^[0-9a-f]{64}$')), name='prepared_commitment_is_a_digest'),
                    models.CheckConstraint(condition=models.Q(('deals__gte', 1), ('deals__lte', 500)), name='prepared_1_to_500_deals'),
                    models.CheckConstraint(condition=models.Q(('players__gte', 2), ('players__lte', 8)), name='prepared_2_to_8_players'),
                    models.CheckConstraint(condition=models.Q(('released_at__isnull', True), ('released_at__gte', models.F('created_at')), _connector='OR'), name='prepared_released_after_it_was_made'),
                    models.UniqueConstraint(condition=models.Q(('released_at__isnull', True)), fields=('seed',), name='prepared_seed_once_while_it_is_secret'),
                ],
            },
        ),
        migrations.CreateModel(
            name='WeeklyDeal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('week', models.DateField()),
                ('variant', models.CharField(max_length=40)),
                ('preset', models.CharField(max_length=40)),
                ('players', models.PositiveSmallIntegerField()),
                ('purpose', models.CharField(max_length=80)),
                ('seed', models.CharField(max_length=64, unique=True)),
                ('commitment', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField()),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('week', 'variant'), name='one_deal_of_a_game_a_week'),
                    models.CheckConstraint(condition=models.Q(('week__week_day', 2)), name='week_begins_on_monday'),
                    models.CheckConstraint(condition=models.Q(('seed__regex', '^[0-9a-f]{64}$')), name='weekly_seed_is_a_seed'),
                    models.CheckConstraint(condition=models.Q(('commitment__regex', '^[0-9a-f]{64}$')), name='weekly_commitment_is_a_digest'),
                ],
            },
        ),
        migrations.CreateModel(
            name='PreparedLook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first', models.PositiveSmallIntegerField()),
                ('last', models.PositiveSmallIntegerField()),
                ('reason', models.CharField(max_length=200)),
                ('looked_at', models.DateTimeField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('prepared', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='looks', to='prepared.preparedset')),
            ],
            options={
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('first__gte', 1), ('last__gte', models.F('first'))), name='look_at_deals_in_order'),
                    models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='look_has_a_reason'),
                ],
            },
        ),
        migrations.CreateModel(
            name='WeeklyResult',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table_name', models.CharField(max_length=80)),
                ('entered_at', models.DateTimeField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='weekly_results', to='clubs.club')),
                ('deal', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='weekly_result', to='games.deal')),
                ('entered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('weekly', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='results', to='prepared.weeklydeal')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('weekly', 'club', 'table_name'), name='table_of_a_club_once_a_week'),
                    models.CheckConstraint(condition=models.Q(('table_name', ''), _negated=True), name='weekly_table_has_a_name'),
                ],
            },
        ),
            migrations.RunSQL(PREPARED_SET_IS_KEPT, "DROP FUNCTION prepared_set_is_kept CASCADE"),
        migrations.RunSQL(PREPARED_ROW_IS_KEPT, "DROP FUNCTION prepared_row_is_kept CASCADE"),
    ]
