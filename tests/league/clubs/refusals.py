"""What the database itself refuses."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction


def constraint_refusing(statement: str, *params: Any) -> str:
    """Return the name of the constraint that refuses the statement by the end of a transaction."""
    with (
        pytest.raises(IntegrityError) as error,
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(f"{statement}; SET CONSTRAINTS ALL IMMEDIATE", params)
    return str(error.value.__cause__.diag.constraint_name)  # type: ignore[union-attr]
