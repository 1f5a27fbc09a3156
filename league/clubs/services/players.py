"""Players of a club: added, changed, linked to accounts, kept apart in draws."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Lower
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.clubs.models import (
    LONGEST_TOLD_APART,
    PHONE,
    Club,
    Erased,
    Erasure,
    KeptApart,
    NameOrder,
    Player,
    PublicName,
    User,
    distinguished_name,
    plain_name,
)
from league.clubs.selectors import apart_from
from league.clubs.services.clubs import changed_fields, lock_club
from league.foundation.club_limits import services as club_limits
from league.foundation.journal import services as journal
from league.foundation.journal.actor import Act
from league.foundation.lists import listed
from league.foundation.names import alike_key, clean_name
from league.foundation.records import services as records
from league.foundation.refusal import Refused, RowsRefused

CHANGEABLE = (
    *("name", "sort_name", "family_name", "told_apart_by"),
    *("member_number", "email", "phone", "takes_mail", "public_name"),
    *("is_active", "is_guest", "guest_or_not_since"),
)
NOT_SAID = ("email", "phone", "family_name")
LONGEST_NAME = 120
LONGEST_NUMBER = 20
NAME_TOO_LONG = gettext_lazy("A name can have %(most)d characters at most.")
LONGEST = (
    (
        "told_apart_by",
        LONGEST_TOLD_APART,
        gettext_lazy("What tells two players apart can have %(most)d characters at most."),
    ),
    *((field, LONGEST_NAME, NAME_TOO_LONG) for field in ("name", "sort_name", "family_name")),
    (
        "member_number",
        LONGEST_NUMBER,
        gettext_lazy("A member number can have %(most)d characters at most."),
    ),
)
MOST_ALIKE = 5  # that a refusal names


class PlayerInvalid(Refused):
    """The name or the member number is missing or too long."""

    code = "player_invalid"


class MemberNumberTaken(Refused):
    code = "member_number_taken"


class NameTaken(Refused):
    """Another player of the club has the name: it takes a word that tells the two apart."""

    code = "name_taken"


class NameAlike(Refused):
    """A player has a name that only differs in accents: it may be the same person."""

    code = "name_alike"


class PlayerMerged(Refused):
    """The player was merged into another one, who is the one to change."""

    code = "player_merged"


class PlayerForgotten(Refused):
    """The player is forgotten: nothing is known of the person, and nothing can be added."""

    code = "player_forgotten"


class AccountTaken(Refused):
    """The account or the player is linked already."""

    code = "account_taken"


@transaction.atomic
def add_player(
    *,
    club: Club,
    name: str,
    sort_name: str = "",
    family_name: str = "",
    told_apart_by: str = "",
    member_number: str = "",
    email: str = "",
    phone: str = "",
    takes_mail: bool = True,
    public_name: str = PublicName.FULL,
    is_active: bool = True,
    is_guest: bool = False,
    surely_new: bool = False,
    by: Act,
) -> Player:
    """Add somebody who plays in the club, or did where not `is_active`.

    The name may be another player's if `told_apart_by` says what tells the two apart; it may only
    differ in accents from another one's if that is said, too, or if the person is `surely_new`.
    Raises PlayerInvalid, NameTaken, NameAlike, MemberNumberTaken or TooManyPlayers.
    """
    lock_club(club.pk)
    club_limits.check_players(club.players.count, more=1)
    word = tidy_word(told_apart_by)
    player = Player(
        club=club,
        name=called(name, word),
        sort_name=clean_name(sort_name),
        family_name=clean_name(family_name),
        told_apart_by=word,
        member_number=clean_name(member_number),
        email=email.strip().lower(),
        phone=clean_name(phone),
        takes_mail=takes_mail,
        public_name=PublicName(public_name),
        is_active=is_active,
        is_guest=is_guest,
    )
    check_player(player)
    check_name(player)
    if not (surely_new or word):
        check_not_alike(player)
    player.save()
    journal_player("player.added", player, by)
    return player


@transaction.atomic
def add_players(
    *, club: Club, names: Iterable[str], are_guests: bool = False, by: Act
) -> list[Player]:
    """Add people of whom the names are known, as `add_player` does; a few queries for all.

    Whoever has a name that is taken gets a number: Ann Lee (2).
    Raises PlayerInvalid or TooManyPlayers, and then adds nobody.
    """
    by_family = lock_club(club.pk).names_sorted_by == NameOrder.FAMILY
    players = tell_apart(
        club, [Player(club=club, name=clean_name(name), is_guest=are_guests) for name in names]
    )
    for player in players:
        player.set_sort_key(by_family=by_family)
    club_limits.check_players(club.players.count, more=len(players))
    for player in players:
        check_player(player)
    Player.objects.bulk_create(players)
    journal.append_all(
        kind="player.added",
        by=by,
        club_id=club.pk,
        about=[(player, {"player": player}) for player in players],
    )
    return players


@transaction.atomic
def change_player(*, player: Player, by: Act, **fields: Any) -> Player:
    """Change fields of a player; with `is_active=False` no list offers the player any more.

    Raises PlayerInvalid, NameTaken, MemberNumberTaken or PlayerMerged.
    """
    player = lock_player(player)
    for name in {"sort_name", "family_name"} & fields.keys():
        fields[name] = clean_name(fields[name])
    fields |= named(player, fields)
    if "member_number" in fields:
        fields["member_number"] = clean_name(fields["member_number"])
    if "email" in fields:
        fields["email"] = fields["email"].strip().lower()
    if "phone" in fields:
        fields["phone"] = clean_name(fields["phone"])
    if fields.get("is_guest", player.is_guest) != player.is_guest:
        fields["guest_or_not_since"] = by.at.astimezone(ZoneInfo(player.club.time_zone)).date()
    changes = changed_fields(player, CHANGEABLE, fields)
    if changes:
        check_player(player)
        if {"name", "is_active"} & changes.keys() and player.is_active:
            check_name(player, only_active="name" not in changes)
        player.save(update_fields=list(changes))
        journal_player("player.changed", player, by, changes=noted(changes))
    return player


@transaction.atomic
def link_player_to_account(*, player: Player, user: User, by: Act) -> Player:
    """Say that the account is this player's. Raises AccountTaken or PlayerMerged."""
    player = lock_player(player)
    if player.user_id == user.pk:
        return player
    if player.user_id is not None:
        raise AccountTaken(
            _("%(player)s is linked to another account already; remove that link first.")
            % {"player": player.name}
        )
    other = Player.objects.filter(club=player.club, user=user, merged_into=None).first()
    if other is not None:
        raise AccountTaken(
            _("The account of %(account)s belongs to the player %(other)s already.")
            % {"account": user, "other": other.name}
        )
    player.user = user
    player.save(update_fields=["user"])
    journal_player("player.linked", player, by, account=user)
    return player


@transaction.atomic
def unlink_player(*, player: Player, by: Act) -> Player:
    """Take the account from the player; nothing happens when there is none."""
    player = lock_player(player)
    if player.user is not None:
        account = player.user
        player.user = None
        player.save(update_fields=["user"])
        journal_player("player.unlinked", player, by, account=account)
    return player


def noted(changes: Mapping[str, tuple[Any, Any]]) -> dict[str, tuple[Any, Any]]:
    """Return changes of a player as the journal says them, which many people read.

    Of an address it only says that it changed. A family name is not said either: forgetting a
    player takes whole names out of it, not a word that is also somebody else's. What tells the
    player apart stands in the name.
    """
    unsaid = {"told_apart_by", "guest_or_not_since"}
    shown = {key: pair for key, pair in changes.items() if key not in unsaid}
    return {key: ("…", "…") if key in NOT_SAID else pair for key, pair in shown.items()}


def tidy_word(told_apart_by: str) -> str:
    return clean_name(told_apart_by).removeprefix("(").removesuffix(")").strip()


def called(name: str, told_apart_by: str) -> str:
    """Return the name as everybody reads it; what tells it apart may stand in it already."""
    plain = plain_name(clean_name(name), told_apart_by)
    return distinguished_name(plain, told_apart_by) if plain else ""


def named(player: Player, fields: dict[str, Any]) -> dict[str, str]:
    """Return the name and what tells it apart as they will be; {} where neither is to change."""
    if not {"name", "told_apart_by"} & fields.keys():
        return {}
    word = tidy_word(fields.get("told_apart_by", player.told_apart_by))
    plain = plain_name(clean_name(fields.get("name", player.name)), player.told_apart_by)
    return {"name": called(plain, word), "told_apart_by": word}


def tell_apart(club: Club, players: list[Player]) -> list[Player]:
    """Give each new player a name that nobody has: with the member number, or with a number."""
    wanted = {player.name.lower() for player in players}
    taken = set(_lower_names(club, wanted))
    for player in players:
        if player.name.lower() in taken:
            _tell_apart(player, taken)
        taken.add(player.name.lower())
    return players


def _tell_apart(player: Player, taken: set[str]) -> None:
    plain, number = player.plain_name, 2
    player.told_apart_by = player.member_number or str(number)
    while distinguished_name(plain, player.told_apart_by).lower() in taken:
        player.told_apart_by, number = str(number), number + 1
    player.name = distinguished_name(plain, player.told_apart_by)


def _lower_names(club: Club, names: Iterable[str]) -> Iterable[str]:
    """Return in lower case who is called so already, and all names that end with brackets."""
    players = club.players.filter(merged_into__isnull=True).annotate(lower=Lower("name"))
    found = players.filter(Q(lower__in=list(names)) | Q(name__endswith=")"))
    return found.values_list("lower", flat=True)


def check_name(player: Player, *, only_active: bool = False) -> None:
    """Raise NameTaken if another player of the club has the name."""
    same = Player.objects.filter(club=player.club_id, merged_into=None).exclude(pk=player.pk)
    same = same.annotate(lower=Lower("name")).filter(lower=Lower(Value(player.name)))
    if only_active:
        same = same.filter(is_active=True)
    if other := same.first():
        number = f" ({other.member_number})" if other.member_number else ""
        raise NameTaken(
            _(
                "The club has a player called %(name)s already. If this is another person, write "
                "what tells the two apart, for example the town or a nickname."
            )
            % {"name": f"{other.name}{number}"},
            field="told_apart_by",
        )


def check_not_alike(player: Player) -> None:
    """Raise NameAlike if the name differs only in accents from that of players of the club."""
    # cut here: for the first few by name the database would compare the names of all players
    alike = list(alike_players(player.club_id, player.plain_name))[:MOST_ALIKE]
    if alike:
        raise NameAlike(
            _(
                "The club has %(names)s. If it is the same person, nobody is to be added; if not, "
                "say that this is another person."
            )
            % {"names": listed(other.name for other in alike)},
            field="surely_new",
        )


def alike_players(club_id: int, name: str) -> QuerySet[Player]:
    """Return the players of a club whose names differ from the name in accents at most."""
    key = alike_key(name)
    alike = Q(name__alike=key) | Q(name__alike__startswith=f"{key} (")
    return Player.objects.filter(alike, club=club_id, merged_into=None).order_by("sort_key", "id")


def lock_player(player: Player) -> Player:
    """Return the player as stored now, with the club locked. Raises PlayerMerged, PlayerForgotten.

    The club's row is locked instead of the player's, so that all changes of people take the same
    lock and cannot wait for each other in a circle.
    """
    lock_club(player.club_id)
    stored = Player.objects.select_related("club", "user", "merged_into").get(pk=player.pk)
    if stored.merged_into is not None:
        raise PlayerMerged(
            _("%(double)s was merged into %(player)s; change %(player)s instead.")
            % {"double": stored.name, "player": stored.merged_into.name}
        )
    if is_forgotten(stored):
        raise PlayerForgotten(
            _("%(player)s was forgotten at the person’s wish and cannot be changed any more.")
            % {"player": stored.name}
        )
    return stored


def is_forgotten(player: Player) -> bool:
    return Erasure.objects.filter(
        kind=Erased.PLAYER, subject_id=player.pk, subject_since=player.created_at
    ).exists()


def problem_of_phone(phone: str) -> str:
    """Return why this is no telephone number; nothing for one, and for none."""
    if not phone or re.fullmatch(PHONE, phone):
        return ""
    return _("“%(phone)s” is not a telephone number; correct it or leave it empty.") % {
        "phone": phone[:40]
    }


def check_player(player: Player) -> None:
    """Raise PlayerInvalid or MemberNumberTaken if the player cannot be stored like this."""
    if not player.plain_name.strip():
        raise PlayerInvalid(_("A player needs a name."), field="name")
    for field, most, sentence in LONGEST:
        if len(getattr(player, field)) > most:
            raise PlayerInvalid(str(sentence) % {"most": most}, field=field)
    if problem := problem_of_phone(player.phone):
        raise PlayerInvalid(problem, field="phone")
    if not player.member_number:
        return
    same = Player.objects.filter(
        club=player.club, member_number=player.member_number, merged_into=None
    ).exclude(pk=player.pk)
    if other := same.first():
        raise MemberNumberTaken(
            _("The member number %(number)s belongs to %(player)s already.")
            % {"number": player.member_number, "player": other.name},
            field="member_number",
        )


def journal_player(kind: str, player: Player, by: Act, **data: Any) -> None:
    """Write a journal entry about a player."""
    journal.append(
        kind=kind,
        by=by,
        club_id=player.club_id,
        subject=player,
        data={"player": player} | data,
    )


# Pairs of players whom draws keep apart. The draws of rounds read them.


def hold_pair(row: KeptApart, by: Act) -> None:
    """Let nobody merge or forget one of a new pair; one that comes again is of those who remained.

    Raises PlayerMerged or PlayerForgotten.
    """
    if row._state.adding:
        if by.undoes is not None:
            row.one, row.other = row.pair
        lock_player(row.one)
        lock_player(row.other)


def keep_apart(*, player: Player, other: Player, reason: str = "", by: Act) -> None:
    """Let draws of events that begin from now on keep the two apart where they can.

    Of two who are kept apart already only the reason is changed, if another one is given.
    """
    known = apart_from(player).get(other.pk)
    row = known[0] if known else KeptApart(club_id=player.club_id, one=player, other=other)
    row.reason = reason or row.reason
    records.save(row, by=by)


@transaction.atomic
def let_meet(*, player: Player, other: Player, by: Act) -> None:
    """Let draws of events that begin from now on put the two together again."""
    for row in apart_from(player).get(other.pk, []):
        records.revoke(row, by=by)


# --- Many players written at once: all of them, or none and every reason ---

MOST_PLAYERS_AT_ONCE = 200


class UnknownPlayer(Refused):
    """The club has no player with this number."""

    code = "unknown_player"


@transaction.atomic
def write_players(*, club: Club, rows: Sequence[Mapping[str, Any]], by: Act) -> list[Player]:
    """Change the players whose `id` a row names, add those of rows without one; in their order.

    A row has the fields of `change_player`, or of `add_player`. Raises RowsRefused with the reason
    of every row that cannot be written.
    """
    lock_club(club.pk)
    written: list[Player] = []
    refused: dict[int, Refused] = {}
    for index, row in enumerate(rows):
        try:
            written.append(_write(club, row, by))
        except Refused as why:
            refused[index] = why
    if refused:
        raise RowsRefused(refused, field="players")
    return written


@transaction.atomic
def tell_players_apart(*, club: Club, words: Mapping[int, str], by: Act) -> list[Player]:
    """Store what tells players apart, by their ids; all of it or nothing. Raises RowsRefused."""
    rows = [{"id": pk, "told_apart_by": word} for pk, word in words.items()]
    return write_players(club=club, rows=rows, by=by)


@transaction.atomic
def _write(club: Club, row: Mapping[str, Any], by: Act) -> Player:
    fields = {name: value for name, value in row.items() if name != "id"}
    if "id" not in row:
        return add_player(club=club, **{"name": ""} | fields, by=by)
    fields.pop("surely_new", None)
    player = club.players.filter(pk=row["id"]).first()
    if player is None:
        raise UnknownPlayer(
            _("The club has no player with the number %(id)d.") % {"id": row["id"]}, field="id"
        )
    return change_player(player=player, **fields, by=by)
