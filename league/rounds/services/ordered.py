"""Draws that take long: asked for at a page, made by a worker, and told when they are done."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import structlog
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError as BrokerAway

from league.events.models import EntryState, Stage
from league.journal.actor import Actor
from league.refusal import OutOfDate, Refused
from league.rounds.models import DrawOrder, OrderState
from league.rounds.services.draw import check_running, draw_rounds, lock_stage, preview_draw
from league.rounds.services.redraw import redraw_round

LARGE_FIELD = 300  # entries from which on a draw is made by a worker
UNFINISHED = (OrderState.WAITING, OrderState.DRAWING)

log = structlog.stdlib.get_logger("rounds")


def draws_take_long(stage: Stage) -> bool:
    """Say whether so many take part that nobody should wait for a page to draw them."""
    active = stage.event.entries.filter(state=EntryState.ACCEPTED)
    return active.count() > LARGE_FIELD


@transaction.atomic
def order_draw(
    *,
    stage: Stage,
    expected_version: int | None = None,
    number: int | None = None,
    deadlines: Mapping[int, datetime] | None = None,
    even_unfinished: bool = False,
    redraw_with: int | None = None,
    actor: Actor,
    at: datetime,
) -> DrawOrder:
    """Ask for what `draw_rounds` draws; with `redraw_with`, a seed, round `number` is drawn again.

    Asked for twice it is drawn once: the order that waits is returned. Raises NotRunning, and
    OutOfDate when the entries changed since `expected_version`; everything else is said by the
    order when it is carried out.
    """
    stage = lock_stage(stage)
    check_running(stage.event)
    waiting = stage.draw_orders.filter(state__in=UNFINISHED).first()
    if waiting is not None:
        return waiting
    if expected_version not in (None, stage.event.entries_version):
        raise OutOfDate(_("The entries have changed since: look at the draw again, then draw it."))
    order = DrawOrder.objects.create(
        stage=stage,
        asked={
            "expected_version": stage.event.entries_version,
            "number": number,
            "deadlines": {str(n): moment.isoformat() for n, moment in (deadlines or {}).items()},
            "even_unfinished": even_unfinished,
            "redraw_with": redraw_with,
            "actor": {"user_id": actor.user_id, "name": actor.name, "via": actor.via},
        },
        language=translation.get_language() or "en",
        asked_at=at,
    )
    send(order.pk)
    return order


def send(order_id: int) -> None:
    """Queue an order for after the commit; what a broker that is away loses, the sweep sends."""
    # a task is a door to the services, so the way back is imported here
    from league.rounds.tasks import draw_task  # noqa: PLC0415

    def queue() -> None:
        try:
            draw_task.delay(order_id=order_id)
        except BrokerAway as error:
            log.warning("draw_not_queued", order_id=order_id, reason=str(error))

    transaction.on_commit(queue, robust=True)


def carry_out(*, order_id: int, at: datetime) -> DrawOrder | None:
    """Make the draw of an order that waits, and write what came of it; None if it waits no more.

    May run twice or late. The draw is worked out without a lock; if the event changed meanwhile
    it is refused, so that the director looks again.
    """
    with transaction.atomic():
        order = (
            DrawOrder.objects.select_for_update()
            .filter(pk=order_id, state=OrderState.WAITING)
            .first()
        )
        if order is None:
            return None
        order.state, order.began_at = OrderState.DRAWING, at
        order.save(update_fields=["state", "began_at"])
    with translation.override(order.language):
        try:
            numbers, refusal = _draw(order, at), ""
        except Refused as refused:
            numbers, refusal = [], str(refused)
        except Exception:
            _end(order, [], _("Something went wrong while drawing. Please try again."), at)
            raise
    return _end(order, numbers, refusal, at)


def _end(order: DrawOrder, numbers: list[int], refusal: str, at: datetime) -> DrawOrder:
    order.state = OrderState.REFUSED if refusal else OrderState.DONE
    order.rounds, order.refusal, order.ended_at = numbers, refusal, at
    order.save(update_fields=["state", "rounds", "refusal", "ended_at"])
    return order


def _draw(order: DrawOrder, at: datetime) -> list[int]:
    stage = Stage.objects.select_related("event").get(pk=order.stage_id)
    asked: dict[str, Any] = order.asked
    who: dict[str, Any] = {"actor": Actor(**asked["actor"]), "at": at}
    if asked["redraw_with"] is not None:
        round = stage.rounds.filter(number=asked["number"]).first()
        if round is None:
            raise OutOfDate(_("This round is no longer there: look at the draw again."))
        drawn = redraw_round(round=round, seed=asked["redraw_with"], **who)
    else:
        if stage.event.entries_version != asked["expected_version"]:
            raise OutOfDate(
                _("The entries have changed since: look at the draw again, then draw it.")
            )
        try:
            prepared = preview_draw(stage=stage, even_unfinished=asked["even_unfinished"])
        except Refused:
            prepared = None  # refused below, unless it has been drawn already
        drawn = draw_rounds(
            stage=stage,
            expected_version=asked["expected_version"],
            number=asked["number"],
            deadlines={
                int(n): datetime.fromisoformat(moment) for n, moment in asked["deadlines"].items()
            },
            even_unfinished=asked["even_unfinished"],
            prepared=prepared,
            **who,
        )
    return [one.number for one in drawn]
