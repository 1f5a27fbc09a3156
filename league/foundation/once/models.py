"""Requests that were done under a key, and their answers (idempotency keys)."""

from django.db import models


class KeyedRequest(models.Model):
    """A request that was carried out under a key, and what was answered.

    `scope` says who may use the key: "user:12" is an account, "table:7" the link of a table.
    `digest` is the SHA-256 (hexadecimal) of the address and the content of the request. `body` is
    null where the answer was too large to be stored. Rows are deleted after a day.
    """

    scope = models.CharField(max_length=40)
    key = models.UUIDField()
    digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    location = models.TextField(blank=True, default="")
    body = models.TextField(null=True)  # noqa: DJ001 - an empty answer is not one left out
    done_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["scope", "key"], name="request_done_once"),
        ]
        indexes = [models.Index(fields=["done_at"], name="request_done_at")]

    def __str__(self) -> str:
        return f"{self.scope} {self.key}"
