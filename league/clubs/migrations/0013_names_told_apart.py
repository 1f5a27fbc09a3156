"""What players of one name are told apart by, their family names, and how a club sorts them."""

from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models
from django.db.models import Q, Value
from django.db.models.functions import Concat


class Migration(migrations.Migration):
    dependencies = [("clubs", "0012_when_players_changed")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="names_sorted_by",
            field=models.CharField(
                choices=[
                    ("first", "by first name, as names are written"),
                    ("family", "by family name"),
                ],
                db_default="first",
                default="first",
                max_length=10,
                verbose_name="lists of players",
            ),
        ),
        AddConstraintNotValid(
            model_name="club",
            constraint=models.CheckConstraint(
                condition=Q(names_sorted_by__in=["first", "family"]), name="club_known_name_order"
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="family_name",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="Leave it empty to have it taken from the name.",
                max_length=120,
                verbose_name="family name",
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="told_apart_by",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text=(
                    "Only for two people of one name: a word or two that follow the name "
                    "everywhere in brackets, for example the town."
                ),
                max_length=30,
                verbose_name="told apart by",
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="namesake",
            field=models.PositiveSmallIntegerField(db_default=0, default=0, editable=False),
        ),
        AddConstraintNotValid(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=Q(told_apart_by="")
                | Q(name__endswith=Concat(Value(" ("), "told_apart_by", Value(")"))),
                name="player_is_told_apart_in_the_name",
            ),
        ),
    ]
