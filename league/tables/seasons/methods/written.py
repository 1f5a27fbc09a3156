"""Writes the rules of a season as JSON, from which `reading.read_rules` reads the same rules."""

from typing import Any

from league.foundation.doors.reading import Number
from league.tables.seasons.methods.rules import HandicapRules, Rules
from league.tables.seasons.methods.scoring import RankPoints, Scoring, ThresholdPoints
from league.tables.standings.methods.exact import as_json


def rules_as_json(rules: Rules) -> dict[str, Any]:
    """Return the rules with every value; numbers have two decimals at most, so none is rounded."""
    return {
        "who": rules.who,
        "scoring": _scoring(rules.scoring),
        "total": rules.total,
        "best": rules.best,
        "drop": rules.drop,
        "least_nights": rules.least_nights,
        "guests_move_ranks": rules.guests_move_ranks,
        "tiebreaks": list(rules.tiebreaks),
        "handicap": _handicap(rules.handicap) if rules.handicap else None,
    }


def _scoring(scoring: Scoring) -> dict[str, Any]:
    written: dict[str, Any] = {"name": scoring.name}
    if isinstance(scoring, RankPoints):
        written |= {"table": [as_json(points) for points in scoring.table]}
        written |= {"beyond": as_json(scoring.beyond)}
    if isinstance(scoring, ThresholdPoints):
        written |= {"of": scoring.of}
        written |= {"bands": [[as_json(band.least), as_json(band.gives)] for band in scoring.bands]}
    return written


def _handicap(rules: HandicapRules) -> dict[str, Any]:
    return {
        "factor": as_json(rules.factor),
        "reference": _reference(rules.reference),
        "least": as_json(rules.least),
        "most": as_json(rules.most),
        "decimals": rules.decimals,
        "after_nights": rules.after_nights,
        "deals": rules.deals,
        "dates": None if rules.dates is None else [day.isoformat() for day in rules.dates],
        "decides": rules.decides,
    }


def _reference(reference: Number | str) -> int | float | str:
    return reference if isinstance(reference, str) else as_json(reference)
