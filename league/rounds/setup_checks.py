"""What the drawing says to an event's set-up: can such stages be drawn at all, and for these."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import services as games
from league.events.models import Entry, EntryKind, Event, Stage
from league.events.names import current_members, name_of
from league.events.rulesets import players_an_entry
from league.events.setup_problems import Problem
from league.rounds.draw_requests import all_at_once, request_for
from league.rounds.drawing import FORMATS, CannotDraw, DrawRequest, draw_rounds
from league.rounds.drawing import Entry as DrawnEntry


def setup_problems(event: Event) -> Iterator[Problem]:
    """Say why the stages of the event could not be drawn, whoever enters."""
    stages = list(event.stages.order_by("number"))
    if not stages:
        sentence = _("Choose a format: how it is drawn who meets whom.")
        yield Problem(code="no_stage", step="rounds", sentence=sentence)
    for stage in stages:
        if stage.format not in FORMATS:
            sentence = _("There is no format “%(name)s”: choose another one.")
            yield Problem(
                code="unknown_format", step="rounds", sentence=sentence % {"name": stage.format}
            )
            continue
        yield from _table_problems(stage, event)
        yield from _option_problems(stage, event)


def _table_problems(stage: Stage, event: Event) -> Iterator[Problem]:
    if all_at_once(stage):
        if event.least_seats != event.most_seats:
            sentence = _(
                "In this format two entries meet at a table, so every table has the same number of "
                "players: set the fewest and the most players at a table to the same number."
            )
            yield Problem(code="table_sizes_differ", step="people", sentence=sentence)
        elif event.entry_kind == EntryKind.INDIVIDUAL and event.most_seats != 2:
            sentence = _(
                "When single players meet two by two a table has 2 players, not %(seats)d: "
                "choose tables of 2, or individual tables as the format."
            )
            yield Problem(
                code="not_two_players",
                step="people",
                sentence=sentence % {"seats": event.most_seats},
            )
    elif event.entry_kind != EntryKind.INDIVIDUAL:
        sentence = _(
            "In this format everybody plays alone: let single players compete, "
            "or choose a round robin."
        )
        yield Problem(code="format_for_individuals", step="rounds", sentence=sentence)


def _option_problems(stage: Stage, event: Event) -> Iterator[Problem]:
    """Draw a round for people who do not exist, as many as certainly can be drawn."""
    count = event.most_seats if not all_at_once(stage) else 4
    request = request_for(stage, event=event, field=[], number=1)
    someone = tuple(DrawnEntry(id=str(number)) for number in range(count))
    trial = DrawRequest(format=request.format, entries=someone, round=1, options=request.options)
    yield from _refusal(trial, step="rounds")


def _refusal(request: DrawRequest, *, step: str) -> Iterator[Problem]:
    try:
        draw_rounds(request)
    except CannotDraw as fault:
        text = games.in_words(fault.sentence)
        sentence = games.whole_sentence(text)
        yield Problem(code=fault.code, step=step, sentence=sentence)


def start_problems(stage: Stage, entries: Sequence[Entry]) -> Iterator[Problem]:
    """Say why the stage cannot be drawn for these entries: too few, or not complete."""
    event = stage.event
    if len(entries) < 2:
        sentence = ngettext(
            "%(count)d entry takes part; at least 2 are needed: add entries.",
            "%(count)d entries take part; at least 2 are needed: add entries.",
            len(entries),
        )
        yield Problem(
            code="too_few_entries", step="entries", sentence=sentence % {"count": len(entries)}
        )
        return
    needed = players_an_entry(event, event.most_seats)
    short = [entry for entry in entries if len(current_members(entry)) < needed]
    if short:
        sentence = ngettext(
            "%(names)s has fewer than the %(needed)d players an entry needs at a table: "
            "add the missing players.",
            "%(names)s have fewer than the %(needed)d players an entry needs at a table: "
            "add the missing players.",
            len(short),
        )
        names = ", ".join(name_of(entry) for entry in short)
        yield Problem(
            code="entry_incomplete",
            step="entries",
            sentence=sentence % {"names": names, "needed": needed},
        )
    number = None if all_at_once(stage) else 1
    rounds = stage.rounds_planned if all_at_once(stage) else None
    request = request_for(stage, event=event, field=entries, number=number, rounds=rounds)
    yield from _refusal(request, step="entries")
