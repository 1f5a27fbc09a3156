"""Who may do what with rounds, tables and seats. The names are `rounds.<verb>_<noun>`.

A round is seen by whoever sees its event, once it is shown; a drawn one only by those who run it.
"""

from typing import Any

import rules

from league.clubs.permissions import is_director, is_scorer
from league.play.events.models import Event, Stage
from league.play.events.permissions import may_see
from league.play.rounds.models import Round, RoundState, Table


def event_of(subject: Event | Stage | Round | Table) -> Event:
    match subject:
        case Table():
            return subject.round.stage.event
        case Round():
            return subject.stage.event
        case Stage():
            return subject.event
        case Event():
            return subject


@rules.predicate
def sees_event(user: Any, subject: Any) -> bool:
    return bool(may_see.test(user, event_of(subject)))


@rules.predicate
def directs(user: Any, subject: Any) -> bool:
    return bool(is_director.test(user, event_of(subject)))


@rules.predicate
def scores(user: Any, subject: Any) -> bool:
    return bool(is_scorer.test(user, event_of(subject)))


@rules.predicate
def is_shown(user: Any, round: Round) -> bool:
    return round.state != RoundState.DRAWN


rules.add_perm("rounds.view_round", scores | (sees_event & is_shown))
rules.add_perm("rounds.draw_round", directs)
rules.add_perm("rounds.change_round", directs)
rules.add_perm("rounds.run_clock", scores)
rules.add_perm("rounds.view_link", scores)
rules.add_perm("rounds.renew_link", directs)
