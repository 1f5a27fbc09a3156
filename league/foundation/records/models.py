"""What every plain thing that people keep has: a version, and what the journal says of it."""

from collections.abc import Collection
from typing import Any, ClassVar

from django.db import models


class Record(models.Model):
    """A row that is changed by `records.services` alone; `version` counts its changes.

    Everything else the model says by Django's own means: labels, help, validators, constraints,
    `clean`; `full_clean` checks of it what needs no query. What is not `editable` is written by the
    site, not by people, and is not compared.
    """

    version = models.PositiveIntegerField(default=1, db_default=1, editable=False)

    # fields whose values the journal must not hold: it says only that they changed
    unlogged: ClassVar[frozenset[str]] = frozenset()
    # the reference of which it is the only row: what has none yet has the values of a new one
    single_of: ClassVar[str] = ""
    # the fields that hold when the row was made and by whom
    made: ClassVar[tuple[str, ...]] = ()
    # the same of its end: it counts until somebody revokes it, and is never changed
    revoked: ClassVar[tuple[str, ...]] = ()

    class Meta:
        abstract = True

    def clean_fields(self, exclude: Collection[str] | None = None) -> None:
        """Check each field but references: whoever set one has read the row that it names."""
        references = {field.name for field in self._meta.concrete_fields if field.is_relation}
        super().clean_fields(exclude=references.union(exclude or ()))

    def validate_unique(self, exclude: Collection[str] | None = None) -> None:
        """Leave it to the database, whose refusal `records.services` says in the model's words."""

    def validate_constraints(self, exclude: Collection[str] | None = None) -> None:
        """Leave them to the database, as what must be unique."""

    @classmethod
    def editable_fields(cls) -> "list[models.Field[Any, Any]]":
        """Return the fields that people keep in a row."""
        return [one for one in cls._meta.concrete_fields if one.editable and not one.primary_key]

    def journal_place(self) -> dict[str, Any]:
        """Return where the journal looks for it: its club, or its stage with event and club."""
        stage: Any = getattr(self, "stage", None)
        if stage is None:
            return {"club_id": getattr(self, "club_id", None)}
        return {
            "club_id": stage.event.club_id,
            "event_id": stage.event_id,
            "stage_id": stage.pk,
        }

    def journal_subject(self) -> models.Model:
        """Return what the journal says it about, which webhooks name too: usually the row."""
        return self

    def journal_kind(self, kind: str) -> str:
        """Return the kind where it depends on what the row holds."""
        return kind

    def journal_data(self) -> dict[str, Any]:
        """Return what its sentences name."""
        return {"name": str(self)}


class Revocable(Record):
    """A fact with a reason: it counts until somebody revokes it, and stays readable then."""

    made = ("made_at", "made_by_id")
    revoked = ("revoked_at", "revoked_by_id")

    made_by = models.ForeignKey(
        "clubs.User", on_delete=models.PROTECT, related_name="+", editable=False
    )
    made_at = models.DateTimeField(editable=False)
    revoked_by = models.ForeignKey(
        "clubs.User",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        editable=False,
    )
    revoked_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        abstract = True
