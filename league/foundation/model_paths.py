"""The way from the rows of a model to those of another one, found in the models themselves."""

from collections.abc import Collection
from typing import Any

from django.db.models import Model


def path_to(
    model: type[Model], target: type[Model], *, not_through: Collection[Any] = ()
) -> str | None:
    """Return the shortest path of references: "round__stage__event"; of a model to itself "pk".

    A path that each row has goes before one on which a reference may be empty.
    """
    if model is target:
        return "pk"
    for even_empty in (False, True):
        paths: list[tuple[Any, str]] = [(model, "")]
        seen = {model, *not_through}
        for at, path in paths:
            for field in at._meta.concrete_fields:
                related: Any = field.related_model
                if related is None or (field.null and not even_empty):
                    continue
                if related is target:
                    return f"{path}{field.name}"
                if related in seen:
                    continue
                seen.add(related)
                paths.append((related, f"{path}{field.name}__"))
    return None
