"""How a club looks to the public: colours, emblem and logo, and its pages on other sites."""

from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from functools import partial
from typing import Any
from urllib.parse import urlencode

from csp.constants import SELF
from csp.decorators import csp_update
from django import forms
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from league.clubs.club_settings import SETTINGS
from league.clubs.colours import is_colour
from league.clubs.logos import CONTENT_TYPE, MOST_BYTES, LogoPicture, LogoUnusable, read_logo
from league.clubs.models import Club
from league.clubs.services import change_club, remove_logo, set_logo
from league.clubs.services.clubs import lock_club
from league.faces.desk.access import act_of, club_page
from league.faces.desk.conflict_checked import FIELD as SEEN
from league.faces.desk.conflict_checked import LONGEST_SEEN, Stored
from league.faces.desk.undo import flash_done
from league.foundation.embedding import MOST_ROWS, ROWS, absolute
from league.foundation.languages import LANGUAGES
from league.foundation.limits import clean_text, limits
from league.foundation.lists import listed
from league.foundation.once.services import with_row_lock
from league.foundation.refusal import form_errors
from league.play.events.models import EventState, Visibility
from league.play.events.selectors import seasons_of
from league.tables.seasons.selectors import may_see_table

# --- The club's colours and logo: looked at first, saved then. A picture that was chosen stays ---

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
        label=gettext_lazy("Colours"),
        choices=[(SITE, gettext_lazy("those of the site")), (OWN, gettext_lazy("our own"))],
        widget=forms.RadioSelect,
    )
    main_colour = ColourField(**SETTINGS["main_colour"].field_options)
    with_accent = forms.BooleanField(
        label=gettext_lazy("Links and buttons have a colour of their own"), required=False
    )
    accent_colour = ColourField(**SETTINGS["accent_colour"].field_options)
    logo = forms.FileField(
        label=gettext_lazy("Logo"),
        required=False,
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
    )
    without_logo = forms.BooleanField(label=gettext_lazy("Remove the logo"), required=False)
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
        self.fields["logo"].help_text = _("A PNG, JPEG or WebP picture of at most %(most)d MB.") % {
            "most": MOST_BYTES // 1024 // 1024
        }
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


@require_http_methods(["GET", "POST"])
@club_page("clubs.change_club")
def look(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the look that was chosen; the button to save it saves it."""
    form = LookForm(club, request.POST or None, request.FILES or None)
    is_fine = request.method == "POST" and form.is_valid()
    if is_fine and "look" not in request.POST:
        with form_errors(form):
            with_row_lock(partial(lock_club, club.pk), partial(_save, request, club, form))
            _say_saved(request, club, form)
            return redirect("desk:club_settings_look", club.slug)
    return render(request, "desk/club/look.html", _context(club, form))


def _save(request: HttpRequest, club: Club, form: LookForm) -> None:
    _stored(club).check(clean_text(request.POST.get(SEEN), most=LONGEST_SEEN))
    who: dict[str, Any] = {"club": club, "by": act_of(request)}
    main, accent = form.chosen_colours
    change_club(main_colour=main, accent_colour=accent, **who)
    if form.picture is not None:
        set_logo(picture=form.picture, **who)
    elif form.cleaned_data.get("without_logo"):
        remove_logo(**who)


def _say_saved(request: HttpRequest, club: Club, form: LookForm) -> None:
    """Say so, with the way back of colours; a logo that was replaced is gone."""
    sentence = _("The club’s new look is saved.")
    if form.picture is not None or form.cleaned_data.get("without_logo"):
        messages.success(request, sentence)
        return
    before = {name: form.initial[name] for name in ("colours", "main_colour", "accent_colour")}
    before |= {"with_accent": "on"} if form.initial["with_accent"] else {}
    at = [club.slug]
    fields = before | {SEEN: _stored(club).seen}
    flash_done(request, sentence, undo="desk:club_settings_look", at=at, fields=fields)


def _stored(club: Club) -> Stored:
    """Return the colours as they are stored, for a way back that must not replace newer ones."""
    main, accent = Club.objects.values_list("main_colour", "accent_colour").get(pk=club.pk)
    words = listed(filter(None, [main, accent])) or _("those of the site")
    return Stored.of({"colours": (_("Colours"), words)}, ("club", club.pk))


def _context(club: Club, form: LookForm) -> dict[str, Any]:
    main, accent = form.chosen_colours
    if not main:
        main, accent = SITE_COLOUR, SITE_ACCENT
    return {
        "club": club,
        "form": form,
        "sample": (main[1:], (accent or main)[1:]),
        "samples": [("light", _("On a light page")), ("dark", _("On a dark page"))],
        "logo_is_chosen": form.is_bound and form.picture is not None,
    }


# --- “Put it on your website”: the page with the HTML and addresses to copy, and a preview ---

MOST_EVENTS = 30
MOST_SEASONS = 12
# heights in pixels: of a row, and of everything above and below the rows
ROW, REST = 38, 190
CLUB = "club"


class WebsiteForm(forms.Form):
    """What to show, and how; `chosen` has valid values or the defaults."""

    what = forms.ChoiceField(label=gettext_lazy("What to show"), required=False)
    theme = forms.ChoiceField(
        label=gettext_lazy("Colours"),
        required=False,
        choices=[
            ("", gettext_lazy("as the visitor’s device")),
            ("light", gettext_lazy("light")),
            ("dark", gettext_lazy("dark")),
        ],
    )
    language = forms.ChoiceField(label=gettext_lazy("Language"), required=False, choices=LANGUAGES)
    rows = forms.IntegerField(label=gettext_lazy("Lines"), required=False, **limits(1, MOST_ROWS))

    def __init__(self, club: Club, choices: list[Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["what"].choices = choices  # type: ignore[attr-defined]
        self.chosen: dict[str, Any] = {
            "what": CLUB,
            "theme": "",
            "language": club.language,
            "rows": ROWS,
        }
        self.chosen |= {name: value for name, value in self._valid_values().items() if value}

    def _valid_values(self) -> dict[str, Any]:
        self.is_valid()
        return getattr(self, "cleaned_data", {})


@require_safe
@csp_update({"frame-src": [SELF]})
@club_page("clubs.view_desk")
def website(request: HttpRequest, club: Club) -> HttpResponse:
    """Offer what the club's own website can show, ready to be copied."""
    choices = _choices(club)
    form = WebsiteForm(club, choices, request.GET or None)
    for name, value in form.chosen.items():
        form.fields[name].initial = value
    kind, _colon, slug = form.chosen["what"].partition(":")
    names = dict(_flat(choices))
    frame = _address(club, kind, slug, "frame", form.chosen)
    context = {
        "club": club,
        "may_change": request.user.has_perm("clubs.change_club", club),
        "form": form,
        "title": names[form.chosen["what"]],
        "frame_path": frame,
        "frame": _frame(absolute(frame), names[form.chosen["what"]], form.chosen["rows"]),
        "html": absolute(_address(club, kind, slug, "html", form.chosen)),
        "json": absolute(_address(club, kind, slug, "json", form.chosen)),
        "calendar": absolute(reverse("public:club_calendar", args=[club.slug])),
        "feed": absolute(reverse("public:club_feed", args=[club.slug])),
    }
    return render(request, "desk/club/website.html", context)


def _choices(club: Club) -> list[Any]:
    """Return choices of what anybody may see: the club, its seasons, its newest events."""
    seasons = [
        season
        for season in seasons_of(club)[:MOST_SEASONS]
        if may_see_table(season, AnonymousUser())
    ]
    events = (
        club.events.filter(visibility__in=(Visibility.PUBLIC, Visibility.UNLISTED))
        .exclude(state=EventState.DRAFT)
        .order_by("-starts_on", "-id")[:MOST_EVENTS]
    )
    groups = [
        (_("Season standings"), [(f"season:{season.slug}", season.name) for season in seasons]),
        (_("Standings of an event"), [(f"event:{event.slug}", event.name) for event in events]),
    ]
    return [(CLUB, _("Next dates and latest winners")), *(group for group in groups if group[1])]


def _flat(choices: list[Any]) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for value, label in choices:
        pairs += label if isinstance(label, list) else [(value, label)]
    return pairs


def _address(club: Club, kind: str, slug: str, form: str, chosen: dict[str, Any]) -> str:
    args = [club.slug, slug, form] if slug else [club.slug, form]
    query = {name: chosen[name] for name in ("theme", "language", "rows") if chosen[name]}
    return f"{reverse(f'public:embed_{kind}', args=args)}?{urlencode(query)}"


def _frame(address: str, title: str, rows: int) -> str:
    """Return the line of HTML to copy: an iframe high enough for so many rows."""
    return (
        f'<iframe src="{escape(address)}" title="{escape(title)}" loading="lazy" '
        f'style="width:100%;height:{REST + ROW * rows}px;border:0"></iframe>'
    )
