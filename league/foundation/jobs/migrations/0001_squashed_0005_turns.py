import django.db.models.deletion
from django.db import migrations, models



class Migration(migrations.Migration):

    replaces = [('orders', '0001_initial'), ('orders', '0002_files_of_orders'), ('orders', '0003_jobs'), ('orders', '0004_plain_words'), ('orders', '0005_turns')]

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Job',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20)),
                ('club_id', models.BigIntegerField()),
                ('subject_id', models.BigIntegerField()),
                ('state', models.CharField(choices=[('waiting', 'waiting for its turn'), ('running', 'in progress'), ('done', 'done'), ('refused', 'not done'), ('cancelled', 'cancelled')], default='waiting', max_length=10)),
                ('by_itself', models.BooleanField(default=False)),
                ('actor', models.JSONField(default=dict)),
                ('language', models.CharField(default='en', max_length=10)),
                ('asked_at', models.DateTimeField()),
                ('began_at', models.DateTimeField(blank=True, null=True)),
                ('heard_at', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('is_unwanted', models.BooleanField(default=False)),
                ('step', models.TextField(blank=True)),
                ('step_at', models.DateTimeField(blank=True, null=True)),
                ('done', models.PositiveIntegerField(default=0)),
                ('total', models.PositiveIntegerField(default=0)),
                ('result', models.JSONField(blank=True, default=dict)),
                ('apart', models.CharField(blank=True, default='', max_length=100)),
                ('data', models.JSONField(blank=True, default=dict)),
                ('sentence', models.TextField(blank=True)),
            ],
            options={
                'indexes': [
                    models.Index(fields=['club_id', '-asked_at'], name='order_of_a_club'),
                    models.Index(condition=models.Q(('state__in', ['waiting', 'running'])), fields=['asked_at'], name='order_unfinished'),
                ],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'running', 'done', 'refused', 'cancelled'])), name='order_known_state'),
                    models.CheckConstraint(condition=models.Q(('total', 0), ('done__lte', models.F('total')), _connector='OR'), name='order_no_more_done_than_there_is'),
                    models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('state__in', ['waiting', 'running'])), models.Q(('ended_at__isnull', False), ('state__in', ['done', 'refused', 'cancelled'])), _connector='OR'), name='order_over_has_an_end'),
                    models.CheckConstraint(condition=models.Q(models.Q(('state', 'running'), _negated=True), models.Q(('attempts__gte', 1), ('began_at__isnull', False), ('heard_at__isnull', False)), _connector='OR'), name='order_running_is_heard_of'),
                    models.UniqueConstraint(condition=models.Q(('state__in', ['waiting', 'running'])), fields=('kind', 'subject_id', 'by_itself', 'apart'), name='one_order_of_a_kind_at_a_time'),
                    models.CheckConstraint(condition=models.Q(models.Q(('state', 'refused'), _negated=True), models.Q(('sentence', ''), _negated=True), _connector='OR'), name='order_refused_with_a_sentence'),
                ],
                'db_table': 'orders_order',
            },
        ),
        migrations.CreateModel(
            name='Turn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('queue', models.CharField(max_length=20)),
                ('club_id', models.BigIntegerField()),
                ('at', models.DateTimeField()),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('queue', 'club_id'), name='turn_once_a_club'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Worker',
            fields=[
                ('name', models.CharField(max_length=20, primary_key=True, serialize=False)),
                ('heard_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='JobFile',
            fields=[
                ('user_id', models.BigIntegerField()),
                ('name', models.CharField(max_length=200)),
                ('content', models.BinaryField()),
                ('kept_until', models.DateTimeField()),
                ('job', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='file', serialize=False, to='orders.job')),
            ],
            options={
                'indexes': [
                    models.Index(fields=['kept_until'], name='order_file_kept_until'),
                ],
                'db_table': 'orders_orderfile',
            },
        ),
        ]
