"""What an entry is called in standings: for the public, and for the club's own people.

Standings hold entries by number. Their names are joined when they are read, so whoever is renamed,
hidden, merged or forgotten is called so in every round at once.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import F, Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce, JSONObject

from league.clubs.models import Player, PublicName
from league.foundation.compiled_queries import CompiledQuery
from league.foundation.lists import partners
from league.play.events.models import Entry, EntryMember

Row = TypeVar("Row", bound=Model)


class EntryNames(NamedTuple):
    """`public` and `full` differ where a player asked that the public see initials only.

    The members are empty where the entry has no name of its own: then they are its name.
    """

    public: str
    full: str
    public_members: str = ""
    full_members: str = ""

    def shown(self, *, full: bool) -> str:
        return self.full if full else self.public

    def members(self, *, full: bool) -> str:
        return self.full_members if full else self.public_members


def people_of(entry: str, withdrawn_at: str) -> ArraySubquery:
    """Return who is in an entry, as a column of a query; both names are those of its fields.

    Who left the entry is no longer named, and of merged players the one who stays is.
    """
    inside = (
        EntryMember.objects.filter(entry=OuterRef(entry))
        # a withdrawn entry is still called after those who were in it at the end
        .filter(Q(left_at__isnull=True) | Q(left_at=OuterRef(withdrawn_at)))
        .order_by("position", "id")
    )
    columns = {
        name: Coalesce(F(f"player__merged_into__{name}"), F(f"player__{name}"))
        for name in ("name", "public_name", "told_apart_by")
    }
    return ArraySubquery(inside.values(person=JSONObject(**columns)))


def named(rows: "QuerySet[Row]") -> "QuerySet[Row]":
    """Return rows of standings with what the `names` of their entries are made of.

    Beside them stand whether it has withdrawn, and its club, where several clubs play.
    """
    columns: dict[str, Any] = {
        "own_name": F("entry__name"),
        "entry_number": F("entry__number"),
        "entry_state": F("entry__state"),
        "entry_club": F("entry__of_club__club__name"),
        "people": people_of("entry", "entry__withdrawn_at"),
    }
    with_columns: QuerySet[Row] = rows.annotate(**columns)
    return with_columns


def entry_names(own_name: str, number: int, people: Sequence[Mapping[str, str]]) -> EntryNames:
    """Return what an entry is called that has this name and these `people_of` it."""
    full = partners([person["name"] for person in people])
    shown = [_shown(**person) for person in people]
    hides_any = any(called != person["name"] for called, person in zip(shown, people, strict=True))
    public = partners(shown) if hides_any else full
    if own_name:
        return EntryNames(own_name, own_name, public, full)
    return EntryNames(public or f"#{number}", full or f"#{number}")


def _shown(name: str, public_name: str, told_apart_by: str) -> str:
    if public_name == PublicName.FULL:
        return name
    return Player(name=name, public_name=public_name, told_apart_by=told_apart_by).shown_name


def names_of(entries: Collection[int]) -> dict[int, EntryNames]:
    """Return the names of the entries with these ids, in their order, with one query."""
    if not entries:
        return {}
    rows = {entry: entry_names(*named) for entry, *named in NAMED(entries=list(entries))}
    return {entry: rows[entry] for entry in entries if entry in rows}


NAMED: CompiledQuery[tuple[int, str, int, Any]] = CompiledQuery(
    lambda value: Entry.objects.filter(pk__any_of=value("entries")).values_list(
        "pk", "name", "number", people_of("pk", "withdrawn_at")
    )
)


def names_as_of(event: str, club: str) -> tuple[Combinable, Combinable]:
    """Return when players of the club, and entries of the event, last changed, as two columns.

    While both are the same, so are the names in the event. Two, because either are changed one
    after the other, but not both: what is committed later may have an earlier moment.
    """
    players = Player.objects.filter(club=OuterRef(club)).order_by("-updated_at")
    entries = Entry.objects.filter(event=OuterRef(event)).order_by("-updated_at")
    return Subquery(players.values("updated_at")[:1]), Subquery(entries.values("updated_at")[:1])
