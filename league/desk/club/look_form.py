"""The form of a club's colours and logo. A picture that was chosen stays through every answer."""

from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.clubs.club_settings import SETTINGS
from league.clubs.colours import is_colour
from league.clubs.logos import CONTENT_TYPE, MOST_BYTES, LogoPicture, LogoUnusable, read_logo
from league.clubs.models import Club

SITE, OWN = "site", "own"
SITE_COLOUR, SITE_ACCENT = "#0d3f33", "#0e5f4a"


class ColourField(forms.RegexField):
    """A colour as the browser's own picker gives it."""

    def __init__(self, **options: Any) -> None:
        widget = forms.TextInput(attrs={"type": "color"})
        super().__init__(r"^#[0-9a-fA-F]{6}$", widget=widget, required=False, **options)

    def clean(self, value: Any) -> str:
        return str(super().clean(value)).lower()


class LookForm(forms.Form):
    colours = forms.ChoiceField(
        label=_("Colours"),
        choices=[(SITE, _("those of the site")), (OWN, _("our own"))],
        widget=forms.RadioSelect,
    )
    main_colour = ColourField(**SETTINGS["main_colour"].field_options)
    with_accent = forms.BooleanField(
        label=_("Links and buttons have a colour of their own"), required=False
    )
    accent_colour = ColourField(**SETTINGS["accent_colour"].field_options)
    logo = forms.FileField(
        label=_("Logo"),
        required=False,
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
    )
    without_logo = forms.BooleanField(label=_("Remove the logo"), required=False)
    chosen_logo = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, club: Club, data: Any = None, files: Any = None) -> None:
        main = club.main_colour or SITE_COLOUR
        initial = {
            "colours": OWN if club.main_colour else SITE,
            "main_colour": main,
            "with_accent": bool(club.accent_colour),
            "accent_colour": club.accent_colour or main,
        }
        super().__init__(data, files, initial=initial)
        self.picture: LogoPicture | None = None
        self.fields["logo"].help_text = gettext(
            "A PNG, JPEG or WebP picture of at most %(most)d MB."
        ) % {"most": MOST_BYTES // 1024 // 1024}
        if not club.logo_id:
            del self.fields["without_logo"]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("colours") == OWN and not data.get("main_colour"):
            self.add_error("main_colour", _("Choose the main colour."))
        try:
            self.picture = self._picture(data)
        except LogoUnusable as unusable:
            self.add_error("logo", str(unusable))
        self._keep_picture()
        return data

    def _picture(self, data: dict[str, Any]) -> LogoPicture | None:
        """Return the picture of this answer, or the one chosen in an answer before it."""
        uploaded = data.get("logo")
        if uploaded is not None:
            # one byte more than may be is enough to see that it is too many
            return read_logo(uploaded.read(MOST_BYTES + 1))
        try:
            chosen = b64decode(data.get("chosen_logo") or "", validate=True)
        except (NotBase64, ValueError):
            return None
        return read_logo(chosen) if chosen else None

    def _keep_picture(self) -> None:
        """Put the picture into the page: browsers do not send a file a second time."""
        chosen = b64encode(self.picture.content).decode() if self.picture else ""
        self.data = {**self.data.dict(), "chosen_logo": chosen}  # type: ignore[attr-defined]

    @property
    def chosen_colours(self) -> tuple[str, str]:
        """Return (main, accent) as typed; nothing for the site's, and none that are no colours."""
        if self["colours"].value() != OWN:
            return "", ""
        main = str(self["main_colour"].value() or "").lower()
        accent = str(self["accent_colour"].value() or "").lower()
        if not is_colour(main):
            return "", ""
        with_accent = self["with_accent"].value() and is_colour(accent) and accent != main
        return main, accent if with_accent else ""

    @property
    def picture_address(self) -> str:
        """Return the chosen picture as an address that is the picture itself."""
        if self.picture is None:
            return ""
        return f"data:{CONTENT_TYPE};base64,{b64encode(self.picture.content).decode()}"
