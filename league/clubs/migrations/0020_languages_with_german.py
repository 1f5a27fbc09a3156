from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models

LANGUAGES = [("de", "Deutsch"), ("en", "English"), ("ja", "日本語")]
CODES = [code for code, _name in LANGUAGES]


class Migration(migrations.Migration):
    dependencies = [("clubs", "0019_namesakes_by_the_index_of_names")]

    operations = [
        migrations.RemoveConstraint(model_name="club", name="club_known_language"),
        *(
            migrations.AlterField(
                model_name=model,
                name="language",
                field=models.CharField(
                    choices=LANGUAGES, default="en", max_length=5, verbose_name="language"
                ),
            )
            for model in ("club", "user")
        ),
        # what stands there is validated by the next migration, while others write
        AddConstraintNotValid(
            model_name="club",
            constraint=models.CheckConstraint(
                condition=models.Q(("language__in", CODES)), name="club_known_language"
            ),
        ),
    ]
