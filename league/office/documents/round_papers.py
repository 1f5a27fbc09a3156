"""What is printed for a round: sheets, slips, seating, lists."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.wording import join_sentences
from league.clubs.models import Player
from league.foundation.lists import labelled, listed, partners
from league.foundation.shown_numbers import figure
from league.office.documents.document_kind import (
    DocumentKind,
    DocumentOptions,
    NothingToPrint,
    Scope,
)
from league.office.documents.prepared_papers import LargeKind, register_paper, tables_in
from league.office.paper.cards import Card, Slip, slips, table_cards
from league.office.paper.document import About, Printing
from league.office.paper.lists import Mover, TableLine, movement, round_list
from league.office.paper.sheets import ScoreSheet, score_sheets, sheet_of
from league.play.events.models import Stage
from league.play.events.names import called_after, current_members, stage_name
from league.play.prepared.hiding import HiddenDeals, hidden_of
from league.play.results.selectors import changed_at
from league.play.results.table_outcome import plan_of
from league.play.results.visible_results import result_shown
from league.play.rounds.drawing import format_named
from league.play.rounds.links import table_url
from league.play.rounds.models import RESTS, Placement, PlacementKind, Round, Seat, Table
from league.play.rounds.selectors import (
    deals_in_words,
    placements_with_names,
    rests_in,
    round_title,
    rounds_of,
    seat_names,
    seats_of,
    sharing_deals,
    side_names,
    sides_of,
    tables_of,
    waiting_in,
)
from league.play.rounds.without_table import waits_in
from league.tables.standings.facts import bye_worth_sentence

# --- What stands on the slip of everybody in a round: table, seat, with and against whom ---


def slips_of(round: Round) -> list[dict[str, Any]]:
    """Return what stands on the slip of everybody in the round, in the order of their names."""
    later = _later(round)
    slips = [slip for table in tables_of(round) for slip in _at_table(table)]
    slips += _waiting(round, waiting_in(round))
    return [
        slip | {"later": later.get(slip["player"].pk, [])}
        for slip in sorted(slips, key=lambda slip: (slip["player"].sort_key, slip["name"]))
    ]


def _at_table(table: Table) -> list[dict[str, Any]]:
    seats = seats_of(table)
    sides = max(sides_of(table), 1)
    url = table_url(table)
    return [
        {
            "player": seat.player,
            "name": called_after(seat.player).name,
            "place": _("Table %(table)s, seat %(seat)d")
            % {"table": table.shown_number, "seat": seat.number + 1},
            "partners": _names(seats, seat, sides, same=True),
            "opponents": _names(seats, seat, sides, same=False),
            "deals_first": table.first_dealer == seat.number,
            "stands_in_for": called_after(seat.stands_in_for).name if seat.stands_in_for else "",
            "url": url,
        }
        for seat in seats
        if seat.player is not None
    ]


def _names(seats: Sequence[Seat], own: Seat, sides: int, *, same: bool) -> str:
    """Return who sits on the same side, or on the others."""
    return partners(
        called_after(seat.player).name
        for seat in seats
        if seat.player is not None
        and seat.pk != own.pk
        and (seat.number % sides == own.number % sides) == same
    )


def _waiting(round: Round, placements: Sequence[Placement]) -> list[dict[str, Any]]:
    worth = bye_worth_sentence(round.stage, round.stage.event) if placements else ""
    return [
        {
            "player": member.player,
            "name": called_after(member.player).name,
            "place": _waits_in_words(placement.kind),
            "worth": worth if placement.kind in RESTS else "",
        }
        for placement in placements
        if placement.kind != PlacementKind.ABSENT
        for member in current_members(placement.entry)
    ]


def _waits_in_words(kind: str) -> str:
    if kind == PlacementKind.BYE:
        return _("You have a bye in this round")
    return _("You sit out this round")


def is_drawn_later(round: Round) -> bool:
    """Return whether later rounds are drawn one at a time, so that no slip can show them yet."""
    stage = round.stage
    if format_named(stage.format).all_at_once:
        return False
    return stage.rounds_planned is None or round.number < stage.rounds_planned


def _later(round: Round) -> dict[int, list[str]]:
    """Return for each player where it goes on, as far as rounds are drawn; three queries."""
    rounds = Round.objects.filter(stage=round.stage, number__gt=round.number)
    numbers = dict(rounds.order_by("number").values_list("pk", "number"))
    where: dict[int, list[tuple[int, str]]] = defaultdict(list)
    seats = Seat.objects.filter(round__in=numbers, player__isnull=False).select_related("table")
    for seat in seats:
        text = _("Round %(round)d: table %(table)s, seat %(seat)d") % {
            "round": numbers[seat.round_id],
            "table": seat.table.shown_number,
            "seat": seat.number + 1,
        }
        where[seat.player_id or 0].append((numbers[seat.round_id], text))
    waiting = placements_with_names().filter(round__in=numbers, table__isnull=True)
    for placement in waiting.exclude(kind=PlacementKind.ABSENT):
        text = _("Round %(round)d: you sit out") % {"round": numbers[placement.round_id]}
        for player in _players(placement):
            where[player.pk].append((numbers[placement.round_id], text))
    return {
        player: [text for _number, text in sorted(numbered)] for player, numbered in where.items()
    }


def _players(placement: Placement) -> list[Player]:
    return [member.player for member in current_members(placement.entry)]


# --- What is printed of a round for those who run it: table cards, slips, score sheets ---


def _table_cards(round: Round, options: DocumentOptions) -> Printing:
    over, tables = _round_heading(round), tables_of(round)
    shared = sharing_deals(tables)
    cards = [
        _card(over, table, listed(other.shown_number for other in shared[table.pk]))
        for table in tables
    ]
    return table_cards(_about(round, _("Table cards"), options), cards)


def _card(over: str, table: Table, shared_with: str) -> Card:
    names = side_names(table, is_marked=True)
    return Card(
        over=over,
        number=table.shown_number,
        sides=names,
        seats=[seat.player.name if seat.player else _("nobody yet") for seat in seats_of(table)],
        url=table_url(table),
        deals=_deals(table, shared_with),
    )


def _deals(table: Table, shared_with: str) -> str:
    """Return which deals a table plays and with whom it shares them; "" where any are played."""
    numbers = deals_in_words(table)
    if not numbers:
        return ""
    deals = _("Plays the deals %(deals)s.") % {"deals": numbers}
    if not shared_with:
        return deals
    shared = _("They are shared with table %(tables)s.") % {"tables": shared_with}
    return join_sentences([deals, shared])


def _slips(round: Round, options: DocumentOptions) -> Printing:
    over, drawn_later = _round_heading(round), is_drawn_later(round)
    found = [_slip(over, slip, drawn_later) for slip in slips_of(round)]
    return slips(_about(round, _("Slips for the players"), options), found)


def _slip(over: str, slip: dict[str, Any], drawn_later: bool) -> Slip:
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
    return Slip(
        over=over,
        name=slip["name"],
        place=slip["place"],
        lines=[line for line in lines if line],
        later=slip["later"],
        url=slip.get("url", ""),
    )


def _score_sheets(round: Round, options: DocumentOptions) -> Printing:
    """Make a sheet for each table, with its sides and who deals."""
    tables = tables_of(round)
    if not tables:
        raise NothingToPrint("nobody sits at a table in this round")
    over = _round_heading(round)
    sheets = [_score_sheet(over, round, table) for table in tables]
    return score_sheets(_about(round, _("Score sheets"), options), sheets)


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


def _round_heading(round: Round) -> str:
    event = round.stage.event
    return f"{event.name} · {round_title(round, event.stages.count())}"


def _about(round: Round, title: str, options: DocumentOptions) -> About:
    club = round.stage.event.club
    return options.about(title, at=round.drawn_at, club=club, subject=_round_heading(round))


# a card takes about 6 ms, the four slips of a table 7, a sheet 4: measured on one core
TABLE_CARDS = register_paper(
    LargeKind(
        name="table-cards",
        job="table_cards",
        label=gettext_lazy("Table cards"),
        of=Scope.ROUND,
        permission="rounds.view_link",
        make=_table_cards,
        is_secret=True,
        most=120,
        amount=tables_in,
    )
)
SLIPS = register_paper(
    LargeKind(
        name="slips",
        job="slips",
        label=gettext_lazy("Slips for the players"),
        of=Scope.ROUND,
        permission="rounds.view_link",
        make=_slips,
        is_secret=True,
        most=120,
        amount=tables_in,
    )
)
SCORE_SHEETS = register_paper(
    LargeKind(
        name="score-sheets",
        job="score_sheets",
        label=gettext_lazy("Score sheets"),
        of=Scope.ROUND,
        permission="rounds.view_link",
        make=_score_sheets,
        most=200,
        amount=tables_in,
    )
)


# --- Who sits where in every round of a stage that is drawn, in the order of the names ---


def _seating_until(round: Round, options: DocumentOptions) -> Printing:
    rounds = rounds_of(round.stage).filter(number__lte=round.number)
    return seating(round.stage, list(rounds), options)


def seating(stage: Stage, rounds: list[Round], options: DocumentOptions) -> Printing:
    """Make the list of these rounds; of none it is empty."""
    event = stage.event
    name = stage_name(stage) if event.stages.count() > 1 else event.name
    lead = _("Table and seat, in each round that is drawn; W is a round without a table.")
    said = options.about(
        _("Seating"),
        at=max((round.drawn_at for round in rounds), default=options.at),
        club=event.club,
        subject=event.name,
    )
    numbers = [round.number for round in rounds]
    notes = [bye_worth_sentence(stage, event)] if rests_in(*rounds) else []
    movers = _movers(stage, rounds)
    return movement(said, numbers, movers, over=name, lead=lead, notes=notes)


def _seats_of_stage(round: Round) -> int:
    return Seat.objects.filter(round__stage=round.stage_id).count()


def _movers(stage: Stage, rounds: list[Round]) -> list[Mover]:
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
            where[player.pk].setdefault(numbers[placement.round_id], pgettext("waits", "W"))
    return [
        Mover(name=player.name, places=where[player.pk])
        for player in sorted(players.values(), key=lambda one: (one.sort_key, one.name))
    ]


# a seat in a round takes about a tenth of a millisecond
SEATING = register_paper(
    LargeKind(
        name="who-sits-where",
        job="seating",
        label=gettext_lazy("Seating"),
        of=Scope.ROUND,
        permission="rounds.view_link",
        make=_seating_until,
        most=6_000,
        amount=_seats_of_stage,
    )
)


# --- A round as a list for the wall: who plays whom at which table, and with what result ---

JOIN_SIDES = " – "


def _round_list(round: Round, options: DocumentOptions) -> Printing:
    """Make the list of a round that everybody may see."""
    event = round.stage.event
    tables = tables_of(round)
    hidden = hidden_of(tables)
    title = _("Round %(number)d") % {"number": round.number}
    at = changed_at(round, tables)
    return round_list(
        options.about(title, at=at, club=event.club, subject=event.name),
        [_line(table, hidden, options) for table in tables],
        over=f"{event.name} · {round.stage.name}" if round.stage.name else event.name,
        lead=_deadline(round),
        notes=_notes(round, options),
    )


def _deadline(round: Round) -> str:
    if round.deadline is None:
        return ""
    when = date_format(timezone.localtime(round.deadline), "DATETIME_FORMAT")
    return _("Deadline: %(when)s") % {"when": when}


def _notes(round: Round, options: DocumentOptions) -> list[str]:
    event = round.stage.event
    waiting = waits_in(event, round, public=options.public)
    return [
        *(labelled(one["name"], one["kind"]) for one in waiting),
        *([bye_worth_sentence(round.stage, event)] if rests_in(round) else []),
    ]


def _line(table: Table, hidden: HiddenDeals, options: DocumentOptions) -> TableLine:
    sides = side_names(table, public=options.public, is_marked=True)
    result = result_shown(table, hidden)
    names = seat_names(table, public=options.public)
    return TableLine(
        number=table.shown_number,
        sides=JOIN_SIDES.join(sides),
        seats=listed(names[seat] for seat in sorted(names)),
        result=_result([result.points_of(side) for side in range(len(sides))]),
    )


def _result(points: Sequence[int | float | None]) -> str:
    return "" if None in points else JOIN_SIDES.join(figure(number) for number in points)


ROUND_LIST = DocumentKind(
    name="round",
    label=gettext_lazy("List of a round"),
    of=Scope.ROUND,
    permission="",
    make=_round_list,
)
