"""The prepared deals of a stage: what was committed to, and each deal with all its tables."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.faces.public.keeping import add_etag
from league.faces.public.pictures.links import page_tabs
from league.faces.public.prepared.prepared_shown import cards_shown, compared_rows
from league.faces.public.visitors import EventPage, pass_event
from league.play.events.models import Stage
from league.play.prepared.selectors import is_open, progress_of
from league.play.prepared.stage_deals import deal_of, ruleset_of, set_of
from league.play.results.compared import tables_with_deal


@require_safe
def prepared_deals(request: HttpRequest, club: str, event: str, stage_number: int) -> HttpResponse:
    return add_etag(request, _deals(request, club, event, stage_number))


@pass_event
def _deals(request: HttpRequest, page: EventPage, stage_number: int) -> HttpResponse:
    stage = _stage(page, stage_number)
    prepared = set_of(stage)
    released = prepared is not None and prepared.released_at is not None
    progress = progress_of(stage)
    if not progress:
        raise Http404("the stage has no numbered deals")
    context = _about(page, stage) | {
        "prepared": prepared,
        "is_released": released,
        "seed": prepared.seed if prepared and released else "",
        "deals": [
            {
                "number": deal.number,
                "is_open": released or deal.is_open,
                "played": deal.played,
                "tables": deal.played + len(deal.waiting),
            }
            for deal in progress.values()
        ],
    }
    return render(request, "public/prepared_deals.html", context)


@require_safe
def prepared_deal(
    request: HttpRequest, club: str, event: str, stage_number: int, number: int
) -> HttpResponse:
    return add_etag(request, _deal(request, club, event, stage_number, number))


@pass_event
def _deal(request: HttpRequest, page: EventPage, stage_number: int, number: int) -> HttpResponse:
    stage = _stage(page, stage_number)
    progress = progress_of(stage)
    if number not in progress:
        raise Http404("the stage has no such deal")
    numbers = list(progress)
    place = numbers.index(number)
    context = _about(page, stage) | {
        "number": number,
        "progress": progress[number],
        "tables": progress[number].played + len(progress[number].waiting),
        "before": numbers[place - 1] if place else None,
        "after": numbers[place + 1] if place + 1 < len(numbers) else None,
        "is_open": is_open(stage, number),
    }
    if context["is_open"]:
        context |= _shown(page, stage, number)
    return render(request, "public/prepared_deal.html", context)


def _shown(page: EventPage, stage: Stage, number: int) -> dict[str, Any]:
    prepared = set_of(stage)
    story = cards_shown(ruleset_of(prepared), deal_of(prepared, number)) if prepared else None
    return {"story": story, "rows": compared_rows(page, tables_with_deal(stage, number))}


def _stage(page: EventPage, number: int) -> Stage:
    stage = Stage.objects.filter(event=page.event, number=number).first()
    if stage is None:
        raise Http404("there is no such stage")
    stage.event = page.event
    return stage


def _about(page: EventPage, stage: Stage) -> dict[str, Any]:
    return {
        "event": page.event,
        "page_tabs": page_tabs(page.event),
        "club": page.club,
        "stage": stage,
        "stages": page.event.stages.count(),
    }
