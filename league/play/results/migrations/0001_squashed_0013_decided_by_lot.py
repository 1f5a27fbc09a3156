"""What was submitted is never rewritten, and what belongs together agrees.

A submission's state moves on; what it says never changes, and no row is deleted.
"""

from decimal import Decimal
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.datetime
import django.utils.timezone
import league.play.results.models
from django.conf import settings
from django.db import migrations, models

from league.foundation.row_changes import noting

TOGETHER = """
ALTER TABLE results_tableresult ADD CONSTRAINT table_result_of_the_round
    FOREIGN KEY (table_id, round_id) REFERENCES rounds_table (id, round_id)
    DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE results_submission ADD CONSTRAINT submission_with_its_table UNIQUE (id, table_id);
ALTER TABLE results_submission ADD CONSTRAINT submission_replaces_one_of_its_table
    FOREIGN KEY (replaces_id, table_id) REFERENCES results_submission (id, table_id)
    DEFERRABLE INITIALLY DEFERRED;
"""

RESULTS_SUBMISSION_IS_KEPT = """
CREATE FUNCTION results_submission_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF is_erasing('club') THEN RETURN OLD; END IF;
        RAISE EXCEPTION 'submissions are never deleted: strike the deal out instead'
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'submission_is_kept';
    END IF;
    IF (NEW.table_id, NEW.number, NEW.deal_id, NEW.key, NEW.by_side, NEW.replaces_id,
        NEW.submitted_at)
       IS DISTINCT FROM
       (OLD.table_id, OLD.number, OLD.deal_id, OLD.key, OLD.by_side, OLD.replaces_id,
        OLD.submitted_at)
       OR (NEW.by_name IS DISTINCT FROM OLD.by_name AND NOT is_erasing('words'))
    THEN
        RAISE EXCEPTION 'submission % is a fact: a correction is a new one', OLD.id
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'submission_is_kept';
    END IF;
    IF OLD.state IN ('corrected', 'void') AND NEW.state <> OLD.state THEN
        RAISE EXCEPTION 'submission % is %: it cannot count again', OLD.id, OLD.state
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'submission_is_kept';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER submission_is_kept BEFORE UPDATE OR DELETE ON results_submission
    FOR EACH ROW EXECUTE FUNCTION results_submission_is_kept();
"""

RESULTS_CONFIRMATION_BY_ANOTHER = """
CREATE FUNCTION results_confirmation_by_another() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT by_side FROM results_submission WHERE id = NEW.submission_id) = NEW.side THEN
        RAISE EXCEPTION 'side % told submission % itself', NEW.side, NEW.submission_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'confirmation_by_another_side';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER confirmation_by_another BEFORE INSERT OR UPDATE ON results_confirmation
    FOR EACH ROW EXECUTE FUNCTION results_confirmation_by_another();
"""

RESULTS_ADJUSTMENT_IN_EVENT = """
CREATE FUNCTION results_adjustment_in_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT event_id FROM events_entry WHERE id = NEW.entry_id) IS DISTINCT FROM
       (SELECT event_id FROM events_stage WHERE id = NEW.stage_id)
       OR (NEW.round_id IS NOT NULL AND
           (SELECT stage_id FROM rounds_round WHERE id = NEW.round_id)
           IS DISTINCT FROM NEW.stage_id)
    THEN
        RAISE EXCEPTION 'the entry or the round is of another event than stage %', NEW.stage_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'adjustment_in_its_event';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER adjustment_in_event BEFORE INSERT OR UPDATE OF entry_id, stage_id, round_id
    ON results_adjustment FOR EACH ROW EXECUTE FUNCTION results_adjustment_in_event();
"""


class Migration(migrations.Migration):
    replaces = [
        ('results', '0001_initial'),
        ('results', '0002_facts_are_kept'),
        ('results', '0003_decided_winner'),
        ('results', '0004_forfeits'),
        ('results', '0005_dispute_keys'),
        ('results', '0006_cards_are_checked_afterwards'),
        ('results', '0007_begin_to_compare_cards'),
        ('results', '0008_plain_words'),
        ('results', '0009_flagged_cards'),
        ('results', '0010_final_scores'),
        ('results', '0011_final_scores_are_checked'),
        ('results', '0012_when_results_of_tables_changed'),
        ('results', '0013_decided_by_lot'),
    ]

    initial = True

    dependencies = [
        ('clubs', '0001_squashed_0021_validate_languages'),
        ('events', '0001_squashed_0019_events_coming_next'),
        ('games', '0001_squashed_0004_forms_are_checked'),
        ('rounds', '0001_squashed_0013_rounds_opened_last'),
    ]

    operations = [
        migrations.CreateModel(
            name='Adjustment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('penalty', 'penalty'), ('award', 'award')], max_length=10, verbose_name='what')),
                (
                    'points',
                    models.DecimalField(
                        decimal_places=2,
                        help_text='A number above 0; a penalty is deducted.',
                        max_digits=10,
                        validators=[django.core.validators.MinValueValidator(Decimal('0.01'), 'This must be between 0.01 and 1000000.'), django.core.validators.MaxValueValidator(Decimal('1000000'), 'This must be between 0.01 and 1000000.')],
                        verbose_name='points',
                    ),
                ),
                ('reason', models.CharField(help_text='Everybody who sees the standings can read it.', max_length=300, verbose_name='why')),
                ('made_at', models.DateTimeField(editable=False)),
                ('key', models.UUIDField(unique=True)),
                ('revoked_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='adjustments', to='events.entry', verbose_name='who')),
                ('made_by', models.ForeignKey(editable=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('revoked_by', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('round', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='adjustments', to='rounds.round', verbose_name='round')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='adjustments', to='events.stage')),
            ],
            options={
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('points__gt', 0)), name='adjustment_points_are_positive'),
                    models.CheckConstraint(condition=models.Q(models.Q(('revoked_at__isnull', True), ('revoked_by__isnull', True)), models.Q(('revoked_at__isnull', False), ('revoked_by__isnull', False)), _connector='OR'), name='adjustment_revoked_by_somebody'),
                    models.CheckConstraint(condition=models.Q(('kind__in', league.play.results.models.AdjustmentKind)), name='adjustment_known_kind'),
                    models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='adjustment_has_a_reason'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Submission',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('state', models.CharField(choices=[('submitted', 'awaiting confirmation'), ('confirmed', 'confirmed'), ('disputed', 'disputed'), ('corrected', 'corrected'), ('void', 'taken back')], max_length=10)),
                ('key', models.UUIDField()),
                ('by_side', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('by_name', models.CharField(max_length=120)),
                ('device', models.CharField(blank=True, max_length=40)),
                ('reason', models.CharField(blank=True, max_length=300)),
                ('submitted_at', models.DateTimeField()),
                ('confirmed_at', models.DateTimeField(blank=True, null=True)),
                ('by_user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('deal', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='submission', to='games.deal')),
                ('replaces', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='replacements', to='results.submission')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='submissions', to='rounds.table')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('state__in', ['submitted', 'confirmed'])), fields=('table', 'number'), name='one_result_of_a_deal_counts'),
                    models.UniqueConstraint(fields=('table', 'key'), name='submission_key_once_at_a_table'),
                    models.CheckConstraint(condition=models.Q(('state__in', league.play.results.models.SubmissionState)), name='submission_known_state'),
                    models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='submission_numbers_from_1'),
                    models.CheckConstraint(condition=models.Q(models.Q(('state', 'confirmed'), _negated=True), ('confirmed_at__isnull', False), _connector='OR'), name='submission_confirmed_has_its_time'),
                ],
            },
        ),
        migrations.CreateModel(
            name='TableResult',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('waiting', 'no deal yet'), ('playing', 'playing'), ('entered', 'all deals entered, not yet confirmed'), ('disputed', 'disputed'), ('confirmed', 'confirmed')], default='waiting', max_length=10)),
                ('totals', models.JSONField(default=list)),
                ('winner', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('deals', models.PositiveSmallIntegerField(default=0)),
                ('deals_unconfirmed', models.PositiveSmallIntegerField(default=0)),
                ('is_complete', models.BooleanField(default=False)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('awarded', models.JSONField(blank=True, null=True)),
                ('award_reason', models.CharField(blank=True, max_length=300)),
                ('version', models.PositiveIntegerField(default=0)),
                ('changed_at', models.DateTimeField(blank=True, null=True)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='results', to='rounds.round')),
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='result', to='rounds.table')),
                ('decided', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('decided_reason', models.CharField(blank=True, db_default='', max_length=300)),
                ('forfeit', models.PositiveSmallIntegerField(blank=True, choices=[(0, 'the first side did not come'), (1, 'the second side did not come'), (2, 'neither side came')], null=True)),
                ('final_scores', models.PositiveSmallIntegerField(db_default=0, default=0)),
                ('updated_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), default=django.utils.timezone.now, editable=False)),
                ('decided_by_lot', models.BooleanField(db_default=False, default=False)),
            ],
            options={
                'indexes': [
                    models.Index(fields=['round', 'state'], name='table_result_of_a_round'),
                ],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('state__in', league.play.results.models.TableState)), name='table_result_known_state'),
                    models.CheckConstraint(condition=models.Q(('decided__isnull', True), models.Q(('decided_reason', ''), _negated=True), _connector='OR'), name='table_decision_has_a_reason'),
                    models.CheckConstraint(condition=models.Q(('awarded__isnull', True), models.Q(('award_reason', ''), _negated=True), ('forfeit__isnull', False), _connector='OR'), name='table_award_has_a_reason'),
                    models.CheckConstraint(condition=models.Q(('forfeit__isnull', True), models.Q(('awarded', models.Value([0, 0], models.JSONField())), ('forfeit__in', [0, 1, 2])), _connector='OR'), name='table_forfeit_gives_no_points'),
                    models.CheckConstraint(condition=models.Q(('final_scores', 0), ('deals', 0), _connector='OR'), name='table_has_deals_or_final_scores'),
                ],
            },
        ),
        migrations.CreateModel(
            name='CardCheck',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('fits', models.BooleanField()),
                ('checked_at', models.DateTimeField()),
                ('accepted_at', models.DateTimeField(blank=True, null=True)),
                ('accepted_reason', models.CharField(blank=True, max_length=300)),
                ('accepted_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('submission', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='card_check', to='results.submission')),
            ],
            options={
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('accepted_at__isnull', True), ('fits', False), _connector='OR'), name='only_flagged_cards_are_accepted'),
                    models.CheckConstraint(
                        condition=models.Q(models.Q(('accepted_at__isnull', True), ('accepted_by__isnull', True), ('accepted_reason', '')), models.Q(('accepted_at__isnull', False), ('accepted_by__isnull', False), models.Q(('accepted_reason', ''), _negated=True)), _connector='OR'),
                        name='cards_accepted_by_somebody_for_a_reason',
                    ),
                ],
                'indexes': [
                    models.Index(condition=models.Q(('accepted_at__isnull', True), ('fits', False)), fields=['submission'], name='card_check_flagged'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Confirmation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('side', models.PositiveSmallIntegerField()),
                ('by_name', models.CharField(max_length=120)),
                ('device', models.CharField(blank=True, max_length=40)),
                ('key', models.UUIDField(blank=True, null=True)),
                ('confirmed_at', models.DateTimeField()),
                ('submission', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='confirmations', to='results.submission')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('submission', 'side'), name='side_confirms_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Dispute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('by_side', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('by_name', models.CharField(max_length=120)),
                ('reason', models.CharField(blank=True, max_length=300)),
                ('opened_at', models.DateTimeField()),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
                ('settlement', models.CharField(blank=True, max_length=300)),
                ('settled_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('rival', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='results.submission')),
                ('submission', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='disputes', to='results.submission')),
                ('key', models.UUIDField(blank=True, null=True)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('settled_at__isnull', True)), fields=('submission',), name='one_open_dispute_of_a_submission'),
                    models.CheckConstraint(condition=models.Q(models.Q(('reason', ''), _negated=True), ('rival__isnull', False), _connector='OR'), name='dispute_has_a_reason_or_a_rival'),
                    models.CheckConstraint(condition=models.Q(('rival__isnull', True), models.Q(('rival', models.F('submission')), _negated=True), _connector='OR'), name='dispute_is_not_its_own_rival'),
                    models.UniqueConstraint(fields=('submission', 'key'), name='key_of_a_dispute_is_used_once'),
                ],
            },
        ),
        migrations.RunSQL(TOGETHER, migrations.RunSQL.noop),
        migrations.RunSQL(RESULTS_SUBMISSION_IS_KEPT, "DROP FUNCTION results_submission_is_kept CASCADE"),
        migrations.RunSQL(RESULTS_CONFIRMATION_BY_ANOTHER, "DROP FUNCTION results_confirmation_by_another CASCADE"),
        migrations.RunSQL(RESULTS_ADJUSTMENT_IN_EVENT, "DROP FUNCTION results_adjustment_in_event CASCADE"),
        migrations.RunSQL(*noting("results_tableresult", "table_result")),
    ]
