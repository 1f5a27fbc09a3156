"""The words of a person are replaced in every text of a club, table by table, in small pieces."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db import connection, models, transaction
from django.db.models import F, Q, QuerySet, TextField
from django.db.models.functions import Cast

from league.foundation.journal.models import Happening
from league.foundation.records.models import Record
from league.office.kitty.models import Line, Transaction
from league.office.personal_data.club_rows import rows_of_club
from league.office.personal_data.pii_columns import columns_with_words
from league.office.personal_data.words import Words
from league.play.events.models import Entry
from league.play.results.models import Confirmation, Dispute, Submission
from league.tables.past_events.models import PastMember, PastPlace
from league.tables.seasons.keys import key_of_team
from league.tables.seasons.models import Competitor, MoveDecision, SignedMoves

AT_ONCE = 500  # rows of one transaction


def allow(what: str) -> None:
    """Let this transaction change what is final: 'words' in texts, or all rows of a 'club'."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('tricktable.erasing', %s, true)", [what])


def replace_words(
    club_id: int, words: Words, *, of: Mapping[type[models.Model], Q] | None = None
) -> int:
    """Put what stands for the words into all texts of a club. Returns how many rows had some.

    With `of` only into the rows that it has, where the words are somebody else's, too. Done again
    it changes nothing.
    """
    changed = 0
    for model, names in columns_with_words():
        if of is not None and model not in of:
            continue
        rows = rows_of_club(model, club_id)
        rows = rows if of is None else rows.filter(of[model])
        changed += _replace_in(rows.order_by(), model, names, words, club_id)
    return changed


def _replace_in(
    rows: "QuerySet[Any]",
    model: type[models.Model],
    names: Sequence[str],
    words: Words,
    club_id: int,
) -> int:
    changed = 0
    for piece in _pieces(rows_with(rows, names, words)):
        with transaction.atomic():
            allow("words")
            before = {row.pk: getattr(row, "name", "") for row in piece}
            for row in piece:
                _change(row, names, words)
            model._default_manager.bulk_update(piece, names)
            if issubclass(model, Record):
                # whoever has its page open must not write the words back
                rows_changed = model._default_manager.filter(pk__in=[row.pk for row in piece])
                rows_changed.update(version=F("version") + 1)
            if model is Entry:
                _rename_teams(club_id, [(before[row.pk], row.name) for row in piece])
        changed += len(piece)
    return changed


def rows_with(rows: "QuerySet[Any]", names: Sequence[str], words: Words) -> Iterator[Any]:
    """Return the rows in which one of the words stands, with nothing but these columns."""
    texts = {f"text_of_{name}": Cast(name, TextField()) for name in names}
    wanted = Q()
    for column in texts:
        for part in _searched(words):
            wanted |= Q(**{f"{column}__icontains": part})
    found = rows.annotate(**texts).filter(wanted) if wanted else rows.none()
    for row in found.only("pk", *names).iterator(chunk_size=AT_ONCE):
        if any(words.are_in(getattr(row, name)) for name in names):
            yield row


def _searched(words: Words) -> set[str]:
    """Return a part of each word that the database finds: the longest between spaces and the like.

    In JSON some characters are written otherwise, so it is looked for in both ways.
    """
    parts = {max(re.split("[ '’]", word), key=len) for word in words.words}
    return parts | {json.dumps(part, ensure_ascii=False)[1:-1] for part in parts}


def _pieces(rows: Iterator[Any]) -> Iterator[list[Any]]:
    """Return the rows in lists; they are all read first, for each list is a transaction."""
    found = list(rows)
    for first in range(0, len(found), AT_ONCE):
        yield found[first : first + AT_ONCE]


def _change(row: Any, names: Iterable[str], words: Words) -> None:
    for name in names:
        value = getattr(row, name)
        field = row._meta.get_field(name)
        if isinstance(value, str):
            setattr(row, name, words.fitting(value, field.max_length))
        else:
            setattr(row, name, words.replaced(value))


def _rename_teams(club_id: int, names: Iterable[tuple[str, str]]) -> None:
    """Give teams their new keys in the seasons: the key of a team is made of its name."""
    for before, after in names:
        if before:
            _change_key(club_id, key_of_team(before), key_of_team(after))


def _change_key(club_id: int, before: str, after: str) -> None:
    for model in (Competitor, MoveDecision):
        rows_of_club(model, club_id).filter(key=before).update(key=after)
    # in the signed moves a key is a text of its own
    for signed in rows_of_club(SignedMoves, club_id):
        changed = _with_key(signed.moves, before, after)
        if changed != signed.moves:
            signed.moves = changed
            signed.save(update_fields=["moves"])


def _with_key(value: Any, before: str, after: str) -> Any:
    match value:
        case str():
            return after if value == before else value
        case list():
            return [_with_key(part, before, after) for part in value]
        case dict():
            return {key: _with_key(part, before, after) for key, part in value.items()}
    return value


# Where a name is somebody else's too, only what says that it is of this person is changed.


def rows_about(player_ids: Sequence[int]) -> Mapping[type[models.Model], Q]:
    """Return the rows that name players by reference: as player, as entry, at their tables."""
    entries = list(
        Entry.objects.filter(members__player_id__in=player_ids).values_list("pk", flat=True)
    )
    seated = Q(table__seats__player_id__in=player_ids)
    past = PastMember.objects.filter(player_id__in=player_ids).values("place_id")
    booked = Line.objects.filter(account__player_id__in=player_ids).values("transaction_id")
    tables = list(Submission.objects.filter(seated).values_list("table_id", flat=True).distinct())
    return {
        Entry: Q(pk__in=entries),
        Submission: Q(table_id__in=tables),
        Confirmation: Q(submission__table_id__in=tables),
        Dispute: Q(submission__table_id__in=tables),
        PastPlace: Q(pk__in=past),
        Transaction: Q(pk__in=booked),
        Happening: Q(subject_type="player", subject_id__in=player_ids)
        | Q(subject_type="entry", subject_id__in=entries)
        | Q(data__player_id__in=list(player_ids))
        | Q(data__entry_id__in=entries),
    }
