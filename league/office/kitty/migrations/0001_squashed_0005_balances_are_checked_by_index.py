"""The ledger of a club: lines sum to 0, nothing is changed or deleted, balances follow.

Words change only where a person is forgotten, amounts never; a kitty is deleted only with its club.
"""

import django.core.validators
import league.office.kitty.shares_field
import league.foundation.limits
import django.contrib.postgres.fields
import django.db.models.deletion
import league.office.kitty.models
from django.db import migrations, models

REFUSE_CHANGE_OF_LEDGER = """
CREATE FUNCTION refuse_change_of_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND is_erasing('club') THEN
        RETURN OLD;
    END IF;
    IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'kitty_transaction' AND is_erasing('words') THEN
        IF to_jsonb(NEW) - 'note' - 'actor_name' = to_jsonb(OLD) - 'note' - 'actor_name' THEN
            RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION 'the ledger is append-only: % refused', TG_OP
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_is_final';
END $$;
CREATE TRIGGER transaction_is_final BEFORE UPDATE OR DELETE ON kitty_transaction
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_ledger();
CREATE TRIGGER line_is_final BEFORE UPDATE OR DELETE ON kitty_line
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_ledger();
"""

# a plan that was made while the ledger was small is kept: it reads the index all the same
CHECK_TRANSACTION_BALANCES = """
CREATE FUNCTION check_transaction_balances() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
    wanted kitty_transaction%ROWTYPE;
    number_of_lines bigint;
    total numeric;
    in_one_kitty boolean;
BEGIN
    IF TG_TABLE_NAME = 'kitty_line' THEN
        SELECT * INTO wanted FROM kitty_transaction WHERE id = NEW.transaction_id;
    ELSE
        SELECT * INTO wanted FROM kitty_transaction WHERE id = NEW.id;
    END IF;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    SELECT count(*), coalesce(sum(line.amount), 0), bool_and(account.kitty_id = wanted.kitty_id)
        INTO number_of_lines, total, in_one_kitty
        FROM kitty_line line JOIN kitty_account account ON account.id = line.account_id
        WHERE line.transaction_id = wanted.id;
    IF total <> 0 OR number_of_lines <> wanted.line_count OR NOT in_one_kitty THEN
        RAISE EXCEPTION 'transaction % has % lines that sum to %, not % that sum to 0',
            wanted.id, number_of_lines, total, wanted.line_count
            USING ERRCODE = 'check_violation', CONSTRAINT = 'transaction_balances';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER transaction_balances AFTER INSERT ON kitty_transaction
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_transaction_balances();
CREATE CONSTRAINT TRIGGER line_balances AFTER INSERT ON kitty_line
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_transaction_balances();
"""

# one change of an account for all lines of a statement
ADD_LINE_TO_BALANCE = """
CREATE FUNCTION add_line_to_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE kitty_account SET balance = balance + added.amount
    FROM (
        SELECT account_id, sum(amount) AS amount FROM written GROUP BY account_id
        ORDER BY account_id
    ) added
    WHERE kitty_account.id = added.account_id;
    RETURN NULL;
END $$;
CREATE TRIGGER balance_follows_lines AFTER INSERT ON kitty_line
    REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION add_line_to_balance();
"""


class Migration(migrations.Migration):
    replaces = [('kitty', '0001_the_kitty_of_a_club'), ('kitty', '0002_the_ledger_balances_and_is_final'), ('kitty', '0003_events_charged_in_another_kitty'), ('kitty', '0004_balances_follow_a_statement'), ('kitty', '0005_balances_are_checked_by_index')]

    initial = True

    dependencies = [
        ('clubs', '0001_squashed_0021_validate_languages'),
        ('events', '0001_squashed_0019_events_coming_next'),
    ]

    operations = [
        migrations.CreateModel(
            name='Kitty',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('currency', models.CharField(max_length=3, verbose_name='currency')),
                ('is_on', models.BooleanField(default=True, verbose_name='the club keeps a kitty')),
                ('opened_on', models.DateField(editable=False)),
                ('last_number', models.PositiveBigIntegerField(default=0, editable=False)),
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='kitty', to='clubs.club')),
            ],
            options={
                'verbose_name_plural': 'kitties',
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('currency__regex', '^[A-Z]{3}$')), name='kitty_has_a_currency'),
                ],
            },
        ),
        migrations.CreateModel(
            name='EventAmounts',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('fee', models.BigIntegerField(default=0, verbose_name='fee for the event')),
                ('fee_per', models.CharField(choices=[('player', 'per player'), ('entry', 'per entry; its players share it')], default='player', max_length=10, verbose_name='the fee is')),
                ('set_amount', models.BigIntegerField(blank=True, help_text='Leave it empty to charge what the club usually charges. 0: nothing.', null=True, verbose_name='for each set')),
                ('pot_added', models.BigIntegerField(default=0, help_text='Besides the part of what is charged.', verbose_name='put into the pot')),
                ('pot_percent', models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MinValueValidator(0, 'This must be between 0 and 100.'), django.core.validators.MaxValueValidator(100, 'This must be between 0 and 100.')], verbose_name='percent of what is charged that goes into the pot')),
                ('prize_shares', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveIntegerField(), default=list, size=None, verbose_name='shares of the places')),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='amounts', to='events.event')),
            ],
            options={
                'verbose_name_plural': 'event amounts',
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('fee__gte', 0), models.Q(('set_amount__isnull', True), ('set_amount__gte', 0), _connector='OR'), ('pot_added__gte', 0)), name='event_amounts_not_below_nothing'),
                    models.CheckConstraint(condition=models.Q(('fee_per__in', league.office.kitty.models.FeePer)), name='event_amounts_known_fee'),
                    models.CheckConstraint(condition=models.Q(('pot_percent__lte', 100)), name='pot_has_at_most_all_of_it'),
                    models.CheckConstraint(condition=models.Q(('prize_shares__len__lte', 50)), name='prizes_for_so_many_places'),
                ],
            },
        ),
        migrations.CreateModel(
            name='EventCharges',
            fields=[
                ('wanted', models.BigIntegerField(default=0)),
                ('built', models.BigIntegerField(default=0)),
                ('wanted_at', models.DateTimeField(null=True)),
                ('built_at', models.DateTimeField(null=True)),
                ('taken_at', models.DateTimeField(null=True)),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='charges_state', serialize=False, to='events.event')),
                ('is_charged_elsewhere', models.BooleanField(db_default=False, default=False)),
            ],
            options={
                'verbose_name_plural': 'event charges',
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('built__lte', models.F('wanted'))), name='eventcharges_never_ahead_of_the_facts'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Account',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('cash', 'Cash'), ('player', 'Players'), ('fees', 'Fees'), ('sets', 'Sets'), ('income', 'Other income'), ('prizes', 'Prizes'), ('expenses', 'Expenses'), ('waived', 'Waived')], max_length=10)),
                ('balance', models.BigIntegerField(default=0, editable=False)),
                ('player', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='kitty_account', to='clubs.player')),
                ('kitty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='accounts', to='kitty.kitty')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('player__isnull', True)), fields=('kitty', 'kind'), name='account_of_a_kind_once'),
                    models.CheckConstraint(
                        condition=models.Q(models.Q(('kind', 'player'), ('player__isnull', False)), models.Q(('kind__in', ['cash', 'player', 'fees', 'sets', 'income', 'prizes', 'expenses', 'waived']), models.Q(('kind', 'player'), _negated=True), ('player__isnull', True)), _connector='OR'),
                        name='account_of_a_player_names_the_player',
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name='HouseAmounts',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('from_day', models.DateField(help_text='For evenings and events that begin on this day or later.', validators=[league.foundation.limits.check_year], verbose_name='from')),
                ('evening_fee', models.BigIntegerField(default=0, help_text='Charged to everybody who is ticked as present or plays. 0: nothing.', verbose_name='fee for an evening')),
                ('set_amount', models.BigIntegerField(default=0, help_text='Charged for each contract that failed, once its table is confirmed. 0: nothing.', verbose_name='for each set')),
                ('set_payer', models.CharField(choices=[('bidder', 'whoever bid; where nobody wrote that down, the side shares it'), ('side', 'each player of the side')], default='bidder', max_length=10, verbose_name='who pays for a set')),
                ('kitty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='house_amounts', to='kitty.kitty')),
            ],
            options={
                'verbose_name_plural': 'house amounts',
                'constraints': [
                    models.UniqueConstraint(fields=('kitty', 'from_day'), name='house_amounts_once_a_day'),
                    models.CheckConstraint(condition=models.Q(('evening_fee__gte', 0), ('set_amount__gte', 0)), name='house_amounts_not_below_nothing'),
                    models.CheckConstraint(condition=models.Q(('set_payer__in', league.office.kitty.models.SetPayer)), name='house_amounts_known_payer'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Transaction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveBigIntegerField()),
                (
                    'kind',
                    models.CharField(
                        choices=[
                            ('entry_fee', 'Fee for the event'),
                            ('evening_fee', 'Fee for the evening'),
                            ('set', 'Set'),
                            ('charge', 'Charged by hand'),
                            ('payment', 'Paid in'),
                            ('payout', 'Paid out'),
                            ('waiver', 'Waived'),
                            ('expense', 'Expense'),
                            ('income', 'Other income'),
                            ('prizes', 'Prizes'),
                            ('reversal', 'Reversal'),
                        ],
                        max_length=12,
                    ),
                ),
                ('day', models.DateField()),
                ('booked_at', models.DateTimeField()),
                ('event_number', models.BigIntegerField(null=True)),
                ('evening_number', models.BigIntegerField(null=True)),
                ('source', models.CharField(blank=True, max_length=60)),
                ('source_turn', models.PositiveIntegerField(default=0)),
                ('note', models.CharField(blank=True, max_length=200)),
                ('line_count', models.PositiveSmallIntegerField()),
                ('actor_user_id', models.BigIntegerField(null=True)),
                ('actor_name', models.CharField(blank=True, max_length=200)),
                ('kitty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='transactions', to='kitty.kitty')),
                ('reverses', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='reversed_by', to='kitty.transaction')),
            ],
            options={
                'indexes': [
                    models.Index(fields=['kitty', 'event_number', 'kind'], name='transaction_of_event'),
                    models.Index(fields=['kitty', 'evening_number', 'kind'], name='transaction_of_evening'),
                    models.Index(fields=['kitty', 'day', 'number'], name='transaction_by_day'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('kitty', 'number'), name='transaction_number_once'),
                    models.UniqueConstraint(condition=models.Q(('source', ''), _negated=True), fields=('kitty', 'source', 'source_turn'), name='transaction_follows_a_fact_once'),
                    models.CheckConstraint(condition=models.Q(('kind__in', league.office.kitty.models.TransactionKind)), name='transaction_known_kind'),
                    models.CheckConstraint(condition=models.Q(models.Q(('kind', 'reversal'), ('reverses__isnull', False)), models.Q(models.Q(('kind', 'reversal'), _negated=True), ('reverses__isnull', True)), _connector='OR'), name='reversal_names_what_it_reverses'),
                    models.CheckConstraint(condition=models.Q(('reverses__isnull', True), models.Q(('reverses', models.F('id')), _negated=True), _connector='OR'), name='reversal_is_of_another'),
                    models.CheckConstraint(condition=models.Q(('line_count__gte', 2)), name='transaction_has_two_lines_or_more'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Line',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('amount', models.BigIntegerField()),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='kitty.account')),
                ('transaction', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='kitty.transaction')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('transaction', 'account'), name='account_once_in_a_transaction'),
                    models.CheckConstraint(condition=models.Q(('amount', 0), _negated=True), name='line_moves_something'),
                ],
            },
        ),
        migrations.RunSQL(REFUSE_CHANGE_OF_LEDGER, "DROP FUNCTION refuse_change_of_ledger CASCADE"),
        migrations.RunSQL(CHECK_TRANSACTION_BALANCES, "DROP FUNCTION check_transaction_balances CASCADE"),
        migrations.RunSQL(ADD_LINE_TO_BALANCE, "DROP FUNCTION add_line_to_balance CASCADE"),
    ]
