"""A match of two teams whose players all have accounts; their captains sit at no table."""

from datetime import datetime, timedelta
from typing import Any

from django.core import mail

from league.calendar.captains import services as captains
from league.calendar.captains.matches import Match
from league.clubs.models import Club, Player, Role, User
from league.foundation.journal.actor import Act
from league.play.events.entry_rules import captain_of
from tests.league.calendar.captains.factories import make_match, people_of
from tests.league.factories import actor_of, make_member, make_user
from tests.league.office.notifications.notifying_club import turn

LATER = timedelta(days=7)


class MatchWithCaptains:
    """`leaders` are the accounts of the captains by side, `dora` directs the club."""

    def __init__(self, at: datetime, **fields: Any) -> None:
        self.match: Match = make_match(**fields)
        self.club: Club = self.match.round.stage.event.club
        self.dora = make_user("Dora Director")
        make_member(self.club, self.dora, Role.DIRECTOR)
        self.players = [self._players(side) for side in (0, 1)]
        self.leaders = [self._leader(side, at) for side in (0, 1)]
        turn(at)
        mail.outbox.clear()

    def _players(self, side: int) -> list[User]:
        people = people_of(self.match.entries[side])
        return [_with_account(player) for player in people]

    def _leader(self, side: int, at: datetime) -> User:
        name = f"Leader {side}"
        player = Player.objects.create(club=self.club, name=name)
        user = _with_account(player)
        by = Act(actor_of(self.dora), at)
        captains.name_captain(entry=self.match.entries[side], player=player, by=by)
        assert captain_of(self.match.entries[side]) == player
        return user

    def acting(self, side: int) -> Any:
        return actor_of(self.leaders[side])

    def everybody(self, *, but: User) -> list[str]:
        """Return the addresses of all who play, and of both captains, without one of them."""
        people = [*self.players[0], *self.players[1], *self.leaders]
        return sorted(user.email for user in people if user != but)

    def propose(self, side: int, *dates: datetime, at: datetime) -> Any:
        who: dict[str, Any] = {"side": side, "by": Act(self.acting(side), at)}
        return captains.propose_dates(match=self.match, dates=dates, **who)


def _with_account(player: Player) -> User:
    player.user = make_user(player.name, email=f"player{player.pk}@example.org")
    player.save(update_fields=["user"])
    return player.user
