"""What an organiser does next with an event: the way to the one page where it is done."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from league.events.models import Event, EventState, Stage
from league.match_dates.selectors import has_dates
from league.rounds.level_tables import level_tables
from league.rounds.models import Round, RoundState, Table
from league.rounds.selectors import round_title
from league.rounds.stage_format import all_at_once
from league.rounds.stale_draws import changes_since
from league.rounds.unsettled import is_decided


@dataclass(frozen=True, slots=True)
class NextStep:
    """A link and what is said on it; `is_main` where nothing else is more urgent."""

    label: str
    url: str
    is_main: bool = True


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
            page = reverse("desk:round", args=place)
            if being_played:
                return being_played + ([NextStep(remedy, page, is_main=False)] if remedy else [])
            return [NextStep(remedy or _("Open: %(round)s") % {"round": title}, page)]
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
    drawn = sum(round.stage_id == stage.pk for round in rounds)
    if all_at_once(stage):
        return not drawn
    if drawn and is_decided(stage, stage.event):
        return False
    return stage.rounds_planned is None or drawn < stage.rounds_planned


def open_rooms(events: Sequence[Event]) -> dict[int, list[tuple[str, str]]]:
    """Return the way to the room of each round being played, by the id of its event; one query."""
    found: dict[int, list[tuple[str, str]]] = {}
    rounds = Round.objects.filter(state=RoundState.OPEN, stage__event__in=events)
    for one in rounds.select_related("stage__event__club").order_by("stage__number", "number"):
        at = [one.stage.event.club.slug, one.stage.event.slug, one.stage.number, one.number]
        label = _("Room of round %(number)s") % {"number": one.number}
        found.setdefault(one.stage.event_id, []).append((reverse("desk:room", args=at), label))
    return found
