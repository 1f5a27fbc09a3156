"""A second person who is in the middle of something."""

from contextlib import contextmanager

from django.db import connections


@contextmanager
def another_connection():
    """A second person's connection to the same database."""
    other = connections.create_connection("default")
    other.set_autocommit(False)
    try:
        yield other
    finally:
        other.close()
