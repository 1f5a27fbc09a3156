"""Who competes, as a request to a door names them."""

from msgspec import Struct

from games.sentences import say
from league.foundation.doors.declared import Exact, Note, Seed, reader_of
from league.foundation.doors.invalid_request import InvalidRequest
from league.foundation.doors.reading import read_list

MOST_ENTRIES = 20_000


class Entry(Struct, frozen=True, kw_only=True):
    """Who competes. `active` is false for one that has left: it is drawn no more."""

    id: str
    name: Note = ""
    seed: Seed | None = None
    rating: Exact | None = None
    club: Note = ""
    group: Note = ""
    active: bool = True

    @property
    def called(self) -> str:
        return self.name or self.id


_read_entry = reader_of(Entry)


def read_entries(value: object) -> tuple[Entry, ...]:
    entries: dict[str, Entry] = {}
    for place, element in read_list(value, "entries", most=MOST_ENTRIES):
        entry = _read_entry(element, place)
        if entry.id in entries:
            raise InvalidRequest(
                "duplicate_entry",
                say(
                    "%(place)s repeats the id %(entry)s; each entry needs an id of its own",
                    place=place,
                    entry=entry.id,
                ),
                path=place,
            )
        entries[entry.id] = entry
    return tuple(entries.values())
