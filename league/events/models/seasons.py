from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club


class Season(models.Model):
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("address"), max_length=60)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))

    class Meta:
        constraints = [
            models.UniqueConstraint(name="season_slug_once_in_a_club", fields=["club", "slug"]),
            models.CheckConstraint(
                name="season_ends_after_it_starts",
                condition=Q(ends_on__gte=F("starts_on")),
                violation_error_message=_("A season cannot end before it starts."),
            ),
        ]

    def __str__(self) -> str:
        return self.name
