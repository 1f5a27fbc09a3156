"""Who competes, as a request to a door names them."""

from dataclasses import dataclass

from games.sentences import say
from league.foundation.doors.fields import object_of, read_note, read_seed
from league.foundation.doors.reading import Number, read_flag, read_list, read_number, read_text
from league.foundation.doors.unanswerable import Unanswerable

MOST_ENTRIES = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Who competes. `active` is false for one that has left: it is drawn no more."""

    id: str
    name: str = ""
    seed: int | None = None
    rating: Number | None = None
    club: str = ""
    group: str = ""
    active: bool = True

    @property
    def called(self) -> str:
        return self.name or self.id


_read_entry = object_of(
    Entry,
    {
        "name": read_note,
        "club": read_note,
        "group": read_note,
        "seed": read_seed,
        "rating": read_number,
        "active": read_flag,
        "id": read_text,
    },
    needed=("id",),
    not_null=("active",),
    listed=("id", "name", "seed", "rating", "club", "group", "active"),
)


def read_entries(value: object) -> tuple[Entry, ...]:
    entries: dict[str, Entry] = {}
    for place, element in read_list(value, "entries", most=MOST_ENTRIES):
        entry = _read_entry(element, place)
        if entry.id in entries:
            raise Unanswerable(
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
