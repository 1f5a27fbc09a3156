"""A round robin inside groups: nobody meets an entry of another group."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from games.sentences import say
from league.foundation.doors.played import Played
from league.foundation.doors.reading import read_flag
from league.play.rounds.drawing.breaches import Breach
from league.play.rounds.drawing.cannot_draw import impossible
from league.play.rounds.drawing.drawn import DrawnRound
from league.play.rounds.drawing.request import DrawRequest

WITHIN_GROUPS = "within_groups"
LEAST = 2  # entries of a group


def is_within_groups(request: DrawRequest) -> bool:
    """Say whether the groups of the entries are played apart. Raises CannotDraw."""
    return read_flag(request.options.get(WITHIN_GROUPS, False), f"options.{WITHIN_GROUPS}")


def by_group(request: DrawRequest) -> list[DrawRequest]:
    """Return a request for each group, in the order of their names; the request itself for all.

    A group of which fewer than two active entries are left, once rounds have been played, is done:
    it is not among them. Raises CannotDraw where an entry is in no group, where a group is too
    small from the beginning, and where all are done.
    """
    if not is_within_groups(request):
        return [request]
    for entry in request.active:
        if not entry.group:
            raise impossible(
                "no_group",
                say("%(entry)s is in no group; give each entry one", entry=entry.called),
                path="entries",
            )
    sizes = Counter(entry.group for entry in request.active)
    names = sorted(sizes)
    playing = [name for name in names if sizes[name] >= LEAST]
    if len(playing) < len(names) and not (playing and request.history.rounds):
        name = next(name for name in names if name not in playing)
        raise impossible(
            "group_too_small",
            say(
                "group %(name)s has %(count)d entry, and a group needs at least %(least)d; "
                "make fewer groups, or move entries",
                name=name,
                count=sizes[name],
                least=LEAST,
            ),
            path="entries",
        )
    return [_of_group(request, name) for name in playing]


def _of_group(request: DrawRequest, name: str) -> DrawRequest:
    entries = tuple(entry for entry in request.entries if entry.group == name)
    ids = {entry.id for entry in entries}
    return replace(
        request,
        entries=entries,
        history=Played(
            matches=tuple(m for m in request.history.matches if ids.issuperset(m.entries)),
            byes=tuple(bye for bye in request.history.byes if bye.entry in ids),
        ),
    )


def groups_apart(request: DrawRequest) -> dict[str, str]:
    """Return the group of each entry where groups are played apart, else one group "" for all."""
    apart = is_within_groups(request)
    return {entry.id: entry.group if apart else "" for entry in request.entries}


def playing_groups(drawn: DrawnRound, groups: Mapping[str, str]) -> set[str]:
    """Return the groups that have a table in the round; a group that is done has none."""
    return {groups.get(entry, "") for table in drawn.tables for entry in table.entries}


def across_groups(
    request: DrawRequest, to_come: Sequence[DrawnRound], groups: Mapping[str, str]
) -> Iterator[Breach]:
    """Yield the tables at which entries of different groups meet."""
    for drawn in to_come:
        for table in drawn.tables:
            if len({groups.get(entry, "") for entry in table.entries}) > 1:
                names = request.names(table.entries)
                sentence = say("%(names)s are not of the same group", names=names)
                yield Breach("other_group", sentence, drawn.round, table.table, table.entries)
