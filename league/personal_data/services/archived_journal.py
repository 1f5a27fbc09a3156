"""Words of forgotten people, and clubs that were deleted, leave the files of the journal too."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from league.journal.archive_file import DamagedArchive, Line
from league.journal.archive_rewriting import Change, rewrite_files
from league.journal.models import Archive, ArchiveState
from league.personal_data.words import Words
from league.refusal import Refused

LONGEST_NAME = 200  # of an actor


class FilesNotErased(Refused):
    """Files of the journal's archive could not be rewritten: it is tried again every hour."""

    code = "files_not_erased"


def replace_in_files(
    club_id: int, own: Words, shared: Words, *, about: Mapping[str, Collection[int]]
) -> int:
    """Put what stands for the words into a club's lines of all files; return into how many.

    `shared` are somebody else's too: replaced only in lines `about` the person, by ids: of
    "players", "entries" and "accounts". Raises FilesNotErased.
    """

    def change(line: Line) -> Line:
        if line["club_id"] != club_id:
            return line
        changed = _without(line, own)
        return _without(changed, shared) if _is_about(line, about) else changed

    return _rewrite(change)


def drop_from_files(club_id: int) -> int:
    """Take a club's lines out of all files; return how many. Raises FilesNotErased."""
    return _rewrite(lambda line: None if line["club_id"] == club_id else line)


def _without(line: Line, words: Words) -> Line:
    name = words.fitting(line["actor_name"], LONGEST_NAME)
    return {**line, "actor_name": name, "data": words.replaced(line["data"])}


def _is_about(line: Line, about: Mapping[str, Collection[int]]) -> bool:
    """Say what `rows_about` and `rows_by_account` say of rows of the journal."""
    data: Any = line["data"]
    named = data.get("player_id") if isinstance(data, dict) else None
    return (
        (line["subject_type"] == "player" and line["subject_id"] in about["players"])
        or (line["subject_type"] == "entry" and line["subject_id"] in about["entries"])
        or named in about["players"]
        or line["actor_user_id"] in about["accounts"]
    )


def _rewrite(change: Change) -> int:
    if not Archive.objects.filter(state=ArchiveState.DONE).exists():
        return 0
    if not settings.JOURNAL_ARCHIVE_FOLDER:
        raise FilesNotErased(_not_erased("JOURNAL_ARCHIVE_FOLDER"))
    try:
        return rewrite_files(Path(settings.JOURNAL_ARCHIVE_FOLDER), change)
    except (OSError, DamagedArchive) as error:
        raise FilesNotErased(_not_erased(str(error))) from error


def _not_erased(reason: str) -> str:
    return _(
        "Old files of the journal could not be rewritten, so names may still stand in them: "
        "%(reason)s. It is tried again every hour; tell whoever runs this site."
    ) % {"reason": reason.rstrip(".")}
