"""Which players of the club the names in a file mean, and who is new."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from league.clubs.models import Club, Player
from league.clubs.services import add_players
from league.foundation.journal.actor import Act
from league.foundation.lists import listed
from league.foundation.names import alike_key, name_key
from league.office.imports.choices import NEW
from league.office.imports.kind import Question

# what stands between partners; a hyphen only with spaces, for many names have one
PARTED = re.compile(r"\s*(?:[&＆+/／;；、]|\s[-–—]\s|\s(?:and|und|et|y|with)\s)\s*", re.IGNORECASE)
KANJI = re.compile(r"[\u4e00-\u9fff]")


@dataclass(slots=True)
class People:
    """The club's players by name, the answers to questions, and what was found on the way.

    `fresh` are the names of those whom the club does not have, by their key, in order. Of names
    that only differ in accents it is asked, within the file too.
    """

    by_name: dict[str, list[Player]]
    by_alike: dict[str, list[Player]]
    answers: Mapping[str, int]
    fresh: dict[str, str] = field(default_factory=dict)
    fresh_alike: dict[str, str] = field(default_factory=dict)
    questions: dict[str, Question] = field(default_factory=dict)

    @classmethod
    def of(cls, club: Club, answers: Mapping[str, int]) -> "People":
        by_name: dict[str, list[Player]] = {}
        by_plain_name: dict[str, list[Player]] = {}
        alike: dict[str, list[Player]] = {}
        players = club.players.filter(merged_into__isnull=True).order_by("id")
        for player in players.only("club", "name", "told_apart_by", "member_number"):
            by_name.setdefault(name_key(player.name), []).append(player)
            alike.setdefault(alike_key(player.plain_name), []).append(player)
            if player.told_apart_by:
                by_plain_name.setdefault(name_key(player.plain_name), []).append(player)
        return cls(by_name=by_plain_name | by_name, by_alike=alike, answers=answers)

    def find(self, name: str) -> int | None:
        """Return whom a name means; None for somebody new, or for one to be asked about."""
        key = name_key(name)
        namesakes = self.by_name.get(key, [])
        if len(namesakes) == 1:
            return namesakes[0].pk
        candidates = namesakes or self.by_alike.get(alike_key(name), [])
        answer = self.answers.get(key)
        if answer in {player.pk for player in candidates}:
            return answer
        other = self.fresh_alike.setdefault(alike_key(name), key)
        if answer == NEW or (not candidates and other == key):
            self.fresh.setdefault(key, name)
        else:
            self.questions.setdefault(key, question_about(key, name, candidates))
        return None

    def doubt(self, name: str) -> str:
        """Return what is to be decided about a name, or nothing."""
        asked = self.questions.get(name_key(name))
        if asked is None:
            return ""
        if self.by_name.get(asked.key):
            return _("Several players are called %(name)s: say below which one is meant.") % {
                "name": name
            }
        alike = self.by_alike.get(alike_key(name), [])
        others = [player.name for player in alike] or [
            self.fresh[self.fresh_alike[alike_key(name)]]
        ]
        return looks_like(name, others)

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

    def add_fresh(self, club: Club, by: Act) -> dict[str, int]:
        """Add those whom the club does not have; return their ids by key. Raises Refused."""
        if not self.fresh:
            return {}
        added = add_players(club=club, names=self.fresh.values(), by=by)
        return dict(zip(self.fresh, (player.pk for player in added), strict=True))


def looks_like(name: str, others: Sequence[str]) -> str:
    return _("%(name)s looks like %(others)s: say below whether it is the same person.") % {
        "name": name,
        "others": listed(others),
    }


def question_about(key: str, name: str, candidates: Iterable[Player]) -> Question:
    """Return the question which of the players a name means, or whether it is somebody new."""
    labelled = [(player.pk, _label_of(player)) for player in candidates]
    return Question(key=key, name=name, candidates=labelled)


def _label_of(player: Player) -> str:
    if player.member_number:
        return _("%(name)s, member number %(number)s") % {
            "name": player.name,
            "number": player.member_number,
        }
    if player.told_apart_by:
        return player.name
    return _("%(name)s, without a member number (player %(id)d)") % {
        "name": player.name,
        "id": player.pk,
    }
