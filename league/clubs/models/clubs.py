"""Clubs, and the people with a role in them."""

from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models.accounts import LANGUAGES, User
from league.clubs.models.look import LOOK_CONSTRAINTS, LookColumns


def check_time_zone(name: str) -> None:
    if name not in available_timezones():
        raise ValidationError(
            _("There is no time zone “%(name)s”; choose one like Europe/London."),
            params={"name": name},
        )


class Club(LookColumns):
    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    time_zone = models.CharField(
        _("time zone"), max_length=60, default="UTC", validators=[check_time_zone]
    )
    language = models.CharField(_("language"), max_length=5, choices=LANGUAGES, default="en")
    about = models.TextField(_("about the club"), blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="club_has_a_name", condition=~Q(name="")),
            models.CheckConstraint(
                name="club_known_language",
                condition=Q(language__in=[code for code, _name in LANGUAGES]),
            ),
            *LOOK_CONSTRAINTS,
        ]

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    """What a member may do in the club, most first."""

    OWNER = "owner", _("owner")
    DIRECTOR = "director", _("director")
    SCORER = "scorer", _("scorer")
    PLAYER = "player", _("player")


class Member(models.Model):
    """A person with a role in a club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=10, choices=Role)
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="member_once_in_a_club", fields=["club", "user"]),
            models.CheckConstraint(name="member_has_a_known_role", condition=Q(role__in=Role)),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"
