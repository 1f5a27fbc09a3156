from django.db import migrations


def know_reader(apps, schema_editor):
    """Have everything kept for the new reader from now on: it tells nobody of what was before."""
    Reader = apps.get_model("journal", "Reader")
    Reader.objects.get_or_create(name="webhooks", defaults={"is_owed_history": False})


def forget_reader(apps, schema_editor):
    apps.get_model("journal", "Reader").objects.filter(name="webhooks").delete()
    apps.get_model("journal", "Undelivered").objects.filter(reader="webhooks").delete()


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("webhooks", "0001_webhooks_messages_and_changes"),
        ("journal", "0005_delivered_by_what_waits"),
    ]

    operations = [
        migrations.RunSQL(
            "CREATE SEQUENCE IF NOT EXISTS webhooks_change_position",
            "DROP SEQUENCE webhooks_change_position",
        ),
        migrations.RunPython(know_reader, forget_reader),
    ]
