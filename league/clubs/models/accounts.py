"""Accounts: who signs in."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from django.contrib.auth.models import (
    AbstractBaseUser,
    AnonymousUser,
    BaseUserManager,
    PermissionsMixin,
)
from django.db import models, transaction
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.foundation.languages import LANGUAGES
from league.foundation.names import NameField


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Create an account whose address is known to be its owner's.

        Without a password its owner signs in by magic link only.
        """
        fields.setdefault("address_confirmed_at", timezone.now())
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
    name = NameField(_("name"), max_length=120)
    language = models.CharField(_("language"), max_length=5, choices=LANGUAGES, default="en")
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(auto_now_add=True)
    # when a link mailed to the address was used; until then the account has no password
    address_confirmed_at = models.DateTimeField(null=True, blank=True)
    # when the account is deleted, unless its holder cancels that
    closes_at = models.DateTimeField(null=True, blank=True)

    # for a request with a token of one club: the id of that club, the only one with any rights
    only_club: int | None = None
    # for one request: the roles that `selectors.know_role` has looked up, by the club's id
    known_roles: Mapping[int, str | None] = MappingProxyType({})

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="user_email_in_lower_case", condition=Q(email=Lower("email"))
            ),
            models.CheckConstraint(
                name="user_has_no_password_before_the_address_is_confirmed",
                condition=Q(address_confirmed_at__isnull=False) | Q(password__startswith="!"),  # noqa: S106  what stands for none
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.email

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the account; where the password has changed, delete its API tokens.

        A hash that Django renews with newer parameters is no change of password.
        """
        is_changed = getattr(self, "_password", None) is not None
        with transaction.atomic():
            super().save(*args, **kwargs)
            if is_changed:
                self.api_tokens.all().delete()

    def has_perm(self, perm: str, obj: Any = None) -> bool:
        """Say whether the user has a permission; with a token of one club only in that club."""
        if self.only_club is not None and _club_id(obj) != self.only_club:
            return AnonymousUser().has_perm(perm, obj)
        return super().has_perm(perm, obj)


def _club_id(subject: Any) -> int | None:
    """Return the id of the club that a table, round, stage, event or row with a club belongs to."""
    for step in ("table", "round", "stage", "event"):
        subject = getattr(subject, step, subject)
    if subject is None:
        return None
    # a club, or a row with a `club_id`
    is_club = subject._meta.model_name == "club"
    club_id = subject.pk if is_club else getattr(subject, "club_id", None)
    return club_id if isinstance(club_id, int) else None


# --- What was erased at somebody's wish: numbers and times, never a name ---


class Erased(models.TextChoices):
    PLAYER = "player"
    ACCOUNT = "account"
    CLUB = "club"


class Erasure(models.Model):
    """A player or an account that is forgotten, or a club that is deleted.

    `subject_id` is its number, and `subject_since` when it was made: a database that was restored
    may give the number to somebody else. `number` is the one of "Former player 3". While the words
    of the person are being taken out of the texts of `clubs` they stand in `words`; with the end
    of that, at `finished_at`, they are gone.
    """

    kind = models.CharField(max_length=10, choices=Erased)
    subject_id = models.BigIntegerField()
    subject_since = models.DateTimeField()
    club_id = models.BigIntegerField(null=True, blank=True)
    number = models.PositiveIntegerField(default=0)
    clubs = models.JSONField(default=list, blank=True)
    words = models.JSONField(default=list, blank=True)
    erased_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        app_label = "clubs"
        indexes = [
            models.Index(
                fields=["erased_at"], name="erasure_unfinished", condition=Q(finished_at=None)
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                name="erased_once", fields=["kind", "subject_id", "subject_since"]
            ),
            models.CheckConstraint(
                name="erasure_of_a_known_kind", condition=Q(kind__in=Erased.values)
            ),
            models.CheckConstraint(
                name="erasure_finished_without_words",
                condition=Q(finished_at=None) | Q(words=models.Value([], models.JSONField())),
            ),
            models.CheckConstraint(
                name="erased_player_has_a_club_and_a_number",
                condition=~Q(kind="player") | Q(club_id__isnull=False, number__gte=1),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject_id}, erased at {self.erased_at}"


# --- Kinds of mails that pages ask about ---

INVITATION = "invitation"
