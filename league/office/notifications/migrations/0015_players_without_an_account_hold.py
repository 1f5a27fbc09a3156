"""What the migration before demands is looked at in all rows, while the site goes on."""

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("notifications", "0014_players_without_an_account")]

    operations = [
        ValidateConstraint("notification", "notification_to_an_account_or_a_player"),
        migrations.RunSQL(
            "ALTER TABLE notifications_notification VALIDATE CONSTRAINT notification_of_a_player",
            migrations.RunSQL.noop,
        ),
    ]
