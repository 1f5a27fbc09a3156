"""The rounds played as tables of pairs, and what they say about who played which deals."""

from collections.abc import Iterator, Mapping

from games.sentences import say
from league.foundation.doors.played import Match
from league.play.rounds.drawing.deal_sets import SetBook, sets_of
from league.play.rounds.drawing.movements.movement import Meeting, Sitting
from league.play.rounds.drawing.movements.numbers_held import Places
from league.play.rounds.drawing.request import DrawRequest


def rounds_played(request: DrawRequest, places: Places, deals: int) -> list[Sitting]:
    """Return the tables of the history, with the deal sets where they are known."""
    next_free: dict[int, int] = {}
    sittings = []
    for match, deal_set in _sets_played(request, places, deals):
        next_free[match.round] = next_free.get(match.round, 0) + 1
        first, second = match.entries
        sittings.append(
            Sitting(
                round=match.round,
                table=match.table or next_free[match.round],
                first=first,
                second=second,
                deal_set=deal_set,
                why=say("drawn before: it stays as it is"),
                code="stays",
            )
        )
    return sittings


def book_of(request: DrawRequest, places: Places, deals: int) -> SetBook:
    """Return who has played which deal sets; what is not known keeps all old sets out."""
    book = SetBook()
    for match, deal_set in _sets_played(request, places, deals):
        if deal_set is None:
            book.unknown_before(places.movement.sets + len(request.history.matches) + 1)
        else:
            book.note(match.entries, sets_of(match.deals, deals) or {deal_set})
    return book


def _sets_played(
    request: DrawRequest, places: Places, deals: int
) -> Iterator[tuple[Match, int | None]]:
    """Yield each table with its set: as the history says, or as the schedule lays it there.

    Where a round has more tables off the schedule than on it, it was not drawn by the schedule.
    """
    by_round: dict[int, list[Match]] = {}
    for match in request.history.matches:
        by_round.setdefault(match.round, []).append(match)
    for number, matches in by_round.items():
        meetings = places.movement.meetings(number)
        at_table = {meeting.table: meeting for meeting in meetings.values()}
        scheduled = [_meeting_of(match, places, meetings) for match in matches]
        by_schedule = 2 * sum(table is not None for table in scheduled) >= len(matches)
        for match, meeting in zip(matches, scheduled, strict=True):
            if match.deals and deals:
                yield match, min(sets_of(match.deals, deals))
                continue
            there = at_table.get(match.table or 0, meeting) if by_schedule else None
            yield match, there.deal_set if there else None


def _meeting_of(
    match: Match, places: Places, meetings: Mapping[frozenset[int], Meeting]
) -> Meeting | None:
    return meetings.get(frozenset(places.parse_int.get(entry, 0) for entry in match.entries))
