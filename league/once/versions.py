"""Change something only if it is still as it was when somebody looked at it."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import QuerySet

Done = TypeVar("Done")


@transaction.atomic
def while_held(rows: "QuerySet[Any]", act: Callable[[], Done]) -> Done:
    """Call `act` while nobody else can change the rows; services inside join the transaction."""
    list(rows.order_by("pk").select_for_update(of=("self",)).values_list("pk", flat=True))
    return act()
