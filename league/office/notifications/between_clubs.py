"""Whom it concerns what happens between an association, its clubs and their players.

Each happening is written into the journals of all clubs that it concerns, and each of these tells
its own people: those who act for the club, unless one of them did it, and the player.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from league.foundation.journal.models import Happening
from league.office.associations.models import Registration, Transfer, TransferState
from league.office.associations.two_journals import FORGOTTEN_AT_HOME
from league.office.notifications.selectors import directors_of, owners_of, people_among
from league.office.notifications.topics import Notice, Person, What

# versions of a notice: made or asked for, and what came of it
WAITS, DECIDED = 0, 1
MICROSECONDS = 1_000_000


def a_club_is_asked_or_answers(happening: Happening) -> list[Notice]:
    """The owners of the other side learn it: invited, asks to join, joined, declined or left."""
    people = owners_of(happening.club_id or 0)
    return _between_clubs(happening, people, "associated_club_id")


def a_club_is_withdrawn(happening: Happening) -> list[Notice]:
    """The directors of the other side learn that a club's entries are withdrawn from an event."""
    people = directors_of(happening.club_id or 0)
    return _between_clubs(happening, people, "event_id")


def _between_clubs(happening: Happening, people: frozenset[Person], named: str) -> list[Notice]:
    """Notify one side; it stands in the journals of both, and who acts for both learns it once."""
    subject = happening.data.get(named, 0)
    if not subject:
        return []
    people = _unless_one_did_it(people, happening)
    version = int(happening.at.timestamp() * MICROSECONDS)
    return [
        Notice(
            people=people,
            what=What.BETWEEN_CLUBS,
            about=happening.kind,
            subject=subject,
            version=version,
        )
    ]


def _unless_one_did_it(people: frozenset[Person], happening: Happening) -> frozenset[Person]:
    """Return the people of a club, but nobody where it was the club itself that acted."""
    return frozenset() if Person(user=happening.actor_user_id or 0) in people else people


def a_player_is_registered(happening: Happening) -> list[Notice]:
    """The player learns of it; in a transfer that is what the player is notified of."""
    row = _registration(happening)
    if row is None or _is_transferred(row, happening):
        return []
    return [_of_registration(row, people_among([happening.subject_id or 0]), WAITS)]


def a_registration_ended(happening: Happening) -> list[Notice]:
    """The player learns of it, and the directors of the club where the association ended it."""
    row = _registration(happening)
    if row is None or _is_transferred(row, happening):
        return []
    people = people_among([happening.subject_id or 0])
    if happening.club_id == row.club_id:
        people |= _unless_one_did_it(directors_of(row.club_id), happening)
    return [_of_registration(row, people, DECIDED)]


def _registration(happening: Happening) -> Registration | None:
    return Registration.objects.filter(pk=happening.data.get("registration_id", 0)).first()


def _is_transferred(row: Registration, happening: Happening) -> bool:
    done = Transfer.objects.filter(season=row.season_id, player=row.player_id)
    return done.filter(state=TransferState.DONE, decided_at=happening.at).exists()


def _of_registration(row: Registration, people: frozenset[Person], version: int) -> Notice:
    return Notice(
        people=people,
        what=What.REGISTRATION,
        about="registration",
        subject=row.pk,
        version=version,
    )


def a_player_is_forgotten_at_home(happening: Happening) -> list[Notice]:
    """The owners of the association learn it, as it forgets its own players only itself."""
    return [
        Notice(
            people=owners_of(happening.club_id or 0),
            what=What.BETWEEN_CLUBS,
            about=happening.kind,
            subject=happening.subject_id or 0,
            version=int(happening.at.timestamp() * MICROSECONDS),
        )
    ]


def a_transfer_is_asked(happening: Happening) -> list[Notice]:
    """Those who consent, the club that the player would leave, and the player learn of it."""
    return _of_transfer(happening, WAITS)


def a_transfer_is_decided(happening: Happening) -> list[Notice]:
    """Both clubs, the association and the player learn what came of it."""
    return _of_transfer(happening, DECIDED)


def _of_transfer(happening: Happening, version: int) -> list[Notice]:
    transfer = happening.data.get("transfer_id", 0)
    if not transfer:
        return []
    people = _unless_one_did_it(directors_of(happening.club_id or 0), happening)
    return [
        Notice(
            people=people | people_among([happening.subject_id or 0]),
            what=What.TRANSFER,
            about="transfer",
            subject=transfer,
            version=version,
        )
    ]


NOTICE_RULES: Mapping[str, Callable[[Happening], list[Notice]]] = MappingProxyType(
    {
        **dict.fromkeys(
            (
                *("association.club_invited", "association.club_asked"),
                *("association.club_joined", "association.club_declined", "association.club_left"),
                "association.step_undone",
            ),
            a_club_is_asked_or_answers,
        ),
        "association.club_withdrawn": a_club_is_withdrawn,
        "registration.made": a_player_is_registered,
        "registration.ended": a_registration_ended,
        FORGOTTEN_AT_HOME: a_player_is_forgotten_at_home,
        "transfer.asked": a_transfer_is_asked,
        **dict.fromkeys(
            ("transfer.done", "transfer.refused", "transfer.taken_back"), a_transfer_is_decided
        ),
    }
)
