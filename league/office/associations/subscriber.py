"""The journal's subscriber "registrations": an account of a club's player is the registered one's.

A club registers its players with an association, and some of them get an account only later.
"""

from collections.abc import Sequence

from django.db.models import Q, QuerySet
from django.utils import timezone

from league.clubs.models import Player
from league.clubs.services.players import link_player_to_account, unlink_player
from league.foundation.journal.actor import SYSTEM, Act
from league.foundation.journal.models import Happening
from league.foundation.refusal import Refused
from league.office.associations.models import Registration

NAME = "registrations"
KINDS = frozenset({"player.linked", "player.unlinked", "registration.made"})


def on_journal_entries(happenings: Sequence[Happening]) -> None:
    """Link or unlink the registered players; handed the same twice, nothing changes."""
    about = {happening.subject_id for happening in happenings}
    for registration in _registrations_of(about):
        home = _known_as(registration.home_player)
        registered = _known_as(registration.player)
        if home is None or registered is None or home.user_id == registered.user_id:
            continue
        if home.user is None:
            _take_account_away(registered)
        elif registered.user_id is None:
            _give_account(registered, home)


def _registrations_of(players: set[int | None]) -> QuerySet[Registration]:
    meant = Q(home_player__in=players) | Q(home_player__merged_into__in=players)
    rows = Registration.objects.filter(meant | Q(player__in=players))
    rows = rows.exclude(home_player__isnull=True)
    return rows.select_related(
        "home_player__merged_into__user", "home_player__user", "player__merged_into__user"
    ).order_by("pk")


def _known_as(player: Player | None) -> Player | None:
    return None if player is None else player.merged_into or player


def _give_account(registered: Player, home: Player) -> None:
    assert home.user is not None  # noqa: S101
    try:
        link_player_to_account(player=registered, user=home.user, by=Act(SYSTEM, timezone.now()))
    except Refused:
        # forgotten since, or the association knows the account under another of its players
        return


def _take_account_away(registered: Player) -> None:
    """Unlink an account that came from a club; one that the association linked itself stays."""
    own = Q(home_player__user=registered.user_id) | Q(
        home_player__merged_into__user=registered.user_id
    )
    if registered.registrations.filter(own).exists():
        # known by another club under this account
        return
    links = Happening.objects.filter(
        kind="player.linked", subject_type="player", subject_id=registered.pk
    )
    last = links.order_by("-pk").first()
    if last is not None and last.via == SYSTEM.via:
        try:
            unlink_player(player=registered, by=Act(SYSTEM, timezone.now()))
        except Refused:
            return
