"""Notices of what happens between the County League and its clubs, to both sides and players.

Each writes into the ledger what one act of `county_league` or `match_days` tells.
"""

from league.clubs.models import User
from league.office.notifications.topics import What
from tests.league.seasons_walked.county_league import ASSOCIATION, CountyLeague
from tests.league.seasons_walked.ledger import Ledger


def clubs_are_invited(ledger: Ledger, league: CountyLeague) -> None:
    """Each club that is invited learns it, and the secretary that one asks to join."""
    *invited, asks = league.clubs.values()
    for one in invited:
        ledger.expect([one.owner], What.BETWEEN_CLUBS, ASSOCIATION, one.club.name)
    ledger.expect([league.sue], What.BETWEEN_CLUBS, ASSOCIATION, asks.club.name)


def clubs_join(ledger: Ledger, league: CountyLeague) -> None:
    """The secretary learns who accepted, and the club that asked that it is in."""
    *invited, asks = league.clubs.values()
    for one in invited:
        ledger.expect([league.sue], What.BETWEEN_CLUBS, ASSOCIATION, one.club.name)
    ledger.expect([asks.owner], What.BETWEEN_CLUBS, ASSOCIATION, asks.club.name)


def players_are_registered(ledger: Ledger, league: CountyLeague, season: str) -> None:
    for name, one in league.clubs.items():
        ledger.expect(one.people, What.REGISTRATION, name, season)


def a_transfer_is_asked(ledger: Ledger, league: CountyLeague, mover: User, *clubs: str) -> None:
    """`clubs` are the one that loses the player and the one that asks, which gets no notice."""
    people = [mover, league.clubs[clubs[0]].owner, league.sue]
    ledger.expect(people, What.TRANSFER, *clubs)


def a_transfer_is_done(ledger: Ledger, league: CountyLeague, mover: User, *clubs: str) -> None:
    """The secretary did it: both clubs and the player learn it."""
    people = [mover, *(league.clubs[name].owner for name in clubs)]
    ledger.expect(people, What.TRANSFER, *clubs)


def a_club_is_withdrawn(ledger: Ledger, league: CountyLeague) -> None:
    """The secretary learns of each event that a club leaves."""
    for event in league.events.values():
        ledger.expect([league.sue], What.BETWEEN_CLUBS, event.name)
