"""Find every page by its links, as somebody who clicks on everything would."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http import HTTPStatus
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.test import Client, RequestFactory
from django.urls import Resolver404, get_resolver, resolve
from django.urls.resolvers import URLResolver

FACES = ("public", "desk", "account", "table")
# so many addresses of one view are read for further links
DEEP = 3
# what a <link> can be that makes a browser load it
LOADED = {"stylesheet", "icon", "apple-touch-icon", "manifest", "preload", "modulepreload"}


@dataclass
class Found:
    """A page as the server gave it: where, and its answer."""

    address: str
    status: int
    content_type: str
    body: bytes


@dataclass
class Links(HTMLParser):
    """What a page leads to, and what it loads."""

    hrefs: list[str] = field(default_factory=list)
    loads: list[tuple[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "a" and values.get("href"):
            self.hrefs.append(str(values["href"]))
        if tag == "link" and LOADED.isdisjoint(str(values.get("rel")).split()):
            return  # says where something is, and loads nothing
        for name in ("src", "href", "poster", "data"):
            if tag not in ("a", "form") and values.get(name):
                self.loads.append((tag, str(values[name])))


def links_of(body: bytes) -> Links:
    links = Links()
    links.feed(body.decode())
    return links


def name_of(path: str) -> str:
    """Return "face:view" of an address, or "" when it is none of the faces' own."""
    try:
        match = resolve(path)
    except Resolver404:
        return ""
    return match.view_name if match.app_name in FACES else ""


def walk(client: Client, starts: list[str]) -> dict[str, list[Found]]:
    """Follow all links from `starts`; return up to `DEEP` pages a view, by its name."""
    found: dict[str, list[Found]] = {}
    waiting, seen = deque(starts), set(starts)
    while waiting:
        address = waiting.popleft()
        name = name_of(urlsplit(address).path)
        if not name or len(found.get(name, ())) >= DEEP:
            continue
        answer = client.get(address)
        content_type = answer.headers.get("Content-Type", "")
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        found.setdefault(name, []).append(Found(address, answer.status_code, content_type, body))
        onward = [answer.headers["Location"]] if answer.status_code in (301, 302) else []
        if content_type.startswith("text/html"):
            onward += links_of(body).hrefs
        for href in onward:
            target = urljoin(address, href).partition("#")[0]
            parts = urlsplit(target)
            if parts.netloc or target in seen:
                continue
            seen.add(target)
            waiting.append(target)
    return found


def all_names() -> set[str]:
    """Return the names of all views of the faces that answer a GET: "public:club", ..."""
    names: set[str] = set()

    def collect(resolver: URLResolver, face: str) -> None:
        for pattern in resolver.url_patterns:
            if isinstance(pattern, URLResolver):
                collect(pattern, pattern.app_name or face)
            elif face in FACES and pattern.name and answers_get(pattern.callback):
                names.add(f"{face}:{pattern.name}")

    collect(get_resolver(), "")
    return names


def answers_get(view: Callable[..., Any]) -> bool:
    """Say whether a view refuses a GET before it looks at anything else, as `require_POST` does."""
    try:
        return view(RequestFactory().get("/")).status_code != HTTPStatus.METHOD_NOT_ALLOWED
    except Exception:  # it went on, and missed what its address would have given it
        return True
