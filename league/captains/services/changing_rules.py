"""Changing the rules for the matches of a stage."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.captains.match_rules import rules_of
from league.captains.models import MatchRules, MissingResult
from league.events.models import Stage
from league.events.noting import note_stage
from league.journal.actor import Actor
from league.refusal import Refused
from league.rounds.services.round_locks import lock_stage

MOST_DAYS = 100
COUNTS = (
    *("lineup_days", "most_reserves", "tied_after", "confirm_days", "walkover_days"),
    *("most_postponements", "ask_days", "decide_days", "rest_days"),
)
NEEDED = frozenset({"ask_days", "decide_days", "rest_days"})
FROM_ONE = frozenset({"tied_after", "decide_days"})
FIELDS = (*COUNTS, "home_enters", "walkover_for", "is_automatic", "latest_on")


class RulesInvalid(Refused):
    code = "match_rules_invalid"


@transaction.atomic
def change_rules(
    *, stage: Stage, changes: Mapping[str, Any], actor: Actor, at: datetime
) -> MatchRules:
    """Change some of the rules, named as the columns of `MatchRules`. Raises RulesInvalid.

    The same again changes nothing.
    """
    stage = lock_stage(stage)
    rules = rules_of(stage)
    rules.stage = stage
    for name, value in changes.items():
        _check(name, value)
    if all(getattr(rules, name) == value for name, value in changes.items()):
        return rules
    for name, value in changes.items():
        setattr(rules, name, value)
    rules.save()
    note_stage("match_rules.changed", stage, subject=rules, actor=actor, at=at)
    return rules


def _check(name: str, value: Any) -> None:
    if name not in FIELDS:
        raise RulesInvalid(_("There is no rule %(name)s.") % {"name": name}, field=name)
    if name in COUNTS:
        _check_count(name, value)
    if name == "walkover_for" and value not in MissingResult:
        raise RulesInvalid(_("Say who loses when no result comes."), field=name)


def _check_count(name: str, value: Any) -> None:
    if value is None and name not in NEEDED:
        return
    least = 1 if name in FROM_ONE else 0
    if not isinstance(value, int) or not least <= value <= MOST_DAYS:
        raise RulesInvalid(
            _("Give a number from %(least)d to %(most)d.") % {"least": least, "most": MOST_DAYS},
            field=name,
        )
