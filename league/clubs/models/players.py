"""Who plays in a club, whom draws keep apart, and who is invited to an account."""

from typing import Any

from django.contrib.postgres.indexes import OpClass
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Concat, Lower, Now, Trim
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.clubs.models.accounts import User
from league.clubs.models.clubs import Club, NameOrder, Role
from league.clubs.sorting import guess_family_name, player_key
from league.foundation.lists import listed
from league.foundation.names import Alike, NameField
from league.foundation.records.models import Record

LONGEST_TOLD_APART = 30
# a telephone number as people write one, such as +49 (0)40 123-45
PHONE = r"[+0-9][-0-9 ()/.]{2,29}"


class PublicName(models.TextChoices):
    FULL = "full", _("the full name")
    INITIALS = "initials", _("initials only")


class Player(models.Model):
    """A person who plays in a club, with or without an account.

    A duplicate is never deleted: `merged_into` names the player who stays, and results still point
    at it. Every save works out `sort_key` from the names; a bulk update of names must set it too.

    `name` is what everybody reads. Of two people of one name it ends with what tells the player
    apart, in brackets: "Ann Lee (Dover)" where `told_apart_by` is "Dover". `namesake` is 0 unless
    somebody else of the club has the same `name` all the same (out of an archive, after a merge
    was undone): then a trigger numbers them.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = NameField(_("name"), max_length=120)
    sort_name = NameField(
        _("sorted as"),
        max_length=120,
        blank=True,
        help_text=_(
            "How the name is sorted, for example in kana. Leave it empty to sort as it is."
        ),
    )
    sort_key = models.CharField(max_length=260, editable=False, default="")
    family_name = NameField(
        _("family name"),
        max_length=120,
        blank=True,
        default="",
        db_default="",
        help_text=_("Leave it empty to have it taken from the name."),
    )
    told_apart_by = NameField(
        _("told apart by"),
        max_length=LONGEST_TOLD_APART,
        blank=True,
        default="",
        db_default="",
        help_text=_(
            "Only for two people of one name: a word or two that follow the name everywhere in "
            "brackets, for example the town."
        ),
    )
    namesake = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    member_number = models.CharField(_("member number"), max_length=20, blank=True)
    email = models.EmailField(_("e-mail address"), blank=True)
    phone = models.CharField(
        _("telephone number"),
        max_length=30,
        blank=True,
        default="",
        db_default="",
        validators=[RegexValidator(rf"\A{PHONE}\Z")],
    )
    # of matches and results, where the player has no account to choose with
    takes_mail = models.BooleanField(_("gets e-mails"), default=True, db_default=True)
    user = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.SET_NULL, related_name="players"
    )
    public_name = models.CharField(
        _("the public sees"), max_length=10, choices=PublicName, default=PublicName.FULL
    )
    is_active = models.BooleanField(_("still plays here"), default=True)
    # from `guest_or_not_since` on, and not so before; without a day always
    is_guest = models.BooleanField(_("guest"), default=False, db_default=False)
    guest_or_not_since = models.DateField(null=True, blank=True, editable=False)
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="doubles"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    # by a trigger, whoever writes
    updated_at = models.DateTimeField(default=timezone.now, db_default=Now(), editable=False)

    class Meta:
        indexes = [
            models.Index(fields=["club", "sort_key", "id"], name="player_by_sort_key"),
            models.Index(fields=["club", "updated_at"], name="player_by_change"),
            # whether a name differs from others in accents alone is asked whenever one is added
            models.Index(
                F("club"),
                OpClass(Alike("name"), name="text_pattern_ops"),
                name="player_by_name_alike",
                condition=Q(merged_into__isnull=True),
            ),
        ]
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
            models.UniqueConstraint(
                "club",
                Lower("name"),
                "namesake",
                condition=Q(merged_into__isnull=True),
                name="player_name_once_in_a_club",
            ),
            models.CheckConstraint(
                name="player_is_told_apart_in_the_name",
                condition=Q(told_apart_by="")
                | Q(name__endswith=Concat(Value(" ("), "told_apart_by", Value(")"))),
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
        fields = kwargs.get("update_fields")
        if fields is None or {"name", "sort_name", "family_name"} & set(fields):
            self.set_sort_key(by_family=self.club.names_sorted_by == NameOrder.FAMILY)
            kwargs |= {} if fields is None else {"update_fields": {*fields, "sort_key"}}
        super().save(*args, **kwargs)

    def set_sort_key(self, *, by_family: bool) -> None:
        self.sort_key = player_key(
            name=self.name,
            sort_name=self.sort_name,
            family_name=self.family_name,
            by_family=by_family,
        )

    @property
    def plain_name(self) -> str:
        """The name without what tells the player apart from another one of that name."""
        return plain_name(self.name, self.told_apart_by)

    @property
    def family(self) -> str:
        """The family name: as it was said, else as it is guessed from the name."""
        return self.family_name or guess_family_name(self.plain_name)

    @property
    def shown_name(self) -> str:
        """What the public sees of the name. The club's own people see `name`."""
        if self.public_name == PublicName.FULL:
            return self.name
        initials = " ".join(word[0] + "." for word in self.plain_name.split())
        return distinguished_name(initials, self.told_apart_by)


def plain_name(name: str, told_apart_by: str) -> str:
    return name.removesuffix(f" ({told_apart_by})") if told_apart_by else name


def distinguished_name(plain: str, told_apart_by: str) -> str:
    """Return a name as everybody reads it, with what tells it apart from the same one."""
    return f"{plain} ({told_apart_by})" if told_apart_by else plain


class KeptApart(Record):
    """Two players whom draws keep from meeting where they can: of one household, for example.

    A row counts for events that begin between `noted_at` and `ended_at`, so that all rounds of an
    event are drawn with the same pairs. `one` has the lower id. Where a player was merged, the row
    counts for the player who remains.
    """

    made = ("noted_at",)
    revoked = ("ended_at",)
    unlogged = frozenset({"reason"})

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="kept_apart")
    one = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="+", verbose_name=_("keep apart from")
    )
    reason = NameField(
        _("why"),
        max_length=120,
        blank=True,
        help_text=_("For example: one household. Only the desk sees it."),
    )
    noted_at = models.DateTimeField(editable=False)
    ended_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = verbose_name_plural = _("Kept apart in draws")
        constraints = [
            models.UniqueConstraint(
                name="kept_apart_once",
                fields=["one", "other"],
                condition=Q(ended_at__isnull=True),
                violation_error_message=_(
                    "Draws keep these two apart already: withdraw it first to give another reason."
                ),
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
        return listed(str(player) for player in self.pair)

    @property
    def pair(self) -> tuple[Player, Player]:
        """The two; of a merged double the player who remains."""
        return self.one.merged_into or self.one, self.other.merged_into or self.other

    def clean(self) -> None:
        if self.one_id == self.other_id:
            raise ValidationError({"other": _("Choose two different players.")})
        if self.other_id and self.other.club_id != self.one.club_id:
            raise ValidationError({"other": _("The two players are of different clubs.")})
        if self.other_id and self.other_id < self.one_id:
            self.one, self.other = self.other, self.one

    def save(self, **options: Any) -> None:
        """Store it; by the clock of another server it ends no earlier than it began."""
        self.ended_at = self.ended_at and max(self.ended_at, self.noted_at)
        super().save(**options)

    def journal_subject(self) -> Player:
        return self.pair[0]

    def journal_data(self) -> dict[str, Any]:
        return dict(zip(("player", "other"), self.pair, strict=True))


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


# --- Signing up to a club by a link or a code, and who has signed up ---

LARGEST_NUMBER_JOINING = 10_000


class Joining(models.Model):
    """How a club takes people who sign up by its link or code; a club without a row takes none.

    `most_people` counts who came since `opened_at`. Who `opened_by` is, invites to accounts.
    """

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="joining")
    code = models.CharField(max_length=8, unique=True)
    is_open = models.BooleanField(default=False)
    last_day = models.DateField(_("last day"), null=True, blank=True)
    most_people = models.PositiveSmallIntegerField(_("most people"), null=True, blank=True)
    is_confirmed = models.BooleanField(_("a director confirms each"), default=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    opened_by = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="joining_has_a_code", condition=Q(code__regex=r"^[A-Z2-9]{6,8}$")
            ),
            models.CheckConstraint(
                name="joining_opened_at_a_time",
                condition=Q(is_open=False) | Q(opened_at__isnull=False),
            ),
            models.CheckConstraint(
                name="joining_of_somebody",
                condition=Q(most_people__isnull=True)
                | Q(most_people__gte=1, most_people__lte=LARGEST_NUMBER_JOINING),
            ),
        ]

    def __str__(self) -> str:
        return f"joining of club {self.club_id}"


class JoinRequest(models.Model):
    """Somebody who signed up to a club; until it is accepted there is no `player`.

    `is_new` says that the player was made of it. Who is refused leaves no row.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="join_requests")
    name = NameField(_("name"), max_length=120)
    email = models.EmailField(_("e-mail address"))
    user = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    invitation = models.ForeignKey(
        Invitation, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    is_new = models.BooleanField(default=False)
    asked_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["club", "asked_at"], name="join_request_by_time")]
        constraints = [
            models.UniqueConstraint(
                "club", "email", Lower("name"), name="join_request_once_for_a_person"
            ),
            models.CheckConstraint(name="join_request_has_a_name", condition=~Q(name="")),
            models.CheckConstraint(
                name="join_request_email_in_lower_case", condition=Q(email=Lower("email"))
            ),
            models.CheckConstraint(
                name="join_request_accepted_as_somebody",
                condition=Q(player__isnull=True) | Q(accepted_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"request {self.pk} to join club {self.club_id}"
