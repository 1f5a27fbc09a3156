"""Doors for the worker. `**_newer` lets an old worker read a message sent by a newer release."""

from datetime import timedelta
from typing import Any

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from league.rounds.models import DrawOrder, OrderState
from league.rounds.services.ordered import carry_out

# a message sent so recently is still on its way
IN_HAND = timedelta(seconds=5)


@shared_task(name="league.rounds.tasks.draw")
def draw_task(*, order_id: int, **_newer: Any) -> None:
    carry_out(order_id=order_id, at=timezone.now())


@shared_task(name="league.rounds.tasks.sweep")
def sweep(**_newer: Any) -> None:
    """Send again what was lost on its way, and what a worker was drawing when it died."""
    now = timezone.now()
    # no task lives longer, so whoever was drawing then is gone
    dead = now - timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT + 30)
    DrawOrder.objects.filter(state=OrderState.DRAWING, began_at__lt=dead).update(
        state=OrderState.WAITING
    )
    waiting = DrawOrder.objects.filter(state=OrderState.WAITING, asked_at__lt=now - IN_HAND)
    for order_id in waiting.order_by("asked_at", "pk").values_list("pk", flat=True):
        draw_task.delay(order_id=order_id)
