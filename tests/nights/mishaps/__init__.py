"""What happens on a night besides playing, by when it can happen."""

from collections.abc import Callable

from tests.nights.mishaps.director import (
    changes_what_is_frozen,
    deadline_and_links,
    edits,
    plans_more_rounds,
    plays_with_the_clock,
    redraws,
    undraws,
)
from tests.nights.mishaps.draws import (
    draws_at_the_wrong_time,
    draws_by_a_job,
    draws_what_is_stale,
    finishes_too_early,
)
from tests.nights.mishaps.not_played import forfeits, plays_off
from tests.nights.mishaps.people import (
    changes_members,
    comes_back,
    comes_late,
    finds_a_partner,
    seeds_change,
    stands_in,
    withdraws,
)
from tests.nights.mishaps.wrong_results import (
    corrects,
    penalises,
    reopens,
    takes_an_award_back,
)
from tests.nights.night import Night

Mishap = Callable[[Night], None]

BETWEEN: tuple[Mishap, ...] = (
    *(comes_late, withdraws, comes_back, finds_a_partner, changes_members, seeds_change),
    *(corrects, corrects, reopens, penalises, plans_more_rounds, changes_what_is_frozen),
    *(draws_at_the_wrong_time, draws_what_is_stale, draws_by_a_job, finishes_too_early, undraws),
    *(plays_off, plays_off),
)
BEFORE_OPENING: tuple[Mishap, ...] = (
    *(edits, edits, edits, redraws, undraws, comes_late, withdraws, withdraws, comes_back),
    *(deadline_and_links, draws_at_the_wrong_time, changes_members, corrects),
)
WHILE_PLAYING: tuple[Mishap, ...] = (
    *(edits, withdraws, withdraws, comes_back, comes_late, stands_in, stands_in),
    *(plays_with_the_clock, corrects, takes_an_award_back, reopens, redraws, undraws),
    *(deadline_and_links, draws_at_the_wrong_time, finishes_too_early, penalises),
    *(forfeits, forfeits),
)
