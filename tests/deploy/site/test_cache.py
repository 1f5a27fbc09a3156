"""A cache that is away is an empty cache."""

import pytest

from deploy.site.cache import ForgivingRedisCache


@pytest.fixture
def cache(embedded_servers):
    cache = ForgivingRedisCache(embedded_servers.places.cache_url(5), {})
    yield cache
    cache.clear()


def test_cache_that_is_away_gives_and_takes_nothing_and_never_raises(tmp_path):
    cache = ForgivingRedisCache(f"unix://{tmp_path}/nothing.sock", {})

    cache.set("page", b"<p>", 60)
    cache.set_many({"a": 1})
    cache.delete_many(["a"])

    assert cache.get("page") is None
    assert cache.get("page", "instead") == "instead"
    assert cache.get_many(["page"]) == {}
    assert cache.add("page", b"<p>") is True
    assert cache.get_or_set("page", b"<p>") == b"<p>"
    assert not cache.delete("page")
    assert not cache.touch("page")
    assert "page" not in cache
    with pytest.raises(ValueError, match="not found"):
        cache.incr("count")
