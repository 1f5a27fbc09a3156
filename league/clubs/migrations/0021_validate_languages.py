from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("clubs", "0020_languages_with_german")]

    operations = [ValidateConstraint(model_name="club", name="club_known_language")]
