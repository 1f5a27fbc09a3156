"""Do those who read the journal keep up with it?"""

from django.utils import timezone

from deploy.ops.doctor.result import Result, fault, well
from league.foundation.journal.selectors import waiting

LATE_SECONDS = 120


def look() -> Result:
    late = waiting(timezone.now())
    figures = {"happenings": late.happenings, "seconds": late.oldest_s}
    if not late.happenings:
        return well("Everything that happened has been delivered.", **figures)
    says = f"{late.happenings} happenings are not delivered, the oldest for {late.oldest_s:.0f} s"
    if late.oldest_s < LATE_SECONDS:
        return well(f"{says}.", **figures)
    return fault(
        f"{says}: standings, mails and live pages do not follow.",
        "See whether the workers run (systemctl status 'tricktable*'), and look for"
        " “journal_subscriber_failed” in the workers' log.",
        **figures,
    )
