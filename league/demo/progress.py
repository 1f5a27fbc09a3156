"""How far the season behind the demo is, for pages that are looked at while it is played.

It is noted in a file of the site's data: pages that are kept must not hold it, and a site without
a season that is played pays nothing for it.
"""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.demo.season_behind import Progress


def note_progress(progress: Progress | None) -> None:
    """Note how far the season is; None: it is over, or there is none."""
    file = _file()
    if progress is None:
        file.unlink(missing_ok=True)
        return
    begun = file.with_suffix(".begun")
    begun.write_text(f"{progress.done} {progress.total}")
    begun.replace(file)


def noted_progress() -> Progress | None:
    try:
        done, total = _file().read_text().split()
    except (OSError, ValueError):
        return None
    return Progress(int(done), int(total))


def _file() -> Path:
    return Path(settings.DEMO_SEASON)


def season_address(_request: HttpRequest) -> dict[str, Any]:
    """Give pages `demo_season_url` while the season is played: where they ask how far it is."""
    return {"demo_season_url": reverse("demo:season") if _file().exists() else ""}


@never_cache
@require_safe
def season(_request: HttpRequest) -> HttpResponse:
    """Answer with a sentence and figures; with nothing when no season is played."""
    progress = noted_progress()
    if progress is None:
        return HttpResponse(status=204)
    text = _(
        "The demo club’s season is being played: %(done)d of %(total)d evenings are over. "
        "Tonight’s events can be looked at already."
    ) % {"done": progress.done, "total": progress.total}
    return JsonResponse({"text": text, "done": progress.done, "total": progress.total})
