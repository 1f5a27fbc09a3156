"""Who competes, as a request to a door names them."""

from dataclasses import dataclass

from games.sentences import say
from league.doors.reading import (
    LARGEST_SEED,
    Number,
    read_count,
    read_flag,
    read_list,
    read_number,
    read_object,
    read_text,
    within,
)
from league.doors.unanswerable import Unanswerable

MOST_ENTRIES = 20_000
ENTRY_KEYS = ("id", "name", "seed", "rating", "club", "group", "active")


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


def _read_entry(element: object, place: str) -> Entry:
    fields = read_object(element, place, allowed=ENTRY_KEYS, required=("id",))
    texts = {
        key: read_text(fields[key], within(place, key))
        for key in ("name", "club", "group")
        if fields.get(key) not in (None, "")
    }
    seed, rating = fields.get("seed"), fields.get("rating")
    if seed is not None:
        seed = read_count(seed, within(place, "seed"), least=0, most=LARGEST_SEED)
    if rating is not None:
        rating = read_number(rating, within(place, "rating"))
    active = read_flag(fields.get("active", True), within(place, "active"))
    id_ = read_text(fields["id"], within(place, "id"))
    return Entry(id=id_, seed=seed, rating=rating, active=active, **texts)
