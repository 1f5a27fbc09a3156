"""Which formats suit an event, by its kind of entry, sizes of table and rules."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from league.foundation.lists import listed
from league.play.events.models import EntryKind, Event
from league.play.events.rulesets import RulesetNotPossible, ruleset_of, table_sizes
from league.play.events.setup_problems import Problem
from league.play.rounds.drawing import FORMATS, format_named
from league.play.rounds.stage_format import sides_of_a_table, who_plays


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
