"""Players asked to take a seat for a round, and what they answered."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ('clubs', '0001_squashed_0021_validate_languages'),
        ('rounds', '0001_squashed_0013_rounds_opened_last'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='StandInRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('asked_at', models.DateTimeField()),
                ('state', models.CharField(choices=[('open', 'waits for somebody who accepts'), ('found', 'somebody accepted'), ('taken_back', 'taken back')], default='open', max_length=10)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('absent', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                ('asked_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stand_in_requests', to='rounds.seat')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('seat',), name='stand_in_asked_for_once_at_a_time'),
                    models.CheckConstraint(condition=models.Q(('state__in', ['open', 'found', 'taken_back'])), name='stand_in_request_of_a_known_state'),
                    models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('state', 'open')), models.Q(models.Q(('state', 'open'), _negated=True), ('ended_at__gte', models.F('asked_at'))), _connector='OR'), name='stand_in_request_has_an_end_unless_open'),
                ]
            },
        ),
        migrations.CreateModel(
            name='AskedPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('answer', models.CharField(choices=[('waiting', 'has not answered'), ('accepted', 'accepted'), ('declined', 'declined')], default='waiting', max_length=10)),
                ('asked_at', models.DateTimeField()),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='asked_to_stand_in', to='clubs.player')),
                ('request', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='asked', to='stand_ins.standinrequest')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('request', 'player'), name='stand_in_asked_once'),
                    models.UniqueConstraint(condition=models.Q(('answer', 'accepted')), fields=('request',), name='stand_in_accepted_by_one'),
                    models.CheckConstraint(condition=models.Q(('answer__in', ['waiting', 'accepted', 'declined'])), name='stand_in_answer_is_known'),
                    models.CheckConstraint(condition=models.Q(models.Q(('answer', 'waiting'), ('answered_at__isnull', True)), models.Q(models.Q(('answer', 'waiting'), _negated=True), ('answered_at__gte', models.F('asked_at'))), _connector='OR'), name='stand_in_answered_when_it_has_an_answer'),
                ]
            },
        ),
    ]
