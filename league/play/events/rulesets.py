"""The rules an event is played by: its game, its house rules, its substitutes."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import services as games
from games.engine.ruleset import Ruleset
from games.services import RulesetRefused
from games.wording import join_sentences
from league.clubs.models import HouseRules
from league.clubs.rules_in_words import RuleChange, changes_in_words
from league.foundation.refusal import Refused
from league.play.events.models import EntryKind, Event, SubstitutePoints, Substitutes

# --- The ruleset of an event, for a number of players at a table ---


class RulesetNotPossible(Refused):
    """The game, its options and the number of players do not go together."""

    code = "ruleset_not_possible"


def ruleset_of(event: Event, players: int) -> Ruleset:
    """Return what a table with so many players plays by.

    Raises RulesetNotPossible with the game's own reason.
    """
    try:
        return games.ruleset(event.variant, event.preset, event.options, players)
    except RulesetRefused as refused:
        raise RulesetNotPossible(
            games.render_sentence(refused.sentence), field=refused.field
        ) from refused


def house_rules(event: Event) -> list[RuleChange]:
    """Return where the event's rules differ from its preset, readably."""
    return changes_in_words(ruleset_of(event, event.most_seats))


def copied_from(rules: HouseRules) -> dict[str, Any]:
    """Return the columns of an event that is played by these house rules, as they are now."""
    return {
        "variant": rules.variant,
        "preset": rules.preset,
        "options": dict(rules.options),
        "house_rules": rules,
    }


def is_as_house_rules(event: Event) -> bool:
    """Say whether the house rules that the event came from still say what they said then."""
    return event.house_rules is None or all(
        getattr(event, name) == value for name, value in copied_from(event.house_rules).items()
    )


def table_sizes(event: Event) -> range:
    """Return the numbers of players a table of the event may have."""
    return range(event.least_seats, event.most_seats + 1)


def players_an_entry(event: Event, players: int) -> int:
    """Return how many players of one entry sit at a table of so many players."""
    if event.entry_kind == EntryKind.INDIVIDUAL:
        return 1
    return players // ruleset_of(event, players).sides


# --- Substitute rule ---
# The rule on substitutes as a value: read from an event, kept in the journal, put into words.


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
