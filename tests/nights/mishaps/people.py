"""Who comes late, leaves, comes back, finds a partner or stands in for somebody."""

from league.clubs.models import Player
from league.play.events import services as events
from league.play.events.models import Entry, EntryKind, EntryState
from league.play.rounds import services as rounds
from league.play.rounds.models import RoundState, Seat
from tests.nights.night import Night


def comes_late(night: Night) -> None:
    """Somebody enters while the event runs; a pair may still look for its second player."""
    free = _nowhere(night)
    kind = night.event.entry_kind
    count = {EntryKind.INDIVIDUAL: 1, EntryKind.PAIR: 2}.get(EntryKind(kind), _team(night))
    if kind == EntryKind.PAIR and night.chance(0.1):
        count = 1
    night.do("late entry", events.add_entry, event=night.event, players=free[:count])


def _team(night: Night) -> int:
    return night.event.most_seats // 2


def _nowhere(night: Night) -> list[Player]:
    inside = set(
        night.event.entries.filter(members__left_at=None).values_list("members__player", flat=True)
    )
    return [player for player in night.people if player.pk not in inside]


def withdraws(night: Night) -> None:
    entry = night.somebody()
    if entry is not None and len(night.active) > 2:
        night.do("withdrawal", events.withdraw_entry, entry=entry)


def comes_back(night: Night) -> None:
    entry = night.somebody(EntryState.WITHDRAWN)
    if entry is not None:
        night.do("reinstated", events.reinstate_entry, entry=entry)


def finds_a_partner(night: Night) -> None:
    entry = night.somebody(EntryState.APPLIED)
    if entry is None:
        return
    own = [one.player for one in entry.members.filter(left_at=None).select_related("player")]
    players = [*own, *_nowhere(night)[:1]]
    night.do("partner found", events.change_entry, entry=entry, players=players)
    night.do("entry accepted", events.accept_entry, entry=Entry.objects.get(pk=entry.pk))


def changes_members(night: Night) -> None:
    """Somebody of an entry goes home for good and another takes over."""
    entry = night.somebody()
    if entry is None:
        return
    own = [one.player for one in entry.members.filter(left_at=None).select_related("player")]
    own[night.rng.randrange(len(own))] = night.rng.choice(_nowhere(night))
    night.do("member changed", events.change_entry, entry=entry, players=own)


def stands_in(night: Night) -> None:
    """A substitute sits down, or the one who was replaced comes back."""
    for round in night.rounds(RoundState.OPEN):
        seats = list(Seat.objects.filter(round=round).select_related("table").order_by("pk"))
        if seats:
            player = night.rng.choice([*night.people, None])
            night.do(
                "substitute", rounds.seat_substitute, seat=night.rng.choice(seats), player=player
            )


def seeds_change(night: Night) -> None:
    ids = list(night.event.entries.order_by("number").values_list("pk", flat=True))
    night.rng.shuffle(ids)
    night.do("seeds", events.set_seeds, event=night.event, order=ids)
