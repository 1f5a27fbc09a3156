"""Change something only if it is still as it was when somebody looked at it."""

from collections.abc import Callable
from typing import TypeVar

from django.db import transaction

Done = TypeVar("Done")


@transaction.atomic
def with_row_lock(lock: Callable[[], object], act: Callable[[], Done]) -> Done:
    """Call `act` while nobody else can change what `lock` locks.

    Services inside join the transaction; what `act` raises undoes all of it. `lock` must take the
    lock that those services take first: in another order two could wait for each other for ever.
    """
    lock()
    return act()
