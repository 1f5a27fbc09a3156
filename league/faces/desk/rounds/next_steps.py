"""What an organiser does next with an event: the way to the one page where it is done."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from league.calendar.match_dates.selectors import has_dates
from league.play.events.models import Event, EventState, Stage
from league.play.rounds.level_tables import level_tables
from league.play.rounds.models import Round, RoundState, Table
from league.play.rounds.rounds_expected import is_fully_drawn
from league.play.rounds.selectors import round_title
from league.play.rounds.stale_draws import changes_since
from league.play.rounds.unsettled import is_decided


@dataclass(frozen=True, slots=True)
class NextStep:
    """A button and what is said on it; `is_main` where nothing else is more urgent.

    With `action` it is done at once, by sending that to the address, else it is a link.
    """

    label: str
    url: str
    is_main: bool = True
    action: str = ""
    note: str = ""


def next_steps(
    event: Event, stages: Sequence[Stage], rounds: Sequence[Round], *, may_change: bool
) -> list[NextStep]:
    """Return where the event goes on, from its stages and its rounds in their order."""
    if event.state != EventState.RUNNING:
        return _before_and_after(event, may_change=may_change)
    if may_change and (level := level_tables(rounds)):
        at = [event.club.slug, event.slug]
        return [
            NextStep(level_in_words(table), reverse("desk:table_decide", args=[*at, table.pk]))
            for table in level
        ]
    return _of_rounds(event, stages, rounds, may_change=may_change)


def _of_rounds(
    event: Event, stages: Sequence[Stage], rounds: Sequence[Round], *, may_change: bool
) -> list[NextStep]:
    at = [event.club.slug, event.slug]
    of_round = [[*at, round.stage.number, round.number] for round in rounds]
    titles = [round_title(round, len(stages)) for round in rounds]
    being_played = [
        NextStep(_("Room: %(title)s") % {"title": title}, reverse("desk:room", args=place))
        for one, title, place in zip(rounds, titles, of_round, strict=True)
        if one.state == RoundState.OPEN
    ]
    if len(being_played) > 1 and has_dates(event):
        # matches of several rounds are played side by side, each on its day
        being_played = _matches_to_play(event)
    if not may_change:
        return being_played
    for one, title, place in zip(rounds, titles, of_round, strict=True):
        if one.state == RoundState.DRAWN:
            remedy = changes_since(one).remedy
            if remedy:
                return [*being_played, _draw_again(remedy, place, is_main=not being_played)]
            return being_played or [_open(title, place)]
    if being_played:
        return being_played
    stage = next((one for one in stages if may_be_drawn(one, rounds)), None)
    if stage is None:
        return []
    label = _("Draw the next round") if rounds else _("Draw the first round")
    # with a number of rounds nobody has named, the event may as well be over
    is_main = not rounds or stage.rounds_planned is not None
    return [NextStep(label, reverse("desk:draw_stage", args=[*at, stage.number]), is_main)]


def _matches_to_play(event: Event) -> list[NextStep]:
    """Return the way to the matches of a league; none once all are confirmed: it can be ended."""
    rounds = Round.objects.filter(stage__event=event, state=RoundState.OPEN)
    if not Table.objects.filter(round__in=rounds).exclude(result__state="confirmed").exists():
        return []
    label = _("Matches: what is due")
    return [NextStep(label, reverse("desk:matches", args=[event.club.slug, event.slug]))]


def level_in_words(table: Table) -> str:
    return _("Table %(table)s is level: say who won it") % {"table": table.shown_number}


def _draw_again(remedy: str, place: list[Any], *, is_main: bool) -> NextStep:
    return NextStep(remedy, reverse("desk:redraw", args=place), is_main, action="redraw")


def _open(title: str, place: list[Any]) -> NextStep:
    label = _("Open: %(round)s") % {"round": title}
    url = reverse("desk:round_move", args=place)
    return NextStep(label, url, action="open", note=why_opening_is_final())


def why_opening_is_final() -> str:
    """Say why opening a round is not undone."""
    return _("Players are told where they sit, so this cannot be undone.")


def _before_and_after(event: Event, *, may_change: bool) -> list[NextStep]:
    """Return where an event leads that is not played: to its entries, to what came of it."""
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


def may_be_drawn(stage: Stage, rounds: Sequence[Round]) -> bool:
    """Return whether a round of the stage may still be drawn."""
    theirs = [round for round in rounds if round.stage_id == stage.pk]
    if is_fully_drawn(stage, theirs):
        return False
    return not theirs or not is_decided(stage, stage.event)


def open_rooms(events: Sequence[Event]) -> dict[int, list[tuple[str, str]]]:
    """Return the way to the room of each round being played, by the id of its event; one query."""
    found: dict[int, list[tuple[str, str]]] = {}
    rounds = Round.objects.filter(state=RoundState.OPEN, stage__event__in=events)
    for one in rounds.select_related("stage__event__club").order_by("stage__number", "number"):
        at = [one.stage.event.club.slug, one.stage.event.slug, one.stage.number, one.number]
        label = _("Room of round %(number)s") % {"number": one.number}
        found.setdefault(one.stage.event_id, []).append((reverse("desk:room", args=at), label))
    return found
