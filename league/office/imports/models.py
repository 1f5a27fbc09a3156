"""A file on its way into a club: kept between the steps of its import, and forgotten after it."""

from django.db import models
from django.db.models import Q

from league.clubs.models import Club, User

LARGEST = 8_000_000  # bytes


class Upload(models.Model):
    """A file or a pasted text as it came, and what was chosen about it so far.

    `content` is text; of a workbook it is the chosen sheet as CSV, made once because that takes
    long, `sheets` are the names of all, and `workbook` is the file where there are several. What is
    large is read and planned by a worker and stays in `content` as it came: `reading` is what was
    read and `plan` what is shown of the plan, as JSON, None until they are made.
    `kind` is the name of one in `kinds/`; `choices` are those of `choices.Choices` as JSON. It
    holds names and addresses of people: it goes when it is imported, or at `kept_until`, and
    nothing of it is logged.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="uploads")
    made_by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=20)
    name = models.CharField(max_length=120, blank=True)
    content = models.BinaryField()
    workbook = models.BinaryField(null=True)
    sheets = models.JSONField(default=list)
    is_large = models.BooleanField(default=False, db_default=False)
    reading = models.BinaryField(null=True)
    plan = models.BinaryField(null=True)
    is_typed = models.BooleanField(default=False)
    choices = models.JSONField(default=dict)
    made_at = models.DateTimeField()
    kept_until = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["kept_until"], name="upload_kept_until")]
        constraints = [
            models.CheckConstraint(name="upload_has_a_kind", condition=~Q(kind="")),
            models.CheckConstraint(
                name="upload_is_kept_for_a_while", condition=Q(kept_until__gt=models.F("made_at"))
            ),
        ]

    def __str__(self) -> str:
        return f"upload {self.pk} of club {self.club_id}"
