"""What the checks keep: the signs that the queues are served."""

from django.db import models


class SignOfLife(models.Model):
    """The last task that went through a queue for nothing but to show that it goes through.

    Beat sends one to each queue every few seconds (`tasks.py`), and whichever worker serves the
    queue notes it: `sent_at` by the clock of the machine that sent it, `done_at` by the database's.
    """

    queue = models.CharField(max_length=60, primary_key=True)
    sent_at = models.DateTimeField()
    done_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "signs of life"

    def __str__(self) -> str:
        return f"sign of life through {self.queue} at {self.done_at}"
