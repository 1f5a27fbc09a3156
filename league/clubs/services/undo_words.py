"""Undo of words that tell players apart: each is called as before whom nobody renamed since.

Whoever was called like somebody else is so again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.clubs.models import Club, Player
from league.clubs.services.clubs import changed_fields, lock_club
from league.clubs.services.players import CHANGEABLE, journal_player, lock_player, named, noted
from league.foundation.journal.actor import Actor
from league.foundation.refusal import OutOfDate, Refused


@dataclass(frozen=True, slots=True)
class WordsBack:
    """Who is called as before, and who was changed since and is left."""

    back: list[Player] = field(default_factory=list)
    changed: list[Player] = field(default_factory=list)


@transaction.atomic
def undo_words(
    *, club: Club, words: Mapping[int, tuple[str, str]], actor: Actor, at: datetime
) -> WordsBack:
    """Give players back the words they had: by their ids what was before and what was written.

    Undone twice it is done once. Raises OutOfDate where all of them were changed since.
    """
    lock_club(club.pk)
    undone = WordsBack()
    for player in club.players.filter(pk__in=words).order_by("pk"):
        before, after = words[player.pk]
        if player.told_apart_by == before:
            continue
        if player.told_apart_by != after or not _give_back(player, before, actor, at):
            undone.changed.append(player)
        else:
            undone.back.append(player)
    if undone.changed and not undone.back:
        raise OutOfDate(_("This can no longer be undone: the names have been changed since then."))
    return undone


def _give_back(player: Player, word: str, actor: Actor, at: datetime) -> bool:
    """Say whether it was done; who was merged or forgotten since has no word of their own."""
    try:
        player = lock_player(player)
    except Refused:
        return False
    changes = changed_fields(player, CHANGEABLE, named(player, {"told_apart_by": word}))
    player.save(update_fields=list(changes))
    journal_player("player.changed", player, actor, at, changes=noted(changes))
    return True
