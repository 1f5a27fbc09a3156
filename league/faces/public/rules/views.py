"""The games we can score: what each is, its presets with their rules, and the codes of refusals."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import services as games
from games.engine.ruleset import Ruleset
from games.services import PresetInfo, RulesetRefused, VariantInfo
from league.faces.public.page_cache import add_etag
from league.faces.public.page_numbers import whole_number
from league.faces.public.rules.chosen import first_possible, usual_ruleset
from league.faces.public.rules.record_shown import example_deal
from league.faces.public.rules.rule_page import (
    changes_in_words,
    choices_in_words,
    default_of,
    list_single_options,
    players_in_words,
    preset_of,
    rules_in_words,
    tables_of,
)
from league.faces.public.rules.sheet_fields import sheet_fields


@require_safe
def all_games(request: HttpRequest) -> HttpResponse:
    """Show every game as a card."""
    cards = [
        {
            "id": info.id,
            "label": games.render_sentence(info.label),
            "about": games.render_sentence(info.about),
            "players": players_in_words(info.seats),
        }
        for info in games.variants()
    ]
    return add_etag(request, render(request, "public/games/games.html", {"cards": cards}))


@require_safe
def game(request: HttpRequest, variant: str) -> HttpResponse:
    """Show one game: the rules in short, its presets, and everything a club may choose."""
    info = game_named(variant)
    choices = choices_in_words(info)
    context = game_in_words(info) | {
        "presets": [_preset_card(info, preset) for preset in info.presets],
        "options": list_single_options(choices),
        "tables": tables_of(choices),
    }
    return add_etag(request, render(request, "public/games/game.html", context))


@require_safe
def preset(request: HttpRequest, variant: str, preset: str) -> HttpResponse:
    """Show a preset: its rules as they stand, the score sheet, and a deal scored with reasons."""
    info = game_named(variant)
    found = preset_of(info, preset)
    if found is None:
        raise Http404("the game has no such preset")
    ruleset = _for_players(info, found, whole_number(request, "players"))
    return add_etag(request, _preset(request, info, found, ruleset))


def _preset(
    request: HttpRequest, info: VariantInfo, preset: PresetInfo, ruleset: Ruleset
) -> HttpResponse:
    rules = rules_in_words(info, preset)
    context = game_in_words(info) | {
        "preset": preset.id,
        "label": games.render_sentence(preset.label),
        "source": games.render_sentence(preset.source),
        "players": players_in_words(preset.seats),
        "is_usual": preset.id == info.default_preset,
        "usual": games.render_sentence(default_of(info).label),
        "changes": changes_in_words(info, preset),
        "rules": [rule for rule in list_single_options(rules) if rule["applies"]],
        "idle_rules": [rule for rule in list_single_options(rules) if not rule["applies"]],
        "tables": tables_of(rules),
        "counts": preset.seats if len(preset.seats) > 1 else [],
        "count": ruleset.players,
        "count_in_words": players_in_words((ruleset.players,)),
        "fields": sheet_fields(ruleset),
        "example": example_deal(ruleset),
        "presets": [
            (one.id, games.render_sentence(one.label), one.id == preset.id) for one in info.presets
        ],
    }
    return render(request, "public/games/preset.html", context)


@require_safe
def rule_codes(request: HttpRequest) -> HttpResponse:
    """Show every code a refusal can have, with what to look at; each has its own anchor."""
    groups = [
        {
            "label": games.render_sentence(group.label),
            "codes": [(code, games.render_sentence(about)) for code, about in group.codes.items()],
        }
        for group in games.code_groups()
    ]
    context = {"groups": groups}
    return add_etag(request, render(request, "public/games/rule_codes.html", context))


def game_named(name: str) -> VariantInfo:
    info = games.variant_named(name)
    if info is None:
        raise Http404("there is no such game")
    return info


def game_in_words(info: VariantInfo) -> dict[str, Any]:
    """Return what every page of a game begins with."""
    return {
        "variant": info.id,
        "game": games.render_sentence(info.label),
        "about": games.render_sentence(info.about),
        "rules_in_short": [games.render_sentence(sentence) for sentence in info.rules_in_short],
    }


def _preset_card(info: VariantInfo, preset: PresetInfo) -> dict[str, Any]:
    return {
        "id": preset.id,
        "label": games.render_sentence(preset.label),
        "source": games.render_sentence(preset.source),
        "players": players_in_words(preset.seats),
        "is_usual": preset.id == info.default_preset,
        "changes": len(changes_in_words(info, preset)),
    }


def _for_players(info: VariantInfo, preset: PresetInfo, players: int | None) -> Ruleset:
    if players is None:
        return usual_ruleset(info, preset)
    try:
        return first_possible(info, preset, {}, players)
    except RulesetRefused:
        raise Http404(_("This game cannot be played by that many.")) from None
