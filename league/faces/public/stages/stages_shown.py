"""The stages of an event as the public sees them: who goes through, and how it was decided."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.services import render_sentence
from games.wording import join_sentences
from league.faces.public.page_cache import add_etag
from league.faces.public.paper_rows import answer_with, wanted_by
from league.faces.public.visitors import EventPage, pass_event
from league.foundation.lists import listed, noted
from league.office.documents.event_papers import BRACKET
from league.office.paper.document import mark_as_pdf
from league.play.events.models import Entry, Qualifying, Stage
from league.play.events.names import name_of, stage_name
from league.play.events.selectors import members_with_players
from league.play.events.setup_problems import what_is_carried, who_goes_through
from league.play.rounds.drawing import format_named
from league.play.rounds.drawing.qualifying import LOT


def stages_shown(stages: Sequence[Stage]) -> list[dict[str, Any]]:
    """Return what each stage is, where there are several; else nothing."""
    if len(stages) < 2:
        return []
    return [
        {
            "number": stage.number,
            "name": stage_name(stage),
            "format": render_sentence(format_named(stage.format).label),
            "rule": rule_of(stage),
        }
        for stage in stages
    ]


def rule_of(stage: Stage) -> str:
    """Return who goes through to a stage and what they carry over; "" for a first stage."""
    qualifying: Qualifying | None = getattr(stage, "qualifying", None)
    if qualifying is None:
        return ""
    rule = who_goes_through(qualifying)
    if not qualifying.carried_percent:
        return rule
    return join_sentences([rule, what_is_carried(qualifying)])


def ties_decided(page: EventPage, stage: Stage) -> list[str]:
    """Return a sentence for each tie that was decided when the stage was filled; one query."""
    qualifying: Qualifying | None = getattr(stage, "qualifying", None)
    ties = qualifying.filling.get("ties", []) if qualifying else []
    if not ties:
        return []
    ids = {entry for tie in ties for entry in tie["level"]}
    entries = Entry.objects.filter(pk__in=ids).prefetch_related(members_with_players())
    public = page.visitor.sees_public_names
    names = {entry.pk: name_of(entry, public=public) for entry in entries}
    numbers = {entry.pk: entry.number for entry in entries}
    return [_tie(tie, names, numbers) for tie in ties]


def _tie(tie: dict[str, Any], names: dict[int, str], numbers: dict[int, int]) -> str:
    level = listed(noted(names[pk], numbers[pk]) for pk in tie["level"] if pk in names)
    values = {
        "level": level,
        "through": listed(names[pk] for pk in tie["through"] if pk in names),
        "seed": tie["seed"],
    }
    if tie["by"] == LOT:
        return (
            _(
                "Level for the last places: %(level)s. Put through by a lot with the seed "
                "%(seed)s: %(through)s."
            )
            % values
        )
    return (
        _("Level for the last places: %(level)s. Put through by the play-off: %(through)s.")
        % values
    )


# --- The bracket of a stage as a PDF file ---


@require_safe
def bracket_pdf(request: HttpRequest, club: str, event: str, stage_number: int) -> HttpResponse:
    answer = _bracket_paper(request, club, event, stage_number)
    return mark_as_pdf(add_etag(request, answer), event, BRACKET.name)


@pass_event
def _bracket_paper(request: HttpRequest, page: EventPage, stage_number: int) -> HttpResponse:
    stage = get_object_or_404(Stage, event=page.event, number=stage_number)
    stage.event = page.event
    return answer_with(BRACKET, stage, wanted_by(request, page.visitor))
