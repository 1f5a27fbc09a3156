"""Guests may sign up without an account: a third way of entry."""

from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models

from league.play.events.models.events import EntryMode

SELF_ENTRY = ("self", "guests")


class Migration(migrations.Migration):
    dependencies = [("clubs", "0023_players_by_name_alike"), ("events", "0021_begins_at")]

    operations = [
        migrations.RemoveConstraint(model_name="event", name="event_self_entry_has_a_closing_date"),
        migrations.RemoveConstraint(model_name="event", name="event_known_entry_mode"),
        AddConstraintNotValid(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=~models.Q(entry_mode__in=SELF_ENTRY) | models.Q(entries_close_at__isnull=False),
                name="event_self_entry_has_a_closing_date",
                violation_error_message=("Players sign up themselves until a date: say when sign-up closes."),
            ),
        ),
        AddConstraintNotValid(
            model_name="event",
            constraint=models.CheckConstraint(condition=models.Q(entry_mode__in=EntryMode), name="event_known_entry_mode"),
        ),
    ]
