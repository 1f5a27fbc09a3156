"""What pages, the API and services ask of associations. They read, they never write."""

import re
from collections.abc import Iterable, Sequence

from django.db.models import Q, QuerySet

from league.clubs.models import Club, Player, User
from league.clubs.selectors import is_called
from league.foundation.names import has_word
from league.office.associations.models import (
    AssociatedClub,
    Association,
    Belonging,
    Registration,
    Transfer,
    TransferState,
)
from league.play.events.models import (
    Entry,
    EntryClub,
    EntryMember,
    Event,
    EventState,
    Season,
    Visibility,
)
from league.play.events.models.events import TO_BE_PLAYED
from league.play.events.names import called_after, current_members


def association_of(club: Club) -> Association | None:
    """Return the association that the club is, with the club; None: it is no association."""
    return Association.objects.select_related("club").filter(club=club).first()


def clubs_of(association: Association) -> QuerySet[AssociatedClub]:
    """Return the clubs that are in the association now, by name."""
    rows = association.associated_clubs.filter(state=Belonging.MEMBER)
    return rows.select_related("club").order_by("club__name", "club_id")


def belonging_to(association: Association) -> QuerySet[AssociatedClub]:
    """Return the clubs in the association and those invited or asking, by name."""
    rows = association.associated_clubs.exclude(state=Belonging.LEFT)
    return rows.select_related("club").order_by("club__name", "club_id")


def associations_with(club: Club) -> QuerySet[AssociatedClub]:
    """Return the associations that the club is in, is invited to or asks to join, by name."""
    rows = club.associated_with.exclude(state=Belonging.LEFT)
    return rows.select_related("association__club").order_by(
        "association__club__name", "association_id"
    )


def is_in(association: Association, club: Club) -> bool:
    return association.associated_clubs.filter(club=club, state=Belonging.MEMBER).exists()


def registrations_of(season: Season, text: str = "") -> QuerySet[Registration]:
    """Return who is registered in the season now, by club and name; `text`: words of names."""
    rows = Registration.objects.filter(season=season, ended_at__isnull=True)
    for word in text.split():
        rows = rows.filter(is_called(word, "player__") | has_word(word, "club__name"))
    return rows.select_related("club", "player", "home_player").order_by(
        "club__name", "club_id", "player__sort_key", "player_id"
    )


def registered_players(season: Season, players: Iterable[int]) -> dict[int, Registration]:
    """Return the open registrations of players of the association in a season, by player."""
    rows = Registration.objects.filter(
        season=season, player__in=list(players), ended_at__isnull=True
    )
    with_names = rows.select_related("club", "player", "season", "home_player__club")
    return {row.player_id: row for row in with_names}


def registration_of(season: Season, home_player: Player) -> Registration | None:
    """Return for whom a club's own player is registered in the season now."""
    rows = Registration.objects.filter(season=season, ended_at__isnull=True)
    rows = rows.filter(Q(home_player=home_player) | Q(home_player__merged_into=home_player))
    return rows.select_related("club", "player").first()


def known_to_club(club: Club, entry: Entry, players: Sequence[Player]) -> list[Player]:
    """Return those of the players whom a club may see by name: of its entry, or registered for it.

    They are players of the association; the clubs' own people see those of other clubs nowhere.
    """
    season = entry.event.season
    own = Registration.objects.filter(season=season, club=club, ended_at__isnull=True)
    seen = set(own.values_list("player_id", flat=True)) if season else set()
    seen |= {called_after(member.player).pk for member in current_members(entry)}
    return [player for player in players if player.pk in seen]


def is_of_person(row: Registration | Transfer, user: User) -> bool:
    """Say whether an account is that of the player whom a registration or a transfer is about."""
    same = [row.player_id, row.home_player_id]
    mine = Q(user=user) | Q(merged_into__user=user)
    return Player.objects.filter(mine, pk__in=[pk for pk in same if pk]).exists()


def clubs_played_for(player: Player) -> QuerySet[Registration]:
    """Return the registrations of a player of an association, newest season first."""
    rows = Registration.objects.filter(Q(player=player) | Q(player__merged_into=player))
    return rows.select_related("club", "season").order_by("-season__starts_on", "-registered_at")


def phone_of(player: Player) -> str:
    """Return a player's telephone number; one of an association has it in the club at home."""
    if player.phone:
        return player.phone
    homes = clubs_played_for(player).exclude(home_player=None).exclude(home_player__phone="")
    return homes.values_list("home_player__phone", flat=True).first() or ""


def dialled(phone: str) -> str:
    """Return a telephone number as a phone dials it, without the 0 of "+49 (0)40"."""
    return re.sub(r"[^+\d]", "", phone.replace("(0)", "") if phone.startswith("+") else phone)


def open_transfers(season: Season) -> QuerySet[Transfer]:
    """Return the transfers that wait for the association's consent, oldest first."""
    rows = Transfer.objects.filter(season=season, state=TransferState.ASKED)
    return rows.select_related("player", "from_club", "to_club", "asked_by").order_by(
        "asked_at", "id"
    )


def open_to_clubs(association: Association) -> QuerySet[Event]:
    """Return the events that clubs of the association know: announced and not hidden."""
    events = Event.objects.filter(club=association.club_id).exclude(visibility=Visibility.HIDDEN)
    return events.exclude(state=EventState.DRAFT).select_related("club", "season")


def entry_clubs(event: Event) -> dict[int, Club]:
    """Return the club of each entry of the event that plays for one, by entry."""
    rows = EntryClub.objects.filter(entry__event=event).select_related("club")
    return {row.entry_id: row.club for row in rows}


def entered_in(season: Season, player: Player) -> QuerySet[EntryMember]:
    """Return where a player is in an entry of the season's events that are still to be played."""
    rows = EntryMember.objects.filter(
        Q(player=player) | Q(player__merged_into=player),
        left_at__isnull=True,
        event__season=season,
        event__state__in=TO_BE_PLAYED,
    )
    return rows.select_related("event", "entry").order_by("event__starts_on", "event_id")
