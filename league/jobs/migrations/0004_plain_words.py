"""Labels and messages in plainer words; nothing stored changes."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('orders', '0003_jobs'),
    ]

    operations = [
        migrations.AlterField(
            model_name='job',
            name='state',
            field=models.CharField(choices=[('waiting', 'waiting for its turn'), ('running', 'in progress'), ('done', 'done'), ('refused', 'not done'), ('cancelled', 'cancelled')], default='waiting', max_length=10),
        ),
    ]
