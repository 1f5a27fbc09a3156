from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [("standings", "0010_entries_by_number")]

    operations = [
        migrations.RenameField("stagestandings", "pulse", "live_version"),
    ]
