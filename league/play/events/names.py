"""What entries and stages are called: their own name, or those of the players, or a number."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.models import Player
from league.foundation.journal.naming import by_number
from league.foundation.lists import partners
from league.play.events.models import Entry, EntryKind, EntryMember, EntryState, Event, Stage


def current_members(entry: Entry) -> list[EntryMember]:
    """Return the members by position; of a withdrawn entry those who were in it at the end.

    Reads `entry.members`, which selectors prefetch with their players.
    """
    members = sorted(entry.members.all(), key=lambda member: (member.position, member.pk))
    staying = [member for member in members if member.left_at is None]
    if staying:
        return staying
    last = max((member.left_at for member in members if member.left_at), default=None)
    return [member for member in members if member.left_at == last]


def name_of(entry: Entry, *, public: bool = False) -> str:
    """Return what the entry is called. With `public`, players who ask for it show initials only."""
    if entry.name:
        return entry.name
    names = member_names(current_members(entry), public=public)
    return partners(names) or str(entry)


def name_by_number(entry: Entry) -> Any:
    """Return what the entry is called, as the journal keeps it: its players by their numbers."""
    players = [called_after(member.player) for member in current_members(entry)]
    return entry.name or by_number(players) or str(entry)


def day_of(event: Event) -> str:
    """Return the first day of an event in words, with the time if one is said."""
    if event.begins_at is None:
        return date_format(event.starts_on, "DATE_FORMAT")
    return date_format(datetime.combine(event.starts_on, event.begins_at), "DATETIME_FORMAT")


def club_of(entry: Entry) -> str:
    """Return the club that the entry plays for, where several clubs play; else nothing.

    Reads `entry.of_club` with its club, which the query selects.
    """
    of_club = getattr(entry, "of_club", None)
    return str(of_club.club.name) if of_club else ""


def club_beside(name: str, club: str) -> str:
    """Return the club as it stands beside a name: nothing where the name begins with it."""
    return "" if name.casefold().startswith(club.casefold()) else club


def marked(name: str, *, has_withdrawn: bool) -> str:
    """Return the name as tables and standings show it: with a mark if the entry has withdrawn."""
    return _("%(name)s (withdrawn)") % {"name": name} if has_withdrawn else name


def marked_name(entry: Entry, *, public: bool = False) -> str:
    """Return what the entry is called, and that it has withdrawn if it has."""
    has_withdrawn = entry.state == EntryState.WITHDRAWN
    return marked(name_of(entry, public=public), has_withdrawn=has_withdrawn)


def member_names(members: Iterable[EntryMember], *, public: bool = False) -> list[str]:
    players = [called_after(member.player) for member in members]
    return [player.shown_name if public else player.name for player in players]


def people_named(entries: Iterable[Entry]) -> int:
    """Return how many names the entries are called by, for singular or plural in a sentence.

    An entry with a name counts once, any other once for each of its players.
    """
    return sum(1 if entry.name else max(1, len(current_members(entry))) for entry in entries)


def entries_in_words(event: Event, count: int) -> str:
    """Return how many take part, as players, pairs or teams."""
    if event.entry_kind == EntryKind.INDIVIDUAL:
        words = ngettext("%(count)d player", "%(count)d players", count)
    elif event.entry_kind == EntryKind.PAIR:
        words = ngettext("%(count)d pair", "%(count)d pairs", count)
    else:
        words = ngettext("%(count)d team", "%(count)d teams", count)
    return words % {"count": count}


def called_after(player: Player) -> Player:
    """Return the player whose name is shown: for a merged duplicate the player who remains."""
    return player.merged_into or player


def stage_name(stage: Stage) -> str:
    return stage.name or _("Stage %(number)d") % {"number": stage.number}
