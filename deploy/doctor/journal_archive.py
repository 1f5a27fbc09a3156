"""Are the files there to which the journal's passing happenings were moved?"""

import os

from django.conf import settings

from deploy.doctor.result import Result, fault, well
from deploy.journal_kept import archive_folder
from league.journal.archiving import look_at_files
from league.journal.models import Archive


def look() -> Result:
    if not settings.JOURNAL_ARCHIVE_FOLDER:
        return _without_a_folder()
    try:
        folder = archive_folder()
    except OSError as error:
        return _not_writable(str(error.strerror))
    if not os.access(folder, os.W_OK | os.X_OK):
        return _not_writable("permission denied")
    looked = look_at_files(folder, thoroughly=False)
    if not looked.faults:
        return well(f"{looked.whole} files of the journal’s archive are there.", files=looked.whole)
    return fault(
        f"{len(looked.faults)} files of the journal’s archive are not right: {looked.faults[0]}",
        "Run 'manage.py archive_journal --check': it names each.",
        files=looked.whole,
    )


def _without_a_folder() -> Result:
    files = Archive.objects.filter(state="done").count()
    if not files:
        return well("The journal keeps everything (JOURNAL_ARCHIVE_FOLDER is not set).", files=0)
    return fault(
        f"{files} files were archived from the journal, and JOURNAL_ARCHIVE_FOLDER is not set:"
        " nothing says whether they are still there.",
        "Set JOURNAL_ARCHIVE_FOLDER to their folder again.",
        files=files,
    )


def _not_writable(reason: str) -> Result:
    return fault(
        f"The folder of the journal’s archive cannot be written: {reason}. Nothing goes there, and"
        " the journal keeps everything.",
        "Let the user of the site write JOURNAL_ARCHIVE_FOLDER, or name another folder.",
    )
