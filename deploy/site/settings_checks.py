"""Settings of a real site that can each be right and are wrong together: it refuses to start.

Each of them lets the site start and then be something else than it seems: pages that lead to
themselves for ever, links that are refused, limits that are counted several times. Values that are
wrong by themselves are refused where they are read (deploy/site/env.py, deploy/site/secret_key.py).
"""

import os
from collections.abc import Callable
from typing import Any, TypeAlias
from urllib.parse import parse_qs, urlsplit

from django.core.exceptions import ImproperlyConfigured
from django.http.request import validate_host

from deploy.site.secret_key import weakness

# the settings as attributes; the answer says what is wrong and what to do, "" if nothing is
Settings: TypeAlias = Any
Rule: TypeAlias = Callable[[Settings], str]


def refuse_contradicting_settings(site: Settings) -> None:
    """Raise ImproperlyConfigured with all that is missing or wrong, a line each.

    With the embedded servers only the keys matter: nobody else is to sign in there either.
    """
    found = guessed_keys(site) if site.EMBEDDED_SERVERS else contradicting_settings(site)
    if found:
        raise ImproperlyConfigured("\n".join(found))


def contradicting_settings(site: Settings) -> list[str]:
    """Return a sentence for each combination of settings that cannot be meant."""
    return [*guessed_keys(site), *(sentence for rule in RULES if (sentence := rule(site)))]


def guessed_keys(site: Settings) -> list[str]:
    """Return a sentence for each key that is missing or can be guessed."""
    keys = [("SECRET_KEY", site.SECRET_KEY)]
    # a weak one that is still accepted is as bad as a weak one that is used
    keys += [("SECRET_KEY_FALLBACKS", key) for key in site.SECRET_KEY_FALLBACKS]
    return [sentence for name, key in keys if (sentence := weakness(name, key))]


def servers_of_the_demo(_site: Settings) -> str:
    missing = [name for name in ("DATABASE_URL", "BROKER_URL") if name not in os.environ]
    if not missing:
        return ""
    missing += ["CACHE_URL"] if "CACHE_URL" not in os.environ else []
    return (
        f"{', '.join(missing)}: not set, and the embedded servers are for 'make run' and the"
        " tests only. Set DATABASE_URL=postgresql://user:password@host:5432/name,"
        " BROKER_URL=redis://host:6379/0 and CACHE_URL=redis://host:6379/1 in the environment, or"
        " DEMO=True for a demo"
    )


def mails_for_nobody(site: Settings) -> str:
    if site.EMAIL_HOST or site.EMAIL_FILE_PATH:
        return ""
    return (
        "EMAIL_HOST is not set: invitations and links to sign in would reach nobody. Set it to the"
        " name of a mail server, or EMAIL_FOLDER to a folder that another program sends from"
    )


def cache_of_one_process(site: Settings) -> str:
    if site.CACHE_URL != "local" or site.WEB_PROCESSES == 1:
        return ""
    return (
        f"CACHE_URL is local, a cache inside each process, and WEB_PROCESSES is"
        f" {site.WEB_PROCESSES}: limits would be counted, and pages kept, by each process for"
        " itself. Set CACHE_URL=redis://host:6379/1, which all processes share, or serve the site"
        " with one web process and set WEB_PROCESSES=1"
    )


def cache_in_the_queues(site: Settings) -> str:
    if _place(site.CACHE_URL) != _place(site.CELERY_BROKER_URL):
        return ""
    return (
        "CACHE_URL and BROKER_URL name the same database: emptying the cache would empty the"
        " queues. Give the cache a number of its own, as in redis://host:6379/1"
    )


def _place(url: str) -> tuple[str, str]:
    """Return the server of a Redis-protocol address, and the number of the database in it.

    Of several, which stand between semicolons, the first.
    """
    parts = urlsplit(url.partition(";")[0])
    query = parse_qs(parts.query)
    if parts.scheme in ("unix", "redis+socket"):
        number = query.get("db", query.get("virtual_host", ["0"]))[0]
        return parts.path, number
    return f"{parts.hostname}:{parts.port or 6379}", parts.path.strip("/") or "0"


def no_names(site: Settings) -> str:
    if site.ALLOWED_HOSTS and "*" not in site.ALLOWED_HOSTS:
        return ""
    return (
        f"ALLOWED_HOSTS is {','.join(site.ALLOWED_HOSTS) or 'not set'}: name the hosts that the"
        " site answers to, as in ALLOWED_HOSTS=cards.example.org; probes of /livez and /readyz"
        " are answered by whatever name or address"
    )


def links_to_nowhere(site: Settings) -> str:
    address = urlsplit(site.SITE_URL)
    if address.scheme in ("http", "https") and address.hostname and not address.path:
        return ""
    found = repr(site.SITE_URL) if site.SITE_URL else "not set"
    return (
        f"SITE_URL is {found}: write how people reach the site, as in"
        " https://cards.example.org, with nothing behind the name"
    )


def links_that_are_refused(site: Settings) -> str:
    host = urlsplit(site.SITE_URL).hostname
    if not host or not site.ALLOWED_HOSTS or validate_host(host, site.ALLOWED_HOSTS):
        return ""
    return (
        f"SITE_URL leads to {host}, which ALLOWED_HOSTS does not name: every link in a mail would"
        f" be refused. Add {host} to ALLOWED_HOSTS, or correct SITE_URL"
    )


def links_without_tls(site: Settings) -> str:
    if not site.SECURE_SSL_REDIRECT or not site.SITE_URL.startswith("http:"):
        return ""
    return (
        "SITE_URL begins with http:// and SSL_REDIRECT is True: links would begin unprotected."
        f" Write SITE_URL=https:{site.SITE_URL.removeprefix('http:')}, or set SSL_REDIRECT=False"
        " where the site is reached without TLS"
    )


def endless_redirect(site: Settings) -> str:
    if not site.SECURE_SSL_REDIRECT or site.PROXIES:
        return ""
    return (
        "PROXIES is 0 and SSL_REDIRECT is True: behind a proxy that ends TLS every page would"
        " lead to itself for ever, and all visitors would share one address. Set PROXIES=1 with"
        " nginx or Caddy in front (2 with a CDN before that), or SSL_REDIRECT=False where no"
        " proxy stands in front"
    )


def files_uncollected(site: Settings) -> str:
    if site.STATIC_COLLECTED:
        return ""
    return (
        "STATIC_COLLECTED is False, which searches all packages for each style and script: leave"
        " it out, and run 'manage.py prepare'"
    )


def tasks_done_twice(site: Settings) -> str:
    if site.TASK_VISIBILITY_TIMEOUT > site.CELERY_TASK_TIME_LIMIT:
        return ""
    return (
        f"TASK_VISIBILITY_TIMEOUT is {site.TASK_VISIBILITY_TIMEOUT} seconds and TASK_TIME_LIMIT"
        f" {site.CELERY_TASK_TIME_LIMIT}: a task that is still carried out would be given to a"
        " second worker. Leave TASK_VISIBILITY_TIMEOUT out, or make it the longer one"
    )


RULES: tuple[Rule, ...] = (
    servers_of_the_demo,
    mails_for_nobody,
    cache_of_one_process,
    cache_in_the_queues,
    no_names,
    links_to_nowhere,
    links_that_are_refused,
    links_without_tls,
    endless_redirect,
    files_uncollected,
    tasks_done_twice,
)
