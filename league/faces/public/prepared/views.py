"""The prepared deals of a stage: what was committed to, and each deal with all its tables."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import services as games
from games.engine.ruleset import Ruleset
from games.services import PreparedDeal
from games.story import Story
from league.faces.public.deal_story import words_of
from league.faces.public.page_cache import add_etag
from league.faces.public.pictures.links import page_tabs
from league.faces.public.rounds.rounds_shown import table_address
from league.faces.public.visitors import EventPage, pass_event
from league.play.events.models import Event, Stage
from league.play.prepared.selectors import is_open, progress_of
from league.play.prepared.stage_deals import deal_of, ruleset_of, set_of
from league.play.results.deal_words import Names, contract_parts
from league.play.results.models import SubmissionState
from league.play.results.visible_results import ComparedTable, comparison_points, tables_with_deal
from league.play.rounds.models import Table

# --- Prepared deals as the public sees them: cards by seat, and the tables beside each other ---


class SeatNumbers(Names):
    """What the seats and sides of no table in particular are called, as on the deal sheets."""

    def __init__(self, ruleset: Ruleset) -> None:
        seats = range(ruleset.players)
        self.seats = {seat: _("Seat %(number)d") % {"number": seat + 1} for seat in seats}
        self.sides = [
            _side([seat + 1 for seat in seats if ruleset.side_of(seat) == side])
            for side in range(ruleset.sides)
        ]


def _side(seats: Sequence[int]) -> str:
    if len(seats) == 1:
        return _("Seat %(number)d") % {"number": seats[0]}
    return _("Seats %(numbers)s") % {"numbers": " & ".join(map(str, seats))}


def prepared_deal_address(event: Event, table: Table, place: int) -> str:
    """Return the page that compares the tables of a numbered deal; empty where it has no number."""
    if not 0 < place <= len(table.deal_numbers):
        return ""
    return reverse(
        "public:prepared_deal",
        args=[
            event.club.slug,
            event.slug,
            table.round.stage.number,
            table.deal_numbers[place - 1],
        ],
    )


def cards_shown(ruleset: Ruleset, deal: PreparedDeal) -> dict[str, Any]:
    """Return the cards of a deal as `public/_deal_table.html` takes a story."""
    stock = deal.stock
    in_order = games.stock_in_order(ruleset)
    story = Story(
        hands=[" ".join(cards) for cards in games.sorted_hands(ruleset, deal)],
        dealer=deal.dealer,
        stock=stock if in_order else "",
        ranks=games.ranks_of(ruleset),
        counter_clockwise=games.is_counter_clockwise(ruleset),
    )
    if not in_order:
        story.kitty = stock
    return words_of(story, ruleset, SeatNumbers(ruleset))


def compared_rows(
    page: EventPage, rows: Sequence[ComparedTable], *, here: int | None = None
) -> list[dict[str, Any]]:
    """Return the tables as `public/_deal_compared.html` takes them, best for the first side first.

    `here` is the submission whose page shows them. Tables without a confirmed result come last, in
    the order in which they play.
    """
    points = comparison_points(page.event.method, [row.score for row in rows])
    shown = [_row(page, row, shares, here) for row, shares in zip(rows, points, strict=True)]
    return sorted(shown, key=lambda row: (row["score"] is None, row["order"]))


def _row(
    page: EventPage, row: ComparedTable, shares: Sequence[Any], here: int | None
) -> dict[str, Any]:
    names = Names(row.table, public=page.visitor.sees_public_names)
    submission, score = row.submission, row.score
    counts = submission is not None and submission.state == SubmissionState.CONFIRMED
    own = list(score or ())
    points: list[int | None] = [*own] if own else [None] * len(names.sides)
    return {
        "table": row.table,
        "table_url": table_address(page, row.table),
        "round": row.table.round.number,
        "url": reverse("public:deal", args=[submission.pk]) if submission else "",
        "contract": contract_parts(submission.deal, names) if submission and counts else {},
        "made": submission.deal.made if submission and counts else None,
        "is_here": submission is not None and submission.pk == here,
        "is_record": bool(submission and submission.deal.form == "record"),
        "state_label": ""
        if counts
        else submission.get_state_display()
        if submission
        else _("not played"),
        "sides": list(zip_longest(names.sides, points, map(_number, shares))),
        "score": score,
        "order": -(own[0] - own[1]) if len(own) == 2 else -own[0] if own else 0,
    }


def _number(share: Any) -> float | None:
    return None if share is None else float(share)


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
