"""What is typed into the form of a season's rules, as the rules' JSON, and back."""

import re
from decimal import Decimal
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.calendar.match_dates.typed_days import as_iso_days
from league.tables.seasons.methods import TIEBREAKS, HandicapRules, Rules
from league.tables.seasons.methods.rules import MEAN
from league.tables.seasons.methods.scoring import RankPoints, ThresholdPoints
from league.tables.standings.methods import format_number

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
        scoring["beyond"] = _plain(cleaned["beyond"] or Decimal(0))
    if scoring["name"] == ThresholdPoints.name:
        scoring["of"] = cleaned["of"] or "percentage"
        scoring["bands"] = _bands(cleaned["bands"])
    return scoring


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
