"""The form of a season's rules: fields for people, the reader's JSON behind them."""

import re
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct

from games import services as games
from league.calendar.match_dates.typed_days import as_iso_days
from league.faces.desk.conflict_checked import ConflictCheckedForm
from league.faces.desk.inputs import number_field
from league.foundation.doors.declared import limits_of
from league.foundation.limits import NUMBER_LIMITS
from league.tables.seasons.methods import (
    SCORINGS,
    TIEBREAKS,
    BadSeasonRules,
    HandicapRules,
    Rules,
    read_rules,
)
from league.tables.seasons.methods.rules import AVERAGE, BEST, MEAN, PAIR, PLAYER, SUM, TEAM
from league.tables.seasons.methods.scoring import (
    DECIMALS,
    PERCENTAGE,
    POINTS,
    RankPoints,
    ThresholdPoints,
)
from league.tables.standings.methods import format_number

# --- What is typed into the form of a season's rules, as the rules' JSON, and back ---

TIEBREAK_FIELDS = tuple(f"tiebreak_{place}" for place in range(1, len(TIEBREAKS) + 1))
NUMBER = r"-?[0-9]+(?:\.[0-9]+)?"
PAIR_OF_NUMBERS = re.compile(rf"({NUMBER})\s*[:=]\s*({NUMBER})")


class NotNumbers(ValueError):
    """A text that should hold numbers and does not, with what to write instead."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field, self.sentence = field, sentence


# fields of the form that are called as in the rules
SAME = ("who", "total", "best", "drop", "least_nights", "guests_move_ranks")
WHOLE, WITH_DECIMALS = ("decimals", "after_nights", "deals"), ("factor", "least", "most")


def initial_of(rules: Rules) -> dict[str, Any]:
    """Return the form's initial values for the rules; fields that they do not use have defaults."""
    scoring, handicap = rules.scoring, rules.handicap or HandicapRules()
    ranks = scoring if isinstance(scoring, RankPoints) else RankPoints()
    bands = scoring if isinstance(scoring, ThresholdPoints) else ThresholdPoints()
    reference, is_named = handicap.reference, isinstance(handicap.reference, str)
    return {
        **{name: getattr(rules, name) for name in SAME},
        "scoring": scoring.name,
        "table": ", ".join(format_number(points) for points in ranks.table),
        "beyond": format_number(ranks.beyond),
        "of": bands.of,
        "bands": ", ".join(
            f"{format_number(band.least)}: {format_number(band.gives)}" for band in bands.bands
        ),
        "has_handicap": "yes" if rules.handicap else "no",
        **{name: getattr(handicap, name) for name in WHOLE},
        **{name: format_number(getattr(handicap, name)) for name in WITH_DECIMALS},
        "reference": reference if is_named else "points",
        "reference_points": None if isinstance(reference, str) else format_number(reference),
        "recalculated": "each" if handicap.dates is None else "dates",
        "dates": "; ".join(date_format(day, "SHORT_DATE_FORMAT") for day in handicap.dates or ()),
        "decides": "net" if handicap.decides else "scratch",
    } | dict(zip(TIEBREAK_FIELDS, rules.tiebreaks, strict=False))


def as_json(cleaned: dict[str, Any]) -> dict[str, Any]:
    """Return the rules as `read_rules` reads them. Raises NotNumbers."""
    return {
        **{name: cleaned[name] for name in SAME if cleaned[name] is not None},
        "scoring": _scoring(cleaned),
        "tiebreaks": [name for field in TIEBREAK_FIELDS if (name := cleaned.get(field))],
        "handicap": _handicap(cleaned) if cleaned["has_handicap"] == "yes" else None,
    }


def _scoring(cleaned: dict[str, Any]) -> dict[str, Any]:
    scoring: dict[str, Any] = {"name": cleaned["scoring"]}
    if scoring["name"] == RankPoints.name:
        scoring["table"] = _numbers("table", cleaned["table"])
        scoring["beyond"] = _plain(cleaned["beyond"])
    if scoring["name"] == ThresholdPoints.name:
        scoring["of"] = cleaned["of"] or None
        scoring["bands"] = _bands(cleaned["bands"])
    return {name: value for name, value in scoring.items() if value is not None}


def _handicap(cleaned: dict[str, Any]) -> dict[str, Any]:
    filled = {
        "reference": cleaned["reference"] or MEAN,
        "dates": None,
        "decides": cleaned["decides"] != "scratch",
    }
    if filled["reference"] == "points":
        filled["reference"] = _plain(cleaned["reference_points"])
        if filled["reference"] is None:
            raise NotNumbers("reference_points", _("Give the number."))
    if cleaned["recalculated"] == "dates":
        filled["dates"] = [
            day for day in re.split(r"[\s,;、]+", as_iso_days(cleaned["dates"])) if day
        ]
    for name in (*WITH_DECIMALS, *WHOLE):
        if cleaned[name] is not None:
            filled[name] = _plain(cleaned[name])
    return filled


def _numbers(field: str, text: str) -> list[int | float | None]:
    parts = [part for part in re.split(r"[\s,;、]+", text) if part]
    if not parts or not all(re.fullmatch(NUMBER, part) for part in parts):
        raise NotNumbers(field, _("Enter numbers separated by commas, such as 12, 11, 10."))
    return [_plain(Decimal(part)) for part in parts]


def _bands(text: str) -> list[list[int | float | None]]:
    parts = [part.strip() for part in re.split(r"[,;、\n]+", text) if part.strip()]
    matches = [PAIR_OF_NUMBERS.fullmatch(part) for part in parts]
    if not parts or not all(matches):
        raise NotNumbers("bands", _("Enter thresholds and their points such as 60: 3, 50: 2."))
    return [[_plain(Decimal(number)) for number in match.groups()] for match in matches if match]


def _plain(value: Decimal | int | None) -> int | float | None:
    """Return the number as JSON keeps it: whole numbers whole."""
    if value is None:
        return None
    return int(value) if value == int(value) else float(value)


HANDICAP_FIELDS = (
    *("factor", "reference", "reference_points", "least", "most", "decimals"),
    *("after_nights", "deals", "recalculated", "dates", "decides"),
)
# where the reader's paths show their faults
FIELD_OF_PATH = {
    "tiebreaks": TIEBREAK_FIELDS[0],
    "handicap.reference": "reference_points",
}


def decimal_field(label: Any, **options: Any) -> forms.DecimalField:
    return forms.DecimalField(
        label=label,
        max_digits=8,
        decimal_places=DECIMALS,
        error_messages=NUMBER_LIMITS,
        widget=forms.NumberInput(attrs={"inputmode": "decimal", "step": "any"}),
        required=False,
        **options,
    )


def choice_field(label: Any, choices: list[tuple[str, Any]], **options: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, widget=forms.RadioSelect, **options)


def count_field(shape: type[Struct], name: str, **options: Any) -> forms.IntegerField:
    """Return the field for a whole number of the rules, with its limits."""
    least, most = limits_of(shape, name)
    return number_field(least=least, most=most, required=False, **options)


class SeasonRulesForm(ConflictCheckedForm):
    """What counts, what is dropped, who is ranked, and handicaps."""

    who = choice_field(
        gettext_lazy("Who is ranked"),
        [
            (PLAYER, gettext_lazy("players, from every night")),
            (PAIR, gettext_lazy("pairs, from the nights of pairs")),
            (TEAM, gettext_lazy("teams, from the nights of teams")),
        ],
    )
    scoring = choice_field(gettext_lazy("Points for a night"), [])
    table = forms.CharField(
        label=gettext_lazy("Points for 1st, 2nd, 3rd place and so on"),
        required=False,
        help_text=gettext_lazy("Separated by commas, such as 12, 11, 10."),
    )
    beyond = decimal_field(gettext_lazy("Points for every later place"))
    of = choice_field(
        gettext_lazy("Compared with the thresholds"),
        [
            (PERCENTAGE, gettext_lazy("the percentage of the others left behind")),
            (POINTS, gettext_lazy("the points of the night")),
        ],
        required=False,
    )
    bands = forms.CharField(
        label=gettext_lazy("Thresholds and their points"),
        required=False,
        help_text=gettext_lazy("For example 60: 3, 50: 2 – reaching 60 gives 3."),
    )
    total = choice_field(
        gettext_lazy("The total is"),
        [
            (SUM, gettext_lazy("the sum of the nights that count")),
            (AVERAGE, gettext_lazy("their average")),
        ],
    )
    best = count_field(
        Rules,
        "best",
        label=gettext_lazy("Number of best nights that count"),
        help_text=gettext_lazy("Empty: all of them."),
    )
    drop = count_field(
        Rules,
        "drop",
        label=gettext_lazy("Number of worst nights that do not count"),
        help_text=gettext_lazy("With a total, a missed night counts as one of them."),
    )
    least_nights = count_field(
        Rules,
        "least_nights",
        label=gettext_lazy("Nights needed to be ranked"),
    )
    guests_move_ranks = forms.BooleanField(
        label=gettext_lazy("Guests take ranks from others in a night"), required=False
    )
    has_handicap = choice_field(
        gettext_lazy("Handicaps"),
        [("no", gettext_lazy("none")), ("yes", gettext_lazy("calculated from the season so far"))],
    )
    factor = decimal_field(
        gettext_lazy("Part of the difference that is evened out"),
        help_text=gettext_lazy("For example 0.5 for half."),
    )
    reference = choice_field(
        gettext_lazy("Compare the player’s average with"),
        [
            (MEAN, gettext_lazy("the mean of all averages")),
            (BEST, gettext_lazy("the best average")),
            ("points", gettext_lazy("a fixed number")),
        ],
        required=False,
    )
    reference_points = decimal_field(gettext_lazy("The fixed number"))
    least = decimal_field(gettext_lazy("Smallest handicap"))
    most = decimal_field(gettext_lazy("Largest handicap"))
    decimals = count_field(HandicapRules, "decimals", label=gettext_lazy("Decimals of a handicap"))
    after_nights = count_field(
        HandicapRules, "after_nights", label=gettext_lazy("Nights before the first handicap")
    )
    deals = count_field(
        HandicapRules,
        "deals",
        label=gettext_lazy("Number of deals for the full handicap"),
        help_text=gettext_lazy("Empty: as many as the night had."),
    )
    recalculated = choice_field(
        gettext_lazy("Recalculated"),
        [
            ("each", gettext_lazy("before each night")),
            ("dates", gettext_lazy("on these days only")),
        ],
        required=False,
    )
    dates = forms.CharField(
        label=gettext_lazy("Days"),
        required=False,
        help_text=gettext_lazy("Separated by commas, such as 2026-10-01, 2027-01-07."),
    )
    decides = choice_field(
        gettext_lazy("Who is first"),
        [
            ("net", gettext_lazy("the standings with handicaps")),
            ("scratch", gettext_lazy("the standings without handicaps")),
        ],
        required=False,
    )

    def __init__(self, data: Any = None, *, rules: Rules) -> None:
        super().__init__(data, initial=initial_of(rules))
        scorings = [(name, games.render_sentence(kind.label)) for name, kind in SCORINGS.items()]
        self.fields["scoring"].choices = scorings  # type: ignore[attr-defined]
        choices = [("", _("nothing: they share the place"))]
        choices += [
            (name, games.render_sentence(tiebreak.label)) for name, tiebreak in TIEBREAKS.items()
        ]
        for name in TIEBREAK_FIELDS:
            is_first = name == TIEBREAK_FIELDS[0]
            label = _("First tie-break on equal totals") if is_first else _("and then")
            self.fields[name] = forms.ChoiceField(label=label, choices=choices, required=False)
        self.rules_json: dict[str, Any] = {}
        self.rules = rules

    def clean(self) -> dict[str, Any]:
        """Read the typed rules with `read_rules`; its faults become errors of the fields."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        try:
            self.rules_json = as_json(cleaned)
            self.rules = read_rules(self.rules_json)
        except NotNumbers as fault:
            self.add_error(fault.field, fault.sentence)
        except BadSeasonRules as fault:
            sentence = games.whole_sentence(games.render_sentence(fault.sentence))
            self.add_error(_field_of(fault.path, self.fields), sentence)
        return cleaned

    def group(self, *names: str) -> list[forms.BoundField]:
        return [self[name] for name in names]

    @property
    def handicap_fields(self) -> list[forms.BoundField]:
        return self.group(*HANDICAP_FIELDS)

    @property
    def tiebreak_fields(self) -> list[forms.BoundField]:
        return self.group(*TIEBREAK_FIELDS)


def _field_of(path: str, fields: dict[str, forms.Field]) -> str | None:
    place = path.partition("[")[0]
    name = FIELD_OF_PATH.get(place, place.rpartition(".")[2])
    return name if name in fields else None
