"""A cache that counts as empty while its server is away, so that pages only get slower."""

import logging
from collections.abc import Callable, Iterable
from functools import wraps
from itertools import islice
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

AT_ONCE = 500  # keys


def forgiving(method: Callable[..., Any], instead: Callable[..., Any]) -> Any:
    """Return the method, which answers what `instead` makes of its arguments when it fails."""

    @wraps(method)
    def call(self: RedisCacheClient, *args: Any, **kwargs: Any) -> Any:
        try:
            return method(self, *args, **kwargs)
        except RedisError as error:
            log.warning("cache_away", extra={"reason": str(error)})
            return instead(*args, **kwargs)

    return call


def nothing_there(*_args: Any, **_kwargs: Any) -> None:
    """An empty cache has nothing to give or to do."""


def not_there(*_args: Any, **_kwargs: Any) -> bool:
    return False


def nothing_to_count(key: str, *_args: Any, **_kwargs: Any) -> int:
    """Raise ValueError for a key that is missing, as every cache of Django does."""
    raise ValueError(f"Key '{key}' not found.")


def unlink_beginning_with(self: RedisCacheClient, beginning: str) -> None:
    """Delete the keys with this beginning, a few at once: nobody waits for all of them."""
    client = self.get_client(None, write=True)
    found = client.scan_iter(match=f"{beginning}*", count=AT_ONCE)
    while batch := list(islice(found, AT_ONCE)):
        client.unlink(*batch)


class ForgivingClient(RedisCacheClient):
    unlink_beginning_with = forgiving(unlink_beginning_with, nothing_there)
    get = forgiving(RedisCacheClient.get, lambda _key, default: default)
    get_many = forgiving(RedisCacheClient.get_many, lambda _keys: {})
    set = forgiving(RedisCacheClient.set, nothing_there)
    set_many = forgiving(RedisCacheClient.set_many, nothing_there)
    # "it was not there, now it is": the caller does its work, as with an empty cache
    add = forgiving(RedisCacheClient.add, lambda _key, _value, _timeout: True)
    touch = forgiving(RedisCacheClient.touch, not_there)
    delete = forgiving(RedisCacheClient.delete, not_there)
    delete_many = forgiving(RedisCacheClient.delete_many, nothing_there)
    has_key = forgiving(RedisCacheClient.has_key, not_there)
    incr = forgiving(RedisCacheClient.incr, nothing_to_count)
    clear = forgiving(RedisCacheClient.clear, not_there)


class ForgivingRedisCache(RedisCache):
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = ForgivingClient

    def delete_beginning_with(self, beginnings: Iterable[str]) -> None:
        """Delete what is kept under keys with one of these beginnings."""
        for beginning in beginnings:
            self._cache.unlink_beginning_with(self.make_key(beginning))  # type: ignore[attr-defined]


class LocalCache(LocMemCache):
    """The cache of a site with one process."""

    def delete_beginning_with(self, beginnings: Iterable[str]) -> None:
        """Delete what is kept under keys with one of these beginnings."""
        keys = tuple(self.make_key(beginning) for beginning in beginnings)
        with self._lock:  # type: ignore[attr-defined]
            for key in [key for key in self._cache if key.startswith(keys)]:  # type: ignore[attr-defined]
                self._delete(key)  # type: ignore[attr-defined]
