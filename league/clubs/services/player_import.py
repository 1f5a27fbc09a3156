"""A list of players imported into a club: first a plan that is shown, stored when confirmed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from types import MappingProxyType

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.clubs.models import Club, NameOrder, Player, PublicName, plain_name
from league.clubs.services.clubs import lock_club
from league.clubs.services.player_list import PlayerLine, read_players_csv
from league.clubs.services.players import called, journal_player, noted
from league.foundation.club_limits import services as club_limits
from league.foundation.jobs import services as jobs
from league.foundation.jobs.apart import SILENT, Progress
from league.foundation.jobs.kinds import Kind, Outcome
from league.foundation.jobs.models import Job
from league.foundation.journal import services as journal
from league.foundation.journal.actor import Act
from league.foundation.lists import listed
from league.foundation.names import alike_key, name_key
from league.foundation.refusal import OutOfDate, Refused

AT_ONCE = 500
MOST_NAMED = 500  # players whom the journal names of a longer list
NOBODY_CHOSEN: Mapping[str, int] = MappingProxyType({})
FIELDS = (
    *("name", "sort_name", "family_name", "told_apart_by"),
    *("member_number", "email", "phone", "public_name"),
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

    `changes` are (field, as it is, as it will be) of a player who is there already. `candidates`
    are players who may be meant: it is to be said who is, or that it is somebody new.
    """

    line: PlayerLine
    fate: Fate
    player: Player | None = None
    changes: tuple[tuple[str, str, str], ...] = ()
    problem: str = ""
    candidates: tuple[Player, ...] = ()


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
    by_alike: dict[str, list[Player]] = field(default_factory=dict)
    by_bare_number: dict[str, list[Player]] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    line_of_number: dict[str, int] = field(default_factory=dict)
    line_of_player: dict[int, int] = field(default_factory=dict)
    line_of_name: dict[str, int] = field(default_factory=dict)
    line_of_alike: dict[str, PlayerLine] = field(default_factory=dict)
    line_of_bare_number: dict[str, PlayerLine] = field(default_factory=dict)
    by_id: dict[int, Player] = field(default_factory=dict)
    chosen: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, club: Club, chosen: Mapping[str, int]) -> "_Directory":
        directory = cls(chosen=chosen)
        for player in club.players.filter(merged_into__isnull=True).order_by("id"):
            if player.member_number:
                directory.by_number[name_key(player.member_number)] = player
                bare = bare_number(player.member_number)
                directory.by_bare_number.setdefault(bare, []).append(player)
            directory.by_alike.setdefault(alike_key(player.plain_name), []).append(player)
            directory.by_name.setdefault(name_key(player.name), []).append(player)
            if player.told_apart_by:
                plain = name_key(player.plain_name)
                directory.by_plain_name.setdefault(plain, []).append(player)
            directory.by_id[player.pk] = player
        directory.taken = set(directory.by_name)
        return directory

    def called(self, name: str) -> list[Player]:
        """Return the players of this name, or else those who have it with a word."""
        key = name_key(name)
        return self.by_name.get(key) or self.by_plain_name.get(key, [])

    def alike(self, line: PlayerLine) -> list[Player]:
        """Return the players whose number or name is nearly the line's: they may be the person.

        Who has another number is another person, and so is who has a word.
        """
        numbered = self.by_bare_number.get(bare_number(line.member_number), [])
        if line.told_apart_by or numbered:
            return numbered
        alike = self.by_alike.get(alike_key(line.name), [])
        return [one for one in alike if not (line.member_number and one.member_number)]


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
    player, candidates = (None, ()) if problem else _known(directory, line)
    problem = problem or _doubt(line, candidates) or _second_line_of(directory, line, player)
    if problem:
        return PlannedLine(line=line, fate=Fate.BAD, problem=problem, candidates=candidates)
    if player is None:
        return PlannedLine(line=_distinguished(directory, line), fate=Fate.ADD)
    changes = tuple(_changes(player, line))
    fate = Fate.CHANGE if changes else Fate.SAME
    return PlannedLine(line=line, fate=fate, player=player, changes=changes)


def _distinguished(directory: _Directory, line: PlayerLine) -> PlayerLine:
    """Return the line of a new player under a name that nobody has: with the member number."""
    word, number = line.told_apart_by, 2
    while name_key(called(line.name, word)) in directory.taken:
        word = line.member_number if not word and line.member_number else str(number)
        number += 1
    directory.taken.add(name_key(called(line.name, word)))
    return replace(line, name=called(line.name, word), told_apart_by=word)


def _clash_in_list(directory: _Directory, line: PlayerLine) -> str:
    """Return why the line contradicts one above it, or nothing; and remember the line."""
    if line.member_number:
        return _clash_of_numbers(directory, line)
    name = name_key(called(line.name, line.told_apart_by))
    if before := directory.line_of_name.get(name):
        return _(
            "%(name)s is already in line %(before)d; if they are two people, give both a "
            "member number, or a word each in a column “Told apart by”."
        ) % {"name": line.name, "before": before}
    directory.line_of_name[name] = line.line
    alike = directory.line_of_alike.setdefault(
        alike_key(called(line.name, line.told_apart_by)), line
    )
    if alike is line:
        return ""
    return _(
        "%(name)s looks like %(other)s in line %(before)d; if they are two people, give both a "
        "member number."
    ) % {"name": line.name, "other": alike.name, "before": alike.line}


def _clash_of_numbers(directory: _Directory, line: PlayerLine) -> str:
    number = name_key(line.member_number)
    if before := directory.line_of_number.get(number):
        return _(
            "Member number %(number)s is already in line %(before)d; correct one of the two."
        ) % {"number": line.member_number, "before": before}
    directory.line_of_number[number] = line.line
    alike = directory.line_of_bare_number.setdefault(bare_number(number), line)
    if alike is line:
        return ""
    return _(
        "Member number %(number)s may be %(other)s in line %(before)d; write both with the same "
        "number of digits."
    ) % {"number": line.member_number, "other": alike.member_number, "before": alike.line}


def _known(directory: _Directory, line: PlayerLine) -> tuple[Player | None, tuple[Player, ...]]:
    """Return the player of the club whom the line means, or those who may be, if that is open."""
    if line.member_number and (known := directory.by_number.get(name_key(line.member_number))):
        return known, ()
    namesakes = directory.called(called(line.name, line.told_apart_by))
    if line.member_number:
        # who has another number is another person
        namesakes = [player for player in namesakes if not player.member_number]
    if len(namesakes) == 1 and not line.member_number:
        (namesake,) = namesakes
        if name_key(namesake.name) == name_key(called(line.name, line.told_apart_by)):
            return namesake, ()  # written just so: those alike are others
    alike = directory.alike(line)
    candidates = (*namesakes, *(player for player in alike if player not in namesakes))
    if len(candidates) == len(namesakes) < 2:
        return (namesakes[0] if namesakes else None), ()
    answer = directory.chosen.get(answer_key(line))
    if answer is None:
        return None, candidates
    return directory.by_id.get(answer), ()


def answer_key(line: PlayerLine) -> str:
    """Return the key of the answer whom a line means; in `chosen` it is followed by an id."""
    number = f" #{name_key(line.member_number)}" if line.member_number else ""
    return name_key(line.name) + number


def _doubt(line: PlayerLine, candidates: Sequence[Player]) -> str:
    """Return why it is not clear whom a line means."""
    if not candidates:
        return ""
    names = listed(player.name for player in candidates)
    bare = bare_number(line.member_number)
    if numbered := [
        candidate for candidate in candidates if bare == bare_number(candidate.member_number) != ""
    ]:
        return _(
            "The member number %(number)s may be %(other)s of %(name)s. If it is the same person, "
            "write the number as it is there."
        ) % {
            "number": line.member_number,
            "other": numbered[0].member_number,
            "name": numbered[0].name,
        }
    if all(name_key(candidate.plain_name) != name_key(line.name) for candidate in candidates):
        return _(
            "%(name)s looks like %(others)s. If it is the same person, write the name as it is "
            "there; if not, write what tells the two apart."
        ) % {"name": line.name, "others": names}
    return _(
        "%(count)d players of the club are called %(name)s; write the member number "
        "to say which one is meant."
    ) % {"count": len(candidates), "name": line.name}


def bare_number(member_number: str) -> str:
    """Return a number without the zeros before it, which spreadsheets take away."""
    key = name_key(member_number)
    return key.lstrip("0") or key


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
        if after and after != before and not _says_the_same(player, name, after):
            yield name, before, after


def _says_the_same(player: Player, field: str, text: str) -> bool:
    """Say whether a cell is what a spreadsheet makes of a number, or our list of a name."""
    if field == "member_number":
        stored = player.member_number
        return bare_number(text) == bare_number(stored) and len(text) < len(stored)
    return field == "family_name" and text == player.family


@transaction.atomic
def import_players(
    *,
    club: Club,
    rows: Sequence[PlayerLine],
    chosen: Mapping[str, int] = NOBODY_CHOSEN,
    progress: Progress = SILENT,
    by: Act,
) -> Imported:
    """Store the good lines of a list; bad ones are left out and counted.

    What the lines mean is worked out again under a lock, so that a list sent twice adds nobody
    twice: the second time everybody is there already. Cancelled, nobody is stored.
    Raises LimitReached, and TooManyPlayers.
    """
    club = lock_club(club.pk)
    club_limits.count(club_limits.IMPORTS, club.pk, by.at)
    progress.step(_("Comparing the list with the players of the club"))
    planned = plan_import(club, rows, chosen)
    by_family = club.names_sorted_by == NameOrder.FAMILY
    added = [_new_player(club, plan.line, by_family) for plan in planned if plan.fate == Fate.ADD]
    club_limits.check_players(club.players.count, more=len(added))
    batches = [added[start : start + AT_ONCE] for start in range(0, len(added), AT_ONCE)]
    for batch in progress.track(batches, _("Adding the new players")):
        Player.objects.bulk_create(batch)
    changed = [plan for plan in planned if plan.fate == Fate.CHANGE]
    for plan in progress.track(changed, _("Updating the players already listed")):
        _change(plan, by)
    if added or changed:
        journal.append(
            kind="players.imported",
            by=by,
            club_id=club.pk,
            subject=club,
            data={
                "added": len(added),
                "changed": len(changed),
                "names": added[:MOST_NAMED],
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
        phone=line.phone,
        public_name=line.public_name or PublicName.FULL,
    )
    player.set_sort_key(by_family=by_family)
    return player


def _change(plan: PlannedLine, by: Act) -> None:
    player = plan.player
    assert player is not None  # noqa: S101  a line that changes somebody knows whom
    for name, _before, after in plan.changes:
        setattr(player, name, after)
    player.save(update_fields=[name for name, _before, _after in plan.changes])
    changes = noted({name: (before, after) for name, before, after in plan.changes})
    journal_player("player.changed", player, by, changes=changes)


# --- The import of a long list of players as a job, whose progress the sender sees ---

LONG_LIST = 300  # a list of so many lines is stored by a worker, not while a page waits


class AnotherListWaits(Refused):
    """Another list of this club is still being imported."""

    code = "another_list_waits"


def mark_of(text: str) -> str:
    """Return a digest of the list, by which a confirmation shows that it is of the list seen."""
    return sha256(text.strip().encode()).hexdigest()


@transaction.atomic
def request_import(*, club: Club, text: str, by: Act) -> Job:
    """Request a job that imports the lines of a list with `import_players`.

    Sent twice it is taken in once. Raises AnotherListWaits while another list is.
    """
    lock_club(club.pk)
    club_limits.check(club_limits.IMPORTS, club.pk, by.at)
    data = {"text": text, "mark": mark_of(text)}
    job = jobs.enqueue(kind=PEOPLE.name, club_id=club.pk, subject_id=club.pk, data=data, by=by)
    if job.data.get("mark") != data["mark"]:
        raise AnotherListWaits(
            _("Another list is being imported. Wait until it is done, then import this one.")
        )
    return job


def carry_out(job: Job, progress: Progress, at: datetime) -> Outcome:
    """Import the list. A job that is cancelled stores nobody."""
    club = Club.objects.filter(pk=job.club_id).first()
    if club is None:
        raise OutOfDate(_("The club no longer exists."))
    lines = read_players_csv(job.data["text"])
    done = import_players(club=club, rows=lines, progress=progress, by=Act(job.asked_by, at))
    return Outcome(sentence=imported_in_words(done))


PEOPLE = Kind(
    name="people",
    label=gettext_lazy("A list of players"),
    permission="clubs.change_people",
    carry_out=carry_out,
)


def imported_in_words(done: Imported) -> str:
    """Return what an import did as a sentence."""
    parts = [
        ngettext("%(count)d player added", "%(count)d players added", done.added)
        % {"count": done.added},
        ngettext("%(count)d changed", "%(count)d changed", done.changed) % {"count": done.changed},
        ngettext("%(count)d already listed", "%(count)d already listed", done.same)
        % {"count": done.same},
    ]
    if done.left_out:
        parts.append(
            ngettext("%(count)d line left out", "%(count)d lines left out", done.left_out)
            % {"count": done.left_out}
        )
    return _("List imported: %(parts)s.") % {"parts": listed(parts)}
