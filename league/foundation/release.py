"""Which release of the site this is: what is kept for later must not outlive the code it is of."""

from datetime import datetime, timedelta
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone

CODE = Path(__file__).parents[2]


@cache
def build_id() -> str:
    """Return the digest of all that an answer is made of beside its facts.

    That is the code of the games and the league, the templates, the catalogues, and the list of
    collected static files: a kept page must not ask for a stylesheet that is gone.
    """
    folders: list[Any] = [template["DIRS"] for template in settings.TEMPLATES]
    files = [path for folder in folders for root in folder for path in Path(root).rglob("*.html")]
    code = [path for part in ("games", "league") for path in (CODE / part).rglob("*.py")]
    texts = [path for root in settings.LOCALE_PATHS for path in Path(root).rglob("*.mo")]
    collected = Path(settings.STATIC_ROOT or "").glob(settings.STATIC_MANIFEST)
    digest = sha256()
    for path in sorted([*files, *code, *texts, *collected]):
        digest.update(path.read_bytes())
    return digest.hexdigest()


# --- Site start ---
# When this process of the site started. Workers start beside the pages, and are heard of later.

# for so long after a start nobody is warned that the workers are silent
GRACE_SECONDS = 120

started_at = timezone.now()


def is_starting(at: datetime) -> bool:
    """Say whether the silence of a worker means nothing yet."""
    return started_at <= at < started_at + timedelta(seconds=GRACE_SECONDS)
