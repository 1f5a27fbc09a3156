"""A table as its own page shows it: each thing is loaded once, when a view asks for it."""

import json
from dataclasses import dataclass
from functools import cached_property
from secrets import token_urlsafe
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games import services as games
from league.foundation.journal.actor import Actor
from league.foundation.limits import parse_int
from league.foundation.qr_codes import qr_svg
from league.foundation.release import build_id
from league.play.events.models import TablePlay, Visibility
from league.play.results.deal_words import Names
from league.play.results.final_score_form import fields_as_sent
from league.play.results.models import Submission, SubmissionState, TableResult, TableState
from league.play.results.sheet import (
    Sheet,
    disputed_deals,
    has_final_scores,
    read_sheet,
    score_sheet,
    state_in_words,
    submission_shown,
    takes_final_scores,
)
from league.play.results.table_outcome import TablePlan, plan_of
from league.play.rounds.clock import Clock
from league.play.rounds.forfeits import forfeit_in_words
from league.play.rounds.match_shown import matches_shown
from league.play.rounds.models import Room, Table
from league.play.rounds.selectors import deals_in_words, load_names, round_clock, seats_of
from league.play.rounds.without_table import find_unseated

# --- Who holds the phone: the seat that was picked, kept in a signed cookie of this page alone ---

COOKIE = "tricktable_seat"
REMEMBERED_S = 7 * 24 * 3_600


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatIdentity:
    """`device` is a random name of the phone, the same as long as the cookie lives.

    `players` is the player at the seat, if there is one.
    """

    seat: int
    side: int
    name: str
    players: tuple[int, ...]
    device: str

    @property
    def actor(self) -> Actor:
        return Actor(players=self.players, name=self.name, via="table")


def picked_seat(
    request: HttpRequest, table: Table, plan: TablePlan, names: Names
) -> SeatIdentity | None:
    """Return who said to sit here on this phone, or None."""
    try:
        kept = request.get_signed_cookie(COOKIE, salt=_salt(table), max_age=REMEMBERED_S)
    except (KeyError, BadSignature):
        return None
    text, _colon, device = str(kept).partition(":")
    seat = parse_int(text, most=plan.players - 1)
    return None if seat is None else identity_at(seat, plan, names, device)


def identity_at(seat: int, plan: TablePlan, names: Names, device: str) -> SeatIdentity:
    player = names.players.get(seat)
    return SeatIdentity(
        seat=seat,
        side=plan.ruleset.side_of(seat),
        name=names.seat(seat),
        players=(player.pk,) if player else (),
        device=device[:40],
    )


def remember_seat(
    response: HttpResponse, table: Table, token: str, seat: int, device: str = ""
) -> None:
    """Let the phone remember the seat; no other page of the site is sent the cookie."""
    response.set_signed_cookie(
        COOKIE,
        f"{seat}:{device or token_urlsafe(9)}",
        salt=_salt(table),
        max_age=REMEMBERED_S,
        path=reverse("table:page", args=[token]),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _salt(table: Table) -> str:
    return f"league.table.seat:{table.pk}:{table.link_number}"


# --- The worker that keeps a table's page on the phone for when there is no network ---

# asks for a page that nobody sees now: what is to be said once is not said to it
TO_KEEP = "X-To-Keep"
MOST_PAGES = 4  # of tables on one phone: a scorer walks between a few


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The script of the worker for the pages under /t/, one for each release of the site."""
    response = render(
        request,
        "table/worker.js",
        {
            "release": build_id()[:16],
            "static_url": settings.STATIC_URL,
            "scope": scope(),
            "most_pages": MOST_PAGES,
            "to_keep": TO_KEEP,
        },
        content_type="text/javascript",
    )
    response["Cache-Control"] = "no-cache"
    return response


def scope() -> str:
    """Return the path below which the worker answers: that of the tables' pages alone."""
    return reverse("table:worker").rpartition("/")[0] + "/"


# of the deals on the sheet, a phone compares what is half typed on it with the last ones
MOST_COMPARED = 3


def offline_store_key(token: str) -> str:
    """Return under which name a phone keeps what waits for a table: the same for a renewed link."""
    return token.partition("-")[0]


@dataclass(kw_only=True)
class OpenedTable:
    """The table behind a link, with its sheet, its result and who holds the phone."""

    token: str
    table: Table
    plan: TablePlan
    names: Names
    identity: SeatIdentity | None
    address: str

    @classmethod
    def open(cls, request: HttpRequest, token: str, table: Table) -> "OpenedTable":
        load_names(table)
        plan = plan_of(table)
        names = Names(table, public=False)
        return cls(
            token=token,
            table=table,
            plan=plan,
            names=names,
            identity=picked_seat(request, table, plan, names),
            address=request.build_absolute_uri(reverse("table:page", args=[token])),
        )

    @cached_property
    def sheet(self) -> Sheet:
        """Return the sheet; a service that writes reads its own, behind the table's lock."""
        return read_sheet(self.table, plan=self.plan)

    @cached_property
    def result(self) -> TableResult:
        row = TableResult.objects.filter(table=self.table).first()
        return row or TableResult(table=self.table)

    @cached_property
    def waiting(self) -> list[Submission]:
        """Return the submissions that nobody of another side has confirmed yet."""
        return [
            submission
            for submission in self.sheet.counting
            if submission.state == SubmissionState.SUBMITTED
        ]

    @cached_property
    def clock(self) -> Clock | None:
        return round_clock(self.table.round)

    @property
    def may_submit_next(self) -> bool:
        """Whether another deal can be submitted now."""
        is_over = self.result.awarded is not None or self.result.ended_at is not None
        return bool(self.sheet.holes) or not (is_over or self.sheet.is_played_out)

    def lacks_ours(self, number: int) -> bool:
        """Say whether this phone's side may still write down its own numbers of a disputed deal."""
        if self.identity is None or number not in self.sheet.disputed_numbers:
            return False
        return self._is_without_ours(number)

    def _is_without_ours(self, number: int) -> bool:
        submitters = {submission.by_side for submission in self.sheet.submissions_of(number)}
        return not submitters & {self.side, None}

    def submission(self, pk: int) -> Submission | None:
        """Return a live submission of this very table, or None."""
        return next(
            (submission for submission in self.sheet.submissions if submission.pk == pk), None
        )

    def has_another(self, number: int) -> bool:
        """Say whether somebody else sent numbers of this deal to which this phone can agree."""
        return any(
            submission.by_side != self.side or self.side is None
            for submission in self.sheet.submissions_of(number)
        )

    @property
    def side(self) -> int | None:
        """Return for whom this phone speaks; None before anybody said to sit here."""
        return self.identity.side if self.identity else None

    def _is_ours(self, submission: Submission) -> bool:
        return self.identity is not None and submission.by_side == self.identity.side

    @property
    def last_own(self) -> Submission | None:
        """Return the last deal, if this phone's side submitted it and nobody has confirmed it."""
        if self.identity is None:
            return None
        of_our_side = [
            submission
            for submission in self.sheet.submissions_of(self.sheet.last_number)
            if submission.by_side == self.identity.side
            and submission.state != SubmissionState.CONFIRMED
        ]
        return of_our_side[0] if of_our_side else None

    @property
    def is_timed(self) -> bool:
        return self.plan.play == TablePlay.TIMED

    def acting_seat(self, as_seat: str) -> SeatIdentity | None:
        """Return who says what was sent: `as_seat`, for a phone that was handed over, or that
        sends later what somebody said on it before; else who holds the phone.
        """
        seat = parse_int(as_seat, most=self.plan.players - 1)
        if seat is None:
            return self.identity
        return identity_at(
            seat, self.plan, self.names, self.identity.device if self.identity else ""
        )

    def address_of(self, submission: Submission) -> str:
        return reverse("table:deal", args=[self.token, submission.pk])

    def context(self) -> dict[str, Any]:
        """Return what the page and its live part need."""
        waiting = [self._waiting(submission) for submission in self.waiting]
        confirmable = [row for row in waiting if self.identity and not row["is_own"]]
        return {
            "token": self.token,
            "shelf": offline_store_key(self.token),
            "address": self.address,
            "code": qr_svg(self.address) if self.may_submit_next or waiting else "",
            "worker_scope": scope(),
            "table": self.table,
            "round": self.table.round,
            "event": self.table.round.stage.event,
            "game": self._game(),
            "result": self.result,
            "state": self.result.state,
            "state_label": state_in_words(self.result.state, self.result.final_scores),
            "identity": self.identity,
            "seats": self.seats(),
            "sheet": score_sheet(self.sheet, self.result, self.names, self.address_of),
            "waiting": waiting,
            "confirmable": confirmable,
            "has_stage": bool(self.identity and (confirmable or self.may_submit_next)),
            "sent": self._sent(),
            "forfeit": forfeit_in_words(self.result.forfeit, self.names.sides)
            if self.result.forfeit is not None
            else "",
            "own_waiting": [row for row in waiting if row["is_own"]],
            "other_seats": self._other_seats(),
            "disputed": [
                deal
                | {
                    "lacks_ours": self.lacks_ours(deal["number"]),
                    "has_another": self.has_another(deal["number"]),
                }
                for deal in disputed_deals(self.sheet, self.names)
            ],
            "ways_on": self.ways_on,
            "deal_numbers": deals_in_words(self.table),
            "may_score": takes_final_scores(self.sheet),
            "has_final_scores": has_final_scores(self.sheet),
            "next_number": self.sheet.next_number,
            "may_submit_next": self.may_submit_next,
            "next_dealer": self.names.seat(self.sheet.dealer_of(self.sheet.next_number)),
            "last_own": self.last_own,
            "is_timed": self.is_timed,
            "deals_due": self.plan.deals_due,
            "last_due": self.sheet.last_due,
            "winner": self.winner_name,
            "clock": self.clock,
            "version": f"{self.version}.{self.clock.facts if self.clock else 0}"
            f".{self.table.round.stage.event.entries_version}",
            "match": matches_shown([self.table], held_back=()).get(self.table.pk),
            "without_table": [
                {"name": entry_waiting.name(public=True), "kind": entry_waiting.words}
                for entry_waiting in find_unseated(self.table.round.stage.event, self.table.round)
            ],
        }

    @property
    def version(self) -> int:
        """Return what counts up with the table's result, and with that of its other room."""
        if self.table.room == Room.ONLY:
            return self.result.version
        others = TableResult.objects.filter(
            round=self.table.round_id, table__number=self.table.number
        ).exclude(table=self.table.pk)
        return self.result.version + sum(others.values_list("version", flat=True))

    def prepared_for(self, number: int) -> int | None:
        """Return which prepared deal is the table's deal `number`, where deals are prepared."""
        numbers = self.table.deal_numbers
        return numbers[number - 1] if number <= len(numbers) else None

    @property
    def ways_on(self) -> dict[str, str]:
        """Return where a finished table leads: the standings, and why one's entry stands where."""
        event = self.table.round.stage.event
        if not self.is_settled or event.visibility == Visibility.HIDDEN:
            return {}
        at = [event.club.slug, event.slug]
        seats = {seat.number: seat.placement.entry_id for seat in seats_of(self.table)}
        player = seats.get(self.identity.seat) if self.identity else None
        return {
            "standings": reverse("public:standings", args=at),
            "own_place": reverse("public:why", args=[*at, player]) if player else "",
        }

    @property
    def winner_name(self) -> str:
        if not self.is_settled or self.result.winner is None:
            return ""
        return self.names.side(self.result.winner)

    @property
    def is_settled(self) -> bool:
        """Whether nobody of the table has anything to confirm, settle or enter any more."""
        return self.result.state == TableState.CONFIRMED

    def _game(self) -> str:
        """Return what is played, as the header has room for it."""
        info = games.variant_named(self.plan.ruleset.variant)
        return games.render_sentence(info.label) if info else ""

    def _waiting(self, submission: Submission) -> dict[str, Any]:
        return submission_shown(submission, self.names) | {
            "is_own": self._is_ours(submission),
            "url": self.address_of(submission),
            "key": uuid4(),
        }

    def _sent(self) -> str:
        """Return as JSON what was sent last, for a phone on which the same deal is half typed.

        By number: the `fields` of every submission, and whether this side `may_differ`: its own
        numbers can still be put beside the other side's.
        """
        return json.dumps(
            {
                number: {
                    "fields": [
                        fields_as_sent(submission.deal, self.plan)
                        for submission in self.sheet.submissions_of(number)
                    ],
                    "may_differ": self._may_differ(number),
                }
                for number in self.sheet.numbers[-MOST_COMPARED:]
            }
        )

    def _may_differ(self, number: int) -> bool:
        open_states = {SubmissionState.SUBMITTED, SubmissionState.DISPUTED}
        states = {submission.state for submission in self.sheet.submissions_of(number)}
        return states <= open_states and self._is_without_ours(number)

    def _other_seats(self) -> list[tuple[int, str]]:
        """Return who may confirm what this phone's side submitted: everybody of another side."""
        plan = self.plan
        return [
            (seat, self.names.seat(seat))
            for seat in range(plan.players)
            if self.identity is not None and plan.ruleset.side_of(seat) != self.identity.side
        ]

    def seats(self) -> list[dict[str, Any]]:
        """Return the seats as `components/seats.html` takes them."""
        plan = self.plan
        dealer = self.sheet.dealer_of(self.sheet.next_number) if self.may_submit_next else None
        standing_in = {
            seat.number: seat.stands_in_for.name
            for seat in seats_of(self.table)
            if seat.stands_in_for is not None
        }
        return [
            {
                "number": seat,
                "name": self.names.seat(seat),
                "side": plan.ruleset.side_of(seat),
                "role": "dealer" if seat == dealer else "",
                "you": self.identity is not None and self.identity.seat == seat,
                "instead_of": standing_in.get(seat, ""),
            }
            for seat in range(plan.players)
        ]
