"""Find every page by its links, as somebody who clicks on everything would."""

import re
from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from html.parser import HTMLParser
from http.client import METHOD_NOT_ALLOWED, OK
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.db import connection
from django.test import Client, RequestFactory
from django.urls import Resolver404, resolve

from league.clubs.models import User
from tests.addresses import all_addresses

FACES = ("public", "desk", "account", "table")
# so many addresses of one view are read for further links
DEEP = 2
# of these every one is read: each event is in another state, each frame is of another kind
HUBS = {"public:event", "desk:event", "desk:stage", "desk:club_website"}
# what a <link> can be that makes a browser load it
LOADED = {"stylesheet", "icon", "apple-touch-icon", "manifest", "preload", "modulepreload"}
# attributes whose address is for a POST
SENT = {"action", "formaction", "data-hx-post"}


@dataclass
class Links(HTMLParser):
    """What a page leads to, what it loads, and what else it names: parts of it, its picture."""

    hrefs: list[str] = field(default_factory=list)
    loads: list[tuple[str, str]] = field(default_factory=list)
    others: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value for name, value in attrs if value}
        if tag == "a" and "href" in values:
            self.hrefs.append(values["href"])
            return
        self.others += [
            value.removeprefix(settings.SITE_URL)
            for name, value in values.items()
            if value.startswith(("/", f"{settings.SITE_URL}/")) and name not in SENT
        ]
        if tag == "link" and LOADED.isdisjoint(values.get("rel", "").split()):
            return  # says where something is, and loads nothing
        for name in ("src", "href", "poster", "data"):
            if tag != "form" and name in values:
                self.loads.append((tag, values[name]))


@dataclass
class Found:
    """A page as the server gave it: where, its answer, and to whom."""

    address: str
    status: int
    content_type: str
    body: bytes
    moved: str
    client: Client
    queries: Counter[str]

    @property
    def is_html(self) -> bool:
        return self.content_type.startswith("text/html")

    @property
    def is_page(self) -> bool:
        """Say whether it can be looked at: not a part of a page, a file, or the way elsewhere."""
        return self.status == OK and self.is_html and b"<html" in self.body[:500]

    @cached_property
    def links(self) -> Links:
        links = Links()
        if self.is_html:
            links.feed(self.body.decode())
        return links

    @property
    def leads_to(self) -> list[str]:
        """Return the addresses to try next, the likeliest to be something else first."""
        if self.moved:
            return [self.moved]
        return ends_first(self.links.hrefs) + self.links.others


def name_of(path: str) -> str:
    """Return "face:view" of an address, or "" when it is none of the faces' own."""
    try:
        match = resolve(path)
    except Resolver404:
        return ""
    return match.view_name if match.app_name in FACES else ""


def walk(
    client: Client, starts: Iterable[str], found: dict[str, list[Found]] | None = None
) -> dict[str, list[Found]]:
    """Follow all links from `starts`; return up to `DEEP` pages a view, by its name.

    What somebody else has `found` counts, and where that one was sent away is tried again.
    """
    found = {} if found is None else found
    names = all_names()
    waiting = deque(starts)
    answered = {one.address for ones in found.values() for one in ones if one.status == OK}
    seen = answered.union(waiting)
    while waiting:
        address = waiting.popleft()
        name = name_of(urlsplit(address).path)
        if name not in names or enough_of(name, found.get(name, [])):
            continue
        queries: Counter[str] = Counter()
        with connection.execute_wrapper(partial(counted, queries)):
            answer = client.get(address)
        one = Found(
            address=address,
            status=answer.status_code,
            content_type=answer.headers.get("Content-Type", ""),
            body=b"".join(answer.streaming_content) if answer.streaming else answer.content,
            moved=answer.headers.get("Location", ""),
            client=client,
            queries=queries,
        )
        found.setdefault(name, []).append(one)
        for href in one.leads_to:
            target = urljoin(address, href).partition("#")[0]
            if urlsplit(target).netloc or target in seen:
                continue
            seen.add(target)
            waiting.append(target)
    return found


def counted(
    queries: Counter[str], execute: Callable[..., Any], sql: str, params: Any, *rest: Any
) -> Any:
    """Count a query by its shape: whatever its values are, and however many of them."""
    queries[re.sub(r"%s(, %s)+", "%s", sql)] += 1
    return execute(sql, params, *rest)


def enough_of(name: str, ones: list[Found]) -> bool:
    """Say whether no more of a view is read: pages differ in their links, files have none."""
    if ones and ones[0].status == OK and not ones[0].is_html:
        return True
    return name not in HUBS and len(ones) >= DEEP


def ends_first(hrefs: list[str]) -> list[str]:
    """Put the last link of each view first: the last round of a night is unlike the others."""
    return [*{name_of(urlsplit(href).path): href for href in hrefs}.values(), *hrefs]


@cache
def all_names() -> set[str]:
    """Return the names of all views of the faces that answer a GET: "public:club", ..."""
    return {one.name for one in all_addresses() if one.face in FACES and answers_get(one.callback)}


def answers_get(view: Callable[..., Any]) -> bool:
    """Say whether a view refuses a GET before it looks at anything else, as `require_POST` does."""
    request = RequestFactory().get("/")
    request.user = User()
    try:
        return view(request).status_code != METHOD_NOT_ALLOWED
    except Exception:  # it went on, and missed what its address would have given it
        return True
