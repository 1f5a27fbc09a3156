"""Archives as they are stored: files in pieces, and which row here came from which archive."""

from uuid import uuid4

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club


class ClubMark(models.Model):
    """By which an archive knows the club again that it was made of, whatever it is called."""

    club = models.OneToOneField(Club, primary_key=True, on_delete=models.CASCADE, related_name="+")
    mark = models.UUIDField(unique=True, default=uuid4, editable=False)

    def __str__(self) -> str:
        return f"club {self.club_id} is {self.mark}"


class Origin(models.Model):
    """Which row here a row of an archive became: `source` is the mark of the club it was made of.

    `digest` names the row as it was when it was last read (32 hexadecimal digits), so that what
    was changed here since is not written over. It is empty where the row was here before.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    source = models.UUIDField()
    kind = models.CharField(max_length=30)
    number = models.BigIntegerField()
    local_id = models.BigIntegerField()
    digest = models.CharField(max_length=32, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="origin_known_once", fields=["club", "source", "kind", "number"]
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number} of {self.source} is {self.local_id}"


class Direction(models.TextChoices):
    MADE = "made", _("made here")
    UPLOADED = "uploaded", _("uploaded")


class ArchiveFile(models.Model):
    """An archive stored for a while: made of the club, or uploaded to be read into it.

    `size` is in bytes, `sha256` in hexadecimal; both are those of all its pieces. `extent` and
    `of` say what it is of; both are empty for an uploaded file, which nobody has opened yet.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="archive_files")
    direction = models.CharField(max_length=8, choices=Direction)
    extent = models.CharField(max_length=10, blank=True, default="")
    of = models.CharField(max_length=120, blank=True, default="")
    name = models.CharField(max_length=200)
    size = models.PositiveBigIntegerField()
    sha256 = models.CharField(max_length=64)
    has_addresses = models.BooleanField(default=False)
    stored_at = models.DateTimeField()
    stored_by_name = models.CharField(max_length=200)
    kept_until = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["club", "-stored_at"], name="archive_file_of_a_club"),
            models.Index(fields=["kept_until"], name="archive_file_kept_until"),
        ]
        constraints = [
            models.CheckConstraint(
                name="archive_file_known_direction", condition=Q(direction__in=Direction.values)
            ),
            models.CheckConstraint(
                name="archive_file_has_a_digest", condition=Q(sha256__regex=r"^[0-9a-f]{64}$")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}, until {self.kept_until}"


class ArchivePiece(models.Model):
    """So many bytes of an archive; numbered from 0."""

    file = models.ForeignKey(ArchiveFile, on_delete=models.CASCADE, related_name="pieces")
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="archive_piece_once", fields=["file", "number"])
        ]

    def __str__(self) -> str:
        return f"piece {self.number} of archive {self.file_id}"
