"""The version of pages of no club is read from sixteen rows, and not from one of each club."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('journal', '0010_club_versions'),
    ]

    operations = [
        migrations.CreateModel(
            name='SiteVersion',
            fields=[
                ('id', models.PositiveSmallIntegerField(primary_key=True, serialize=False)),
                ('number', models.BigIntegerField(default=0)),
            ],
        ),
    ]
