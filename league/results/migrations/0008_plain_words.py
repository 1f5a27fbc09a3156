"""Labels and messages in plainer words; nothing stored changes."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('results', '0007_begin_to_compare_cards'),
    ]

    operations = [
        migrations.AlterField(
            model_name='submission',
            name='state',
            field=models.CharField(choices=[('submitted', 'awaiting confirmation'), ('confirmed', 'confirmed'), ('disputed', 'disputed'), ('corrected', 'corrected'), ('void', 'taken back')], max_length=10),
        ),
    ]
