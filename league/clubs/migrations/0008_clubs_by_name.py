"""An index for the list of clubs; made while the site goes on."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("clubs", "0007_api_tokens")]

    operations = [
        AddIndexConcurrently(
            model_name="club",
            index=models.Index(fields=["name", "id"], name="club_by_name"),
        ),
    ]
