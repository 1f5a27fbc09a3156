from django.db import models

from league.clubs.models import Club


class StruckDate(models.Model):
    """A date that everybody could read and that was taken back: calendars strike it.

    It says what was announced, for the event may be another one by now, or gone. It stands while
    the event does not: opened again, the event is announced again.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="struck_dates")
    season = models.ForeignKey(
        "events.Season", on_delete=models.SET_NULL, null=True, related_name="struck_dates"
    )
    event_number = models.BigIntegerField(unique=True)
    name = models.CharField(max_length=120)
    starts_on = models.DateField()
    struck_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(name="struck_date_has_a_name", condition=~models.Q(name=""))
        ]

    def __str__(self) -> str:
        return f"{self.name}, {self.starts_on}"
