"""What pages, the API and services ask of clubs and people. They read, they never write."""

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Lower

from league.clubs.models import (
    INVITATION,
    ApiToken,
    Club,
    HouseRules,
    Invitation,
    KeptApart,
    Member,
    Player,
    Role,
    User,
)
from league.foundation.compiled_queries import CompiledQuery
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import happenings_about
from league.foundation.names import alike_key, has_word, name_key
from league.foundation.outbox.models import OutboxMessage

# readings in kana are written with and without a space between family and given name
KANA = re.compile("[ぁ-ゟ]")


def role_of(user: Any, club: Club) -> Role | None:
    """Return the person's role in the club; None for strangers and for visitors not signed in."""
    if not isinstance(user, User) or not user.is_active:
        return None
    if user.only_club is not None and user.only_club != club.pk:
        return None
    if club.pk in user.known_roles:
        role = user.known_roles[club.pk]
    else:
        role = ROLE.first(club=club.pk, user=user.pk)
    return None if role is None else Role(role)


ROLE: CompiledQuery[str] = CompiledQuery(
    lambda value: Member.objects.filter(club=value("club"), user=value("user")).values_list(
        "role", flat=True
    )
)


def know_role(user: User, club: Club) -> None:
    """Remember the person's role in the club for a request, which asks for it many times."""
    user.known_roles = {club.pk: role_of(user, club)}


def roles_of(user: User) -> QuerySet[Member]:
    """Return the person's memberships that count for a request; see `User.only_club`."""
    memberships = Member.objects.filter(user=user)
    return memberships if user.only_club is None else memberships.filter(club=user.only_club)


def clubs_of(user: User) -> QuerySet[Member]:
    """Return the person's memberships with their clubs, by the clubs' names."""
    return user.memberships.select_related("club").order_by("club__name", "club_id")


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """Return the tokens of the account's programs with their clubs, newest first."""
    return user.api_tokens.select_related("club").order_by("-made_at", "-id")


def members_of(club: Club) -> QuerySet[Member]:
    """Return the members with their accounts, by name."""
    return club.members.select_related("user").order_by("user__name", "user__email", "id")


def open_invitations_of(club: Club) -> QuerySet[Invitation]:
    """Return the invitations nobody has taken up yet, expired ones too; newest first.

    `mail_state` is what became of the last mail that was requested for each.
    """
    mails = OutboxMessage.objects.filter(kind=INVITATION, subject_id=OuterRef("pk")).order_by("-pk")
    return (
        club.invitations.annotate(mail_state=Subquery(mails.values("state")[:1]))
        .filter(accepted_at__isnull=True, withdrawn_at__isnull=True)
        .select_related("invited_by", "player")
        .order_by("-invited_at", "-id")
    )


def players_of(club: Club) -> QuerySet[Player]:
    """Return the club's players in the order of their names, without merged duplicates."""
    return club.players.filter(merged_into__isnull=True).order_by("sort_key", "id")


def is_player(number: Any) -> Q:
    """Return what finds rows of a `player`, by number, and of those merged into it, by an index.

    As an `OuterRef` the number is of one query further out than the rows are.
    """
    people = Player.objects.filter(Q(pk=number) | Q(merged_into=number))
    return Q(player__in=people.values("pk"))


def search_members(club: Club, words: Iterable[str]) -> QuerySet[Member]:
    """Return the members with every word in their name or e-mail address, by name."""
    members = members_of(club)
    for word in words:
        members = members.filter(has_word(word, "user__name") | Q(user__email__icontains=word))
    return members


def search_players(club: Club, text: str) -> QuerySet[Player]:
    """Return the players whose name, sort name, member number or address has every word."""
    players = players_of(club)
    for word in text.split():
        players = players.filter(
            is_called(word) | Q(member_number__istartswith=word) | Q(email__icontains=word)
        )
    return players


def is_called(word: str, player: str = "") -> Q:
    """Say that a player (`player__` leads there) has the word in the name or the sort name.

    Accents, width and the two kana make no difference, nor do spaces inside a reading.
    """
    says = has_word(word, f"{player}name") | has_word(word, f"{player}sort_name")
    plain = alike_key(word)
    if KANA.search(plain):
        apart = r"\s*".join(map(re.escape, plain))
        says |= Q(**{f"{player}sort_key__regex": apart})
    return says


def find_namesakes(club: Club) -> QuerySet[Player]:
    """Return those who still play and have the same name as another one, by name."""
    return with_the_same_name(club.players.all()).order_by(Lower("name"), "id")


def with_the_same_name(players: QuerySet[Player]) -> QuerySet[Player]:
    """Return those of the players who still play and have the name of another one of the club."""
    playing = Player.objects.filter(merged_into__isnull=True, is_active=True)
    others = playing.annotate(low=Lower("name")).filter(
        club=OuterRef("club"), low=Lower(OuterRef("name"))
    )
    # without an OR: behind one, PostgreSQL may gather the players of all clubs first
    return players.filter(
        Exists(others.filter(namesake__gt=0)),
        Exists(others.exclude(pk=OuterRef("pk"))),
        merged_into__isnull=True,
        is_active=True,
    )


def alike_in(club: Club) -> list[list[Player]]:
    """Return those who still play and whose names differ in accents alone, who is alike together.

    Those who have the very same name are not among them: they are found by `find_namesakes`.
    """
    groups: dict[str, dict[str, Player]] = {}
    for player in players_of(club).filter(is_active=True):
        names = groups.setdefault(alike_key(player.plain_name), {})
        names.setdefault(name_key(player.plain_name), player)
    return [list(names.values()) for names in groups.values() if len(names) > 1]


def with_the_address_of_a_member(club: Club) -> QuerySet[Player]:
    """Return players without an account whose address is that of a member without a player.

    Each has the id of the `member`, and the name of the `account`.
    """
    linked = club.players.filter(user__isnull=False, merged_into__isnull=True)
    free = club.members.exclude(user__in=linked.values("user"))
    same = free.filter(user__email=Lower(OuterRef("email")))
    players = players_of(club).filter(user__isnull=True).alias(address=Lower("email"))
    return players.filter(address__in=free.values("user__email")).annotate(
        member=Subquery(same.values("pk")[:1]), account=Subquery(same.values("user__name")[:1])
    )


def players_of_user(user: User) -> QuerySet[Player]:
    """Return the players that the account is linked to, one a club at most."""
    return (
        user.players.filter(merged_into__isnull=True)
        .select_related("club")
        .order_by("club__name", "id")
    )


def player_of_user(user: User, club: Club) -> Player | None:
    """Return the club's player that the account is linked to."""
    return club.players.filter(user=user, merged_into=None).first()


def doubles_of(player: Player) -> QuerySet[Player]:
    return player.doubles.order_by("id")


def merge_of(stays: Player, goes: Player) -> Happening | None:
    """Return the last merge of `goes` into `stays` of which the journal has what was moved."""
    merges = happenings_about("player", stays.pk).filter(
        kind="player.merged", data__goes_id=goes.pk, data__has_key="moved"
    )
    return merges.order_by("-id").first()


def is_undone(merge: Happening) -> bool:
    """Return whether a merge was taken back already."""
    undone = happenings_about("player", merge.data["goes_id"])
    return undone.filter(kind="player.merge_undone", data__undoes=merge.pk).exists()


def merges_into(player: Player) -> set[int]:
    """Return the ids of the duplicates merged into the player that can be undone; one query."""
    merges = happenings_about("player", player.pk).filter(
        kind="player.merged", data__has_key="moved"
    )
    return set(merges.values_list("data__goes_id", flat=True))


def house_rules_of(club: Club) -> QuerySet[HouseRules]:
    """Return the house rules the club plays by now, by name; everybody may read them.

    `HOUSE_RULES` are the same, for a page that shows all of them.
    """
    return club.house_rules.filter(archived_at__isnull=True).order_by(Lower("name"), "id")


HOUSE_RULES = CompiledQuery(
    lambda value: HouseRules.objects.filter(club=value("club"), archived_at__isnull=True).order_by(
        Lower("name"), "id"
    )
)


def archived_house_rules_of(club: Club) -> QuerySet[HouseRules]:
    return club.house_rules.filter(archived_at__isnull=False).order_by(Lower("name"), "id")


def pairs_with(player: Player) -> QuerySet[KeptApart]:
    """Return the pairs of a player and of the doubles merged into that player, also ended ones."""
    theirs = Q(one=player) | Q(other=player)
    theirs |= Q(one__merged_into=player) | Q(other__merged_into=player)
    return KeptApart.objects.filter(theirs).select_related("one__merged_into", "other__merged_into")


def apart_from(player: Player) -> dict[int, list[KeptApart]]:
    """Return whom draws keep apart from a player: rows by the id of the other player.

    A pair has several rows where duplicates of the two were merged.
    """
    rows = pairs_with(player).filter(ended_at__isnull=True)
    rows_by_player: dict[int, list[KeptApart]] = {}
    for row in rows.order_by("noted_at", "id"):
        for other_id in _unmerged_ids(row) - {player.pk}:
            rows_by_player.setdefault(other_id, []).append(row)
    return rows_by_player


def kept_apart(club_id: int, at: datetime | None) -> set[frozenset[int]]:
    """Return the pairs of players (ids) kept apart in an event that began `at`; None: now."""
    rows = KeptApart.objects.filter(club=club_id).select_related("one", "other")
    if at is None:
        rows = rows.filter(ended_at__isnull=True)
    else:
        rows = rows.filter(Q(ended_at__isnull=True) | Q(ended_at__gt=at), noted_at__lte=at)
    return {frozenset(pair) for row in rows if len(pair := _unmerged_ids(row)) == 2}


def _unmerged_ids(row: KeptApart) -> set[int]:
    """Return the ids of the two; of a merged duplicate that of the player who remains."""
    return {player.merged_into_id or player.pk for player in (row.one, row.other)}
