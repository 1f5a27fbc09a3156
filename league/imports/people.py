"""Which players of the club the names in a file mean, and who is new."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from league.clubs.models import Club, plain_name
from league.clubs.services import add_players
from league.imports.choices import NEW
from league.imports.kind import Question
from league.journal.actor import Actor
from league.names import name_key

# what stands between partners; a hyphen only with spaces, for many names have one
PARTED = re.compile(r"\s*(?:[&＆+/／;；、]|\s[-–—]\s|\s(?:and|und|et|y|with)\s)\s*", re.IGNORECASE)
KANJI = re.compile(r"[\u4e00-\u9fff]")


@dataclass(slots=True)
class People:
    """The club's players by name, the answers to questions, and what was found on the way.

    `fresh` are the names of those whom the club does not have, by their key, in order.
    """

    by_name: dict[str, list[tuple[int, str]]]
    answers: Mapping[str, int]
    fresh: dict[str, str] = field(default_factory=dict)
    questions: dict[str, Question] = field(default_factory=dict)

    @classmethod
    def of(cls, club: Club, answers: Mapping[str, int]) -> "People":
        by_name: dict[str, list[tuple[int, str]]] = {}
        players = club.players.filter(merged_into__isnull=True).order_by("id")
        told_apart: dict[str, list[tuple[int, str]]] = {}
        rows = players.values_list("pk", "name", "told_apart_by", "member_number")
        for pk, name, word, number in rows:
            by_name.setdefault(name_key(name), []).append((pk, number))
            if word:
                plain = name_key(plain_name(name, word))
                told_apart.setdefault(plain, []).append((pk, number or word))
        return cls(by_name=told_apart | by_name, answers=answers)

    def find(self, name: str) -> int | None:
        """Return whom a name means; None for somebody new, or for one to be asked about."""
        key = name_key(name)
        namesakes = self.by_name.get(key, [])
        if len(namesakes) == 1:
            return namesakes[0][0]
        if not namesakes:
            self.fresh.setdefault(key, name)
            return None
        answer = self.answers.get(key)
        if answer == NEW:
            self.fresh.setdefault(key, name)
            return None
        if answer in {pk for pk, _number in namesakes}:
            return answer
        self.questions.setdefault(key, _question(key, name, namesakes))
        return None

    def is_open(self, name: str) -> bool:
        return name_key(name) in self.questions

    def parted(self, text: str) -> list[str]:
        """Return the names in a cell: of one player, or of partners."""
        if name_key(text) in self.by_name:
            return [text]
        names = [name.strip() for name in PARTED.split(text) if name.strip()]
        if len(names) == 1 and "・" in text:
            halves = [half.strip() for half in text.split("・")]
            # names in katakana have such a dot themselves
            if all(KANJI.search(half) for half in halves):
                return halves
        return names

    def add_fresh(self, club: Club, actor: Actor, at: object) -> dict[str, int]:
        """Add those whom the club does not have; return their ids by key. Raises Refused."""
        if not self.fresh:
            return {}
        added = add_players(club=club, names=self.fresh.values(), actor=actor, at=at)  # type: ignore[arg-type]
        return dict(zip(self.fresh, (player.pk for player in added), strict=True))


def _question(key: str, name: str, namesakes: list[tuple[int, str]]) -> Question:
    candidates = [
        (
            pk,
            _("%(name)s, member number %(number)s") % {"name": name, "number": number}
            if number
            else _("%(name)s, without a member number (player %(id)d)") % {"name": name, "id": pk},
        )
        for pk, number in namesakes
    ]
    return Question(key=key, name=name, candidates=candidates)
