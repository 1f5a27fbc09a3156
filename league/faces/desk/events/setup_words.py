"""The set-up of an event in words: the game, who competes, what is played and what counts."""

from django.utils.translation import gettext as _

from games import services as games
from league.faces.desk.events.scoring_form import METHOD_LABELS
from league.faces.desk.events.setup_forms import KIND_CHOICES
from league.foundation.lists import listed
from league.play.events.final_scores_allowed import final_scores_in_words
from league.play.events.models import EntryKind, Event
from league.play.events.substitute_rule import rule_in_words, rule_of
from league.play.rounds.drawing import format_named
from league.tables.standings.bye_worth import BYE_WORTH_LABEL, bye_worth
from league.tables.standings.methods import TIEBREAKS


def preset_of(event: Event) -> dict[str, str] | None:
    """Return the names of the event's game and preset, and where the preset comes from."""
    for variant in games.variants():
        for preset in variant.presets:
            if (variant.id, preset.id) == (event.variant, event.preset):
                return {
                    "game": games.render_sentence(variant.label),
                    "label": games.render_sentence(preset.label),
                    "source": games.render_sentence(preset.source),
                }
    return None


def setup_facts(event: Event) -> list[tuple[str, str]]:
    """Return the set-up in words: a label and a value a line."""
    stage = event.stages.order_by("number").first()
    seats = (
        str(event.most_seats)
        if event.least_seats == event.most_seats
        else f"{event.least_seats}–{event.most_seats}"
    )
    tiebreaks = [
        games.render_sentence(TIEBREAKS[n].label) for n in event.tiebreaks if n in TIEBREAKS
    ]
    return [
        (_("Who competes"), str(dict(KIND_CHOICES)[EntryKind(event.entry_kind)])),
        (_("Players at a table"), seats),
        (_("Entry"), event.get_entry_mode_display()),
        (_("Places"), str(event.most_entries or _("no limit"))),
        (_("Format"), games.render_sentence(format_named(stage.format).label) if stage else "–"),
        (_("Rounds"), _rounds_in_words(stage.rounds_planned if stage else None)),
        (_("Length of a round"), play_in_words(event)),
        *final_scores_in_words(event),
        (_("What counts"), str(METHOD_LABELS.get(event.method.get("name", ""), "–"))),
        *([(str(BYE_WORTH_LABEL), bye_worth(stage, event))] if stage else []),
        (_("Tie-breaks"), listed(tiebreaks) or _("they share the rank")),
        (_("Substitutes"), rule_in_words(rule_of(event))),
        (_("Who sees it"), event.get_visibility_display()),
    ]


def _rounds_in_words(planned: int | None) -> str:
    return str(planned) if planned else _("as many as the format needs")


def play_in_words(event: Event) -> str:
    """Return what a table plays in a round."""
    match event.table_play:
        case "deals":
            return _("%(count)d deals per round") % {"count": event.deals_a_round or 0}
        case "timed":
            return _("as many deals as fit into %(minutes)d minutes") % {
                "minutes": event.minutes_a_round or 0
            }
        case _game:
            return event.get_table_play_display()
