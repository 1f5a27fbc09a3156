"""No secret part of an address reaches a log, whatever goes wrong there and whoever logs it."""

import io
import logging
import re
from unittest.mock import patch

import pytest
import structlog
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from hypothesis import given
from hypothesis import strategies as st

from deploy.site.logs import TOO_LOUD, configure_logs
from deploy.site.redaction import HIDDEN, RULES, redact_secrets, report_without_secrets

SECRET = "c-1-s3cr3tS3CR3Ts3cr3t"
SECRET_PARTS = {"token", "uidb64"}
# numbers, names and digests of what everybody may see
PUBLIC_TEXTS = {"main", "accent", "digest", "name", "form", "club", "event", "season"}
PUBLIC_TEXTS |= {"characters", "submission_id"}  # of a font; of a deal
PUBLIC_TEXTS |= {"code"}  # by which people sign up to a club: it hangs on its wall
PART = re.compile(r"<(?:(\w+):)?(\w+)>")


def patterns(found, before=""):
    for one in found:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from patterns(one.url_patterns, route)
        elif isinstance(one, URLPattern):
            yield route, one


def secret_routes():
    for route, pattern in patterns(get_resolver().url_patterns):
        if SECRET_PARTS & {name for _kind, name in PART.findall(route)}:
            yield route, pattern


def path_of(route):
    of_kind = {"int": "7", "slug": "name"}
    return "/" + PART.sub(
        lambda part: of_kind.get(part[1], SECRET if part[2] in SECRET_PARTS else "name"), route
    )


def test_every_text_in_an_address_is_known_to_be_secret_or_public():
    texts = {
        name
        for route, _pattern in patterns(get_resolver().url_patterns)
        for kind, name in PART.findall(route)
        if kind not in ("int", "slug")
    }
    assert texts == SECRET_PARTS | PUBLIC_TEXTS


@pytest.fixture(params=["text", "json"])
def written(request, settings):
    """Return all that any logger wrote, also those that are quiet otherwise."""
    configure_logs(request.param, "DEBUG")
    names = [*TOO_LOUD, "django.security.csrf", "django.security.DisallowedHost", "django"]
    quiet = [(logging.getLogger(name), logging.getLogger(name).level) for name in names]
    for logger, _level in quiet:
        logger.setLevel(logging.DEBUG)
    stream = io.StringIO()
    logging.getLogger().handlers[0].setStream(stream)
    yield stream.getvalue
    for logger, level in quiet:
        logger.setLevel(level)
    configure_logs(settings.LOG_FORMAT, settings.LOG_LEVEL)


def raised(error):
    def view(request, *_args, **kwargs):
        raise error(f"went wrong at {request.get_full_path()} with {kwargs}")

    return view


FAILURES = {
    "csrf": (None, {}),
    "host": (None, {"HTTP_HOST": "evil.example.org"}),
    "404": (Http404, {}),
    "403": (PermissionDenied, {}),
    "400": (SuspiciousOperation, {}),
    "500": (RuntimeError, {}),
}


@pytest.mark.sampled(3)
@pytest.mark.django_db
@pytest.mark.parametrize("failure", FAILURES)
def test_secret_parts_of_addresses_reach_no_log(failure, written):
    error, headers = FAILURES[failure]
    client = Client(enforce_csrf_checks=failure == "csrf", raise_request_exception=False)
    ask = client.post if failure == "csrf" else client.get
    routes = list(secret_routes())
    for route, pattern in routes:
        with patch.object(pattern, "callback", raised(error) if error else pattern.callback):
            ask(path_of(route), **headers)

    assert len(routes) >= 18
    assert written().count("[request]") + written().count('"logger": "request"') >= len(routes)
    assert SECRET not in written()


@pytest.mark.parametrize(
    "line",
    [
        f"Forbidden (CSRF cookie not set.): /t/{SECRET}/confirm/",
        f"GET https://club.example.org/here/{SECRET}/7/ HTTP/1.1",
        f"/account/sign-in/?next=%2Ft%2F{SECRET}%2Fsheet%2F",
        f"/account/link/?sesame={SECRET}&next=/desk/",
        f"/account/sign-in/?next=%2Faccount%2Flink%2F%3Fsesame%3D{SECRET}",
        f"{{'kwargs': {{'uidb64': 'Mg', 'token': '{SECRET}'}}}}",
        f'{{"kwargs": {{"token": "{SECRET}"}}}}',
        f"<QueryDict: {{'sesame': ['{SECRET}']}}>",
        f"Authorization: Table {SECRET}",
        f"/account/join/5:{SECRET}/ and //t//{SECRET}",
        f"Not Found: /account/password/new/Mg/{SECRET}/",
    ],
)
def test_secrets_are_taken_out_of_a_text(line):
    assert SECRET not in redact_secrets(line)
    assert HIDDEN in redact_secrets(line)


@pytest.mark.parametrize(
    "line", ["/clubs/harbour/events/autumn/", "/account/address/", "the deal at table 7: 30 : 20"]
)
def test_other_texts_stay_as_they_are(line):
    assert redact_secrets(line) == line


def test_error_reports_and_failed_tasks_hold_none(written):
    report = {"request": {"url": f"https://x/t/{SECRET}/"}}
    report["extra"] = [{"path": (f"/here/{SECRET}/",)}]
    assert SECRET not in str(report_without_secrets(report))

    logging.getLogger("celery.app.trace").error(
        "Task %s raised", "send", extra={"data": {"kwargs": {"back_to": f"/t/{SECRET}/"}}}
    )
    structlog.stdlib.get_logger("ours").warning("seen", path=f"/t/{SECRET}/")
    assert SECRET not in written()
    assert HIDDEN in written()


PIECES = [
    *("/t/", "%2Ft%2F", "/T%2f", "/here/", "/HERE/", "/account/join/", "/account/address/"),
    *("/account/password/new/", "sesame=", "?ſesame=", "&Sesame%3D", "'token': '", "'uıdb64': ['"),
    *(
        "password': '",
        "Table ",
        "Token ",
        "Bearer ",
        SECRET,
        " ",
        "/",
        "7/",
        "club",
        "K",
        "toKen': '",
    ),
]


@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join))
def test_no_rule_is_left_out_where_it_would_change_something(text):
    plain = text
    for _words, rule in RULES:
        plain = rule.sub(rf"\1{HIDDEN}", plain)

    assert redact_secrets(text) == plain
