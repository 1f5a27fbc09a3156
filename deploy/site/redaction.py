"""What is secret stays out of logs and error reports, whoever wrote the line.

Secret are the parts of addresses that open something: the links of tables, check-in, invitations,
new addresses, notifications, standing in, a player's calendar and answers, new passwords and
signing in, and the tokens of programs. They are taken out of the finished text, so that it makes no
difference which library logged it or how.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

HIDDEN = "[secret]"
SLASH = r"(?:/|%2F)+"
# one part of an address, as it is or percent-encoded inside a query
PART = r"(?:(?!%2F)[^/?#&\s\"'<>\\])+"
# what the secret parts of addresses stand behind; a test holds this against the site's addresses
PLACES = (
    f"{SLASH}t{SLASH}",
    f"{SLASH}here{SLASH}",
    f"{SLASH}account{SLASH}(?:address|invitations|join|sign-up|stand-ins){SLASH}",
    f"{SLASH}account{SLASH}notifications{SLASH}(?:by-link|player){SLASH}",
    f"{SLASH}account{SLASH}password{SLASH}new{SLASH}(?={PART}{SLASH})",
    # behind the account's number, which was hidden by the line before
    f"{SLASH}account{SLASH}password{SLASH}new{SLASH}{PART}{SLASH}",
    f"{SLASH}events{SLASH}{PART}{SLASH}sign-up{SLASH}",
    f"{SLASH}me{SLASH}(?:calendar|coming){SLASH}",
)
# each rule with words of which one stands in whatever it changes: to look for them costs a
# hundredth of the rule, and hardly any line of the log has one
RULES = (
    *(
        (words, re.compile(f"({place}){PART}", re.IGNORECASE))
        for place, words in zip(
            PLACES,
            (
                ("/t/", "/t%2f", "%2ft/", "%2ft%2f"),
                ("here",),
                *(("account",),) * 4,
                ("sign-up",),
                ("calendar", "coming"),
            ),
            strict=True,
        )
    ),
    # in a query or a form, also where it is a value of another query
    (
        ("sesame",),
        re.compile(r"((?:\b|%3F|%26)sesame(?:=|%3D))(?:(?!%26)[^&\s\"'<>\\])+", re.IGNORECASE),
    ),
    # as Python shows the parts of an address and what was posted
    (
        ("token", "sesame", "password", "b64"),
        re.compile(
            r"((?:token|sesame|password|uidb64)[\\\"']+:\s*\[?[\\\"']+)[^\"'\\]+",
            re.IGNORECASE,
        ),
    ),
    (
        ("table", "token", "bearer"),
        re.compile(r"(\b(?:Table|Token|Bearer)\s+)[\w:.-]{8,}"),
    ),
)


def redact_secrets(text: str) -> str:
    """Return the text with the secret parts of addresses replaced."""
    folded = text.casefold()
    for words, rule in RULES:
        if any(word in folded for word in words):
            text = rule.sub(rf"\1{HIDDEN}", text)
    return text


def report_without_secrets(report: Any, _hint: Any = None) -> Any:
    """Return an error report, dicts and lists of anything, with every text in it redacted."""
    match report:
        case str():
            return redact_secrets(report)
        case dict():
            return {key: report_without_secrets(value) for key, value in report.items()}
        case list() | tuple():
            return [report_without_secrets(value) for value in report]
    return report


# names of attributes that say nothing of a person and open nothing; old and new conventions
KEPT_IN_TRACES = frozenset(
    {
        *("http.method", "http.request.method", "http.route", "http.scheme", "url.scheme"),
        *("http.status_code", "http.response.status_code", "http.flavor"),
        *("db.system", "db.system.name", "db.name", "db.namespace", "db.operation"),
        *("db.operation.name", "db.statement", "db.query.text"),
        *("celery.action", "celery.state", "celery.task_name", "celery.retries"),
        *("messaging.destination", "messaging.destination.name", "messaging.system"),
        *("exception.type", "error.type"),
    }
)
LONGEST_TEXT = 2_000


def kept_in_traces(attributes: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the attributes of a span that may leave, without secrets in them."""
    return {
        name: _tidy(value) for name, value in (attributes or {}).items() if name in KEPT_IN_TRACES
    }


def _tidy(value: Any) -> Any:
    if isinstance(value, str):
        return redact_secrets(value)[:LONGEST_TEXT]
    if isinstance(value, Sequence):
        return [_tidy(part) for part in value]
    return value
