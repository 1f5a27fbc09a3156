"""The rule on substitutes as a value: read from an event, kept in the journal, put into words."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.wording import join_sentences
from league.play.events.models import Event, SubstitutePoints, Substitutes


@dataclass(frozen=True, slots=True, kw_only=True)
class SubstituteRule:
    """Who may stand in, in how many rounds, until when, and who gets the points.

    `who` is one of `Substitutes`, `points` one of `SubstitutePoints`; None is no limit. Rounds are
    counted through the stages of the event, `until` is a day of the club.
    """

    who: str = Substitutes.ANYONE
    most_a_substitute: int | None = None
    most_an_entry: int | None = None
    until_round: int | None = None
    until: date | None = None
    points: str = SubstitutePoints.ENTRY

    @property
    def refuses_somebody(self) -> bool:
        """Whether the rule can refuse any player of the club at all."""
        return self != SubstituteRule(points=self.points) or self.points == SubstitutePoints.PLAYER

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"until": self.until.isoformat() if self.until else None}


def rule_of(event: Event) -> SubstituteRule:
    """Return the event's rule on substitutes."""
    return SubstituteRule(
        who=event.substitutes,
        most_a_substitute=event.rounds_a_substitute,
        most_an_entry=event.substituted_rounds,
        until_round=event.substitutes_until_round,
        until=event.substitutes_until,
        points=event.substitute_points,
    )


def rule_from_json(data: Mapping[str, Any]) -> SubstituteRule:
    """Read what `SubstituteRule.as_json` wrote, perhaps in another release: unknown keys are left.

    Columns that are missing have their defaults.
    """
    known = {name: data[name] for name in SubstituteRule.__dataclass_fields__ if name in data}
    if known.get("until"):
        known["until"] = date.fromisoformat(known["until"])
    return SubstituteRule(**known)


def rule_in_words(rule: SubstituteRule) -> str:
    """Return the rule in whole sentences, as the event's page, the rule sheet and the desk show it.

    Where nobody may stand in, that is the only sentence.
    """
    if rule.who == Substitutes.NOBODY:
        return _("Nobody may stand in for a player.")
    return join_sentences([_who_in_words(rule), *_limits_in_words(rule), _points_in_words(rule)])


def _who_in_words(rule: SubstituteRule) -> str:
    match rule.who:
        case Substitutes.FREE:
            return _(
                "Any player of the club may stand in whose own entry has no table in the round."
            )
        case Substitutes.RESERVES:
            return _("Only the reserves of the event may stand in.")
        case _anyone:
            return _("Any player of the club may stand in.")


def _limits_in_words(rule: SubstituteRule) -> list[str]:
    sentences = []
    if rule.most_a_substitute is not None:
        sentences.append(
            ngettext(
                "A substitute plays in at most %(count)d round.",
                "A substitute plays in at most %(count)d rounds.",
                rule.most_a_substitute,
            )
            % {"count": rule.most_a_substitute}
        )
    if rule.most_an_entry is not None:
        sentences.append(
            ngettext(
                "An entry has substitutes in at most %(count)d round.",
                "An entry has substitutes in at most %(count)d rounds.",
                rule.most_an_entry,
            )
            % {"count": rule.most_an_entry}
        )
    if rule.until_round is not None:
        sentences.append(
            _("No substitutes after round %(round)d of the event.") % {"round": rule.until_round}
        )
    if rule.until is not None:
        sentences.append(
            _("No substitutes after %(day)s.") % {"day": date_format(rule.until, "DATE_FORMAT")}
        )
    return sentences


def _points_in_words(rule: SubstituteRule) -> str:
    match rule.points:
        case SubstitutePoints.PLAYER:
            return _("The points go to the substitute’s own entry.")
        case SubstitutePoints.NOBODY:
            return _("Nobody gets the points of a seat at which a substitute sat.")
        case _entry:
            return _("The points go to the entry that the substitute plays for.")
