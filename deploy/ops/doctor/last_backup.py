"""How old is the last backup?"""

from django.conf import settings
from django.utils import timezone

from deploy.ops.doctor.result import Result, fault, well
from league.office.site_status import last_backup_at


def look() -> Result:
    if not settings.BACKUP_HOURS:
        return well("Backups are made by somebody else (BACKUP_HOURS is 0).")
    at = last_backup_at()
    if at is None:
        return fault(
            "No backup is known.",
            "Run 'systemctl start tricktable-backup', and see that its timer is on:"
            " 'systemctl enable --now tricktable-backup.timer'.",
            hours=None,
        )
    hours = (timezone.now() - at).total_seconds() / 3600
    if hours < settings.BACKUP_HOURS:
        return well(f"The last backup is {hours:.0f} hours old.", hours=hours)
    return fault(
        f"The last backup is {hours:.0f} hours old.",
        "See why the last one failed: 'journalctl --unit tricktable-backup'.",
        hours=hours,
    )
