from django.db import migrations, models


class Migration(migrations.Migration):
    """Words of a state alone: nothing changes in the database."""

    dependencies = [("outlook", "0001_outlooks")]

    operations = []
