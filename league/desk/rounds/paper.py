"""A round as PDF files: table cards, slips, score sheets, and who sits where in all rounds."""

from collections import defaultdict
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from games.wording import one_after_another
from league.desk.access import event_page, round_of, stage_of
from league.desk.jobs.paper_files import LABELS, Paper, answer, register_paper
from league.desk.rounds.slips import is_drawn_later, slips_of
from league.desk.rounds.table_cards import cards_of
from league.events.models import Event, Stage
from league.events.names import called_after, current_members, stage_name
from league.paper import slips as slip_paper
from league.paper import table_cards as card_paper
from league.paper import wall_lists as movement_paper
from league.paper.answers import about, about_on, pdf
from league.paper.document import About
from league.paper.printing import Printing
from league.paper.score_sheets import ScoreSheet, score_sheets
from league.paper.sheet_values import sheet_of
from league.results.table_plan import plan_of
from league.rounds.models import PlacementKind, Round, Seat, Table
from league.rounds.selectors import (
    placements_with_names,
    rests_in,
    round_title,
    rounds_of,
    seat_names,
    side_names,
    tables_of,
)
from league.standings.bye_worth import bye_worth_sentence


@require_http_methods(["GET", "POST"])
@event_page("rounds.view_link")
def table_cards_pdf(request: HttpRequest, event: Event, stage: int, number: int) -> HttpResponse:
    """The cards of all tables of the round."""
    return answer(request, event, round_of(event, stage, number), TABLE_CARDS)


def _table_cards(round: Round, size: str) -> Printing:
    over = _over(round)
    cards = [_card(over, card) for card in cards_of(round)]
    return card_paper.table_cards(_about(round, _("Table cards"), size), cards)


def _card(over: str, card: dict[str, Any]) -> card_paper.Card:
    deals = ""
    if card["deals"]:
        deals = _("Plays the deals %(deals)s.") % {"deals": card["deals"]}
    if card["deals"] and card["shared_with"]:
        shared = _("They are shared with table %(tables)s.") % {"tables": card["shared_with"]}
        deals = one_after_another([deals, shared])
    return card_paper.Card(
        over=over,
        number=card["number"],
        sides=card["names"],
        seats=[seat["name"] for seat in card["seats"]],
        url=card["url"],
        deals=deals,
    )


@require_http_methods(["GET", "POST"])
@event_page("rounds.view_link")
def slips_pdf(request: HttpRequest, event: Event, stage: int, number: int) -> HttpResponse:
    """A slip for everybody in the round."""
    return answer(request, event, round_of(event, stage, number), SLIPS)


def _slips(round: Round, size: str) -> Printing:
    over, drawn_later = _over(round), is_drawn_later(round)
    slips = [_slip(over, slip, drawn_later) for slip in slips_of(round)]
    return slip_paper.slips(_about(round, _("Slips for the players"), size), slips)


def _slip(over: str, slip: dict[str, Any], drawn_later: bool) -> slip_paper.Slip:
    lines = [
        _("You stand in for %(name)s.") % {"name": slip["stands_in_for"]}
        if slip.get("stands_in_for")
        else "",
        _("with %(names)s") % {"names": slip["partners"]} if slip.get("partners") else "",
        _("against %(names)s") % {"names": slip["opponents"]} if slip.get("opponents") else "",
        _("You deal first.") if slip.get("deals_first") else "",
        slip.get("worth", ""),
        _("The next round is drawn after this one: check the notice board.")
        if drawn_later and not slip["later"]
        else "",
    ]
    return slip_paper.Slip(
        over=over,
        name=slip["name"],
        place=slip["place"],
        lines=[line for line in lines if line],
        later=slip["later"],
        url=slip.get("url", ""),
    )


@require_http_methods(["GET", "POST"])
@event_page("rounds.view_link")
def score_sheets_pdf(request: HttpRequest, event: Event, stage: int, number: int) -> HttpResponse:
    """A sheet for each table, with its sides and who deals."""
    round = round_of(event, stage, number)
    if not round.tables.exists():
        raise Http404("nobody sits at a table in this round")
    return answer(request, event, round, SCORE_SHEETS)


def _score_sheets(round: Round, size: str) -> Printing:
    over = _over(round)
    sheets = [_score_sheet(over, round, table) for table in tables_of(round)]
    return score_sheets(_about(round, _("Score sheets"), size), sheets)


def _score_sheet(over: str, round: Round, table: Table) -> ScoreSheet:
    table.round = round
    plan, names = plan_of(table), seat_names(table)
    return sheet_of(
        plan,
        over=over,
        title=_("Table %(table)s") % {"table": table.shown_number},
        sides=side_names(table),
        seats=[names.get(seat, "") for seat in range(plan.players)],
    )


@require_GET
@event_page("rounds.view_link")
def movement_pdf(request: HttpRequest, event: Event, stage: int) -> HttpResponse:
    """Who sits where in every round of the stage that is drawn, in the order of the names."""
    found = stage_of(event, stage)
    rounds = list(rounds_of(found))
    movers = _movers(found, rounds)
    name = stage_name(found) if event.stages.count() > 1 else event.name
    lead = _("Table and seat, in each round that is drawn; W is a round without a table.")
    document = about(
        request,
        _("Seating"),
        at=max((round.drawn_at for round in rounds), default=timezone.now()),
        club=event.club,
        subject=event.name,
    )
    numbers = [round.number for round in rounds]
    notes = [bye_worth_sentence(found, event)] if rests_in(*rounds) else []
    printing = movement_paper.movement(document, numbers, movers, over=name, lead=lead, notes=notes)
    return pdf(printing, event.slug, "who-sits-where")


def _movers(stage: Stage, rounds: list[Round]) -> list[movement_paper.Mover]:
    """Return everybody with their places; two queries and one for the names of who waits."""
    numbers = {round.pk: round.number for round in rounds}
    where: dict[int, dict[int, str]] = defaultdict(dict)
    players = {}
    seats = Seat.objects.filter(round__in=numbers, player__isnull=False)
    for seat in seats.select_related("table", "player__merged_into"):
        assert seat.player is not None  # noqa: S101 - asked for above
        player = called_after(seat.player)
        players[player.pk] = player
        place = f"{seat.table.shown_number} · {seat.number + 1}"
        where[player.pk][numbers[seat.round_id]] = place
    waiting = placements_with_names().filter(round__in=numbers, table__isnull=True)
    for placement in waiting.exclude(kind=PlacementKind.ABSENT):
        for member in current_members(placement.entry):
            player = called_after(member.player)
            players[player.pk] = player
            where[player.pk].setdefault(numbers[placement.round_id], _("W"))
    return [
        movement_paper.Mover(name=player.name, places=where[player.pk])
        for player in sorted(players.values(), key=lambda one: (one.sort_key, one.name))
    ]


def _over(round: Round) -> str:
    event = round.stage.event
    return f"{event.name} · {round_title(round, event.stages.count())}"


def _about(round: Round, title: str, size: str) -> About:
    club = round.stage.event.club
    return about_on(size, title, at=round.drawn_at, club=club, subject=_over(round))


# a card takes about 6 ms, the four slips of a table 7, a sheet 4: measured on one core
TABLE_CARDS = register_paper(
    Paper(
        kind="table_cards",
        label=LABELS["table_cards"],
        name="table-cards",
        most=120,
        print=_table_cards,
    )
)
SLIPS = register_paper(
    Paper(kind="slips", label=LABELS["slips"], name="slips", most=120, print=_slips)
)
SCORE_SHEETS = register_paper(
    Paper(
        kind="score_sheets",
        label=LABELS["score_sheets"],
        name="score-sheets",
        most=200,
        print=_score_sheets,
        is_secret=False,
    )
)
