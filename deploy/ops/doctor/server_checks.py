"""Is the server in order: disk, backup, mail, files, texts, settings."""

import shutil
import smtplib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.checks import WARNING, run_checks
from django.core.mail import get_connection
from django.utils import timezone

from deploy.ops.doctor.result import Result, fault, well
from deploy.site.catalogues import stale_catalogues
from deploy.site.settings_checks import contradicting_settings
from deploy.site.staticfiles import SITE_SHEET, digest_of_sources
from league.office.site_status import last_backup_at

# --- Is there room on the disk on which this machine keeps its files? ---

MEGABYTE = 1024 * 1024
LEAST_BYTES = 200 * MEGABYTE
LEAST_SHARE = 0.02


def look_at_disk() -> Result:
    """Look where uploads and fonts of papers are written; the database's disk is the database's."""
    folder = _nearest(Path(settings.PLACES.data))
    usage = shutil.disk_usage(folder)
    figures: dict[str, int | str] = {
        "free": usage.free,
        "total": usage.total,
        "folder": str(folder),
    }
    says = (
        f"{usage.free // MEGABYTE} MB of the {usage.total // MEGABYTE} MB below {folder} are free"
    )
    if usage.free >= LEAST_BYTES and usage.free >= LEAST_SHARE * usage.total:
        return well(f"{says}.", **figures)
    return fault(
        f"{says}: the disk is nearly full.",
        "Remove what is not needed ('journalctl --vacuum-size=200M' for the logs of the system),"
        " or give the machine a larger disk. A database on it stops when it is full.",
        **figures,
    )


def _nearest(folder: Path) -> Path:
    """Return the folder, or the one above it that exists."""
    return next(place for place in (folder, *folder.parents) if place.is_dir())


# --- How old is the last backup? ---


def look_at_backup() -> Result:
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


# --- Do mails leave the site? ---


def look_at_mail() -> Result:
    """Open a connection to the mail server, sign in where that is set, and send nothing."""
    if not settings.EMAIL_HOST:
        return fault(
            "No mail leaves the site: invitations and links to sign in reach nobody.",
            "Set EMAIL_HOST, and EMAIL_USER and EMAIL_PASSWORD if the server asks for them.",
        )
    if settings.DEFAULT_FROM_EMAIL.endswith("@localhost>"):
        return fault(
            "Mails come from tricktable@localhost, which other servers refuse.",
            "Set EMAIL_FROM, as in EMAIL_FROM=Card club <cards@example.org>.",
        )
    place = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    try:
        with get_connection(fail_silently=False):
            return well(f"The mail server {place} takes mails.")
    except smtplib.SMTPAuthenticationError:
        return fault(
            f"The mail server {place} does not take the name and the password.",
            "Correct EMAIL_USER and EMAIL_PASSWORD.",
        )
    except (OSError, smtplib.SMTPException) as error:
        return fault(
            f"The mail server {place} cannot be talked to ({type(error).__name__}).",
            "See whether EMAIL_HOST, EMAIL_PORT and EMAIL_TLS are right, and whether the network"
            " lets this machine reach it.",
        )


# --- Are styles, scripts and fonts collected, so that pages can name them? ---

PREPARE = "Run 'tricktable-manage prepare', then 'systemctl restart tricktable.target'."


def look_quickly() -> Result:
    """Look whether this process can name the stylesheet of every page, and finds it."""
    if not settings.STATIC_COLLECTED:
        return well("Styles, scripts and fonts are served where they lie.")
    try:
        stored = staticfiles_storage.stored_name(SITE_SHEET)  # type: ignore[attr-defined]
    except ValueError:
        return fault(
            "Styles, scripts and fonts were not collected when this process began: every page"
            " fails.",
            PREPARE,
        )
    if staticfiles_storage.exists(stored):
        return well("Styles, scripts and fonts are collected.")
    return fault(f"The stylesheet {stored} is not in {settings.STATIC_ROOT}.", PREPARE)


def look_at_static_files() -> Result:
    """Look whether what was collected is what this release has; reads all of it."""
    if not settings.STATIC_COLLECTED:
        return well("Styles, scripts and fonts are served where they lie.")
    if staticfiles_storage.collected_from() == digest_of_sources():  # type: ignore[attr-defined]
        return well("The collected files are those of this release.")
    return fault("The collected styles, scripts and fonts are of another release.", PREPARE)


# --- Are the texts of all languages compiled, and from the catalogues as they are now? ---


def look_at_catalogues() -> Result:
    stale = [path.relative_to(settings.BASE_DIR) for path in stale_catalogues(settings.BASE_DIR)]
    if not stale:
        return well("The texts of all languages are compiled.")
    return fault(
        f"{len(stale)} catalogues are not compiled, the first of them {stale[0]}: pages in other"
        " languages show what they lack in English.",
        "Run 'tricktable-manage prepare', then 'systemctl restart tricktable.target'.",
        stale=len(stale),
    )


# --- Are the settings those of a real site, and can all of them be meant? ---


def look_at_settings() -> Result:
    if settings.EMBEDDED_SERVERS:
        return fault(
            "These are the settings of a demo on the embedded servers, which are for 'make run' and"
            " the tests only.",
            "Set the variables of docs/operations.md before this command.",
        )
    found = [*contradicting_settings(settings), *_of_django()]
    if not found:
        return well("The settings are those of a real site.")
    return fault(
        " ".join(f"{sentence.rstrip('.')}." for sentence in found),
        "Change them in the environment, and start all processes again.",
    )


def _of_django() -> list[str]:
    """Return what Django says of a site that is about to be deployed."""
    said = run_checks(include_deployment_checks=True)
    return [
        " ".join(filter(None, [message.msg, message.hint]))
        for message in said
        if message.level >= WARNING and not message.is_silenced()
    ]
