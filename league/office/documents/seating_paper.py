"""Who sits where in every round of a stage that is drawn, in the order of the names."""

from collections import defaultdict

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from league.office.documents.document_kind import DocumentOptions, Scope
from league.office.documents.paper_jobs import LargeKind, register_paper
from league.office.paper import wall_lists as movement_paper
from league.office.paper.printing import Printing
from league.play.events.models import Stage
from league.play.events.names import called_after, current_members, stage_name
from league.play.rounds.models import PlacementKind, Round, Seat
from league.play.rounds.selectors import placements_with_names, rests_in, rounds_of
from league.tables.standings.bye_worth import bye_worth_sentence


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
    return movement_paper.movement(said, numbers, movers, over=name, lead=lead, notes=notes)


def _seats_of_stage(round: Round) -> int:
    return Seat.objects.filter(round__stage=round.stage_id).count()


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
            where[player.pk].setdefault(numbers[placement.round_id], pgettext("waits", "W"))
    return [
        movement_paper.Mover(name=player.name, places=where[player.pk])
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
