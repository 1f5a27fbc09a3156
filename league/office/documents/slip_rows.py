"""What stands on the slip of everybody in a round: table, seat, with and against whom."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from league.clubs.models import Player
from league.foundation.lists import partners
from league.play.events.names import called_after, current_members
from league.play.rounds.drawing import format_named
from league.play.rounds.links import table_url
from league.play.rounds.models import RESTS, Placement, PlacementKind, Round, Seat, Table
from league.play.rounds.selectors import (
    placements_with_names,
    seats_of,
    sides_of,
    tables_of,
    waiting_in,
)
from league.tables.standings.bye_worth import bye_worth_sentence


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
