"""Entries as an organiser types them: a line an entry, players by name.

Ann Lee                     a single player
Ann Lee & Bob Ray           a pair
The Aces: Ann, Bob, Cy, Di  a team, or a pair with a name of its own
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import islice

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import services as games
from games.wording import join_sentences
from league.clubs import services as clubs
from league.clubs.models import Club, Player
from league.clubs.selectors import players_of
from league.clubs.services.clubs import lock_club
from league.foundation.journal.actor import Act
from league.foundation.lists import listed
from league.foundation.names import alike_key, clean_name, has_control, name_key
from league.foundation.refusal import Refused
from league.play.events.models import Entry, EntryKind, Event
from league.play.events.services.entries import (
    add_entries,
    add_entry,
    change_entry,
    first_refused,
)
from league.play.events.services.field import LARGEST_TEAM, lock_field

BETWEEN_PLAYERS = re.compile(r"\s*(?:[&/+;,\t、・]|\s+and\s+)\s*")
# not all of the above: a comma stands in "Lee, Ann", a dot in the middle in ルイ・フェラン
BETWEEN_SINGLES = re.compile(r"\s*[&/+;\t、]\s*")
BLANKS = re.compile(r"[^\S\t]+")  # but no tabs, which stand between the cells of a spreadsheet
LONGEST_NAME = 120
MOST_LINES = 500
MOST_SUGGESTED = 3
MOST_COMPARED = 50  # names that nobody has, each held against all names of the club


class LinesRefused(Refused):
    """Some lines cannot be entered, so none of the lines was."""

    code = "lines_refused"


class UnknownNames(Refused):
    """Names that no player of the club has; they may be new players."""

    code = "unknown_names"

    def __init__(self, names: Sequence[str], sentence: str) -> None:
        super().__init__(sentence, field="lines")
        self.names = list(names)


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedEntry:
    """A line as it was understood: players of the club, or the names of new ones."""

    line: int
    text: str
    name: str
    players: tuple[Player | str, ...]
    problem: str = ""

    @property
    def new_names(self) -> list[str]:
        return [player for player in self.players if isinstance(player, str)]


@dataclass(slots=True)
class Directory:
    """The players of a club by the names people type: name, or member number after "#".

    Those who have a word beside their name are there by the plain name, too; all also
    by what `folded_name` makes of both.
    """

    by_name: dict[str, list[Player]] = field(default_factory=dict)
    by_plain_name: dict[str, list[Player]] = field(default_factory=dict)
    by_folded_name: dict[str, list[Player]] = field(default_factory=dict)
    by_number: dict[str, Player] = field(default_factory=dict)

    @classmethod
    def of(cls, club: Club) -> "Directory":
        directory = cls()
        for player in players_of(club).order_by("id"):
            directory.by_name.setdefault(name_key(player.name), []).append(player)
            if player.told_apart_by:
                directory.by_plain_name.setdefault(name_key(player.plain_name), []).append(player)
            for name in {folded_name(player.name), folded_name(player.plain_name)}:
                directory.by_folded_name.setdefault(name, []).append(player)
            if player.member_number:
                directory.by_number[player.member_number.casefold()] = player
        return directory

    def called(self, name: str) -> list[Player]:
        """Return the players of this name, or else those who have it with a word."""
        key = name_key(name)
        return self.by_name.get(key) or self.by_plain_name.get(key, [])

    def alike(self, name: str) -> list[Player]:
        """Return the players whose names differ from this one in accents or order at most."""
        return self.by_folded_name.get(folded_name(name), [])

    def similar(self, name: str) -> list[str]:
        """Return names like this one: a slip of the pen is not a new player."""
        keys = get_close_matches(name_key(name), self.by_name, n=2, cutoff=0.8)
        close = [self.by_name[key][0] for key in keys]
        some = [*close, *self.beginning_with(name)[:MOST_SUGGESTED]]
        return list(dict.fromkeys(player.name for player in some))

    def beginning_with(self, text: str) -> list[Player]:
        """Return the players who still play and whose name has words that begin like these."""
        typed = folded_name(text).split()
        fitting = [
            players
            for name, players in self.by_folded_name.items()
            if all(any(word.startswith(start) for word in name.split()) for start in typed)
        ]
        found = {player.pk: player for players in fitting for player in players}
        return [player for player in found.values() if player.is_active]


def folded_name(name: str) -> str:
    """Return what different ways to write one name have in common.

    Accents, case and kinds of apostrophes make no difference, nor does "Lee, Ann".
    """
    family, _comma, first = name.partition(",")
    return alike_key(f"{first} {family}" if first.strip() and "," not in first else name)


def read_lines(event: Event, text: str) -> list[TypedEntry]:
    """Return each line that is not empty, understood as far as possible; one query.

    Raises LinesRefused for more lines than are read.
    """
    lines = [(n, line) for n, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if len(lines) > MOST_LINES:
        raise LinesRefused(
            _("%(count)d lines are too many at once; enter at most %(most)d.")
            % {"count": len(lines), "most": MOST_LINES},
            field="lines",
        )
    directory = Directory.of(event.club)
    return [_read_line(event, directory, n, BLANKS.sub(" ", line).strip()) for n, line in lines]


def _read_line(event: Event, directory: Directory, number: int, text: str) -> TypedEntry:
    name, people = _split_name(event, text)
    words = _split_people(directory, people)
    if event.entry_kind == EntryKind.INDIVIDUAL:
        words = [people.strip()]
    players: list[Player | str] = []
    problem = _wrong_number(event, words) or _several_singles(event, directory, text)
    # names are looked up only where there are as many as may be: a line can be very long
    for word in () if problem else words:
        player_or_doubt = find_player(directory, word)
        if isinstance(player_or_doubt, _Doubt):
            problem = problem or player_or_doubt.sentence
        else:
            players.append(player_or_doubt)
    return TypedEntry(line=number, text=text, name=name, players=tuple(players), problem=problem)


def _split_name(event: Event, text: str) -> tuple[str, str]:
    if event.entry_kind == EntryKind.INDIVIDUAL:
        return "", text
    name, colon, people = text.replace("：", ":").partition(":")
    return (clean_name(name), people) if colon else ("", text)


def _split_people(directory: Directory, people: str) -> list[str]:
    """Return the names in a line; a comma parts two, but in a name that the club knows with it."""
    words: list[str] = []
    for part in BETWEEN_SINGLES.split(people):
        several = [word for word in BETWEEN_PLAYERS.split(part) if word]
        all_known = all(name_key(word) in directory.by_name for word in several)
        is_one = not all_known and folded_name(part) in directory.by_folded_name
        words += [part] if is_one else several
    return words


def _wrong_number(event: Event, words: Sequence[str]) -> str:
    if event.entry_kind == EntryKind.PAIR and len(words) not in (1, 2):
        return _("a pair has two players, as in “Ann Lee & Bob Ray”; %(count)d are named") % {
            "count": len(words)
        }
    if event.entry_kind == EntryKind.TEAM and not 1 <= len(words) <= LARGEST_TEAM:
        return _("a team has 1 to %(most)d players; %(count)d are named") % {
            "most": LARGEST_TEAM,
            "count": len(words),
        }
    return ""


def _several_singles(event: Event, directory: Directory, text: str) -> str:
    """Say so when a line names several people where everybody plays for themselves."""
    if event.entry_kind != EntryKind.INDIVIDUAL or name_key(text) in directory.by_name:
        return ""
    count = len([name for name in BETWEEN_SINGLES.split(text) if name])
    if count < 2:
        return ""
    return _(
        "single players enter this event, but %(count)d are named; give each a line of their own"
    ) % {"count": count}


@dataclass(frozen=True, slots=True)
class _Doubt:
    sentence: str


def find_player(
    directory: Directory, word: str, *, surely_new: bool = False
) -> "Player | str | _Doubt":
    """Return the player called so, or the name as typed when the club has nobody of that name.

    Accents make no difference where nobody is called just so, but for who is `surely_new`.
    """
    typed, word = word, clean_name(word)
    if word.startswith("#"):
        numbered = directory.by_number.get(word[1:].strip().casefold())
        return numbered or _Doubt(
            _("nobody has the member number %(number)s") % {"number": word[1:].strip()}
        )
    name, _hash, number = word.partition(" #")
    namesakes = directory.called(name) or ([] if surely_new else directory.alike(name))
    if number:
        namesakes = [player for player in namesakes if player.member_number == number.strip()]
    if len(namesakes) == 1:
        return namesakes[0]
    return _several_called(name, namesakes) if namesakes else _new_name(typed)


def _several_called(name: str, namesakes: Sequence[Player]) -> _Doubt:
    values = {"count": len(namesakes), "name": name}
    if len({name_key(player.name) for player in namesakes}) > 1:
        values["names"] = listed(map(str, namesakes))
        return _Doubt(
            _("%(count)d players are called %(name)s; write which one: %(names)s") % values
        )
    values["numbers"] = listed(f"#{player.member_number}" for player in namesakes)
    return _Doubt(
        _("%(count)d players are called %(name)s; write the member number (%(numbers)s)") % values
    )


def _new_name(typed: str) -> "str | _Doubt":
    name = clean_name(typed)
    if has_control(typed) or not name.isprintable():
        return _Doubt(_("the name contains a character that cannot be shown"))
    if len(name) > LONGEST_NAME:
        return _Doubt(_("a name has at most %(most)d letters") % {"most": LONGEST_NAME})
    if not any(letter.isalpha() for letter in name):
        return _Doubt(_("“%(name)s” is not a name: it has no letters") % {"name": name})
    return name


@transaction.atomic
def enter_lines(*, event: Event, text: str, add_unknown: bool, by: Act) -> list[Entry]:
    """Enter all lines, or none. `add_unknown` makes players of names nobody has.

    Raises LinesRefused naming each bad line, or UnknownNames.
    """
    # sent twice at once, the second finds the players whom the first has made
    lock_club(event.club_id)
    rows = read_lines(event, text)
    _check_rows(rows)
    unknown = list(dict.fromkeys(name for row in rows for name in row.new_names))
    if unknown and not add_unknown:
        raise _unknown(event, unknown)
    wanted = {name_key(name): name for name in unknown}
    added = clubs.add_players(club=event.club, names=wanted.values(), by=by)
    new = dict(zip(wanted, added, strict=True))
    sides = [[new[name_key(p)] if isinstance(p, str) else p for p in row.players] for row in rows]
    names = [row.name for row in rows]
    event = lock_field(event)
    if found := first_refused(event, sides, names):
        place, refused = found
        raise LinesRefused(_line_problem(rows[place], str(refused)), field="lines") from refused
    return add_entries(event=event, sides=sides, names=names, by=by)


def _check_rows(rows: Sequence[TypedEntry]) -> None:
    if not rows:
        raise LinesRefused(_("Type at least one name."), field="lines")
    bad = [_line_problem(row, row.problem) for row in rows if row.problem] or list(_new_twice(rows))
    if bad:
        raise LinesRefused(join_sentences(bad), field="lines")


def _new_twice(rows: Iterable[TypedEntry]) -> Iterator[str]:
    """Yield what is wrong with lines whose new players differ in accents alone from others."""
    seen: dict[str, str] = {}
    for row in rows:
        for name in row.new_names:
            before = seen.setdefault(alike_key(name), name)
            if name_key(before) != name_key(name):
                yield _line_problem(
                    row,
                    _("%(name)s and %(other)s look like one person: write the name in one way")
                    % {"name": name, "other": before},
                )


def _line_problem(row: TypedEntry, sentence: str) -> str:
    return _("Line %(line)d, “%(text)s”: %(problem)s.") % {
        "line": row.line,
        "text": row.text[:60],
        "problem": sentence.rstrip(".。"),
    }


def _unknown(event: Event, names: Sequence[str]) -> UnknownNames:
    sentence = ngettext(
        "The club has no player called %(names)s. Correct the name, "
        "or tick the box to add a new player.",
        "The club has no players called %(names)s. Correct the names, "
        "or tick the box to add new players.",
        len(names),
    ) % {"names": listed(names)}
    return UnknownNames(names, _with_hint(sentence, similar_names(event.club, names)))


def _with_hint(sentence: str, names: Sequence[str]) -> str:
    if not names:
        return sentence
    hint = _("Did you mean %(names)s?") % {"names": listed(names)}
    return join_sentences([sentence, hint])


def similar_names(club: Club, names: Iterable[str]) -> list[str]:
    """Return names of the club like the first of these: many new ones are no slips of the pen."""
    directory = Directory.of(club)
    compared = islice(names, MOST_COMPARED)
    return list(dict.fromkeys(like for name in compared for like in directory.similar(name)))


@transaction.atomic
def save_typed_entry(
    *,
    event: Event,
    entry: Entry | None,
    typed_players: Sequence[str],
    name: str,
    add_unknown: bool,
    by: Act,
) -> Entry:
    """Add an entry of the players typed, or make `entry` one of them; new players are added too.

    Raises what `player_called`, `add_entry` and `change_entry` raise; then nothing is changed.
    """
    players = [
        player_called(club=event.club, text=text, add_unknown=add_unknown, by=by)
        for text in typed_players
    ]
    if entry is None:
        return add_entry(event=event, players=players, name=name, by=by)
    return change_entry(entry=entry, players=players, name=name, by=by)


@transaction.atomic
def player_called(*, club: Club, text: str, add_unknown: bool, by: Act) -> Player:
    """Return the one player typed into a field, made new where that is wished.

    A word with which the name of one player only begins is enough.
    Raises LinesRefused when the name is not clear, UnknownNames when nobody has it.
    """
    if add_unknown:
        lock_club(club.pk)
    directory = Directory.of(club)
    match = find_player(directory, text)
    if isinstance(match, _Doubt):
        raise LinesRefused(games.whole_sentence(match.sentence))
    if isinstance(match, Player):
        return match
    if add_unknown:
        return clubs.add_player(club=club, name=match, by=by)
    fitting = directory.beginning_with(match)
    if len(fitting) == 1 and len(match.split()) == 1:
        return fitting[0]
    sentence = _("The club has no player called %(name)s. Correct the name, or tick the box.")
    raise UnknownNames([match], _with_hint(sentence % {"name": match}, directory.similar(match)))
