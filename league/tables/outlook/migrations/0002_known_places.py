from django.db import migrations


class Migration(migrations.Migration):
    """Words of a state alone: nothing changes in the database."""

    dependencies = [("outlook", "0001_outlooks")]

    operations = []
