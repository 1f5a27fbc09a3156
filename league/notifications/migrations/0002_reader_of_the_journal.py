"""The journal's reader "notifications" is known to the database; nobody is told of history."""

from django.db import migrations


def know_reader(apps, schema_editor):
    """Have everything kept for the new reader from now on: it tells nobody of what was before."""
    Reader = apps.get_model("journal", "Reader")
    Reader.objects.get_or_create(name="notifications", defaults={"is_owed_history": False})


def forget_reader(apps, schema_editor):
    apps.get_model("journal", "Reader").objects.filter(name="notifications").delete()
    apps.get_model("journal", "Undelivered").objects.filter(reader="notifications").delete()


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("notifications", "0001_preferences_notifications_and_phones"),
        ("journal", "0005_delivered_by_what_waits"),
    ]

    operations = [migrations.RunPython(know_reader, forget_reader)]
