"""What programs rely on in the API: `python -m deploy.workshop.api_promise` writes it line by line.

A line stands for one thing that may not go or change without notice: an operation at its address,
a parameter, a field that is sent or answered with its type. `make release` writes the lines of the
release into `PROMISED`; a test compares them with the description of today (docs/api.md).
"""

import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

PROMISED = Path(__file__).resolve().parent / "api_promised.txt"


def promises(description: Mapping[str, Any]) -> dict[str, str]:
    """Return what holds by what it is about, such as `Player.name`: `string`."""
    found = dict(_of_operations(description["paths"]))
    for name, shape in description["components"]["schemas"].items():
        found |= _of_shape(name, shape)
    return found


def _of_operations(paths: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for path, operations in paths.items():
        for method, operation in operations.items():
            name = operation["operationId"]
            yield name, f"{method.upper()} {path}"
            for parameter in operation.get("parameters", []):
                if "$ref" not in parameter:
                    yield f"{name}?{parameter['name']}", _type_of(parameter["schema"])
            for status, answer in operation["responses"].items():
                shape = answer.get("content", {}).get("application/json", {}).get("schema")
                if status.startswith("2") and shape is not None:
                    yield f"{name}={status}", _type_of(shape)


def _of_shape(name: str, shape: Mapping[str, Any]) -> dict[str, str]:
    found: dict[str, str] = {}
    needed = set(shape.get("required", [])) if name.endswith("Request") else set()
    for field, inner in shape.get("properties", {}).items():
        found[f"{name}.{field}"] = _type_of(inner)
    # what must be sent: one more would refuse programs that do not know it
    found |= {f"{name} needs": " ".join(sorted(needed))} if needed else {}
    if "enum" in shape and not found:
        found[name] = _type_of(shape)
    return found


def _type_of(shape: Mapping[str, Any]) -> str:
    """Return a type in one line; `any` where the description leaves it open."""
    if "$ref" in shape:
        return str(shape["$ref"]).rsplit("/", 1)[1]
    for word in ("oneOf", "anyOf", "allOf"):
        if word in shape:
            return "|".join(sorted(_type_of(one) for one in shape[word]))
    kinds = shape.get("type", "any")
    kind = "|".join(sorted(kinds)) if isinstance(kinds, list) else str(kinds)
    return f"{kind}[{_type_of(shape['items'])}]" if "items" in shape else kind


def broken(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """Return what held and holds no more.

    What was left open may have got a type since, and what is sent may be more than it could be.
    """
    return [
        f"{name}: {held} before, {now.get(name, 'nothing')} now"
        for name, held in before.items()
        if now.get(name) != held
        and not (name in now and (_was_open(held) or _takes_more(name, held, now[name])))
    ]


def _was_open(held: str) -> bool:
    """Say whether a type left open what is in it: anything, or an object without its fields."""
    return held.rstrip("]").rsplit("[", 1)[-1] in ("any", "object")


def _takes_more(name: str, held: str, now: str) -> bool:
    """Say whether a field that is sent can still be all that it could be, and more."""
    shape, _dot, field = name.partition(".")
    return bool(field) and shape.endswith("Request") and set(held.split("|")) < set(now.split("|"))


def read_promised() -> dict[str, str]:
    lines = PROMISED.read_text().splitlines()
    return dict(line.split("\t", 1) for line in lines if line)


def write_promised(description: Mapping[str, Any]) -> None:
    lines = sorted(f"{name}\t{held}\n" for name, held in promises(description).items())
    PROMISED.write_text("".join(lines))


def main() -> int:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.site.settings")
    django.setup()
    from league.faces.api.description import description

    write_promised(description("en"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
