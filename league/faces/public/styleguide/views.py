"""The page that shows every component of the look, with a made-up evening to fill them."""

from datetime import UTC, datetime, timedelta
from typing import Any

import segno
from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games import services as games
from league.faces.public.ratings.history import chart_of
from league.faces.public.styleguide.samples import (
    COMPARED,
    COMPARED_DEALS,
    EVENTS,
    HANDS,
    LINES,
    MATCH,
    SHEET,
    STANDINGS,
    TABLES,
    pictures,
)
from league.play.prepared.stage_deals import deal_sheet
from league.play.rounds.clock import PAUSED, Clock
from league.tables.ratings.method import Strength

AT = datetime(2026, 1, 9, 20, 41, tzinfo=UTC)
COURSE = (25, 26.5, 26, 27.8, 29.1, 28.2, 30.4)  # strengths, table by table
ADDRESS = "https://club.example/t/7f3a9c"


class SampleForm(forms.Form):
    """One field of each kind that the site uses."""

    name = forms.CharField(
        label=_("Name of the event"), help_text=_("As it is written on the notice board.")
    )
    starts_on = forms.DateField(
        label=_("First evening"), widget=forms.DateInput(attrs={"type": "date"})
    )
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=30)
    note = forms.CharField(
        label=_("Note for the players"), required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    public = forms.BooleanField(
        label=_("Everybody may see the standings"),
        required=False,
        help_text=_("Players may still ask for initials only."),
    )


class SampleTableForm(forms.Form):
    """The fields of a phone at the card table."""

    declarer = forms.ChoiceField(
        label=_("Who won the bidding?"),
        choices=[("0", "Ruth Adler"), ("1", "Ben Ito"), ("2", "Hana Mori"), ("3", "Tom Weiss")],
        widget=forms.RadioSelect,
    )
    trump = forms.ChoiceField(
        label=_("Trump"),
        choices=[(suit, suit) for suit in ("S", "H", "D", "C", "NT")],
        widget=forms.RadioSelect,
    )
    last_trick = forms.ChoiceField(
        label=_("Did they take the last trick?"),
        choices=[("yes", _("yes")), ("no", _("no"))],
        widget=forms.RadioSelect,
    )
    points = forms.IntegerField(
        label=_("Points taken by Ruth and Hana"),
        help_text=_("Counters and the last trick: the two sides have 50 together."),
        min_value=0,
        max_value=50,
    )


@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    """Show the look to whoever builds on it; search engines are asked to stay away."""
    response = render(request, "public/styleguide.html", _context())
    response["X-Robots-Tag"] = "noindex"
    return response


def _context() -> dict[str, Any]:
    table_form = SampleTableForm({"declarer": "0", "trump": "H", "last_trick": "yes", "points": 55})
    code = segno.make(ADDRESS, micro=False).svg_inline(border=4, omitsize=True)
    return {
        "club": {"name": "Harbour Card Club", "slug": "harbour"},
        "nav_items": [
            ("#", _("Events"), True),
            ("#", _("Players"), False),
            ("#", _("Archive"), False),
        ],
        "crumbs": [(_("Harbour Card Club"), "#"), (_("Events"), "#"), (_("Winter league"), None)],
        "form": SampleForm({"name": "", "rounds": 0, "starts_on": "2026-01-09"}),
        "table_form": table_form,
        "clock": Clock(state=PAUSED, had=timedelta(minutes=12, seconds=30), since=AT, facts=2),
        "look_at": {
            "rule": "points_total",
            "sentence": _("The points of the sides do not add up to those of a deal."),
        },
        "steps": [
            {"label": _("Game"), "url": "#", "state": "done"},
            {"label": _("Form"), "url": "#", "state": "done"},
            {"label": _("Entries"), "url": None, "state": "current"},
            {"label": _("Draw"), "url": None, "state": "todo"},
        ],
        "tabs": [
            ("#", _("Standings"), True),
            ("#", _("Rounds"), False),
            ("#", _("Entries"), False),
        ],
        "page": Paginator(range(120), 20).page(3),
        "events": EVENTS,
        "stats": [(24, _("deals played")), (61.5, _("bids made, per cent")), (-3, _("best swing"))],
        "standings": STANDINGS,
        "sheet": SHEET,
        "match": MATCH,
        "lines": LINES,
        "line_totals": [("Ruth and Hana", 65), ("Ben and Tom", -12)],
        "tables": TABLES,
        "hands": HANDS,
        "deal_sheet": _deal_sheet(),
        "compared": COMPARED,
        "compared_deals": COMPARED_DEALS,
        "quick_points": (0, 20, 25, 30),
        "states": [
            ("draft", _("being set up")),
            ("open", _("open for entries")),
            ("running", _("running")),
            ("finished", _("finished")),
            ("archived", _("archived")),
            ("late", _("overdue")),
            ("submitted", _("awaiting confirmation")),
            ("confirmed", _("confirmed")),
            ("disputed", _("disputed")),
            ("corrected", _("corrected")),
            ("void", _("taken back")),
        ],
        "chart": chart_of([Strength(mu, 8 - 0.4 * n) for n, mu in enumerate(COURSE)]),
        "pictures": pictures(),
        "timeline": [
            {
                "at": AT,
                "actor": "Eva Klein",
                "text": _("Deal 4 of table 3 was corrected from 48 to 50 points."),
                "reason": _("the last trick had been left out"),
                "url": "#",
            },
            {
                "at": datetime(2026, 1, 9, 20, 33, tzinfo=UTC),
                "actor": "Ben Ito",
                "text": _("Deal 4 of table 3 was disputed."),
            },
        ],
        "at": AT,
        "qr": mark_safe(code),  # noqa: S308 - drawn by segno from an address of our own
        "address": ADDRESS,
    }


def _deal_sheet() -> dict[str, Any]:
    ruleset = games.ruleset("pitch", players=2)
    return deal_sheet(ruleset, games.prepared_deal(ruleset, "ab" * 32, 1))
