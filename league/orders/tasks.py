"""Doors for the worker. `**_newer` lets an old worker read a message sent by a newer release."""

from typing import Any

from celery import shared_task
from django.utils import timezone

from league.orders import services


@shared_task(name="league.orders.tasks.carry_out")
def carry_out_task(*, order_id: int, **_newer: Any) -> None:
    services.carry_out(order_id=order_id, at=timezone.now())


@shared_task(name="league.orders.tasks.sweep")
def sweep(**_newer: Any) -> None:
    services.sweep(at=timezone.now())
