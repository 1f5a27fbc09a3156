"""“Put it on your website”: the page with the HTML and addresses to copy, and a preview."""

from typing import Any
from urllib.parse import urlencode

from csp.constants import SELF
from csp.decorators import csp_update
from django import forms
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from league.clubs.models import Club
from league.faces.desk.access import club_page
from league.foundation.embedding import MOST_ROWS, ROWS, absolute
from league.foundation.languages import LANGUAGES
from league.foundation.limits import limits
from league.play.events.models import EventState, Visibility
from league.play.events.selectors import seasons_of
from league.tables.seasons.selectors import may_see_table

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
