"""Wrong results that are found later, rounds opened again for them, penalties."""

from decimal import Decimal

from league.foundation.records import services as records
from league.play.results import services as results
from league.play.results.models import Adjustment
from league.play.rounds import services as rounds
from league.play.rounds.models import RoundState
from tests.nights import submitting
from tests.nights.mishaps.director import edits
from tests.nights.mishaps.people import withdraws
from tests.nights.night import Night

OPEN, CLOSED = RoundState.OPEN, RoundState.CLOSED


def corrects(night: Night) -> None:
    """A wrong result is found, often two rounds later."""
    begun = night.rounds(OPEN, CLOSED)
    if not begun:
        return
    tables = night.tables(night.rng.choice(begun))
    if tables:
        submitting.correct(night, night.rng.choice(tables))
        night.look()
        if night.chance(0.5):
            night.follow()


def takes_an_award_back(night: Night) -> None:
    for round in night.rounds(OPEN)[:1]:
        for table in night.tables(round)[:1]:
            night.do(
                "award taken back",
                results.award,
                table=table,
                points=None,
                reason="it was a mistake",
                actor=night.director,
            )


def reopens(night: Night) -> None:
    closed = night.rounds(CLOSED)
    if not closed:
        return
    round = night.rng.choice(closed)
    night.do("round reopened", rounds.reopen_round, round=round)
    if night.chance(0.5):
        edits(night)
    if night.chance(0.3):
        withdraws(night)
    close = {"round": round, "even_unfinished": True}
    night.do("round closed again", rounds.close_round, **close)


def penalises(night: Night) -> None:
    entry = night.somebody()
    if entry is None:
        return
    given = Adjustment(
        stage=night.stage,
        entry=entry,
        kind=night.rng.choice(["penalty", "award"]),
        points=Decimal(night.rng.randint(1, 9)),
        reason="slow play",
    )
    night.do("penalty or award", records.save, row=given, actor=night.director)
    made = Adjustment.objects.filter(stage=night.stage, revoked_at=None).order_by("pk").first()
    if made is not None and night.chance(0.3):
        night.do("adjustment revoked", records.revoke, row=made, actor=night.director)
