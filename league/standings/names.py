"""What an entry is called in standings: for the public, and for the club's own people."""

from collections import defaultdict
from typing import NamedTuple

from django.db.models import F, Q

from league.clubs.models import Player, PublicName
from league.compiled_queries import CompiledQuery
from league.events.models import EntryMember
from league.lists import partners


class EntryNames(NamedTuple):
    """`public` and `full` differ where a player asked that the public see initials only.

    The members are empty where the entry has no name of its own: then they are its name.
    """

    public: str
    full: str
    public_members: str = ""
    full_members: str = ""


def names_of(event_id: int, entries: dict[int, tuple[str, int]]) -> dict[int, EntryNames]:
    """Return the names of the entries, given as id -> (own name, number), with one query."""
    people = _people_of(event_id)
    return {
        entry: _names(own_name, number, people.get(entry, []))
        for entry, (own_name, number) in entries.items()
    }


def _people_of(event_id: int) -> dict[int, list[tuple[str, str]]]:
    """Return (public, full) of the members by entry; who left it is no longer named."""
    people: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for entry, *who, merged_name, merged_public_name, merged_word in PEOPLE(event=event_id):
        name, public_name, word = who
        if merged_name:
            name, public_name, word = merged_name, merged_public_name, merged_word
        people[entry].append((_shown(name, public_name, word), name))
    return people


PEOPLE = CompiledQuery(
    lambda value: (
        EntryMember.objects.filter(event=value("event"))
        # a withdrawn entry is still called after those who were in it at the end
        .filter(Q(left_at__isnull=True) | Q(left_at=F("entry__withdrawn_at")))
        .order_by("entry_id", "position", "id")
        .values_list(
            "entry_id",
            "player__name",
            "player__public_name",
            "player__told_apart_by",
            "player__merged_into__name",
            "player__merged_into__public_name",
            "player__merged_into__told_apart_by",
        )
    )
)


def _shown(name: str, public_name: str, word: str) -> str:
    if public_name == PublicName.FULL:
        return name
    return Player(name=name, public_name=public_name, told_apart_by=word).shown_name


def _names(own_name: str, number: int, people: list[tuple[str, str]]) -> EntryNames:
    full = partners([name for _, name in people])
    hides_any = any(shown != name for shown, name in people)
    public = partners([shown for shown, _ in people]) if hides_any else full
    if own_name:
        return EntryNames(own_name, own_name, public, full)
    return EntryNames(public or f"#{number}", full or f"#{number}")
