"""A club whose players have accounts, and a clock that one turns: what is due is sent by hand."""

from datetime import datetime
from typing import Any
from uuid import uuid4

import time_machine
from django.core import mail

from league.clubs.models import Club, Player, Role, User
from league.foundation.journal.actor import Act
from league.foundation.journal.services import deliver_all
from league.foundation.outbox import services as outbox
from league.foundation.outbox.models import Way
from league.office.notifications import services
from league.office.notifications.models import Preference
from league.play.events import services as events
from league.play.events.models import EntryMember, Event
from league.play.results import services as results
from league.play.rounds import services as rounds
from league.play.rounds.models import Round, Table
from tests.league.factories import actor_of, make_club, make_member, make_user
from tests.league.play.events.factories import make_running
from tests.league.play.results.factories import ANN, pinochle


class NotifyingClub:
    """Four pairs in a league with a deadline, each player with an account; `dora` directs."""

    def __init__(self, at: datetime, *, deadline: datetime | None = None, pairs: int = 4) -> None:
        self.club: Club = make_club("Harbour Cards")
        self.dora = make_user("Dora Director")
        make_member(self.club, self.dora, Role.DIRECTOR)
        self.who: dict[str, Any] = {"by": Act(actor_of(self.dora), at)}
        self.event: Event = make_running(pairs, self.club)
        self.users = [self._give_account(member) for member in self._members()]
        first = rounds.draw_rounds(stage=self.event.stages.get(), **self.who)[0]
        self.round: Round = (
            rounds.set_deadline(round=first, deadline=deadline, **self.who) if deadline else first
        )

    def _members(self) -> list[EntryMember]:
        rows = EntryMember.objects.filter(event=self.event).select_related("player")
        return list(rows.order_by("pk"))

    def _give_account(self, member: EntryMember) -> User:
        player = member.player
        player.user = make_user(player.name)
        player.save(update_fields=["user"])
        return player.user

    def open_round(self, at: datetime) -> None:
        self.round = rounds.open_round(round=self.round, by=Act(actor_of(self.dora), at))

    def table(self, number: int = 1) -> Table:
        return self.round.tables.get(number=number)

    def people_at(self, number: int = 1) -> list[str]:
        """Return the addresses of those who sit at a table, by seat."""
        seats = self.table(number).seats.select_related("player__user").order_by("number")
        return [seat.player.user.email for seat in seats if seat.player and seat.player.user]

    def finish(self, at: datetime) -> None:
        events.finish_event(event=self.event, anyway=True, by=Act(actor_of(self.dora), at))


def with_account(club: NotifyingClub, name: str) -> Player:
    """Add a player with an account, who plays in no entry."""
    return Player.objects.create(club=club.club, name=name, user=make_user(name))


def turn(at: datetime, most: int = 200) -> list[tuple[str, str]]:
    """Have all that is due at a moment done; return the mails: to whom, and the subject."""
    before = len(mail.outbox)
    with time_machine.travel(at, tick=False):
        deliver_all(at=at)
        services.remind(at)
        for _one in range(most):
            if outbox.send_next(Way.MAIL, at=at) is None:
                break
    return [(one.to[0], one.subject) for one in mail.outbox[before:]]


def choose(user: User, club: Club, **chosen: Any) -> Preference:
    return Preference.objects.update_or_create(user=user, club=club, defaults=chosen)[0]


def submit_at(table, at):
    """Enter a deal for side 0."""
    return results.submit(
        table=table, number=None, data=pinochle(), key=uuid4(), by_side=0, by=Act(ANN, at)
    )
