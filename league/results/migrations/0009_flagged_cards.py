"""An index for what is flagged: few of all card checks; made while the site goes on."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("results", "0008_plain_words")]

    operations = [
        AddIndexConcurrently(
            model_name="cardcheck",
            index=models.Index(
                condition=models.Q(accepted_at__isnull=True, fits=False),
                fields=["submission"],
                name="card_check_flagged",
            ),
        ),
    ]
