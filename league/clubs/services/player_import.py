"""A list of players imported into a club: first a plan that is shown, stored when confirmed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType

from django.db import transaction
from django.utils.translation import gettext as _

from league.club_limits import services as club_limits
from league.clubs.models import Club, NameOrder, Player, PublicName, plain_name
from league.clubs.services.clubs import lock_club
from league.clubs.services.player_list import PlayerLine
from league.clubs.services.players import called, note_player, noted
from league.jobs.progress import SILENT, Progress
from league.journal import services as journal
from league.journal.actor import Actor

AT_ONCE = 500
MOST_NAMED = 500  # players whom the journal names of a longer list
NOBODY_CHOSEN: Mapping[str, int] = MappingProxyType({})
FIELDS = (
    *("name", "sort_name", "family_name", "told_apart_by"),
    *("member_number", "email", "public_name"),
)


class Fate(StrEnum):
    """What the import does with a line."""

    ADD = "add"
    CHANGE = "change"
    SAME = "same"
    BAD = "bad"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedLine:
    """A line of the list and what the import would do with it.

    `changes` are (field, as it is, as it will be) of a player who is there already.
    """

    line: PlayerLine
    fate: Fate
    player: Player | None = None
    changes: tuple[tuple[str, str, str], ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Imported:
    added: int
    changed: int
    same: int
    left_out: int


@dataclass(slots=True)
class _Directory:
    """The players of the club, and the lines of the list that were read before."""

    by_number: dict[str, Player] = field(default_factory=dict)
    by_name: dict[str, list[Player]] = field(default_factory=dict)
    by_plain_name: dict[str, list[Player]] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    line_of_number: dict[str, int] = field(default_factory=dict)
    line_of_player: dict[int, int] = field(default_factory=dict)
    line_of_name: dict[str, int] = field(default_factory=dict)
    by_id: dict[int, Player] = field(default_factory=dict)
    chosen: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, club: Club, chosen: Mapping[str, int]) -> "_Directory":
        directory = cls(chosen=chosen)
        for player in club.players.filter(merged_into__isnull=True).order_by("id"):
            if player.member_number:
                directory.by_number[name_key(player.member_number)] = player
            directory.by_name.setdefault(name_key(player.name), []).append(player)
            if player.told_apart_by:
                plain = name_key(player.plain_name)
                directory.by_plain_name.setdefault(plain, []).append(player)
            directory.by_id[player.pk] = player
        directory.taken = set(directory.by_name)
        return directory

    def called(self, name: str) -> list[Player]:
        """Return the players of this name; told apart or not where nobody is called just so."""
        key = name_key(name)
        return self.by_name.get(key) or self.by_plain_name.get(key, [])


def plan_import(
    club: Club, lines: Iterable[PlayerLine], chosen: Mapping[str, int] = NOBODY_CHOSEN
) -> list[PlannedLine]:
    """Say what becomes of each line; one query, nothing is stored.

    A player is known by the member number, else by the name if nobody of that name has another
    number. An empty cell leaves what is stored. `chosen` are the ids of players whom names mean
    that several have, by `name_key`; 0 is somebody new.
    """
    directory = _Directory.of(club, chosen)
    return [_plan(directory, line) for line in lines]


def _plan(directory: _Directory, line: PlayerLine) -> PlannedLine:
    problem = line.problem or _clash_in_list(directory, line)
    player, doubt = (None, "") if problem else _known(directory, line)
    problem = problem or doubt or _second_line_of(directory, line, player)
    if problem:
        return PlannedLine(line=line, fate=Fate.BAD, problem=problem)
    if player is None:
        return PlannedLine(line=_told_apart(directory, line), fate=Fate.ADD)
    changes = tuple(_changes(player, line))
    fate = Fate.CHANGE if changes else Fate.SAME
    return PlannedLine(line=line, fate=fate, player=player, changes=changes)


def _told_apart(directory: _Directory, line: PlayerLine) -> PlayerLine:
    """Return the line of a new player under a name that nobody has: with the member number."""
    word, number = line.told_apart_by, 2
    while name_key(called(line.name, word)) in directory.taken:
        word = line.member_number if not word and line.member_number else str(number)
        number += 1
    directory.taken.add(name_key(called(line.name, word)))
    return replace(line, name=called(line.name, word), told_apart_by=word)


def _clash_in_list(directory: _Directory, line: PlayerLine) -> str:
    """Return why the line contradicts one above it, or nothing; and remember the line."""
    number, name = name_key(line.member_number), name_key(called(line.name, line.told_apart_by))
    if number:
        if before := directory.line_of_number.get(number):
            return _(
                "Member number %(number)s is already in line %(before)d; correct one of the two."
            ) % {"number": line.member_number, "before": before}
        directory.line_of_number[number] = line.line
        return ""
    if before := directory.line_of_name.get(name):
        return _(
            "%(name)s is already in line %(before)d; if they are two people, give both a "
            "member number, or a word each in a column “Told apart by”."
        ) % {"name": line.name, "before": before}
    directory.line_of_name[name] = line.line
    return ""


def _known(directory: _Directory, line: PlayerLine) -> tuple[Player | None, str]:
    """Return the player of the club whom the line means, or why that is not clear."""
    if line.member_number and (known := directory.by_number.get(name_key(line.member_number))):
        return known, ""
    namesakes = directory.called(called(line.name, line.told_apart_by))
    if line.member_number:
        # who has another number is another person
        namesakes = [player for player in namesakes if not player.member_number]
    if len(namesakes) > 1 and (one := directory.chosen.get(name_key(line.name))) is not None:
        return directory.by_id.get(one), ""
    if len(namesakes) > 1:
        return None, _(
            "%(count)d players of the club are called %(name)s; write the member number "
            "to say which one is meant."
        ) % {"count": len(namesakes), "name": line.name}
    return (namesakes[0] if namesakes else None), ""


def _second_line_of(directory: _Directory, line: PlayerLine, player: Player | None) -> str:
    if player is None:
        return ""
    before = directory.line_of_player.setdefault(player.pk, line.line)
    if before == line.line:
        return ""
    return _(
        "Line %(before)d already refers to %(player)s of the club; if they are two people, "
        "give both a member number, or a word each in a column “Told apart by”."
    ) % {"player": player.name, "before": before}


def _changes(player: Player, line: PlayerLine) -> Iterable[tuple[str, str, str]]:
    word = line.told_apart_by or player.told_apart_by
    plain = plain_name(line.name, player.told_apart_by)
    line = replace(line, name=called(plain, word))
    for name in FIELDS:
        before, after = str(getattr(player, name)), str(getattr(line, name))
        if after and after != before:
            yield name, before, after


def name_key(text: str) -> str:
    """Return what is the same for two ways to write a name or a number."""
    return " ".join(text.split()).casefold()


@transaction.atomic
def import_players(
    *,
    club: Club,
    rows: Sequence[PlayerLine],
    chosen: Mapping[str, int] = NOBODY_CHOSEN,
    progress: Progress = SILENT,
    actor: Actor,
    at: datetime,
) -> Imported:
    """Store the good lines of a list; bad ones are left out and counted.

    What the lines mean is worked out again under a lock, so that a list sent twice adds nobody
    twice: the second time everybody is there already. Cancelled, nobody is stored.
    Raises LimitReached, and TooManyPlayers.
    """
    club = lock_club(club.pk)
    club_limits.count(club_limits.IMPORTS, club.pk, at)
    progress.step(_("Comparing the list with the players of the club"))
    planned = plan_import(club, rows, chosen)
    by_family = club.names_sorted_by == NameOrder.FAMILY
    added = [_new_player(club, plan.line, by_family) for plan in planned if plan.fate == Fate.ADD]
    club_limits.check_players(club.players.count, more=len(added))
    batches = [added[start : start + AT_ONCE] for start in range(0, len(added), AT_ONCE)]
    for batch in progress.over(batches, _("Adding the new players")):
        Player.objects.bulk_create(batch)
    changed = [plan for plan in planned if plan.fate == Fate.CHANGE]
    for plan in progress.over(changed, _("Updating the players already listed")):
        _change(plan, actor, at)
    if added or changed:
        journal.append(
            kind="players.imported",
            actor=actor,
            at=at,
            club_id=club.pk,
            subject=club,
            data={
                "added": len(added),
                "changed": len(changed),
                "names": [p.name for p in added[:MOST_NAMED]],
            },
        )
    counts = [plan.fate for plan in planned]
    return Imported(
        added=len(added),
        changed=len(changed),
        same=counts.count(Fate.SAME),
        left_out=counts.count(Fate.BAD),
    )


def _new_player(club: Club, line: PlayerLine, by_family: bool) -> Player:
    player = Player(
        club=club,
        name=line.name,
        sort_name=line.sort_name,
        family_name=line.family_name,
        told_apart_by=line.told_apart_by,
        member_number=line.member_number,
        email=line.email,
        public_name=line.public_name or PublicName.FULL,
    )
    player.set_sort_key(by_family=by_family)
    return player


def _change(plan: PlannedLine, actor: Actor, at: datetime) -> None:
    player = plan.player
    assert player is not None  # noqa: S101  a line that changes somebody knows whom
    name_before = player.name
    for name, _before, after in plan.changes:
        setattr(player, name, after)
    player.save(update_fields=[name for name, _before, _after in plan.changes])
    changes = noted({name: (before, after) for name, before, after in plan.changes})
    note_player("player.changed", player, actor, at, name_then=name_before, changes=changes)
