"""Who comes or leaves after a draw: named before the round, seated once it is drawn again.

What must hold is read from the facts: who takes part, and who has a place in the round.
"""

from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from league.faces.desk.rounds.rounds_shown import next_steps
from league.play.events.models import Entry, EntryState
from league.play.events.names import name_of
from league.play.rounds import services as rounds
from league.play.rounds.links import link_of
from league.play.rounds.models import Placement, Round, RoundState
from league.play.rounds.selectors import rounds_of_event
from league.play.rounds.services import DrawStale
from league.play.rounds.without_table import changes_since, find_unseated
from tests.nights.night import Night

FOLLOWS_THE_NEXT_STEP = 0.8
LOOKS_AT_THE_PAGES = 0.1


def open_next(night: Night, round: Round) -> Round | None:
    """Open the round as the desk's next step says; None where it cannot be opened.

    A round that is stale is refused first; then it is drawn again, or opened as it is.
    """
    named_before_it_is_played(night, round)
    opened: Round | None = night.do("opened", rounds.open_round, round=round)
    if not isinstance(night.refusal, DrawStale):
        if opened is not None:
            everybody_has_a_place_or_is_named(night, opened)
        return opened
    the_next_step_draws_again(night, round)
    if night.chance(FOLLOWS_THE_NEXT_STEP) and _drawn_again(night, round):
        round = night.rounds(RoundState.DRAWN)[0]
        opened = night.do("opened", rounds.open_round, round=round)
    else:
        late = len(changes_since(round).late)
        opened = night.do("opened stale", rounds.open_round, round=round, even_stale=True)
        night.tally.happenings["late comers: opened without them"] += late
    assert not isinstance(night.refusal, DrawStale), "drawn again, or insisted on, it is opened"
    if opened is not None:
        everybody_has_a_place_or_is_named(night, opened)
    return opened


def without_a_place(night: Night, round: Round) -> set[int]:
    """Return who takes part in the stage and has no place in the round, from the facts.

    In a bracket, and where groups play apart, whoever has played before may be out.
    """
    placed = set(Placement.objects.filter(round=round).values_list("entry", flat=True))
    missing = night.active - placed
    if night.has_bracket or night.plays_in_groups:
        earlier = Placement.objects.filter(round__stage=night.stage, round__number__lt=round.number)
        missing -= set(earlier.values_list("entry", flat=True))
    return missing


def named(night: Night, round: Round) -> set[int]:
    return {one.entry.pk for one in find_unseated(night.event, round)}


def named_before_it_is_played(night: Night, round: Round) -> None:
    """Assert that whoever came after the draw is named, and whoever left is noticed."""
    missing = without_a_place(night, round)
    found = named(night, round)
    assert missing <= found, f"{missing - found} have no table in round {round.number}, unnamed"
    night.tally.happenings["late comers: named before the round"] += len(missing)
    changes = changes_since(round)
    assert {one.pk for one in changes.late} <= found | night.active
    gone = Placement.objects.filter(round=round, entry__state=EntryState.WITHDRAWN)
    left = set(gone.values_list("entry", flat=True))
    kept = set(round.drawing.get("kept_without", ()))
    assert {one.pk for one in changes.left} == left - kept


def everybody_has_a_place_or_is_named(night: Night, round: Round) -> None:
    """Assert of a round just opened that nobody who takes part is passed over in silence."""
    missing = without_a_place(night, round)
    found = named(night, round)
    assert missing <= found, f"{missing - found} are passed over in round {round.number}"
    night.tally.happenings["late comers: named during the round"] += len(missing)
    if missing and night.chance(LOOKS_AT_THE_PAGES):
        _the_pages_name_them(night, round, missing)


def the_next_step_draws_again(night: Night, round: Round) -> None:
    """Assert that the desk offers what the refusal asks for, with the names."""
    stages = list(night.event.stages.order_by("number"))
    steps = next_steps(night.event, stages, list(rounds_of_event(night.event)), may_change=True)
    changes = changes_since(round)
    assert changes.remedy in [step.label for step in steps], [step.label for step in steps]
    for entry in (changes.late or changes.left)[:3]:
        assert name_of(entry) in changes.remedy


def _drawn_again(night: Night, round: Round) -> bool:
    late = {one.pk for one in changes_since(round).late}
    seed = night.rng.randrange(1000)
    drawn = night.do("stale draw drawn again", rounds.redraw_round, round=round, seed=seed)
    if drawn is None:
        return False
    again = drawn[0]
    assert not changes_since(again), "what was just drawn is stale"
    missing = without_a_place(night, again)
    if night.plays_in_groups:
        # in a group that has nobody else left there is no place: that is said
        assert missing <= named(night, again)
        night.tally.happenings["late comers: in a group without others, named"] += len(missing)
        missing = set()
    assert not missing, f"{missing} take part and have no place in what was drawn again"
    placed = Placement.objects.filter(round=again, entry__in=late)
    seated = placed.filter(table__isnull=False).values("entry").distinct().count()
    night.tally.happenings["late comers: seated when drawn again"] += seated
    resting = placed.filter(table__isnull=True).count()
    night.tally.happenings["late comers: sit out when drawn again"] += resting
    return True


def _the_pages_name_them(night: Night, round: Round, missing: set[int]) -> None:
    """Look at the big screen, and at a table's page, as phones do."""
    client = Client()
    at = [night.club.slug, night.event.slug]
    pages = [client.get(reverse("public:screen", args=at))]
    tables = night.tables(round)
    if tables:
        pages.append(client.get(reverse("table:page", args=[link_of(tables[0])])))
    for page in pages:
        text = page.content.decode()
        for entry in Entry.objects.filter(pk__in=missing):
            assert escape(name_of(entry, public=True)) in text, f"{page.request['PATH_INFO']}"
    night.tally.happenings["late comers: looked for on screen and table page"] += len(missing)
