"""Whether somebody may stand in at a table: the event's rule held against the facts."""

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.events.models import SubstitutePoints, Substitutes
from league.events.substitutes import SubstituteRule


@dataclass(frozen=True, slots=True, kw_only=True)
class StandIn:
    """What the rule asks about one player who would stand in for an entry in a round.

    The rounds that a player stood in, or an entry had substitutes, are those of the whole event
    without this one; `round` counts through its stages. `own_table` is the number of the table
    at which the player's own entry plays in the round.
    """

    player: str
    entry: str
    round: int
    day: date
    stood_in: int = 0
    entry_had: int = 0
    is_reserve: bool = False
    has_entry: bool = False
    own_table: int | None = None


class Reason(NamedTuple):
    """Why somebody may not stand in: a stable code and a whole sentence."""

    code: str
    sentence: str


def may_stand_in(rule: SubstituteRule, facts: StandIn) -> list[Reason]:
    """Return every reason why the player may not stand in; none when the rule allows it."""
    if rule.who == Substitutes.NOBODY:
        return [Reason("no_substitutes", _("Nobody may stand in for a player at this event."))]
    found = [
        _not_free(rule, facts),
        _no_reserve(rule, facts),
        _too_often(rule, facts),
        _entry_too_often(rule, facts),
        _too_late(rule, facts),
        _too_late_in_the_year(rule, facts),
        _no_row_for_points(rule, facts),
    ]
    return [reason for reason in found if reason is not None]


def _not_free(rule: SubstituteRule, facts: StandIn) -> Reason | None:
    if rule.who != Substitutes.FREE or facts.own_table is None:
        return None
    sentence = _(
        "%(player)s’s own entry plays at table %(table)d in this round; only somebody who is "
        "not playing may stand in."
    )
    return Reason("plays_elsewhere", sentence % {"player": facts.player, "table": facts.own_table})


def _no_reserve(rule: SubstituteRule, facts: StandIn) -> Reason | None:
    if rule.who != Substitutes.RESERVES or facts.is_reserve:
        return None
    sentence = _("%(player)s is not among the reserves of the event.")
    return Reason("not_a_reserve", sentence % {"player": facts.player})


def _too_often(rule: SubstituteRule, facts: StandIn) -> Reason | None:
    most = rule.most_a_substitute
    if most is None or facts.stood_in < most:
        return None
    sentence = ngettext(
        "%(player)s has already stood in for %(count)d round; the event allows %(most)d.",
        "%(player)s has already stood in for %(count)d rounds; the event allows %(most)d.",
        facts.stood_in,
    )
    numbers = {"player": facts.player, "count": facts.stood_in, "most": most}
    return Reason("stood_in_too_often", sentence % numbers)


def _entry_too_often(rule: SubstituteRule, facts: StandIn) -> Reason | None:
    most = rule.most_an_entry
    if most is None or facts.entry_had < most:
        return None
    sentence = ngettext(
        "%(entry)s had a substitute in %(count)d round already; the event allows %(most)d.",
        "%(entry)s had a substitute in %(count)d rounds already; the event allows %(most)d.",
        facts.entry_had,
    )
    numbers = {"entry": facts.entry, "count": facts.entry_had, "most": most}
    return Reason("entry_had_too_many", sentence % numbers)


def _too_late(rule: SubstituteRule, facts: StandIn) -> Reason | None:
    if rule.until_round is None or facts.round <= rule.until_round:
        return None
    sentence = _(
        "This is round %(round)d of the event, and substitutes are not allowed after round "
        "%(last)d."
    )
    return Reason("after_last_round", sentence % {"round": facts.round, "last": rule.until_round})


def _too_late_in_the_year(rule: SubstituteRule, facts: StandIn) -> Reason | None:
    if rule.until is None or facts.day <= rule.until:
        return None
    sentence = _("Today is %(today)s, and substitutes are not allowed after %(day)s.")
    days = {
        "today": date_format(facts.day, "DATE_FORMAT"),
        "day": date_format(rule.until, "DATE_FORMAT"),
    }
    return Reason("after_last_day", sentence % days)


def _no_row_for_points(rule: SubstituteRule, facts: StandIn) -> Reason | None:
    """Points that go to whoever stood in need a row of the standings to go to."""
    if rule.points != SubstitutePoints.PLAYER or facts.has_entry:
        return None
    sentence = _(
        "A substitute’s points go to the substitute, and %(player)s is in no entry of the event: "
        "enter %(player)s first."
    )
    return Reason("no_entry_for_points", sentence % {"player": facts.player})
