"""Checks of an event's stages before it opens or starts: can their formats be drawn?

`setup_problems` needs no entries, `start_problems` looks at those that take part.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import services as games
from games.sentences import Sentence, say
from league.foundation.lists import listed
from league.play.events.models import Entry, EntryKind, Event, Stage, TablePlay
from league.play.events.names import current_members, name_of
from league.play.events.rulesets import (
    RulesetNotPossible,
    players_an_entry,
    ruleset_of,
    table_sizes,
)
from league.play.events.setup_problems import Problem
from league.play.rounds.draw_requests import request_for
from league.play.rounds.drawing import FORMATS, CannotDraw, DrawRequest, draw_rounds, format_named
from league.play.rounds.drawing import Entry as DrawnEntry
from league.play.rounds.drawing.format import ALONE
from league.play.rounds.drawing.stage_options import (
    BYE_AWARD,
    BYE_POINTS,
    EVENT_OPTIONS,
    FIXED,
    TWO_ROOMS,
    TWO_ROOMS_OPTION,
)
from league.play.rounds.drawing.work import MOST_AT_ONCE, Work
from league.play.rounds.groups import NAMES, group_count
from league.play.rounds.rooms import draws_all_rounds, rooms_of, sides_of_a_table, who_plays

# --- Which formats suit an event, by its kind of entry, sizes of table and rules ---


def fitting_formats(event: Event) -> list[str]:
    """Return the formats whose tables suit the event's entries, table sizes and rules."""
    return [name for name in FORMATS if not any(True for _problem in misfits(name, event))]


def misfits(format: str, event: Event) -> Iterator[Problem]:
    """Say why an event of these entries, table sizes and rules cannot be drawn by the format."""
    match who_plays(format, event):
        case "alone":
            yield from _alone(event)
        case "partners":
            yield from _partners(format, event)
        case _sides:
            yield from _sides_meet(event)


def _alone(event: Event) -> Iterator[Problem]:
    if event.entry_kind != EntryKind.INDIVIDUAL:
        sentence = _(
            "In this format everybody plays alone: let single players compete, "
            "or choose a round robin."
        )
        yield Problem(code="format_for_individuals", step="rounds", sentence=sentence)
        return
    for players in table_sizes(event):
        sides = _sides_by_rules(event, players)
        if sides is not None and sides != players:
            yield _partners_among_individuals(players, sides)
            return


def _partners(format: str, event: Event) -> Iterator[Problem]:
    if event.entry_kind != EntryKind.INDIVIDUAL:
        sentence = _(
            "In this format single players get partners from the draw: let single players "
            "compete, or choose a format in which pairs meet."
        )
        yield Problem(code="format_for_individuals", step="rounds", sentence=sentence)
        return
    if event.least_seats != event.most_seats:
        sentence = _(
            "In this format every table has the same number of players: set the fewest and the "
            "most players at a table to the same number."
        )
        yield Problem(code="table_sizes_differ", step="people", sentence=sentence)
        return
    seats, possible = event.most_seats, format_named(format).seats
    if possible and seats not in possible:
        sentence = _("This format is for tables of %(possible)s, not of %(seats)d.") % {
            "possible": listed(possible),
            "seats": seats,
        }
        yield Problem(code="not_so_many_at_a_table", step="people", sentence=sentence)
        return
    sides = _sides_by_rules(event, seats)
    if sides is not None and sides != sides_of_a_table(seats):
        sentence = _(
            "With these rules a table of %(players)d has %(sides)d sides, but in this format the "
            "draw makes %(wanted)d: choose rules with partners, or individual tables as the format."
        ) % {"players": seats, "sides": sides, "wanted": sides_of_a_table(seats)}
        yield Problem(code="no_partners_by_the_rules", step="rounds", sentence=sentence)


def _sides_meet(event: Event) -> Iterator[Problem]:
    if event.least_seats != event.most_seats:
        sentence = _(
            "In this format two entries meet at a table, so every table has the same number of "
            "players: set the fewest and the most players at a table to the same number."
        )
        yield Problem(code="table_sizes_differ", step="people", sentence=sentence)
        return
    seats = event.most_seats
    sides = _sides_by_rules(event, seats)
    if event.entry_kind == EntryKind.INDIVIDUAL and seats != 2:
        if sides is not None and sides != seats:
            yield _partners_among_individuals(seats, sides)
        sentence = _(
            "When single players meet one against one a table has 2 players, not %(seats)d: "
            "choose tables of 2, or a format with larger tables."
        ) % {"seats": seats}
        yield Problem(code="not_two_players", step="people", sentence=sentence)
    elif event.entry_kind != EntryKind.INDIVIDUAL and sides not in (None, 2, seats):
        sentence = _(
            "In this format two entries meet at a table, but with these rules a table of "
            "%(players)d has %(sides)d sides: choose another number of players or other rules."
        ) % {"players": seats, "sides": sides}
        yield Problem(code="not_two_sides", step="people", sentence=sentence)


def _partners_among_individuals(players: int, sides: int) -> Problem:
    sentence = _(
        "With these rules %(players)d players make %(sides)d sides of partners, but here single "
        "players compete: choose rules in which everybody plays alone, a format in which the draw "
        "makes partners, or let pairs or teams compete."
    ) % {"players": players, "sides": sides}
    return Problem(code="partners_among_individuals", step="people", sentence=sentence)


def _sides_by_rules(event: Event, players: int) -> int | None:
    """Return how many sides a table of so many players has; None where the rules refuse it.

    `league.play.events.setup_problems` reports such a refusal itself.
    """
    try:
        return ruleset_of(event, players).sides
    except RulesetNotPossible:
        return None


def setup_problems(event: Event) -> Iterator[Problem]:
    """Yield why the stages of the event could not be drawn, whoever enters."""
    stages = list(event.stages.order_by("number"))
    if not stages:
        sentence = _("Choose a format: how it is drawn who meets whom.")
        yield Problem(code="no_stage", step="rounds", sentence=sentence)
    for stage in stages:
        stage.event = event
        yield from stage_problems(stage)


def stage_problems(stage: Stage) -> Iterator[Problem]:
    """Yield why the stage could not be drawn, whoever enters."""
    if stage.format not in FORMATS:
        sentence = _("There is no format “%(name)s”: choose another one.")
        yield Problem(
            code="unknown_format", step="rounds", sentence=sentence % {"name": stage.format}
        )
        return
    misfit = list(misfits(stage.format, stage.event))
    yield from misfit
    if not misfit:
        yield from _option_problems(stage, stage.event)


def _option_problems(stage: Stage, event: Event) -> Iterator[Problem]:
    """Yield why a stage's options do not work: a round is drawn on trial for made-up entries."""
    wrong = _unknown_values(stage)
    if wrong:
        yield wrong
        return
    yield from _room_problems(stage, event)
    format = format_named(stage.format)
    count = event.most_seats if who_plays(stage.format, event) == ALONE else format.trial
    request = request_for(stage, event=event, field=[], number=1)
    groups = group_count(stage)
    made_up = tuple(
        DrawnEntry(id=str(number), group=NAMES[number % groups] if groups else "")
        for number in range(max(count, 2 * groups))
    )
    trial = DrawRequest(
        format=request.format,
        entries=made_up,
        round=None if draws_all_rounds(stage) else 1,
        rounds=None if draws_all_rounds(stage) else stage.rounds_planned,
        options=request.options,
    )
    yield from _refusal(trial, step="rounds")


def _room_problems(stage: Stage, event: Event) -> Iterator[Problem]:
    """Yield what a match in two rooms lacks: teams, and a fixed number of deals."""
    of_teams = event.entry_kind == EntryKind.TEAM
    if not stage.options.get(TWO_ROOMS):
        return
    if not of_teams or TWO_ROOMS_OPTION not in format_named(stage.format).options:
        yield Problem(
            code="rooms_for_teams",
            step="rounds",
            sentence=_(
                "A match is played at two tables only where two teams meet: let teams compete in a "
                "round robin, a Swiss or a knock-out, or let a match be played at one table."
            ),
        )
    elif event.table_play != TablePlay.DEALS:
        yield Problem(
            code="rooms_need_deals",
            step="rounds",
            sentence=_(
                "Both tables of a match play the same deals, so each table plays a fixed number "
                "of them: say how many deals a round has, or let a match be played at one table."
            ),
        )


def _unknown_values(stage: Stage) -> Problem | None:
    """Return a problem for the first of the `EVENT_OPTIONS` that has an unknown value."""
    for option in EVENT_OPTIONS:
        value = stage.options.get(option.name, option.default)
        if value is not None and not option.allows(value):
            sentence = _("“%(option)s” has no value %(value)s: choose another one.") % {
                "option": games.render_sentence(option.label),
                "value": str(value)[:40],
            }
            return Problem(code="unknown_choice", step="rounds", sentence=sentence)
    if stage.options.get(BYE_AWARD) == FIXED and stage.options.get(BYE_POINTS) is None:
        sentence = _("A bye is worth a fixed number of points: say how many.")
        return Problem(code="bye_points_missing", step="rounds", sentence=sentence)
    return None


# what an event answers of its own, as a director knows it
ANSWERED = {
    "minimum": say("the number of players at the smallest table"),
    "maximum": say("the number of players at the largest table"),
    "seats": say("the number of players at a table"),
    "deals": say("the number of deals in a round"),
    "rounds": say("the number of rounds"),
}


def _in_words_of_forms(fault: CannotDraw, request: DrawRequest) -> Sentence:
    """Return what is wrong, with the option called as in the form and not as in a request."""
    name = fault.path.rpartition(".")[2]
    options = format_named(request.format).stage_options
    label = ({option.name: option.label for option in options} | ANSWERED).get(name)
    if label is None or fault.sentence.params.get("place") != fault.path:
        return fault.sentence
    return replace(fault.sentence, params={**fault.sentence.params, "place": label})


def _refusal(request: DrawRequest, *, step: str) -> Iterator[Problem]:
    try:
        draw_rounds(replace(request, work=Work(MOST_AT_ONCE)))
    except CannotDraw as fault:
        if fault.code == "too_much_work":
            return  # the draw is made by a job, which reports what is wrong
        sentence = games.whole_sentence(games.render_sentence(_in_words_of_forms(fault, request)))
        yield Problem(code=fault.code, step=step, sentence=sentence)


def start_problems(stage: Stage, entries: Sequence[Entry]) -> Iterator[Problem]:
    """Yield why the stage cannot be drawn for these entries: too few, or lacking players."""
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
    needed = players_an_entry(event, event.most_seats) * len(rooms_of(stage))
    short = [entry for entry in entries if len(current_members(entry)) < needed]
    if short:
        sentence = ngettext(
            "Fewer than the %(needed)d players an entry needs at a table: %(names)s. Add the "
            "missing players.",
            "Fewer than the %(needed)d players an entry needs at a table: %(names)s. Add the "
            "missing players.",
            len(short),
        )
        names = listed(name_of(entry) for entry in short)
        yield Problem(
            code="entry_incomplete",
            step="entries",
            sentence=sentence % {"names": names, "needed": needed},
        )
    number = None if draws_all_rounds(stage) else 1
    request = request_for(
        stage, event=event, field=entries, number=number, rounds=stage.rounds_planned
    )
    yield from _refusal(request, step="entries")
