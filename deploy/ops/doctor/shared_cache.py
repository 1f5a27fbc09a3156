"""Is the cache there, and the same one for all processes?"""

from django.conf import settings
from django.core.cache import cache
from django.utils import timezone
from redis.exceptions import RedisError

from deploy.ops.doctor.models import SignOfLife
from deploy.ops.doctor.result import Result, fault, well
from deploy.ops.doctor.tasks import IN_THE_CACHE, KEPT_SECONDS


def look() -> Result:
    if settings.CACHE_URL == "local":
        return _of_one_process()
    try:
        # the cache of the site counts as empty while it is away: its server is asked itself
        cache._cache.get_client().ping()  # type: ignore[attr-defined]
    except RedisError:
        return fault(
            "The cache does not answer: pages are slower, and limits are not counted.",
            "See whether its server runs ('systemctl status valkey-server redis-server'), and"
            " whether CACHE_URL names it.",
        )
    return _is_that_of_the_workers()


def _of_one_process() -> Result:
    if settings.WEB_PROCESSES == 1:
        return well("The one web process has a cache of its own.")
    return fault(
        "Each process has a cache of its own: limits are counted by each for itself.",
        "Set CACHE_URL=redis://127.0.0.1:6379/1, and start all processes again.",
    )


def _is_that_of_the_workers() -> Result:
    """Look for what a worker has left in the cache as well as in the database."""
    newest = SignOfLife.objects.order_by("-done_at").first()
    if newest is None or (timezone.now() - newest.done_at).total_seconds() > KEPT_SECONDS / 2:
        return well("The cache answers; no worker has left a sign of life in it lately.")
    if cache.get(IN_THE_CACHE.format(queue=newest.queue)) is None:
        return fault(
            "The workers have another cache than this command, or it forgets at once.",
            "Give all processes the same CACHE_URL; if it is the same, give the cache's server"
            " more memory (maxmemory).",
        )
    return well("The cache answers, and workers share it.")
