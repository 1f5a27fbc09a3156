

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('orders', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='OrderFile',
            fields=[
                ('order', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='file', serialize=False, to='orders.order')),
                ('user_id', models.BigIntegerField()),
                ('name', models.CharField(max_length=200)),
                ('content', models.BinaryField()),
                ('kept_until', models.DateTimeField()),
            ],
            options={
                'indexes': [
                    models.Index(fields=['kept_until'], name='order_file_kept_until'),
                ],
            },
        ),
        migrations.RemoveConstraint(
            model_name='order',
            name='one_order_of_a_kind_at_a_time',
        ),
        migrations.AddField(
            model_name='order',
            name='apart',
            field=models.CharField(blank=True, default='', max_length=100),
        ),
        migrations.AddConstraint(
            model_name='order',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ['waiting', 'running'])), fields=('kind', 'subject_id', 'by_itself', 'apart'), name='one_order_of_a_kind_at_a_time'),
        ),
    ]
