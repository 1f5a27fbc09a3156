"""The stages of an event as the desk shows them."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Count, Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from games import services as games
from games.wording import join_sentences
from league.play.events.models import Event, Qualifying, Stage
from league.play.events.names import entries_in_words, name_of, stage_name
from league.play.events.setup_problems import what_is_carried, who_goes_through
from league.play.rounds.drawing import format_named
from league.play.rounds.models import Round, RoundState
from league.tables.standings.qualifying import FillPreview, Qualifier


def stages_of(event: Event) -> "QuerySet[Stage, Stage]":
    """Return the stages in their order, with whom they are filled from; one query."""
    opened = Round.objects.filter(stage=OuterRef("pk")).exclude(state=RoundState.DRAWN)
    return (
        event.stages.select_related("qualifying__source")
        .annotate(entries=Count("stage_entries"), begun=Exists(opened))
        .order_by("number")
    )


def qualifying_of(stage: Stage) -> Qualifying | None:
    return getattr(stage, "qualifying", None)


def format_name(stage: Stage) -> str:
    return games.render_sentence(format_named(stage.format).label)


def stage_rows(stages: Iterable[Any]) -> list[dict[str, Any]]:
    """Return a line for each stage: its name, how it is drawn, who is in it, and the rule."""
    return [
        {
            "number": stage.number,
            "name": stage_name(stage),
            "format": format_name(stage),
            "field": _field(stage),
            "about": rule_in_words(stage),
        }
        for stage in stages
    ]


def _field(stage: Any) -> str:
    if not stage.entries:
        return _("nobody yet")
    return entries_in_words(stage.event, stage.entries)


def rule_in_words(stage: Stage) -> str:
    """Return who goes through and what is carried over; nothing for a first stage."""
    qualifying = qualifying_of(stage)
    if qualifying is None:
        return ""
    rule = who_goes_through(qualifying)
    if format_named(stage.format).has_bracket:
        return rule
    return join_sentences([rule, what_is_carried(qualifying)])


def filling_shown(preview: FillPreview) -> dict[str, Any]:
    """Return who goes through as `desk/stages/_filling.html` shows it."""
    carries = bool(preview.qualifying.carried_percent)
    return {
        "rows": [_qualifier(qualifier, carries) for qualifier in preview.qualifiers],
        "carries": carries,
        "after": _("as they stand after round %(round)d") % {"round": preview.after_round},
        "coming": [name_of(entry) for entry in preview.coming],
        "leaving": [name_of(entry) for entry in preview.leaving],
        "is_filled": preview.qualifying.filled_at is not None,
        "is_as_filled": preview.is_as_filled,
        "has_begun": preview.has_begun,
        "waits_for": preview.waits_for,
        "ties": [
            {
                "sentence": tie.sentence,
                "level": [name_of(entry) for entry in tie.level],
                "through": [name_of(entry) for entry in tie.through],
            }
            for tie in preview.ties
        ],
        "lot_seed": preview.qualifying.lot_seed,
    }


def _qualifier(qualifier: Qualifier, carries: bool) -> dict[str, Any]:
    return {
        "seed": qualifier.seed,
        "number": qualifier.entry.number,
        "name": name_of(qualifier.entry),
        "points": qualifier.points.normalize() if qualifier.points else 0,
        "carried": (qualifier.carried.normalize() if qualifier.carried else 0) if carries else None,
    }
