"""How a club looks on its public pages: colours, logo, where and when it plays."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.clubs.colours import digest_of, is_colour, shades


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
