"""Clubs, the people with a role in them, their house rules, and what programs sign in with."""

from typing import Any
from zoneinfo import available_timezones

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower, Now, Trim
from django.db.models.lookups import Exact
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.clubs.colours import digest_of, is_colour, shades
from league.clubs.models.accounts import User
from league.foundation.languages import CODES, LANGUAGES
from league.foundation.names import NameField

# --- How a club looks on its public pages: colours, logo, where and when it plays ---


def check_colour(text: str) -> None:
    if not is_colour(text):
        raise ValidationError(
            _("“%(text)s” is not a colour; a colour is written like #0d3f33."),
            params={"text": text},
        )


class Logo(models.Model):
    """The picture of a logo. Rows never change: a new logo is a new row.

    `name`, which stands in its address, is a digest of club and content and the size in pixels:
    "0f3a...-512x128". So no two clubs share a row, and a page knows the size without a query.
    """

    name = models.CharField(max_length=40, primary_key=True)
    content = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    made_at = models.DateTimeField()

    class Meta:
        app_label = "clubs"
        constraints = [
            models.CheckConstraint(
                name="logo_has_a_size",
                condition=Q(width__gte=1, width__lte=512, height__gte=1, height__lte=512),
            ),
        ]

    def __str__(self) -> str:
        return f"logo {self.name}"


class LookColumns(models.Model):
    """The columns of `Club` for its look; colours are "#rrggbb", or empty for the site's own."""

    main_colour = models.CharField(
        _("main colour"), max_length=7, blank=True, default="", validators=[check_colour]
    )
    accent_colour = models.CharField(
        _("colour of links and buttons"),
        max_length=7,
        blank=True,
        default="",
        validators=[check_colour],
    )
    logo = models.OneToOneField(
        Logo,
        verbose_name=_("logo"),
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="club",
    )
    where_we_play = models.CharField(_("where we play"), max_length=200, blank=True, default="")
    when_we_play = models.CharField(_("when we play"), max_length=200, blank=True, default="")

    class Meta:
        abstract = True

    @property
    def has_colours(self) -> bool:
        return bool(self.main_colour)

    @property
    def look_args(self) -> tuple[str, str, str]:
        """Return main colour, accent (both without "#") and digest: the stylesheet's address."""
        main, accent = self.main_colour, self.accent_colour
        return main[1:], (accent or main)[1:], digest_of(main, accent or main)

    @property
    def logo_size(self) -> tuple[int, int]:
        """Return the width and height of the logo in pixels; (0, 0) without a logo."""
        width, _x, height = (self.logo_id or "-0x0").rpartition("-")[2].partition("x")
        return int(width), int(height)

    @property
    def bar_colour(self) -> str:
        """Return the colour for the bar of a browser's window."""
        return shades(self.main_colour, self.accent_colour, dark=False)["felt"]


LOOK_CONSTRAINTS: list[Any] = [
    models.CheckConstraint(
        name=f"club_{name}_is_a_colour",
        condition=Q(**{name: ""}) | Q(**{f"{name}__regex": r"^#[0-9a-f]{6}$"}),
    )
    for name in ("main_colour", "accent_colour")
] + [
    models.CheckConstraint(
        name="club_accent_goes_with_a_main_colour",
        condition=Q(accent_colour="") | ~Q(main_colour=""),
    )
]


def check_time_zone(name: str) -> None:
    if name not in available_timezones():
        raise ValidationError(
            _("There is no time zone “%(name)s”; choose one like Europe/London."),
            params={"name": name},
        )


class RetentionColumns(models.Model):
    """How many months a club keeps what it need not keep for ever; null: until it is asked."""

    keep_addresses_months = models.PositiveSmallIntegerField(
        _("months for which addresses of former players are kept"), null=True, blank=True
    )
    keep_sign_ups_months = models.PositiveSmallIntegerField(
        _("months for which sign-ups and invitations are kept"), null=True, blank=True
    )
    keep_devices_months = models.PositiveSmallIntegerField(
        _("months for which the devices of submissions are kept"), null=True, blank=True
    )

    class Meta:
        abstract = True


LONGEST_KEPT_MONTHS = 120


class NameOrder(models.TextChoices):
    """How lists of players are sorted."""

    FIRST = "first", _("by first name, as names are written")
    FAMILY = "family", _("by family name")


class Club(LookColumns, RetentionColumns):
    """A club. At `closes_at` it is deleted with all that it has, unless an owner cancels that."""

    name = NameField(_("name"), max_length=120)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    time_zone = models.CharField(
        _("time zone"), max_length=60, default="UTC", validators=[check_time_zone]
    )
    language = models.CharField(_("language"), max_length=5, choices=LANGUAGES, default="en")
    names_sorted_by = models.CharField(
        _("lists of players"),
        max_length=10,
        choices=NameOrder,
        default=NameOrder.FIRST,
        db_default=NameOrder.FIRST,
    )
    about = models.TextField(_("about the club"), blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    closes_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["name", "id"], name="club_by_name")]
        constraints = [
            models.CheckConstraint(name="club_has_a_name", condition=~Q(name="")),
            models.CheckConstraint(
                name="club_known_language",
                condition=Q(language__in=list(CODES)),
            ),
            models.CheckConstraint(
                name="club_known_name_order", condition=Q(names_sorted_by__in=[*NameOrder.values])
            ),
            *LOOK_CONSTRAINTS,
            *(
                models.CheckConstraint(
                    name=f"club_{column}_from_1",
                    condition=Q(**{f"{column}__isnull": True})
                    | Q(**{f"{column}__gte": 1, f"{column}__lte": LONGEST_KEPT_MONTHS}),
                )
                for column in (
                    "keep_addresses_months",
                    "keep_sign_ups_months",
                    "keep_devices_months",
                )
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    """What a member may do in the club; the role with the most rights is first."""

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
    # by a trigger, whoever writes
    updated_at = models.DateTimeField(default=timezone.now, db_default=Now(), editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="member_once_in_a_club", fields=["club", "user"]),
            models.CheckConstraint(name="member_has_a_known_role", condition=Q(role__in=Role)),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"


class HouseRules(models.Model):
    """A ruleset that the club plays by, under a name of its own: a preset and what differs from it.

    An event copies them when it chooses them, so that changing them changes no event. They are
    never deleted: events say which ones they came from.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="house_rules")
    name = NameField(_("name"), max_length=80)
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


# What programs sign in with: named, limited in what they may do, where and how long.


class Scope(models.TextChoices):
    """What a token may be used for. A token has any of them; no scope includes another."""

    READ = "read", _("read what you may see")
    SCORE = "score", _("enter, confirm and correct results")
    DIRECT = "direct", _("everything else you may do: set up, draw, decide")


class ApiToken(models.Model):
    """A token of an account. Its text is kept nowhere: the row has its SHA-256 in hexadecimal.

    Without a club it is good in all clubs of the account. Tokens end with the account's password;
    see `User.save`.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = NameField(_("name"), max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    scopes = ArrayField(models.CharField(max_length=10, choices=Scope))
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.CASCADE, related_name="api_tokens"
    )
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="api_token_has_known_scopes",
                condition=Q(scopes__len__gt=0) & Q(scopes__contained_by=[*Scope.values]),
            ),
            models.CheckConstraint(name="api_token_has_a_name", condition=~Q(name="")),
            models.CheckConstraint(
                name="api_token_digest_is_one", condition=Q(digest__regex=r"^[0-9a-f]{64}$")
            ),
            models.CheckConstraint(
                name="api_token_expires_after_it_was_made", condition=Q(expires_at__gt=F("made_at"))
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def scope_labels(self) -> list[str]:
        """Return the names of the token's scopes, for people."""
        return [str(Scope(scope).label) for scope in self.scopes]
