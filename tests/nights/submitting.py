"""How tables come to results: awarded, submitted deal by deal, disputed, ended early."""

from functools import cache
from random import Random
from typing import Any
from uuid import UUID

from django.db.models import Max

from games import services as games
from games.engine.ruleset import Ruleset
from league.play.results import services as results
from league.play.results.models import LIVE, Submission, SubmissionState
from league.play.results.table_outcome import plan_of
from league.play.rounds.models import Placement, Table
from league.play.rounds.selectors import table_with_names
from tests.nights.night import Night

REASON = "as the director saw it"


@cache
def _deals(variant: str, preset: str, players: int, dealer: int) -> list[dict[str, Any]]:
    """Return a few whole deals of a game: playing and scoring fresh ones would cost the time."""
    ruleset: Ruleset = games.ruleset(variant, preset, {}, players)
    rng = Random(f"{variant} {preset} {players} {dealer}")
    return [games.random_record(ruleset, rng, dealer) for _deal in range(3)]


def deal_for(night: Night, table: Table, dealer: int) -> dict[str, Any]:
    event = night.event
    players = table.seats.count()
    return night.rng.choice(_deals(event.variant, event.preset, players, dealer))


def key(rng: Random) -> UUID:
    return UUID(int=rng.getrandbits(128), version=4)


def play(night: Night, table: Table) -> None:
    """Let a table come to a result, somehow; now and then it does not."""
    if night.chance(0.75):
        award(night, table)
    elif night.chance(0.8):
        submit_deals(night, table)
    else:
        night.count("a table that sends nothing")


def award(night: Night, table: Table) -> None:
    sides = Placement.objects.filter(table=table).aggregate(most=Max("side"))["most"] + 1
    points = [night.rng.randint(0, 30) for _side in range(sides)]
    if night.chance(0.15):
        points = [points[0]] * sides
    night.ask(
        "award", results.award, table=table, points=points, reason=REASON, actor=night.director
    )


def submit_deals(night: Night, table: Table) -> None:
    """Send the deals of a table from the phones of its sides, right or wrong, confirmed or not."""
    plan = plan_of(table_with_names(table.pk))
    due = plan.deals_due or night.rng.randint(1, 2)
    dealer = plan.first_dealer
    for number in range(1, due + 1):
        deal = deal_for(night, table, dealer)
        submission = _submit(night, table, number, deal, side=night.rng.randrange(plan.sides))
        if submission is None:
            break
        if night.chance(0.15):
            _contradict(night, table, submission, dealer)
        dealer = submission.deal.detail.get("next_dealer", (dealer + 1) % plan.players)
    last = _live(table).last() if night.chance(0.1) else None
    if last is not None and last.by_side is not None:
        night.ask("take back", results.take_back, table=table, side=last.by_side)
    for side in (side for side in range(plan.sides) if night.chance(0.9)):
        night.ask("confirm", results.confirm, table=table, side=side)
    if plan.deals_due is None:
        by = 0 if plan.play == "timed" else None
        night.ask("end a table", results.end_table, table=table, side=by)


def _submit(
    night: Night, table: Table, number: int, deal: dict[str, Any], *, side: int
) -> Submission | None:
    sent = key(night.rng)
    asked: dict[str, Any] = {"table": table, "number": number, "data": deal, "by_side": side}
    submission: Submission | None = night.ask("send a deal", results.submit, key=sent, **asked)
    if submission is not None and night.chance(0.1):
        again = night.ask("send a deal twice", results.submit, key=sent, **asked)
        assert again == submission
    return submission


def _contradict(night: Night, table: Table, submission: Submission, dealer: int) -> None:
    other = (submission.by_side or 0) + 1
    sides = len(submission.deal.score)
    data = deal_for(night, table, dealer)
    asked = {"table": table, "number": submission.number, "data": data, "by_side": other % sides}
    if night.chance(0.5):
        night.ask("submit other numbers", results.submit, key=key(night.rng), **asked)
    else:
        night.ask(
            "dispute",
            results.dispute,
            submission=submission,
            side=other % sides,
            reason="these are not our numbers",
        )


def _live(table: Table) -> Any:
    return Submission.objects.filter(table=table, state__in=LIVE).order_by("number", "id")


def settle(night: Night, table: Table) -> None:
    """Do what a director does so that a table has a confirmed result, step after step."""
    for number in (
        _live(table)
        .filter(state=SubmissionState.DISPUTED)
        .values_list("number", flat=True)
        .distinct()
    ):
        submissions = [one for one in _live(table) if one.number == number]
        night.ask(
            "settle a dispute",
            results.settle,
            table=table,
            number=number,
            choose=night.rng.choice(submissions),
            reason=REASON,
            actor=night.director,
        )
    night.ask("confirm for all", results.confirm_for_all, table=table, actor=night.director)
    table.refresh_from_db()
    if not _confirmed(table) and night.chance(0.5):
        night.ask("end for all", results.end_table, table=table, side=None, actor=night.director)
    if not _confirmed(table):
        award(night, table)
        assert _confirmed(table), f"table {table.number} cannot be given a result"


def _confirmed(table: Table) -> bool:
    return Table.objects.filter(pk=table.pk, result__state="confirmed").exists()


def correct(night: Night, table: Table) -> None:
    """Correct, strike out or award something at a table of any round that has begun."""
    submissions = list(_live(table))
    if not submissions or night.chance(0.4):
        award(night, table)
        return
    one = night.rng.choice(submissions)
    if night.chance(0.3):
        night.ask("void", results.void, submission=one, reason=REASON, actor=night.director)
        return
    data = deal_for(night, table, one.deal.data.get("dealer", 0))
    night.ask(
        "correct", results.correct, submission=one, data=data, reason=REASON, actor=night.director
    )


def decide(night: Night, table: Table) -> Any:
    return night.ask(
        "decide a level table",
        results.decide_level,
        table=table,
        side=night.rng.randrange(2),
        reason="they cut for it",
        actor=night.director,
    )
