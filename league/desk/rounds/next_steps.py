"""What an organiser does next with an event: the way to the one page where it is done."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.events.models import Event, EventState, Stage
from league.rounds.models import Round, RoundState
from league.rounds.selectors import round_title
from league.rounds.stage_format import all_at_once
from league.rounds.stale_draws import changes_since
from league.rounds.unsettled import is_decided


@dataclass(frozen=True, slots=True)
class NextStep:
    """A link with its label; `is_main` marks the most urgent one."""

    label: str
    url: str
    is_main: bool = True


def next_steps(
    event: Event, stages: Sequence[Stage], rounds: Sequence[Round], *, may_change: bool
) -> list[NextStep]:
    """Return where the event goes on, from its stages and its rounds in their order."""
    if event.state != EventState.RUNNING:
        return _before_and_after(event, may_change=may_change)
    at = [event.club.slug, event.slug]
    of_round = [[*at, round.stage.number, round.number] for round in rounds]
    titles = [round_title(round, len(stages)) for round in rounds]
    being_played = [
        NextStep(_("Room: %(title)s") % {"title": title}, reverse("desk:room", args=place))
        for round, title, place in zip(rounds, titles, of_round, strict=True)
        if round.state == RoundState.OPEN
    ]
    if not may_change:
        return being_played
    for round, title, place in zip(rounds, titles, of_round, strict=True):
        if round.state == RoundState.DRAWN:
            remedy = changes_since(round).remedy
            page = reverse("desk:round", args=place)
            if being_played:
                return being_played + ([NextStep(remedy, page, is_main=False)] if remedy else [])
            return [NextStep(remedy or _("Open: %(round)s") % {"round": title}, page)]
    if being_played:
        return being_played
    stage = next((candidate for candidate in stages if _is_open_ended(candidate, rounds)), None)
    if stage is None:
        return []
    label = _("Draw the next round") if rounds else _("Draw the first round")
    # with a number of rounds nobody has named, the event may as well be over
    is_main = not rounds or stage.rounds_planned is not None
    return [NextStep(label, reverse("desk:draw_stage", args=[*at, stage.number]), is_main)]


def _before_and_after(event: Event, *, may_change: bool) -> list[NextStep]:
    """Return the links of an event that is not being played: to its entries, or its results."""
    at = [event.club.slug, event.slug]
    if event.state == EventState.OPEN and may_change:
        return [NextStep(_("Add entries"), reverse("desk:entries", args=at), is_main=False)]
    if event.state not in (EventState.FINISHED, EventState.ARCHIVED):
        return []
    public_page = NextStep(_("The public page"), reverse("public:event", args=at), is_main=False)
    if event.state == EventState.ARCHIVED:
        return [public_page]
    return [
        NextStep(_("Text for the newsletter"), reverse("desk:newsletter", args=at)),
        public_page,
    ]


def _is_open_ended(stage: Stage, rounds: Sequence[Round]) -> bool:
    """Return whether a round of the stage may still be drawn."""
    drawn = sum(round.stage_id == stage.pk for round in rounds)
    if all_at_once(stage):
        return not drawn
    if drawn and is_decided(stage, stage.event):
        return False
    return stage.rounds_planned is None or drawn < stage.rounds_planned


def open_rooms(club: Club) -> dict[int, list[tuple[str, str]]]:
    """Return the way to the room of each round being played, by the id of its event; one query."""
    rooms: dict[int, list[tuple[str, str]]] = {}
    rounds = Round.objects.filter(state=RoundState.OPEN, stage__event__club=club)
    for round in rounds.select_related("stage__event").order_by("stage__number", "number"):
        at = [club.slug, round.stage.event.slug, round.stage.number, round.number]
        label = _("Room of round %(number)s") % {"number": round.number}
        rooms.setdefault(round.stage.event_id, []).append((reverse("desk:room", args=at), label))
    return rooms
