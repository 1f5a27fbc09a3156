"""The connections to the database that the threads of a web process share."""

from typing import Any


def pool_of(size: int) -> dict[str, Any]:
    """Return the settings of a pool of at most so many connections."""
    return {
        "min_size": 1,
        "max_size": size,
        # after so long a page says that the database is away, which is asked again for every
        # request: a pool that goes on by itself waits longer each time
        "timeout": 4,
        "reconnect_timeout": 2,
    }
