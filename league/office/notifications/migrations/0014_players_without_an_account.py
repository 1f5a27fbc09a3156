"""Notifications may be for players who have no account but an address; the site goes on."""

import django.db.models.deletion
from django.conf import settings
from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models

TO_ONE_OF_THEM = models.Q(user__isnull=False, player__isnull=True) | models.Q(
    user__isnull=True, player__isnull=False
)
TABLE = "ALTER TABLE notifications_notification"
COLUMN = f"{TABLE} ADD COLUMN player_id bigint NULL"
FOREIGN_KEY = (
    f"{TABLE} ADD CONSTRAINT notification_of_a_player FOREIGN KEY (player_id)"
    " REFERENCES clubs_player (id) DEFERRABLE INITIALLY DEFERRED NOT VALID"
)
INDEX = (
    "CREATE UNIQUE INDEX CONCURRENTLY notification_once_to_a_player"
    " ON notifications_notification (player_id, what, about, subject, version)"
    " WHERE player_id IS NOT NULL"
)


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("clubs", "0025_mails_and_guests"),
        ("notifications", "0013_deliveries_are_in_the_outbox"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddField(
                    model_name="notification",
                    name="player",
                    field=models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notifications",
                        to="clubs.player",
                    ),
                ),
            ],
            database_operations=[
                migrations.RunSQL(COLUMN, f"{TABLE} DROP COLUMN player_id"),
                migrations.RunSQL(FOREIGN_KEY, migrations.RunSQL.noop),
            ],
        ),
        # by hand: Django would drop the foreign key, and look at all rows to add it again
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="notification",
                    name="user",
                    field=models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notifications",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            database_operations=[
                migrations.RunSQL(
                    f"{TABLE} ALTER COLUMN user_id DROP NOT NULL", migrations.RunSQL.noop
                )
            ],
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddConstraint(
                    model_name="notification",
                    constraint=models.UniqueConstraint(
                        condition=models.Q(player__isnull=False),
                        fields=("player", "what", "about", "subject", "version"),
                        name="notification_once_to_a_player",
                    ),
                ),
            ],
            database_operations=[
                migrations.RunSQL(INDEX, "DROP INDEX notification_once_to_a_player")
            ],
        ),
        AddConstraintNotValid(
            model_name="notification",
            constraint=models.CheckConstraint(
                condition=TO_ONE_OF_THEM, name="notification_to_an_account_or_a_player"
            ),
        ),
    ]
