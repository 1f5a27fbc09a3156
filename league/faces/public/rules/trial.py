"""Scoring a deal that is kept nowhere: what the page says of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import services as games
from games.engine.errors import MalformedRecord, Refusal
from games.engine.ruleset import Ruleset
from games.services import RulesetRefused
from league.faces.public.rules.letters import Letters
from league.faces.public.rules.options_shown import players_in_words, preset_of
from league.faces.public.rules.record_shown import Part, record_shown, trick_size
from league.play.results.deal_words import Names, lines_shown
from league.play.results.pasted_records import UnreadableRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """The answer to a deal: a result with reasons, or a refusal with its place."""

    result: dict[str, Any] | None = None
    refusal: dict[str, Any] | None = None
    parts: list[Part]
    rules: str = ""
    field: str | None = None

    @property
    def is_refused(self) -> bool:
        return self.refusal is not None

    @property
    def anchor(self) -> str:
        """Return where the refusal is marked among the parts; nothing where it has no place."""
        if any(entry.is_refused for part in self.parts for entry in part.entries):
            return "refused"
        return "refused-part" if any(part.is_refused for part in self.parts) else ""


def try_deal(ruleset: Ruleset, data: Mapping[str, Any]) -> Trial:
    """Score a summary or a record; one that names a game of its own is scored by that."""
    names: Names = Letters(ruleset)
    try:
        if "variant" in data:
            ruleset = _own_ruleset(data)
            names = Letters(ruleset)
        result = games.score_deal(ruleset, data)
    except Refusal as refusal:
        return Trial(
            refusal=refusal_in_words(refusal, names, _trick_size(ruleset, data, names)),
            parts=record_shown(ruleset, data, names, refusal),
            rules=ruleset_in_words(ruleset),
            field=refusal.field,
        )
    deal = games.unsaved_deal(ruleset, data, result)
    next_dealer = result.detail.get("next_dealer")
    return Trial(
        result={
            "made": deal.made,
            "redeal": result.redeal,
            "lines": lines_shown(result.lines, names),
            "totals": [(names.side(side), points) for side, points in enumerate(result.score)],
            "next_dealer": "" if next_dealer is None else names.seat(next_dealer),
            "wins_game": "" if result.wins_game is None else names.side(result.wins_game),
        },
        parts=record_shown(ruleset, data, names) if "summary" not in data else [],
        rules=ruleset_in_words(ruleset),
    )


def check_is_one_deal(data: Mapping[str, Any]) -> None:
    """Refuse the other forms that programs may send. Raises UnreadableRecord."""
    if "game" in data:
        raise UnreadableRecord(
            _("This is a whole game. Paste one of its deals here; programs can send all of it."),
            field="record",
        )
    if "call" in data:
        raise UnreadableRecord(
            _(
                "This asks what one call means. Paste a whole deal here, and every call is "
                "explained."
            ),
            field="record",
        )


def ruleset_in_words(ruleset: Ruleset) -> str:
    """Return the game, the preset and the number of players; house rules are counted."""
    info = games.variant_named(ruleset.variant)
    preset = preset_of(info, ruleset.preset) if info else None
    if info is None or preset is None:
        return ""
    parts = [games.render_sentence(info.label), games.render_sentence(preset.label)]
    if ruleset.changed_options:
        parts.append(
            ngettext(
                "%(count)d option changed",
                "%(count)d options changed",
                len(ruleset.changed_options),
            )
            % {"count": len(ruleset.changed_options)}
        )
    return " · ".join([*parts, players_in_words((ruleset.players,))])


def _own_ruleset(data: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset that a pasted deal names. Raises RulesetRefused."""
    return games.ruleset(
        data["variant"], data.get("preset"), data.get("options"), data.get("players")
    )


def _trick_size(ruleset: Ruleset, data: Mapping[str, Any], names: Names) -> int:
    turns = games.turns_of(ruleset, data) if "hands" in data else {}
    return trick_size(turns.get("play", ()), names)


def refusal_in_words(refusal: Refusal, names: Names, trick_size: int) -> dict[str, Any]:
    """Return what is wrong, where, by which rule, and what to look at."""
    look_at = games.look_at(refusal.rule)
    return {
        "sentence": games.whole_sentence(
            games.render_sentence(refusal.sentence, names.seats, names.sides)
        ),
        "is_unreadable": isinstance(refusal, MalformedRecord),
        "is_ruleset": isinstance(refusal, RulesetRefused),
        "where": _where(refusal, names, trick_size),
        "phase": refusal.phase,
        "index": refusal.index,
        "rule": refusal.rule,
        "look_at": games.render_sentence(look_at) if look_at else "",
    }


def _where(refusal: Refusal, names: Names, trick_size: int) -> str:
    """Return the place of a refusal as people count, from one."""
    if refusal.index is None:
        return str(PLACES[refusal.phase]()) if refusal.phase in PLACES else ""
    number = refusal.index + 1
    match refusal.phase:
        case "hands":
            return _("the hand of %(name)s") % {"name": names.seat(refusal.index)}
        case "auction":
            return _("the auction, call %(number)d") % {"number": number}
        case "exchange":
            return _("the cards passed on, entry %(number)d") % {"number": number}
        case "discards":
            return _("the cards laid away by %(name)s") % {"name": names.seat(refusal.index)}
        case "events":
            return _("the melds during the play, entry %(number)d") % {"number": number}
        case "play":
            trick, card = divmod(refusal.index, trick_size)
            return _("the play, trick %(trick)d, card %(card)d") % {
                "trick": trick + 1,
                "card": card + 1,
            }
        case _:
            return str(PLACES[refusal.phase]()) if refusal.phase in PLACES else ""


PLACES = {
    "hands": lambda: _("the hands"),
    "stock": lambda: _("the stock"),
    "deck": lambda: _("the pack"),
    "auction": lambda: _("the auction"),
    "trump": lambda: _("the trump"),
    "exchange": lambda: _("the cards passed on"),
    "discards": lambda: _("the cards laid away"),
    "events": lambda: _("the melds during the play"),
    "throw_in": lambda: _("the throw-in"),
    "play": lambda: _("the play"),
    "summary": lambda: _("the summary"),
    "options": lambda: _("the options"),
}
