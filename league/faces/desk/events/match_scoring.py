"""The fields of the scoring methods over matches, and how they become the event's method."""

from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.faces.desk.inputs import number_field
from league.foundation.limits import limits
from league.play.events.models import Event
from league.tables.standings.methods.matches.round_points import HIGHEST, LOWEST, SHARE
from league.tables.standings.methods.matches.victory_points import MOST_DEALS

METHOD_LABELS: dict[str, Any] = {
    "total_points": gettext_lazy("the points made at the tables, added up"),
    "match_points": gettext_lazy("match points for winning, drawing and losing"),
    "victory_points": gettext_lazy("victory points: up to 20, by how high a match was won"),
    "round_points": gettext_lazy("points of the round: 12, 11, 10, … for the places in it"),
    "percentage": gettext_lazy("percentages of the points, on average over the matches"),
}
FIELDS_OF: dict[str, tuple[str, ...]] = {
    "match_points": (
        *("win", "draw", "loss", "bonus"),
        *("skunk_margin", "skunk_below", "skunk_win", "skunk_loss"),
    ),
    "victory_points": ("deals", "blitz", "table"),
    "round_points": ("places", "ties"),
    "percentage": ("top",),
}
CAPS = ("cap", "cap_margin")
# of match points; few clubs play with them
SELDOM = ("bonus", "skunk_margin", "skunk_below", "skunk_win", "skunk_loss")
MATCH_FIELDS = (*(name for names in FIELDS_OF.values() for name in names), *CAPS)
# what this form has no field for stays as a program has set it
ELSEWHERE = ("forfeit", "multiplier")
MOST_OF_A_SCALE = 1_000_000


def points_field(label: Any, **options: Any) -> forms.DecimalField:
    return forms.DecimalField(
        label=label,
        **limits(Decimal(-100), options.pop("most", Decimal(1000))),
        max_digits=9,
        decimal_places=2,
        widget=forms.NumberInput(attrs={"inputmode": "decimal", "step": "any"}),
        required=False,
        **options,
    )


def _lines_field(label: Any, rows: int, **options: Any) -> forms.CharField:
    widget = forms.Textarea(attrs={"rows": rows, "spellcheck": "false", "autocapitalize": "off"})
    return forms.CharField(label=label, widget=widget, required=False, max_length=4000, **options)


def match_fields() -> dict[str, forms.Field]:
    """Return the fields of all methods over matches, by name."""
    many = Decimal(1_000_000)
    return {
        "win": points_field(gettext_lazy("Match points for a win")),
        "draw": points_field(gettext_lazy("Match points for a draw")),
        "loss": points_field(gettext_lazy("Match points for a loss")),
        "bonus": _lines_field(
            gettext_lazy("Bonus points"),
            3,
            help_text=gettext_lazy(
                "One a line, like “+1 if margin >= 300”, “+1 if loss and margin < 50” or “+1 "
                "if points >= 500”. You can use win, draw, loss, margin, points (the side’s "
                "own) and against (the other side’s)."
            ),
        ),
        "skunk_margin": points_field(
            gettext_lazy("A win counts as more from a margin of"),
            most=many,
            help_text=gettext_lazy("A “skunk”. Leave it empty where every win counts the same."),
        ),
        "skunk_below": points_field(
            gettext_lazy("or where the loser has fewer points than"), most=many
        ),
        "skunk_win": points_field(gettext_lazy("Match points for a big win")),
        "skunk_loss": points_field(gettext_lazy("Match points for a heavy loss")),
        "deals": number_field(
            least=1,
            most=MOST_DEALS,
            label=gettext_lazy("WBF scale for this many deals"),
            help_text=gettext_lazy("For matches scored in IMPs. Fill in one of these three."),
            required=False,
        ),
        "blitz": points_field(
            gettext_lazy("or the same curve, with all 20 from a margin of"),
            most=many,
            help_text=gettext_lazy("For any game: four deals of double-deck pinochle about 400."),
        ),
        "table": _lines_field(
            gettext_lazy("or a table of your own"),
            4,
            help_text=gettext_lazy(
                "A line for each step: the margin it begins at, what the winner gets and what the "
                "loser gets, like “50 12 8”. The first line is for a draw, like “0 10 10”."
            ),
        ),
        "places": forms.CharField(
            label=gettext_lazy("Points for the places of a round"),
            help_text=gettext_lazy(
                "Best place first, such as “12 11 10 9”. If empty, the winner gets as many "
                "points as there are entries, and the last gets one."
            ),
            max_length=1000,
            required=False,
        ),
        "ties": forms.ChoiceField(
            label=gettext_lazy("Level in a round"), choices=list(TIES.items()), required=False
        ),
        "top": points_field(
            gettext_lazy("Maximum points a match can bring"),
            most=many,
            help_text=gettext_lazy(
                "100% of a match. Empty: all points made at the table are its 100%."
            ),
        ),
        "cap": points_field(
            gettext_lazy("Maximum points counted for a match"),
            most=many,
            help_text=gettext_lazy(
                "Keeps one monster deal from deciding everything. Applies to total points, "
                "round points and the tie-breaks that add up points. Leave it empty to count "
                "every point."
            ),
        ),
        "cap_margin": points_field(gettext_lazy("and a lead of at most this many"), most=many),
    }


def initial_match_scoring(method: dict[str, Any]) -> dict[str, Any]:
    """Return what the fields show of an event's method."""
    skunk = method.get("skunk") or {}
    bonus = method.get("bonus") or []
    return {
        "win": method.get("win", 2),
        "draw": method.get("draw", 1),
        "loss": method.get("loss", 0),
        "bonus": bonus if isinstance(bonus, str) else "\n".join(bonus),
        **{f"skunk_{key}": skunk.get(key) for key in ("win", "loss", "margin", "below")},
        "deals": method.get("deals"),
        "blitz": method.get("blitz"),
        "table": "\n".join(
            f"{band['margin']} {band['winner']} {band['loser']}"
            for band in method.get("table") or []
        ),
        "places": " ".join(str(points) for points in method.get("places") or []),
        "ties": method.get("ties", SHARE),
        **{name: method.get(name) for name in ("top", *CAPS)},
    }


def match_method(cleaned: dict[str, Any], event: Event) -> dict[str, Any]:
    """Return the method in the JSON of the `rank` door, with the filled fields only."""
    name = cleaned["method"]
    method: dict[str, Any] = {"name": name}
    before = event.method if event.method.get("name") == name else {}
    method |= {key: before[key] for key in ELSEWHERE if key in before}
    method |= _own(name, cleaned)
    for cap in CAPS:
        if cleaned.get(cap) is not None:
            method[cap] = number(cleaned[cap])
    return method


def _own(name: str, cleaned: dict[str, Any]) -> dict[str, Any]:
    if name == "match_points":
        return _match_points(cleaned)
    if name == "victory_points":
        filled = {
            "deals": cleaned.get("deals"),
            "blitz": number(cleaned.get("blitz")),
            "table": cleaned.get("table") or None,
            "multiplier": number(cleaned.get("multiplier")),
        }
        return {key: value for key, value in filled.items() if value is not None}
    if name == "round_points":
        places = {"places": cleaned["places"]} if cleaned.get("places") else {}
        return places | {"ties": cleaned.get("ties") or SHARE}
    if name == "percentage" and cleaned.get("top") is not None:
        return {"top": number(cleaned["top"])}
    return {}


def _match_points(cleaned: dict[str, Any]) -> dict[str, Any]:
    method: dict[str, Any] = {
        key: number(cleaned[key]) for key in ("win", "draw", "loss") if cleaned.get(key) is not None
    }
    if cleaned.get("bonus"):
        method["bonus"] = cleaned["bonus"]
    skunk = {
        key: number(cleaned[f"skunk_{key}"])
        for key in ("win", "loss", "margin", "below")
        if cleaned.get(f"skunk_{key}") is not None
    }
    return method | ({"skunk": skunk} if skunk else {})


def clean_lines(form: forms.Form, cleaned: dict[str, Any]) -> None:
    """Turn what was typed as lines and lists into values; say where one cannot be read."""
    cleaned["bonus"] = [
        line.strip() for line in cleaned.get("bonus", "").splitlines() if line.strip()
    ]
    try:
        cleaned["places"] = _numbers(cleaned.get("places", "").replace(",", " "))
    except InvalidOperation:
        form.add_error("places", _("Enter numbers separated by spaces, like “12 11 10 9”."))
    bands = []
    for line in cleaned.get("table", "").splitlines():
        try:
            values = _numbers(line.replace(",", " "))
        except InvalidOperation:
            values = []
        if line.strip() and len(values) != 3:
            form.add_error(
                "table",
                _("“%(line)s” is not a line of a scale: write three numbers, like “50 12 8”.")
                % {"line": line.strip()[:40]},
            )
        elif values:
            bands.append(dict(zip(("margin", "winner", "loser"), values, strict=True)))
    cleaned["table"] = bands


def _numbers(text: str) -> list[int | float | None]:
    numbers = [Decimal(word) for word in text.split()]
    # "1e999999999" is a number too, and to write it out would take all memory
    if not all(value.is_finite() and abs(value) <= MOST_OF_A_SCALE for value in numbers):
        raise InvalidOperation
    return [number(value) for value in numbers]


def number(value: Decimal | None) -> int | float | None:
    """Return the number as JSON keeps it: whole numbers whole."""
    if value is None:
        return None
    return int(value) if value == value.to_integral_value() else float(value)


TIES: dict[str, Any] = {
    SHARE: gettext_lazy("share what their places give"),
    HIGHEST: gettext_lazy("all get what the highest of their places gives"),
    LOWEST: gettext_lazy("all get what the lowest of their places gives"),
}
