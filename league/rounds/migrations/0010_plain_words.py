"""Labels and messages in plainer words; nothing stored changes."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('rounds', '0009_format_until_drawn'),
    ]

    operations = [
        migrations.AlterField(
            model_name='placement',
            name='kind',
            field=models.CharField(choices=[('table', 'plays'), ('bye', 'bye'), ('sit_out', 'sits out'), ('absent', 'absent'), ('half_bye', 'half-point bye, asked for'), ('zero_bye', 'bye without points, asked for')], default='table', max_length=10),
        ),
        migrations.AlterField(
            model_name='round',
            name='deadline',
            field=models.DateTimeField(blank=True, null=True, verbose_name='deadline'),
        ),
    ]
