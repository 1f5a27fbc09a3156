"""Line-ups as they are stored: the seats they are for, when they are shown, who may be in one."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.wording import join_sentences
from league.calendar.captains.matches import (
    Match,
    date_of,
    day_of_match,
    is_untouched,
    line_up_due,
    side_at,
)
from league.calendar.captains.models import LineUp, MatchRules
from league.clubs.models import Player
from league.play.events.entry_rules import eligible_for
from league.play.events.models import Entry, EntryMember, EntryState, Substitutes
from league.play.events.names import called_after, current_members, name_of
from league.play.rounds.models import Seat
from league.play.rounds.selectors import placements_of, seats_of
from league.play.rounds.substitutions import seat_to_fill, substitutions_of


def seats_for(match: Match, side: int) -> list[Seat]:
    """Return the seats of a side in turn order, those of the open room first."""
    seats: list[Seat] = []
    for table in match.tables:
        placements = {
            placement.pk: placement
            for placement in placements_of(table)
            if placement.side == side_at(table, side)
        }
        for seat in seats_of(table):
            if seat.placement_id in placements:
                seat.table, seat.placement = table, placements[seat.placement_id]
                seat.round = match.round
                seats.append(seat)
    return seats


def line_ups_of(match: Match) -> Mapping[int, LineUp]:
    """Return the line-ups of a match by side; four queries."""
    return line_ups_by_match([match])[match.place]


def line_ups_by_match(matches: Sequence[Match]) -> dict[tuple[int, int], dict[int, LineUp]]:
    """Return the line-ups of matches by round and number, then by side; four queries for all."""
    rows = LineUp.objects.filter(round__in={match.round.pk for match in matches})
    stored = {
        (row.round_id, row.number, row.entry_id): row
        for row in rows.prefetch_related("players__player__merged_into")
    }
    return {
        match.place: {
            side: stored[*match.place, entry.pk]
            for side, entry in enumerate(match.entries)
            if (*match.place, entry.pk) in stored
        }
        for match in matches
    }


def players_in(line_up: LineUp) -> list[Player]:
    """Return the players of a line-up in the order of their seats."""
    rows = sorted(line_up.players.all(), key=lambda row: (row.room, row.place))
    return [called_after(row.player) for row in rows]


def due_of(match: Match, rules: MatchRules) -> datetime | None:
    return line_up_due(rules, day_of_match(match, date_of(match)))


def are_shown(
    match: Match, line_ups: Mapping[int, LineUp], due: datetime | None, *, at: datetime
) -> bool:
    """Say whether each side sees the other's line-up: both are in, the time is up, or they play."""
    is_up = due is not None and due <= at
    return len(line_ups) == 2 or is_up or not is_untouched(match)


def against_line_up(
    match: Match,
    side: int,
    players: Sequence[Player],
    rules: MatchRules,
    *,
    names_hidden: bool = False,
    at: datetime,
) -> list[str]:
    """Return every sentence that speaks against a line-up; none where it is good.

    Of a line-up that is not shown yet a captain does not see whose it is; `names_hidden` says so.
    """
    seats = seats_for(match, side)
    if len(players) != len(seats):
        return [_number_is_wrong(match, side, len(players), len(seats))]
    facts = seat_to_fill(seats[0], at=at)
    sentences = _named_twice(players)
    sentences += _elsewhere(match, side, players, names_hidden=names_hidden)
    reserves = [player for player in players if not facts.is_member(player)]
    if rules.most_reserves is not None and len(reserves) > rules.most_reserves:
        sentences.append(_too_many_reserves(match, side, len(reserves), rules.most_reserves))
    for player in reserves:
        sentences += [reason.sentence for reason in facts.reasons(player)]
        sentences += _tied_elsewhere(match, side, player, rules)
    return list(dict.fromkeys(sentences))


def why_not_seated(
    match: Match, side: int, line_up: LineUp, rules: MatchRules, *, at: datetime
) -> str:
    """Return what speaks now against a line-up that could not be seated; "" for any other."""
    if not line_up.refused:
        return ""
    against = against_line_up(match, side, players_in(line_up), rules, at=at)
    return join_sentences(against) or _(
        "The players could not be seated when it was time: make the line-up again."
    )


def _number_is_wrong(match: Match, side: int, named: int, needed: int) -> str:
    sentence = ngettext(
        "The line-up of %(entry)s has %(needed)d player, and %(named)d was given: choose one for "
        "each seat.",
        "The line-up of %(entry)s has %(needed)d players, and %(named)d were given: choose one "
        "for each seat.",
        needed,
    )
    return sentence % {"entry": match.names[side], "named": named, "needed": needed}


def _named_twice(players: Sequence[Player]) -> list[str]:
    counts = Counter(called_after(player) for player in players)
    sentence = _("%(player)s is in the line-up %(count)d times: nobody can sit at two seats.")
    return [
        sentence % {"player": player.name, "count": count}
        for player, count in counts.items()
        if count > 1
    ]


def _elsewhere(
    match: Match, side: int, players: Sequence[Player], *, names_hidden: bool
) -> list[str]:
    """Name those who play for somebody else in the round: nobody plays twice in it."""
    wanted = {called_after(player).pk for player in players}
    own = match.entries[side].pk
    sentence = _("%(player)s plays for %(entry)s in this round; nobody can play twice in it.")
    hidden = _("%(player)s is not free in this round: choose somebody else, or ask the organiser.")
    found: dict[int, str] = {}
    others = LineUp.objects.filter(round=match.round).exclude(entry=own)
    for line_up in others.prefetch_related("players__player__merged_into").select_related("entry"):
        for player in players_in(line_up):
            if player.pk in wanted:
                words = {"player": player.name, "entry": name_of(line_up.entry)}
                is_named = names_hidden or _was_shown(line_up)
                found[player.pk] = (sentence if is_named else hidden) % words
    seats = Seat.objects.filter(round=match.round, player__in=wanted)
    for seat in seats.exclude(placement__entry=own).select_related("placement__entry", "player"):
        name = seat.player.name if seat.player else ""
        words = {"player": name, "entry": name_of(seat.placement.entry)}
        found.setdefault(seat.player_id or 0, sentence % words)
    return list(found.values())


def _was_shown(line_up: LineUp) -> bool:
    """Say whether the line-up was to be seated already, which happens once both sides see it."""
    return line_up.seated_at is not None or bool(line_up.refused)


def _too_many_reserves(match: Match, side: int, count: int, most: int) -> str:
    sentence = ngettext(
        "The line-up of %(entry)s has %(count)d player who is not of the team; %(most)d may be.",
        "The line-up of %(entry)s has %(count)d players who are not of the team; %(most)d may be.",
        count,
    )
    return sentence % {"entry": match.names[side], "count": count, "most": most}


def _tied_elsewhere(match: Match, side: int, player: Player, rules: MatchRules) -> list[str]:
    """Name the entry a reserve has played for so often that they play for no other."""
    if rules.tied_after is None:
        return []
    counts: Counter[int] = Counter()
    names: dict[int, str] = {}
    for seat in substitutions_of(match.round.stage.event):
        if seat.player is not None and called_after(seat.player).pk == player.pk:
            counts[seat.placement.entry_id] += 1
            names[seat.placement.entry_id] = name_of(seat.placement.entry)
    sentence = ngettext(
        "%(player)s has played %(count)d match for %(entry)s and is tied to it; %(most)d is the "
        "limit.",
        "%(player)s has played %(count)d matches for %(entry)s and is tied to it; %(most)d is the "
        "limit.",
        max(counts.values(), default=0),
    )
    return [
        sentence
        % {"player": player.name, "count": n, "entry": names[entry], "most": rules.tied_after}
        for entry, n in counts.items()
        if entry != match.entries[side].pk and n >= rules.tied_after
    ]


# --- Whom a captain can name: the members of an entry, and those who may stand in for them ---

# a list longer than this is no list to choose from on a phone
MOST_SUBSTITUTES = 300


def who_may_play(entry: Entry, *, against: Entry | None = None) -> list[Player]:
    """Return the members of an entry and behind them those who may stand in, by name.

    No member of the entry `against` which it plays is among them.
    """
    others = _substitutes(entry)
    if against is not None:
        others = others.exclude(pk__in=[player.pk for player in _members(against)])
    return _members_first(entry, others)


def who_may_lead(entry: Entry, *, by_director: bool = False) -> list[Player]:
    """Return whom a captain can hand an entry over to: its members, and who is of no other entry.

    A director may name members of other entries too: somebody can be captain of two.
    """
    others = _substitutes(entry)
    return _members_first(entry, others if by_director else _of_no_other(entry, others))


def of_those_who_lead(
    entry: Entry, numbers: Iterable[int], *, by_director: bool
) -> dict[int, Player]:
    """Return those of the numbered players who may be captain of an entry, by number."""
    wanted = set(numbers)
    others = _substitutes(entry).filter(pk__in=wanted)
    found = [*_members(entry), *(others if by_director else _of_no_other(entry, others))]
    return {player.pk: player for player in found if player.pk in wanted}


def _members_first(entry: Entry, others: QuerySet[Player]) -> list[Player]:
    members = _members(entry)
    others = others.exclude(pk__in={player.pk for player in members})
    return [*members, *others.order_by("sort_key", "pk")[:MOST_SUBSTITUTES]]


def _of_no_other(entry: Entry, players: QuerySet[Player]) -> QuerySet[Player]:
    others = EntryMember.objects.filter(
        event=entry.event_id, left_at__isnull=True, entry__state=EntryState.ACCEPTED
    ).exclude(entry=entry)
    named = Coalesce("player__merged_into", "player")
    return players.exclude(pk__in=others.annotate(called=named).values("called"))


def of_those(entry: Entry, numbers: Iterable[int]) -> dict[int, Player]:
    """Return those of the numbered players who may play for an entry, by number."""
    wanted = set(numbers)
    found = [*_members(entry), *_substitutes(entry).filter(pk__in=wanted)]
    return {player.pk: player for player in found if player.pk in wanted}


def _members(entry: Entry) -> list[Player]:
    return [called_after(member.player) for member in current_members(entry)]


def _substitutes(entry: Entry) -> QuerySet[Player]:
    event = entry.event
    others = Player.objects.filter(club=event.club_id, merged_into=None, is_active=True)
    if (condition := eligible_for(entry)) is not None:
        others = others.filter(condition)
    if event.substitutes == Substitutes.NOBODY:
        return others.none()
    if event.substitutes == Substitutes.RESERVES:
        return others.filter(pk__in=event.reserves.values("player"))
    return others
