"""The API with nonsense in every field of every body, in every parameter and header it reads."""

import json
from copy import deepcopy
from typing import Any
from urllib.parse import quote

import pytest
from django.urls import get_resolver

from league.faces.api.description import description
from tests.addresses import Address
from tests.league.nonsense.sending import Sender
from tests.league.nonsense.site import Site, addresses_of
from tests.league.nonsense.values import BODIES, JSON_VALUES, TEXTS, some

pytestmark = [pytest.mark.django_db, pytest.mark.long]
WRITES = ("post", "put", "patch", "delete")
HEADERS = (
    *("If-Match", "If-None-Match", "Idempotency-Key", "Authorization", "Accept-Language"),
    *("Accept", "Range", "If-Modified-Since", "Last-Event-ID", "HX-Request", "Referer"),
    *("Origin", "X-Forwarded-For", "X-Forwarded-Proto", "Cookie", "User-Agent", "X-Request-Id"),
)
ODD = {
    **{name: value for name, value in TEXTS.items() if b"\n" not in value},
    "many tags": b'W/"x", ' * 1_000,
    "an open quote": b'"',
    "an odd language": b"x-klingon;q=nan, *;q=1e999, ja;q=",
    "an odd range": b"bytes=9-1,-,99999999999999999999-",
    "an odd date": b"Tue, 99 Foo 99999 99:99:99 GMT",
    "a token": b"Token \xff",
    "a table": b"Table 1-1-x",
}


class Operation:
    """A method of an address, with what its description says of the body and the query."""

    def __init__(self, described: dict[str, Any]) -> None:
        self.query = [
            one["name"] for one in described.get("parameters", []) if one.get("in") == "query"
        ]
        content = described.get("requestBody", {}).get("content", {}).get("application/json", {})
        self.shape = content.get("schema", {})
        examples = [one["value"] for one in content.get("examples", {}).values()]
        self.example: Any = examples[0] if examples else {}


def operations(site: Site) -> list[tuple[str, str, Operation]]:
    """Return (method, address, what is said of it) of everything that the API does."""
    paths = description("en")["paths"]
    found = []
    for one in addresses_of("api"):
        for address in site.paths(one)[:1]:
            described = paths.get(template_of(one), {})
            found += [
                (method, address, Operation(about))
                for method, about in described.items()
                if method in ("get", *WRITES)
            ]
    return found


def template_of(one: Address) -> str:
    """Return the address as the description has it, `/api/v1/tables/{table}/submit`."""
    _app, api = get_resolver().namespace_dict["api"]
    ((template, names),) = api.reverse_dict.getlist(one.view)[0][0]
    return "/api/v1/" + template % {name: f"{{{name}}}" for name in names}


def fields_of(shape: dict[str, Any], place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the places of all fields of a shape, those inside of others too."""
    parts = description("en")["components"]["schemas"]
    while "$ref" in shape:
        shape = parts[shape["$ref"].rpartition("/")[2]]
    for joined in shape.get("allOf", []) + shape.get("oneOf", []) + shape.get("anyOf", []):
        shape = {**shape, "properties": {**shape.get("properties", {}), **resolved(joined)}}
    found: list[tuple[Any, ...]] = [place] if place else []
    if len(place) > 4:
        return found
    for name, inner in shape.get("properties", {}).items():
        found += fields_of(inner, (*place, name))
    if "items" in shape:
        found += fields_of(shape["items"], (*place, 0))
    return found


def resolved(shape: dict[str, Any]) -> dict[str, Any]:
    parts = description("en")["components"]["schemas"]
    while "$ref" in shape:
        shape = parts[shape["$ref"].rpartition("/")[2]]
    return dict(shape.get("properties", {}))


def with_value(body: Any, place: tuple[Any, ...], value: Any) -> Any:
    """Return the body with the value there, whatever was on the way to it."""
    name, *rest = place
    if isinstance(name, int):
        inner = list(body) if isinstance(body, list) and body else [{}]
        inner[0] = with_value(inner[0], tuple(rest), value) if rest else value
        return inner
    changed = deepcopy(body) if isinstance(body, dict) else {}
    changed[name] = with_value(changed.get(name), tuple(rest), value) if rest else value
    return changed


def check(sender: Sender, least: int) -> None:
    faults = sender.faults
    print(f"{dict(sender.sent)}, answers {dict(sorted(sender.statuses.items()))}")
    assert not faults, f"{len(faults)} faults:\n" + "\n".join(faults[:60])
    assert sum(sender.sent.values()) >= least


def test_no_body_breaks_the_api(site, lots):
    sender = Sender(site.visitor("api"))
    for method, address, about in operations(site):
        if method == "get":
            continue
        pairs = [(place, kind) for place in fields_of(about.shape) for kind in JSON_VALUES]
        for place, kind in some(pairs, 3, lots):
            body = with_value(about.example, place, JSON_VALUES[kind])
            sender.json(method.upper(), address, json.dumps(body).encode())
        for kind in some([*BODIES], 1, lots):
            sender.json(method.upper(), address, BODIES[kind])
    check(sender, 100)


def test_no_query_breaks_the_api(site, lots):
    sender = Sender(site.visitor("api"))
    for method, address, about in operations(site):
        pairs = [(name, kind) for name in about.query for kind in TEXTS] if method == "get" else []
        for name, kind in some(pairs, 2, lots):
            sender.get(address, {name: [TEXTS[kind]]})
    check(sender, 30)


@pytest.mark.parametrize("face", ["api", "public", "desk", "table", "account"])
def test_no_header_breaks_a_page_or_an_answer(face, site, lots):
    sender = Sender(site.visitor(face))
    paths = [path for one in addresses_of(face) for path in site.paths(one)[:1]]
    for path in some(paths, 12, lots):
        for name in some(HEADERS, 2, lots):
            for kind in some([*ODD], 1, lots):
                sender.get(path, **{name: as_header(ODD[kind])})
    check(sender, 10)


def test_no_header_breaks_a_write(site, lots):
    sender = Sender(site.visitor("api"))
    writes = [one for one in operations(site) if one[0] != "get"]
    for method, address, about in some(writes, 25, lots):
        for name in ("If-Match", "Idempotency-Key"):
            for kind in some([*ODD], 1, lots):
                body = json.dumps(about.example).encode()
                sender.json(method.upper(), address, body, **{name: as_header(ODD[kind])})
    check(sender, 20)


def as_header(value: bytes) -> str:
    """Return the value as a server hands it on: each byte a letter, none that ends the header."""
    return value.decode("latin-1").replace("\x00", quote("\x00"))
