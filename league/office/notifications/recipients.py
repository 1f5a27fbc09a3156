"""Whom each kind of happening concerns, declared once: a kind that is missing fails a check.

A rule is a function from a happening to its notices; it reads who is concerned and writes nothing.
Whoever did it is not notified.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from django.core.checks import CheckMessage, Error

from league.calendar.stand_ins.models import Answer, AskedPlayer, StandInRequest
from league.calendar.stand_ins.selectors import is_declined_by_all, requests_with_asked
from league.foundation.journal import kinds
from league.foundation.journal.models import Happening
from league.foundation.records.rules import topics_by_kind
from league.office.notifications import between_clubs, selectors
from league.office.notifications.dated_matches import (
    published_dates,
    tables_of_match,
    tables_of_stage,
)
from league.office.notifications.topics import Notice, Person, What
from league.play.results.models import Adjustment
from league.play.rounds.arrangement import LeftPlace, place_it_left
from league.play.rounds.models import Round, RoundState, Seat, Table

Rule: TypeAlias = Callable[[Happening], Iterable[Notice]]


def a_round_is_open(happening: Happening) -> list[Notice]:
    """Each player learns of the own match, and who has none learns that.

    Where it opened because the days of its league were published, these learn it for all rounds.
    """
    if _was_opened_by_publishing(happening):
        return []
    return [
        *of_its_matches(happening.subject_id or 0, What.MATCH),
        Notice(
            people=selectors.people_without_table(happening.subject_id or 0),
            what=What.BYE,
            about="round",
            subject=happening.subject_id or 0,
        ),
    ]


def _was_opened_by_publishing(happening: Happening) -> bool:
    published = Happening.objects.filter(
        kind="dates.published", stage_id=happening.stage_id, at=happening.at
    )
    numbers = {number for row in published for number in row.data.get("rounds", ())}
    return bool(numbers) and happening.data.get("round") in numbers


def of_its_matches(round_id: int, what: What, version: int = 0) -> list[Notice]:
    """Tell those who play in a round, each of the table at which they do."""
    tables = Table.objects.filter(round=round_id).exclude(round__state=RoundState.DRAWN)
    return [
        Notice(
            people=selectors.people_at([table]),
            what=what,
            about="table",
            subject=table,
            version=version,
        )
        for table in tables.order_by("number").values_list("pk", flat=True)
    ]


def a_round_was_edited(happening: Happening) -> list[Notice]:
    """Those at the tables that changed learn of their match as it is now, or that it is off."""
    numbers = [int(n) for n in str(happening.data.get("tables", "")).split(",") if n.strip()]
    # what changed before the round was opened is no change to those who play it
    tables = Table.objects.filter(
        round=happening.subject_id,
        round__state=RoundState.OPEN,
        round__opened_at__lte=happening.at,
    )
    changed = [
        at_table(table, What.MOVED, happening)
        for table in tables.filter(number__in=numbers).order_by("number", "room")
    ]
    return [*changed, *_without_table_now(happening)]


def _without_table_now(happening: Happening) -> list[Notice]:
    """Tell those who played at a table before an edit, and play at none now."""
    opened = Round.objects.filter(state=RoundState.OPEN, opened_at__lte=happening.at)
    round = opened.filter(pk=happening.subject_id or 0).first()
    before = happening.data.get("before", {}).get("tables", {})
    if round is None or not before:
        return []
    played = {entry for table in before.values() for side in table["sides"] for entry in side}
    play = round.placements.filter(entry__in=played, table__isnull=False)
    idle = played - set(play.values_list("entry", flat=True))
    people = selectors.people_who_were_in(idle)
    people -= selectors.people_at(list(round.tables.values_list("pk", flat=True)))
    return [_round_notice(round, people, What.BYE, happening.pk)]


def an_entry_left_or_came_back(happening: Happening) -> list[Notice]:
    """Those who were to play with it in open rounds learn that the match is off, or on again."""
    rounds = Round.objects.filter(
        stage=happening.stage_id,
        number__in=happening.data.get("rounds", ()),
        state=RoundState.OPEN,
        opened_at__lte=happening.at,
    )
    entry = happening.data.get("entry_id", 0)
    return [
        notice
        for round in rounds.order_by("number")
        for notice in _of_a_place(round, place_it_left(round, entry), happening)
    ]


def _of_a_place(round: Round, place: LeftPlace, happening: Happening) -> list[Notice]:
    """Tell of a place in a round that an entry left: who sits there now, and who does not."""
    tables = list(round.tables.filter(number=place.number or 0).order_by("room"))
    changed = [at_table(table, What.MOVED, happening) for table in tables]
    off = selectors.people_who_were_in(place.entries)
    off -= selectors.people_at([table.pk for table in tables])
    return [*changed, _round_notice(round, off, What.BYE, happening.pk)]


def at_table(table: Table, what: What, happening: Happening) -> Notice:
    return Notice(
        people=selectors.people_at([table.pk]),
        what=what,
        about="table",
        subject=table.pk,
        version=happening.pk,
    )


def a_deadline_was_set(happening: Happening) -> list[Notice]:
    opened = Round.objects.filter(state=RoundState.OPEN, opened_at__lt=happening.at)
    round = opened.filter(pk=happening.subject_id or 0).first()
    if round is None or round.deadline is None:
        return []
    people = selectors.people_at(selectors.unfinished_tables(round.pk))
    return [_round_notice(round, people, What.DEADLINE_SET, happening.pk)]


def _round_notice(round: Round, people: frozenset[Person], what: What, version: int) -> Notice:
    return Notice(people=people, what=what, about="round", subject=round.pk, version=version)


def somebody_stands_in(happening: Happening) -> list[Notice]:
    """Whoever sits there now learns of it, where that is not who sat there before."""
    data = happening.data
    seat = Seat.objects.filter(
        round=happening.subject_id,
        table__number=data.get("table"),
        table__room=data.get("room", 0),
        number=data.get("seat"),
        player__isnull=False,
        is_substitute=True,
    ).first()
    if seat is None:
        return []
    people = selectors.people_among([seat.player_id or 0])
    return [
        Notice(people=people, what=What.STANDS_IN, about="table", subject=seat.table_id, version=0)
    ]


def a_score_waits(happening: Happening) -> list[Notice]:
    return scores_wait([happening])[0][1]


def scores_wait(happenings: Sequence[Happening]) -> list[tuple[Happening, list[Notice]]]:
    """The other sides are to confirm, and their captains; once a day for each table."""
    tables = [(row.subject_id or 0, row.data.get("side")) for row in happenings]
    people = selectors.people_to_confirm(tables)
    return [
        (
            row,
            [
                Notice(
                    people=people[table],
                    what=What.RESULT_WAITS,
                    about="table",
                    subject=table[0],
                    version=row.at.date().toordinal(),
                )
            ],
        )
        for row, table in zip(happenings, tables, strict=True)
    ]


def a_score_is_disputed(happening: Happening) -> list[Notice]:
    """Those at the table, the captains and the directors, who settle it, learn of it."""
    table = happening.subject_id or 0
    people = selectors.people_seated([table]) | selectors.directors_of(happening.club_id or 0)
    people |= selectors.captains_at(table)
    return [
        Notice(
            people=people, what=What.DISPUTED, about="table", subject=table, version=happening.pk
        )
    ]


def a_table_was_ruled_on(happening: Happening) -> list[Notice]:
    table = happening.subject_id or 0
    people = selectors.people_seated([table]) or selectors.people_at([table])
    return [
        Notice(people=people, what=What.RULING, about="table", subject=table, version=happening.pk)
    ]


def a_match_was_forfeited(happening: Happening) -> list[Notice]:
    """All of both sides learn of it, though their captains named only some of them to play."""
    table = happening.subject_id or 0
    people = selectors.people_at([table]) | selectors.captains_at(table)
    return [
        Notice(people=people, what=What.RULING, about="table", subject=table, version=happening.pk)
    ]


def points_were_adjusted(happening: Happening) -> list[Notice]:
    adjustment = Adjustment.objects.filter(pk=happening.subject_id or 0).first()
    if adjustment is None:
        return []
    return [
        Notice(
            people=selectors.people_of_entry(adjustment.entry_id),
            what=What.RULING,
            about="adjustment",
            subject=adjustment.pk,
            version=happening.pk,
        )
    ]


def an_event_is_over(happening: Happening) -> list[Notice]:
    """One that goes on and is finished again is notified again."""
    people = selectors.people_of_event(happening.event_id or 0)
    event = happening.event_id or 0
    return [
        Notice(people=people, what=What.FINAL, about="event", subject=event, version=happening.pk)
    ]


def dates_were_published(happening: Happening) -> list[Notice]:
    """Each player of the stage learns once of all the own matches that have a day to come."""
    stage = happening.stage_id or 0
    people = selectors.people_at(tables_of_stage(stage, happening.at))
    return [
        Notice(people=people, what=What.DATED, about="stage", subject=stage, version=happening.pk)
    ]


def a_match_has_another_date(happening: Happening) -> list[Notice]:
    """Those who play a match and their captains learn its new day or place, or that it has none."""
    match = published_dates().filter(pk=happening.data.get("match_date")).first()
    if match is None:
        return []
    tables = tables_of_match(match)
    captains = selectors.captains_at(tables[0]) if tables else frozenset()
    return [
        Notice(
            people=selectors.people_at(tables) | captains,
            what=What.DATE_CHANGED,
            about="match_date",
            subject=match.pk,
            version=match.sequence,
        )
    ]


def a_match_is_off(happening: Happening) -> list[Notice]:
    """Those who were to play it learn that the day they know is none any more.

    Those of an open round learn what they have there instead, and of the old day with it.
    """
    entries = happening.data.get("entries", ())
    rounds = Round.objects.filter(stage=happening.stage_id, number=happening.data.get("round", 0))
    if rounds.filter(state=RoundState.OPEN).exists():
        return []
    return [
        Notice(
            people=selectors.people_who_were_in(entries) | selectors.captains_of_entries(entries),
            what=What.CALLED_OFF,
            about="happening",
            subject=happening.pk,
        )
    ]


def somebody_is_asked_to_stand_in(happening: Happening) -> list[Notice]:
    """Each player asked who has not answered; who was asked before is not notified again."""
    request = happening.subject_id or 0
    asked = AskedPlayer.objects.filter(request=request, answer=Answer.WAITING)
    return [
        Notice(
            people=selectors.people_among(asked.values_list(selectors.STAYS, flat=True)),
            what=What.ASKED_TO_STAND_IN,
            about="stand_in",
            subject=request,
        )
    ]


def somebody_accepted_to_stand_in(happening: Happening) -> list[Notice]:
    """Whoever asked, and the others at the table, learn who comes."""
    request = (
        StandInRequest.objects.select_related("seat").filter(pk=happening.subject_id or 0).first()
    )
    if request is None:
        return []
    people = selectors.people_at([request.seat.table_id])
    people |= {Person(user=request.asked_by_id or 0)}
    return [
        Notice(
            people=people - selectors.people_among([request.seat.player_id or 0]),
            what=What.STAND_IN_FOUND,
            about="stand_in",
            subject=request.pk,
        )
    ]


def somebody_declined_to_stand_in(happening: Happening) -> list[Notice]:
    """Whoever asked learns that nobody is left who could accept.

    Where more players are asked and decline as well, it is sent again.
    """
    request = requests_with_asked().filter(pk=happening.subject_id or 0).first()
    if request is None or request.asked_by_id is None or not is_declined_by_all(request):
        return []
    return [
        Notice(
            people=frozenset([Person(user=request.asked_by_id)]),
            what=What.NOBODY_STANDS_IN,
            about="stand_in",
            subject=request.pk,
            version=len(request.asked.all()),
        )
    ]


def a_date_is_asked_for(happening: Happening) -> list[Notice]:
    """The captains of both sides, who agree on a date."""
    return [_about_a_match(happening, selectors.captains_at(happening.subject_id or 0), What.DATE)]


def a_date_is_overdue(happening: Happening) -> list[Notice]:
    """The captains, and the directors, who decide now."""
    people = selectors.captains_at(happening.subject_id or 0)
    people |= selectors.directors_of(happening.club_id or 0)
    return [_about_a_match(happening, people, What.DATE)]


def a_result_is_missing(happening: Happening) -> list[Notice]:
    people = selectors.directors_of(happening.club_id or 0)
    return [_about_a_match(happening, people, What.WALKOVER)]


def somebody_is_captain(happening: Happening) -> list[Notice]:
    entry = happening.subject_id or 0
    people = selectors.captain_of_entry(entry)
    what, version = What.CAPTAIN, happening.pk
    return [Notice(people=people, what=what, about="entry", subject=entry, version=version)]


def _about_a_match(happening: Happening, people: frozenset[Person], what: What) -> Notice:
    table, version = happening.subject_id or 0, happening.pk
    return Notice(people=people, what=what, about="table", subject=table, version=version)


# most of what happens: all of a delivery are looked up at once
SCORE = "deal.submitted"

NOTICE_RULES: Mapping[str, Rule] = {
    SCORE: a_score_waits,
    "round.opened": a_round_is_open,
    "round.edited": a_round_was_edited,
    "round.edit_undone": a_round_was_edited,
    "round.replanned": an_entry_left_or_came_back,
    "round.deadline_set": a_deadline_was_set,
    "seat.substituted": somebody_stands_in,
    "seat.substituted_by_exception": somebody_stands_in,
    "stand_in.asked": somebody_is_asked_to_stand_in,
    "stand_in.accepted": somebody_accepted_to_stand_in,
    "stand_in.declined": somebody_declined_to_stand_in,
    "deal.contradicted": a_score_is_disputed,
    "deal.disputed": a_score_is_disputed,
    **dict.fromkeys(
        (
            *("dispute.settled", "deal.corrected", "deal.voided"),
            *("table.awarded", "table.award_withdrawn"),
            *("table.decided", "table.decision_withdrawn"),
        ),
        a_table_was_ruled_on,
    ),
    **dict.fromkeys(("table.forfeited", "table.forfeit_withdrawn"), a_match_was_forfeited),
    "adjustment.made": points_were_adjusted,
    "adjustment.revoked": points_were_adjusted,
    "event.finished": an_event_is_over,
    "dates.published": dates_were_published,
    **dict.fromkeys(("match.dated", "match.moved", "match.postponed"), a_match_has_another_date),
    "match.called_off": a_match_is_off,
    "match_date.proposed": a_date_is_asked_for,
    "match_date.declined": a_date_is_asked_for,
    "match_date.request_taken_back": a_date_is_asked_for,
    "match_date.overdue": a_date_is_overdue,
    "walkover.proposed": a_result_is_missing,
    "captain.named": somebody_is_captain,
    **between_clubs.NOTICE_RULES,
}


def kinds_of(subject: str, *verbs: str) -> frozenset[str]:
    return frozenset(f"{subject}.{verb}" for verb in verbs)


# what is set up, what players do themselves, what those who run the club see at the desk, and what
# the subject mails itself: requests to partners, invitations, webhooks that are off; of plain
# things that say their topic nobody is notified unless a rule above says so
NOTIFIES_NOBODY = (
    kinds_of("archive", "made", "made_with_addresses", "read")
    | kinds_of("availability", "said", "taken_back")
    | kinds_of("calendar", "demands_changed", "drafted")
    | kinds_of("clock", "ended", "extended", "paused", "resumed", "started")
    | kinds_of("club", "changed", "closing", "created", "logo_changed", "logo_removed", "stays")
    | kinds_of("deal", "confirmed", "entered", "taken_back")
    | kinds_of(
        "deals",
        "compared",
        "entry_refused",
        "flag_accepted",
        "looked_at",
        "more_prepared",
        "prepared",
        "released",
        "released_early",
    )
    | kinds_of("director_message", "sent")
    | kinds_of("entries", "seeded")
    | kinds_of(
        "entry",
        "accepted",
        "added",
        "changed",
        "partner_agreed",
        "partner_asked",
        "partner_declined",
        "reinstated",
        "removed",
        "restored",
        "signed_up",
        "withdrawn",
    )
    | kinds_of("association", "ended", "founded", "rules_changed")
    | kinds_of("championship", "filled", "filling_undone")
    | kinds_of("evening", "changed", "link_renewed", "opened", "started")
    | kinds_of(
        "event",
        "archived",
        "brought_back",
        "changed",
        "copied",
        "created",
        "discarded",
        "divided",
        "opened",
        "reserves_changed",
        "resumed",
        "setup_reopened",
        "started",
        "substitutes_changed",
        "undivided",
    )
    | kinds_of("homes", "changed")
    | kinds_of("house_rules", "added", "archived", "brought_back", "changed")
    | kinds_of("invitation", "restored", "withdrawn")
    | kinds_of("joining", "accepted", "asked", "changed", "code_renewed", "refused")
    | kinds_of(
        "kitty",
        "charge",
        "event_amounts_changed",
        "expense",
        "income",
        "payment",
        "payout",
        "prizes",
        "reversed",
        "switched_off",
        "switched_on",
        "waiver",
    )
    | kinds_of("captain", "naming_undone")
    | kinds_of("line_up", "set", "set_undone")
    # what was agreed or decided is sent as the match's date, with the day, time and place
    | kinds_of("match_date", "agreed", "ruled", "ruling_undone")
    # the walkover itself is sent as a forfeit
    | kinds_of("walkover", "by_rules", "decided", "dropped")
    | kinds_of("member", "invited", "joined", "left", "removed", "role_changed")
    | kinds_of("past_event", "changed", "imported", "removed")
    | kinds_of("place_codes", "renewed")
    | kinds_of("play_off", "noted", "revoked")
    | kinds_of(
        "player",
        "added",
        "address_not_kept",
        "changed",
        "forgotten",
        "kept_apart",
        "linked",
        "may_meet",
        "merge_undone",
        "merged",
        "unlinked",
        "words_erased",
    )
    | kinds_of("players", "imported")
    | kinds_of("presence", "apart", "by_phone", "noted", "taken_back", "together")
    | kinds_of("ratings", "imported")
    | kinds_of("round", "closed", "draw_restored", "drawn", "reopened", "undrawn")
    | kinds_of(
        "season",
        "added",
        "copied",
        "divided",
        "handicap_set",
        "handicap_withdrawn",
        "handicap_worked_out",
        "move_decided",
        "move_left",
        "placed",
        "rules_changed",
        "signature_taken_back",
        "signed",
    )
    | kinds_of(
        "stage",
        "added",
        "changed",
        "filled",
        "filled_again",
        "grouped",
        "lot_drawn",
        "played_off",
        "qualifying_changed",
        "removed",
        "restored",
        "seeded_again",
    )
    | kinds_of("stand_in", "taken_back")
    | kinds_of("table", "confirmed", "ended", "links_renewed", "resumed")
    | kinds_of("webhook", "secret_rotated", "switched_off", "switched_on")
    | kinds_of("weekly", "entered")
)


class DeclaredTwice(ValueError):
    """A kind concerns somebody and nobody."""


def concerns_somebody(kind: str) -> bool:
    return kind in NOTICE_RULES


def notices_for(happenings: Sequence[Happening]) -> list[tuple[Happening, list[Notice]]]:
    """Return the notices of each happening; whoever did it gets none."""
    scores = [happening for happening in happenings if happening.kind == SCORE]
    others = [happening for happening in happenings if happening.kind != SCORE]
    notices_by_happening = scores_wait(scores) if scores else []
    notices_by_happening += [
        (happening, [*NOTICE_RULES[happening.kind](happening)]) for happening in others
    ]
    return [
        (
            row,
            [
                replace(notice, people=notice.people - {Person(user=row.actor_user_id or 0)})
                for notice in notices
            ],
        )
        for row, notices in notices_by_happening
    ]


def check_kinds(**_kwargs: object) -> list[CheckMessage]:
    """Name the kinds of the journal that are not declared above (a check of Django's)."""
    return undeclared(kinds.known_kinds())


def undeclared(known: Iterable[str]) -> list[CheckMessage]:
    return [
        Error(
            f"The journal's kind {kind!r} says neither whom it concerns nor that it is nobody.",
            hint="Put it into NOTICE_RULES or NOTIFIES_NOBODY of notifications/recipients.py.",
            id="notifications.E001",
        )
        for kind in known
        if (kind in NOTICE_RULES) == (kind in NOTIFIES_NOBODY) and kind not in topics_by_kind()
    ]
