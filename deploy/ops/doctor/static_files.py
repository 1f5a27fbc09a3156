"""Are styles, scripts and fonts collected, so that pages can name them?"""

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage

from deploy.ops.doctor.result import Result, fault, well
from deploy.site.staticfiles import SITE_SHEET, digest_of_sources

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


def look() -> Result:
    """Look whether what was collected is what this release has; reads all of it."""
    if not settings.STATIC_COLLECTED:
        return well("Styles, scripts and fonts are served where they lie.")
    if staticfiles_storage.collected_from() == digest_of_sources():  # type: ignore[attr-defined]
        return well("The collected files are those of this release.")
    return fault("The collected styles, scripts and fonts are of another release.", PREPARE)
