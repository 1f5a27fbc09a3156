"""What an event is, in words: its game, its rules, how it is counted."""

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.services import render_sentence, variant_named
from league.clubs.rules_in_words import RuleChange
from league.faces.public.events.event_cards import game_name
from league.foundation.doors.invalid_request import InvalidRequest
from league.foundation.lists import clauses, labelled, listed
from league.foundation.refusal import Refused
from league.foundation.shown_numbers import figure
from league.play.events.final_scores_allowed import final_scores_in_words
from league.play.events.models import EntryKind, Event, TablePlay
from league.play.events.names import day_of
from league.play.events.rulesets import house_rules
from league.play.events.substitute_rule import SubstituteRule, rule_in_words, rule_of
from league.tables.standings.facts import lot_seed
from league.tables.standings.methods import (
    LOT,
    METHODS,
    MatchPoints,
    VictoryPoints,
    criterion_label,
    read_method,
)


def facts_of(event: Event) -> list[tuple[str, str]]:
    """Return (label, value) of what people ask about an event, in the order in which they ask."""
    facts = [
        (_("Game"), game_link(event)),
        (_("Rules"), preset_link(event)),
        (_("Who competes"), who_competes(event)),
        (_("Length of a round"), table_play(event)),
        *final_scores_in_words(event),
        (_("Scoring"), scoring(event)),
        (_("Tie-breaks"), tiebreaks(event)),
        (_("First day"), day_of(event)),
    ]
    if event.house_rules is not None:
        facts.insert(2, (_("House rules"), event.house_rules.name))
    rule = rule_of(event)
    if rule != SubstituteRule():
        facts.append((_("Substitutes"), rule_in_words(rule)))
    if event.season is not None:
        facts.append((_("Season"), event.season.name))
    return [(label, value) for label, value in facts if value]


def who_competes(event: Event) -> str:
    names = {
        EntryKind.INDIVIDUAL: _("Single players"),
        EntryKind.PAIR: _("Pairs"),
        EntryKind.TEAM: _("Teams"),
    }
    return names[EntryKind(event.entry_kind)]


def game_link(event: Event) -> str:
    """Return the game as a link to its page; one that is no longer known is its name."""
    name = game_name(event)
    return _link(name, "game", event.variant) if variant_named(event.variant) else name


def preset_link(event: Event) -> str:
    """Return the set of rules as a link to its page; one that is no longer known is its name."""
    info = variant_named(event.variant)
    for preset in info.presets if info else ():
        if preset.id == event.preset:
            return _link(render_sentence(preset.label), "preset", event.variant, preset.id)
    return event.preset


def _link(text: str, page: str, *args: str) -> SafeString:
    return format_html('<a href="{}">{}</a>', reverse(f"public:{page}", args=args), text)


def rule_changes(event: Event) -> list[RuleChange]:
    """Return where the event's rules differ from its preset; none while they make no game yet."""
    try:
        return house_rules(event)
    except Refused:
        return []


def table_play(event: Event) -> str:
    if event.table_play == TablePlay.DEALS and event.deals_a_round:
        return ngettext(
            "%(count)d deal per round", "%(count)d deals per round", event.deals_a_round
        ) % {"count": event.deals_a_round}
    if event.table_play == TablePlay.TIMED and event.minutes_a_round:
        return ngettext(
            "as many deals as %(count)d minute allows",
            "as many deals as %(count)d minutes allow",
            event.minutes_a_round,
        ) % {"count": event.minutes_a_round}
    return str(event.get_table_play_display())


def scoring(event: Event) -> str:
    """Return how results are counted; nothing while the method is not chosen."""
    try:
        method = read_method(event.method)
    except InvalidRequest:
        return ""
    label = render_sentence(METHODS[method.name].label)
    multiplier = getattr(method, "multiplier", 1)
    if multiplier != 1:
        return _("%(method)s, points counted %(number)s times") % {
            "method": label,
            "number": figure(multiplier),
        }
    if isinstance(method, VictoryPoints):
        return labelled(label, render_sentence(method.sentence))
    if not isinstance(method, MatchPoints):
        return label
    worth = _("%(method)s: %(win)s for a win, %(draw)s for a draw, %(loss)s for a loss") % {
        "method": label,
        "win": figure(method.win),
        "draw": figure(method.draw),
        "loss": figure(method.loss),
    }
    more = [method.skunk.sentence] if method.skunk else []
    more += [bonus.sentence for bonus in method.bonuses]
    return clauses([worth, *(render_sentence(sentence) for sentence in more)])


def tiebreaks(event: Event) -> str:
    """Return the tie-breaks in their order, and what lots are drawn from once that is known."""
    words = listed(render_sentence(criterion_label(name)) for name in event.tiebreaks)
    seed = lot_seed(event)
    if LOT not in event.tiebreaks or not seed:
        return words
    return _("%(tiebreaks)s (seed of the lot: %(seed)d)") % {
        "tiebreaks": words,
        "seed": seed,
    }
