"""What the set-up asks where the scoring compares deals: as a percentage, and on which scale."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from games import services as games
from league.foundation.limits import limits
from league.play.events.models import EntryKind, Event
from league.tables.standings.methods.deals.methods import MATCHPOINTS, PERCENTAGE
from league.tables.standings.methods.deals.options import DEAL_METHODS

DEAL_FIELDS = ("points_as", "multiplier")
IN_IMPS = ("cross_imps", "butler", "imps")
METHOD_LABELS: dict[str, Any] = {
    "matchpoints": gettext_lazy("matchpoints: each prepared deal compared with the other tables"),
    "cross_imps": gettext_lazy("cross-IMPs: how far ahead on each prepared deal, table by table"),
    "butler": gettext_lazy("Butler: difference from the tables’ average on each prepared deal"),
    "imps": gettext_lazy("IMPs of teams: the same prepared deals at both tables of a match"),
    "board_a_match": gettext_lazy("board-a-match: of two teams, who did better on each deal"),
    "deal_points": gettext_lazy("deal points: the points of all deals of the session, added up"),
}


def deal_methods_for(event: Event, chosen: str) -> list[str]:
    """Return the methods that suit who competes: those of teams are for teams."""
    in_teams = event.entry_kind == EntryKind.TEAM
    return [
        name
        for name, about in DEAL_METHODS.items()
        if in_teams or not about.kind.in_teams or name == chosen
    ]


def deal_fields_of(event: Event) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Return which fields which methods have; victory points of teams can be made from IMPs."""
    in_teams = event.entry_kind == EntryKind.TEAM
    in_imps = (*IN_IMPS, "victory_points") if in_teams else IN_IMPS
    return {("matchpoints",): ("points_as",), in_imps: ("multiplier",)}


def deal_fields() -> dict[str, forms.Field]:
    """Return the fields by name."""
    return {
        "points_as": forms.ChoiceField(
            label=gettext_lazy("Matchpoints are shown"),
            choices=[
                (PERCENTAGE, gettext_lazy("as a percentage of the maximum possible")),
                (MATCHPOINTS, gettext_lazy("as matchpoints")),
            ],
            required=False,
        ),
        "multiplier": forms.DecimalField(
            label=gettext_lazy("For IMPs: factor for the points"),
            help_text=gettext_lazy(
                "The IMP scale is made for differences of hundreds. Choose the number so that "
                "an ordinary swing, a bid made at one table and set at the other, comes to "
                "about 500."
            ),
            **limits(Decimal("0.01"), Decimal(1000)),
            max_digits=7,
            decimal_places=2,
            widget=forms.NumberInput(attrs={"inputmode": "decimal", "step": "any"}),
            required=False,
        ),
    }


def initial_deal_scoring(event: Event) -> dict[str, Any]:
    """Return what the fields begin with: as chosen, else what suits the game."""
    usual = games.imp_multiplier(event.variant)
    return {
        "points_as": event.method.get("points_as", PERCENTAGE),
        "multiplier": event.method.get("multiplier", usual),
    }


def deal_method(name: str, cleaned: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    """Return the method as the form says; what the form does not ask stays as it was."""
    about = DEAL_METHODS[name]
    kept = before if before.get("name") == name else {}
    method = {key: value for key, value in kept.items() if key in about.options}
    for field in DEAL_FIELDS:
        value = cleaned.get(field)
        if field in about.options and value not in (None, ""):
            method[field] = _as_json(value)
    return {"name": name, **method}


def _as_json(value: Any) -> Any:
    if not isinstance(value, Decimal):
        return value
    return int(value) if value == value.to_integral_value() else float(value)
