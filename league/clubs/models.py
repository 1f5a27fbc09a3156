from typing import Any, ClassVar
from zoneinfo import available_timezones

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower, Trim
from django.db.models.lookups import Exact
from django.utils.translation import gettext_lazy as _

from league.clubs.look_models import LOOK_CONSTRAINTS, Logo, LookColumns
from league.clubs.sorting import sort_key

__all__ = [
    "LANGUAGES",
    "Club",
    "HouseRules",
    "Invitation",
    "KeptApart",
    "Logo",
    "Member",
    "Player",
    "PublicName",
    "Role",
    "User",
    "UserManager",
    "check_time_zone",
]

LANGUAGES = [("en", "English"), ("ja", "日本語")]


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Create an account. Without a password its owner signs in by magic link only."""
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").lower())


class User(AbstractBaseUser, PermissionsMixin):
    """An account. People sign in with their e-mail address; being a player needs no account."""

    email = models.EmailField(_("e-mail address"), unique=True)
    name = models.CharField(_("name"), max_length=120)
    language = models.CharField(_("language"), max_length=5, choices=LANGUAGES, default="en")
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="user_email_in_lower_case", condition=Q(email=Lower("email"))
            )
        ]

    def __str__(self) -> str:
        return self.name or self.email


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


class PublicName(models.TextChoices):
    FULL = "full", _("the full name")
    INITIALS = "initials", _("initials only")


class Player(models.Model):
    """A person who plays in a club, with or without an account.

    A double is never deleted: `merged_into` names the player who stays, and results keep pointing
    at rows that exist. `sort_key` follows from the names with every save; who updates them in bulk
    sets it as well.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(_("name"), max_length=120)
    sort_name = models.CharField(
        _("sorted as"),
        max_length=120,
        blank=True,
        help_text=_(
            "How the name is sorted, for example in kana. Leave it empty to sort as it is."
        ),
    )
    sort_key = models.CharField(max_length=260, editable=False, default="")
    member_number = models.CharField(_("member number"), max_length=20, blank=True)
    email = models.EmailField(_("e-mail address"), blank=True)
    user = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.SET_NULL, related_name="players"
    )
    public_name = models.CharField(
        _("the public sees"), max_length=10, choices=PublicName, default=PublicName.FULL
    )
    is_active = models.BooleanField(_("still plays here"), default=True)
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="doubles"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["club", "sort_key", "id"], name="player_by_sort_key")]
        constraints = [
            models.UniqueConstraint(
                name="player_member_number_once_in_a_club",
                fields=["club", "member_number"],
                condition=~Q(member_number="") & Q(merged_into__isnull=True),
                violation_error_message=_("Another player of the club has this member number."),
            ),
            models.UniqueConstraint(
                name="player_account_once_in_a_club",
                fields=["club", "user"],
                condition=Q(user__isnull=False) & Q(merged_into__isnull=True),
                violation_error_message=_("Another player of the club has this account."),
            ),
            models.CheckConstraint(
                name="player_has_a_name", condition=~Q(name="") & Q(name=Trim("name"))
            ),
            models.CheckConstraint(
                name="player_known_public_name", condition=Q(public_name__in=PublicName)
            ),
            models.CheckConstraint(
                name="player_not_merged_into_itself",
                condition=Q(merged_into__isnull=True) | ~Q(merged_into=models.F("id")),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.sort_key = sort_key(self.name, self.sort_name)
        fields = kwargs.get("update_fields")
        if fields is not None and {"name", "sort_name"} & set(fields):
            kwargs["update_fields"] = {*fields, "sort_key"}
        super().save(*args, **kwargs)

    @property
    def shown_name(self) -> str:
        """What the public sees of the name. The club's own people see `name`."""
        if self.public_name == PublicName.FULL:
            return self.name
        return " ".join(word[0] + "." for word in self.name.split())


class KeptApart(models.Model):
    """Two players whom draws keep from meeting where they can: a household, for example.

    It holds for every event that begins between `noted_at` and `ended_at`, so that a draw begun is
    drawn on by the same wishes. `one` has the lower id. Of doubles the player who stays is meant.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="kept_apart")
    one = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    reason = models.CharField(_("why"), max_length=120, blank=True)
    noted_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="kept_apart_once",
                fields=["one", "other"],
                condition=Q(ended_at__isnull=True),
            ),
            models.CheckConstraint(
                name="kept_apart_in_one_order", condition=Q(one__lt=models.F("other"))
            ),
            models.CheckConstraint(
                name="kept_apart_ends_after_it_began",
                condition=Q(ended_at__isnull=True) | Q(ended_at__gte=models.F("noted_at")),
            ),
        ]

    def __str__(self) -> str:
        return f"players {self.one_id} and {self.other_id} apart"


class Invitation(models.Model):
    """An offer to become a member, good for one person until it is used, withdrawn or expires."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    email = models.EmailField(_("e-mail address"))
    role = models.CharField(_("role"), max_length=10, choices=Role)
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    invited_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    invited_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    mailed_at = models.DateTimeField(null=True, blank=True)
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="invitation_open_once_for_an_address",
                fields=["club", "email"],
                condition=Q(accepted_at__isnull=True) & Q(withdrawn_at__isnull=True),
            ),
            models.CheckConstraint(
                name="invitation_not_accepted_and_withdrawn",
                condition=Q(accepted_at__isnull=True) | Q(withdrawn_at__isnull=True),
            ),
            models.CheckConstraint(
                name="invitation_accepted_by_somebody",
                condition=Q(accepted_at__isnull=True, accepted_by__isnull=True)
                | Q(accepted_at__isnull=False, accepted_by__isnull=False),
            ),
            models.CheckConstraint(name="invitation_known_role", condition=Q(role__in=Role)),
            models.CheckConstraint(
                name="invitation_email_in_lower_case", condition=Q(email=Lower("email"))
            ),
        ]

    def __str__(self) -> str:
        return f"invitation of {self.email} to {self.club_id}"


class HouseRules(models.Model):
    """A ruleset that the club plays by, under a name of its own: a preset and what differs from it.

    An event copies them when it chooses them, so that changing them changes no event. They are
    never deleted: events say which ones they came from.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="house_rules")
    name = models.CharField(_("name"), max_length=80)
    variant = models.CharField(_("game"), max_length=40)
    preset = models.CharField(_("rules to start from"), max_length=40)
    options = models.JSONField(_("rules that differ"), default=dict, blank=True)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    archived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "house rules"
        constraints = [
            models.UniqueConstraint("club", Lower("name"), name="house_rules_name_once_in_a_club"),
            models.CheckConstraint(
                name="house_rules_have_a_name", condition=~Q(name="") & Q(name=Trim("name"))
            ),
            models.CheckConstraint(
                name="house_rules_of_a_game", condition=~Q(variant="") & ~Q(preset="")
            ),
            models.CheckConstraint(
                name="house_rules_options_are_named",
                condition=Exact(
                    models.Func(
                        "options", function="jsonb_typeof", output_field=models.TextField()
                    ),
                    models.Value("object"),
                ),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_archived(self) -> bool:
        return self.archived_at is not None
