"""Are the texts of all languages compiled, and from the catalogues as they are now?"""

from django.conf import settings

from deploy.ops.doctor.result import Result, fault, well
from deploy.site.catalogues import stale_catalogues


def look() -> Result:
    stale = [path.relative_to(settings.BASE_DIR) for path in stale_catalogues(settings.BASE_DIR)]
    if not stale:
        return well("The texts of all languages are compiled.")
    return fault(
        f"{len(stale)} catalogues are not compiled, the first of them {stale[0]}: pages in other"
        " languages show what they lack in English.",
        "Run 'tricktable-manage prepare', then 'systemctl restart tricktable.target'.",
        stale=len(stale),
    )
