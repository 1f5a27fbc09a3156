"""Whether events that were read can be played and ranked at all: a file may say anything.

Pages of all clubs name games and formats; an event that the site cannot make sense of is refused.
"""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from games import services as games
from games.services import RulesetRefused
from league.clubs.models import HouseRules
from league.office.archives.opened_archive import NotAnArchive
from league.play.events.models import Evening, Event, EventState
from league.play.events.rulesets import RulesetNotPossible, ruleset_of
from league.play.rounds.drawing import FORMATS
from league.tables.standings.setup_check import ranking_problem

AT_ONCE = 200


def check_sound(*, events: Sequence[int], rules: Sequence[int], evenings: Sequence[int]) -> None:
    """Look at the events, house rules and evenings with these ids. Raises NotAnArchive."""
    for ids in _some(events):
        for event in Event.objects.filter(pk__in=ids).prefetch_related("stages"):
            _check_event(event)
    for ids in _some(rules):
        for one in HouseRules.objects.filter(pk__in=ids):
            _check_rules(one.name, one.variant, one.preset, one.options)
    for ids in _some(evenings):
        for evening in Evening.objects.filter(pk__in=ids):
            _check_rules(str(evening), evening.variant, evening.preset, {})


def _some(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    for first in range(0, len(ids), AT_ONCE):
        yield ids[first : first + AT_ONCE]


def _check_event(event: Event) -> None:
    _check_rules(event.name, event.variant, event.preset, event.options)
    try:
        if event.state != EventState.DRAFT:
            ruleset_of(event, event.most_seats)
        formats = {stage.format for stage in event.stages.all()}
        problem = ranking_problem(event)
    except RulesetNotPossible as refused:
        raise _not_playable(event.name, str(refused)) from refused
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as wrong:
        raise _not_playable(event.name, type(wrong).__name__) from wrong
    if problem is not None:
        raise _not_playable(event.name, str(problem.sentence))
    if unknown := formats - FORMATS.keys():
        raise _not_playable(event.name, ", ".join(sorted(unknown)))


def _check_rules(name: str, variant: str, preset: str, options: object) -> None:
    try:
        if games.variant_named(variant) is None or not isinstance(options, dict):
            raise _not_playable(name, variant)
        games.ruleset(variant, preset, options)
    except RulesetRefused as refused:
        raise _not_playable(name, games.render_sentence(refused.sentence)) from refused
    except (AttributeError, LookupError, TypeError, ValueError) as wrong:
        raise _not_playable(name, type(wrong).__name__) from wrong


def _not_playable(name: str, why: str) -> NotAnArchive:
    return NotAnArchive(
        _(
            "“%(name)s” of the archive cannot be played by the rules that this site knows: "
            "%(why)s Nothing was changed."
        )
        % {"name": name, "why": why if why.endswith((".", "。")) else f"{why}."}
    )
