"""Guests may pay another fee, for an evening and for an event."""

from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models

FEE = models.Q(guest_fee__isnull=True) | models.Q(guest_fee__gte=0)


class Migration(migrations.Migration):
    dependencies = [("kitty", "0001_squashed_0005_balances_are_checked_by_index")]

    operations = [
        *(
            migrations.AddField(
                model_name=model,
                name="guest_fee",
                field=models.BigIntegerField(blank=True, null=True, verbose_name="fee for guests"),
            )
            for model in ("eventamounts", "houseamounts")
        ),
        AddConstraintNotValid(
            model_name="eventamounts",
            constraint=models.CheckConstraint(
                condition=FEE, name="event_amounts_of_guests_not_below_nothing"
            ),
        ),
        AddConstraintNotValid(
            model_name="houseamounts",
            constraint=models.CheckConstraint(
                condition=FEE, name="house_amounts_of_guests_not_below_nothing"
            ),
        ),
    ]
