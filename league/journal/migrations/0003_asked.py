from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("journal", "0002_append_only")]

    operations = [
        migrations.CreateModel(
            name="Asked",
            fields=[
                (
                    "what",
                    models.CharField(max_length=60, primary_key=True, serialize=False),
                ),
                ("at", models.DateTimeField(null=True)),
            ],
            options={"verbose_name_plural": "asked"},
        ),
        # a mark that is lost in a crash costs a second delivery, which does nothing
        migrations.RunSQL(
            "ALTER TABLE journal_asked SET UNLOGGED",
            "ALTER TABLE journal_asked SET LOGGED",
        ),
    ]
