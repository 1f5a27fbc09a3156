"""Do beat, the broker and the workers carry tasks through every queue, and how fast?"""

from django.utils import timezone

from deploy.ops.doctor.models import SignOfLife
from deploy.ops.doctor.result import Result, fault, well
from deploy.run.workers import GROUPS
from deploy.site.celery import app

SILENT_SECONDS = 120
SLOW_SECONDS = 60


def look() -> Result:
    """Look at the last sign of life of each queue: how old it is, and how long it waited."""
    signs = {sign.queue: sign for sign in SignOfLife.objects.all()}
    silent = {queue: _age(signs.get(queue)) for queue in queues()}
    waited = {queue: _wait(signs[queue]) for queue in silent if queue in signs}
    figures = {f"{queue}, silent": seconds for queue, seconds in silent.items()} | {
        f"{queue}, waited": seconds for queue, seconds in waited.items()
    }
    if all(seconds is None or seconds > SILENT_SECONDS for seconds in silent.values()):
        return fault(
            "No task goes through any queue: beat, or every worker, is not running.",
            "Run 'systemctl start tricktable.target', which starts what does not run; after a start"
            " it takes half a minute until the first task has gone through.",
            **figures,
        )
    for queue, seconds in silent.items():
        if seconds is None or seconds > SILENT_SECONDS:
            return _nobody_serves(queue, seconds, figures)
    for queue, seconds in waited.items():
        if seconds > SLOW_SECONDS:
            return fault(
                f"Tasks wait {seconds:.0f} s in the queue “{queue}”.",
                "Give the workers more processes (WORKER_PROCESSES, then"
                " 'systemctl restart tricktable.target'), or another machine with the part that"
                f" serves it (WORKERS={part_of(queue)}).",
                **figures,
            )
    return well(f"Tasks go through: {', '.join(silent)}.", **figures)


def queues() -> list[str]:
    """Return the queues that tasks are sent to."""
    return list(app.amqp.queues)


def part_of(queue: str) -> str:
    """Return what the part of the workers that reads a queue is called in WORKERS."""
    return next(group.name for group in GROUPS if queue in group.queues)


def _age(sign: SignOfLife | None) -> float | None:
    return None if sign is None else (timezone.now() - sign.done_at).total_seconds()


def _wait(sign: SignOfLife) -> float:
    # two clocks
    return max(0.0, (sign.done_at - sign.sent_at).total_seconds())


def _nobody_serves(queue: str, seconds: float | None, figures: dict[str, float | None]) -> Result:
    since = "has never been served" if seconds is None else f"was last served {seconds:.0f} s ago"
    return fault(
        f"The queue “{queue}” {since}.",
        f"On a machine whose WORKERS names {part_of(queue)}, or nothing, run"
        " 'systemctl start tricktable.target'; 'systemctl status 'tricktable-worker*'' says more.",
        **figures,
    )
