"""Who was erased, beside the backups: what is forgotten stays forgotten after a restore.

Beside each dump stands the list of all that was erased until then, without any name. A restore
reads the newest lists of the folder, and that of the database it replaces, and erases again what
an older dump brings back.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from django.db import transaction
from django.db.utils import DatabaseError

from league.clubs.models import Club, Erased, Erasure, Player, User
from league.foundation.journal.actor import SYSTEM, Act
from league.office.personal_data import services as personal_data

SUFFIX = ".erased.json"
MODELS: Mapping[str, type[Player] | type[User] | type[Club]] = {
    Erased.PLAYER: Player,
    Erased.ACCOUNT: User,
    Erased.CLUB: Club,
}


@dataclass(frozen=True, slots=True, order=True)
class Gone:
    """A player, an account or a club by number, and since when it had been there (ISO 8601)."""

    kind: str
    number: int
    since: str


def gone_now() -> set[Gone]:
    """Return what the database says is erased; nothing from one without such a list."""
    try:
        with transaction.atomic():
            rows = Erasure.objects.values_list("kind", "subject_id", "subject_since")
            return {Gone(kind, number, since.isoformat()) for kind, number, since in rows}
    except DatabaseError:
        return set()


def place_of_list(dump: Path) -> Path:
    return dump.with_name(f"{dump.name}{SUFFIX}")


def write_list(place: Path, gone: Iterable[Gone]) -> None:
    """Write the list, for its owner alone."""
    place.touch(mode=0o600)
    place.write_text(json.dumps([asdict(one) for one in sorted(gone)], indent=1) + "\n")


def lists_beside(dump: Path) -> set[Gone]:
    """Return what any list in the folder of a dump has; one that cannot be read is an error."""
    found: set[Gone] = set()
    for place in dump.parent.glob(f"*{SUFFIX}"):
        found |= read_list(place)
    return found


def read_list(place: Path) -> set[Gone]:
    return {Gone(**one) for one in json.loads(place.read_text())}


def erase_again(gone: Iterable[Gone], *, at: datetime) -> int:
    """Erase what was brought back. Returns how many players, accounts and clubs it was.

    A number that belongs to somebody else since is left alone: it was given out at another time.
    """
    known = gone_now()
    return sum(_erase(one, at) for one in sorted(set(gone) - known))


def _erase(one: Gone, at: datetime) -> bool:
    model = MODELS[one.kind]
    row: Player | User | Club | None = model._default_manager.filter(pk=one.number).first()
    if row is None or personal_data.since_of(row).isoformat() != one.since:
        return False
    if isinstance(row, Player):
        # with a role in the club the person was a member when this backup was made
        erasure = personal_data.forget_player(player=row, even_members=True, by=Act(SYSTEM, at))
        personal_data.finish(erasure, at=at)
        return True
    row.closes_at = at
    row.save(update_fields=["closes_at"])
    delete = personal_data.delete_club if isinstance(row, Club) else personal_data.delete_account
    return delete(row.pk, at=at)
