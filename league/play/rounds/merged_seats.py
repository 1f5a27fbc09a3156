"""What a merge of duplicate players moves in rounds: seats at tables not yet played.

`goes` is the duplicate, `stays` the player who remains.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.models import Player
from league.clubs.services.merging_players import CannotUndoMerge, Keeper, register
from league.foundation.journal.actor import Act
from league.foundation.lists import listed
from league.play.events.models import EntryMember
from league.play.rounds.arrangement import Arrangement, Side
from league.play.rounds.models import Round, RoundState, Seat, Table
from league.play.rounds.selectors import PLAYED

ROLES = ("player", "stands_in_for")


def obstacles(stays: Player, goes: Player) -> Sequence[str]:
    """Return sentences where both sat in the same round: then they are two people."""
    rounds = Round.objects.filter(pk__in=_rounds_of(stays) & _rounds_of(goes))
    of_event: dict[int, list[Round]] = {}
    for round in rounds.select_related("stage__event").order_by("pk"):
        of_event.setdefault(round.stage.event_id, []).append(round)
    return [
        ngettext(
            "Both have a seat in round %(rounds)s of %(event)s. If they really are the same "
            "person, give one of the seats to somebody else first.",
            "Both have a seat in rounds %(rounds)s of %(event)s. If they really are the same "
            "person, give one seat of each round to somebody else first.",
            len(shared),
        )
        % {
            "rounds": listed(round.number for round in shared),
            "event": shared[0].stage.event.name,
        }
        for shared in of_event.values()
    ]


def _rounds_of(player: Player) -> set[int]:
    ids = (player.pk, *player.doubles.values_list("pk", flat=True))
    rows = Seat.objects.filter(Q(player_id__in=ids) | Q(stands_in_for_id__in=ids))
    return set(rows.values_list("round_id", flat=True))


def preview(stays: Player, goes: Player) -> Sequence[str]:
    count = _unplayed_seats().filter(player=goes).count()
    if not count:
        return []
    return [
        ngettext(
            "%(count)d seat not played at yet goes to %(player)s.",
            "%(count)d seats not played at yet go to %(player)s.",
            count,
        )
        % {"count": count, "player": stays.name}
    ]


def move(stays: Player, goes: Player) -> Mapping[str, Any]:
    newest = Seat.objects.order_by("-pk").values_list("pk", flat=True).first()
    moved: dict[str, Any] = {"newest": newest or 0}
    for role in ROLES:
        moved[role] = list(_unplayed_seats().filter(**{role: goes}).values_list("pk", flat=True))
        Seat.objects.filter(pk__in=moved[role]).update(**{role: stays})
    return moved


def put_back(stays: Player, goes: Player, moved: Mapping[str, Any]) -> None:
    """Give the seats back, as long as none was played at and no round was drawn since."""
    if _drawn_since(stays, goes, moved.get("newest", 0)):
        raise CannotUndoMerge(
            _("Rounds have since been drawn in which %(stays)s sits for %(goes)s.")
            % {"stays": stays.name, "goes": goes.name}
        )
    for role in ROLES:
        seats = _unplayed_seats().filter(pk__in=moved.get(role, []), **{role: stays})
        seat_ids = list(seats.values_list("pk", flat=True))
        if len(seat_ids) < len(moved.get(role, [])):
            raise CannotUndoMerge(
                _("%(stays)s has since played at a seat of %(goes)s, or the seats were changed.")
                % {"stays": stays.name, "goes": goes.name}
            )
        Seat.objects.filter(pk__in=seat_ids).update(**{role: goes})


def _drawn_since(stays: Player, goes: Player, newest: int) -> bool:
    """Return whether `stays` got a seat since the merge in an event in which `goes` is entered."""
    entered = EntryMember.objects.filter(player=goes, left_at__isnull=True).values("event")
    theirs = Q(player=stays) | Q(stands_in_for=stays)
    seats = Seat.objects.filter(theirs, pk__gt=newest, round__stage__event__in=entered)
    return seats.exists()


def _unplayed_seats() -> QuerySet[Seat]:
    played = Table.objects.filter(PLAYED).values("pk")
    return Seat.objects.exclude(round__state=RoundState.CLOSED).exclude(table__in=played)


def register_seats() -> None:
    register(Keeper("seats", obstacles, preview, move, put_back))


# --- Which matches of a round an edit ended, moved or turned, and who else has to know ---
# Rounds know nothing of the subjects above them that keep something about a match by its round and
# number: they register here.


class EditedMatches(NamedTuple):
    """What became of the matches that had these numbers before.

    `gone`: who played it does so no more. `moved`: the same sides play it under the new number.
    `turned`: of those that stay or moved, the ones whose two sides changed places.
    """

    gone: frozenset[int]
    moved: Mapping[int, int]
    turned: frozenset[int]

    @property
    def freed(self) -> frozenset[int]:
        """The numbers under which nothing is kept: of matches gone, and those that others get."""
        return self.gone | (frozenset(self.moved.values()) - self.moved.keys())

    @property
    def numbers(self) -> frozenset[int]:
        return self.gone | self.moved.keys() | self.turned


# runs in the transaction of the edit
Follow: TypeAlias = Callable[[Round, EditedMatches], None]
_FOLLOWERS: dict[str, Follow] = {}
# matches by round and number that end now; runs in the transaction, while they are still there
Foresee: TypeAlias = Callable[[Sequence[tuple[Round, int]], Act], None]
_FORESEERS: dict[str, Foresee] = {}


def register_follower(subject: str, follow: Follow) -> None:
    _FOLLOWERS[subject] = follow


def register_foreseer(subject: str, foresee: Foresee) -> None:
    _FORESEERS[subject] = foresee


def tell_foreseers(ending: Sequence[tuple[Round, int]], *, by: Act) -> None:
    """Tell everybody who keeps something about these matches that they end now."""
    for foresee in _FORESEERS.values() if ending else ():
        foresee(ending, by)


def tell_followers(round: Round, before: Arrangement, after: Arrangement, *, by: Act) -> None:
    """Have everybody who keeps something about a changed match follow the edit, before it is made.

    Foreseers are given the matches that end, while those who play them are still there.
    """
    edited = edited_matches(before.tables, after.tables)
    tell_foreseers([(round, number) for number in sorted(edited.gone)], by=by)
    if edited.numbers:
        for follow in _FOLLOWERS.values():
            follow(round, edited)


def edited_matches(
    before: Mapping[int, tuple[Side, ...]], after: Mapping[int, tuple[Side, ...]]
) -> EditedMatches:
    """Return what became of the matches of a round; its tables are sides by number."""
    now = {_who_plays(sides): (number, sides) for number, sides in after.items()}
    gone, moved, turned = set(), {}, set()
    for number, sides in before.items():
        found = now.get(_who_plays(sides))
        if found is None:
            gone.add(number)
            continue
        if found[0] != number:
            moved[number] = found[0]
        if found[1] != sides:
            turned.add(number)
    return EditedMatches(frozenset(gone), moved, frozenset(turned))


def _who_plays(sides: tuple[Side, ...]) -> object:
    """Return what makes a match the same one: of two sides, whichever is named first."""
    return frozenset(sides) if len(sides) == 2 else sides
