"""How long a club keeps what, when clubs and accounts close, and what was erased."""

from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0009_mails'),
    ]

    operations = [
        migrations.CreateModel(
            name='Erasure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('player', 'Player'), ('account', 'Account'), ('club', 'Club')], max_length=10)),
                ('subject_id', models.BigIntegerField()),
                ('subject_since', models.DateTimeField()),
                ('club_id', models.BigIntegerField(blank=True, null=True)),
                ('number', models.PositiveIntegerField(default=0)),
                ('clubs', models.JSONField(blank=True, default=list)),
                ('words', models.JSONField(blank=True, default=list)),
                ('erased_at', models.DateTimeField()),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.AddField(
            model_name='club',
            name='closes_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='club',
            name='keep_addresses_months',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='months for which addresses of former players are kept'),
        ),
        migrations.AddField(
            model_name='club',
            name='keep_devices_months',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='months for which the devices of submissions are kept'),
        ),
        migrations.AddField(
            model_name='club',
            name='keep_sign_ups_months',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='months for which sign-ups and invitations are kept'),
        ),
        migrations.AddField(
            model_name='user',
            name='closes_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        AddConstraintNotValid(
            model_name='club',
            constraint=models.CheckConstraint(condition=models.Q(('keep_addresses_months__isnull', True), models.Q(('keep_addresses_months__gte', 1), ('keep_addresses_months__lte', 120)), _connector='OR'), name='club_keep_addresses_months_from_1'),
        ),
        AddConstraintNotValid(
            model_name='club',
            constraint=models.CheckConstraint(condition=models.Q(('keep_sign_ups_months__isnull', True), models.Q(('keep_sign_ups_months__gte', 1), ('keep_sign_ups_months__lte', 120)), _connector='OR'), name='club_keep_sign_ups_months_from_1'),
        ),
        AddConstraintNotValid(
            model_name='club',
            constraint=models.CheckConstraint(condition=models.Q(('keep_devices_months__isnull', True), models.Q(('keep_devices_months__gte', 1), ('keep_devices_months__lte', 120)), _connector='OR'), name='club_keep_devices_months_from_1'),
        ),
        migrations.AddIndex(
            model_name='erasure',
            index=models.Index(condition=models.Q(('finished_at', None)), fields=['erased_at'], name='erasure_unfinished'),
        ),
        migrations.AddConstraint(
            model_name='erasure',
            constraint=models.UniqueConstraint(fields=('kind', 'subject_id', 'subject_since'), name='erased_once'),
        ),
        migrations.AddConstraint(
            model_name='erasure',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['player', 'account', 'club'])), name='erasure_of_a_known_kind'),
        ),
        migrations.AddConstraint(
            model_name='erasure',
            constraint=models.CheckConstraint(condition=models.Q(('finished_at', None), ('words', models.Value([], models.JSONField())), _connector='OR'), name='erasure_finished_without_words'),
        ),
        migrations.AddConstraint(
            model_name='erasure',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'player'), _negated=True), models.Q(('club_id__isnull', False), ('number__gte', 1)), _connector='OR'), name='erased_player_has_a_club_and_a_number'),
        ),
    ]
