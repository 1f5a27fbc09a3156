"""The pace of the server itself: the same Django with next to nothing on it, for gunicorn.

`/django` answers 17 kB without any middleware, `/row` a row of the database, and `/wsgi` the same
17 kB without Django. The addresses of the site are measured against them.
"""

import os
from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import path

from deploy.env import env_database

BODY = b"tricktable " * 1_545  # as long as a page

ROW = "SELECT name FROM django_migrations WHERE id = 1"


def configure() -> None:
    """Set what Django needs for a view and a query; connections are pooled as in production."""
    database = env_database("DATABASE_URL", os.environ["DATABASE_URL"])
    pool = {"min_size": 1, "max_size": 8, "timeout": 10}
    settings.configure(
        ROOT_URLCONF=__name__,
        ALLOWED_HOSTS=["*"],
        DATABASES={
            "default": {
                "ENGINE": "django.db.backends.postgresql",
                "NAME": database.name,
                "USER": database.user,
                "PASSWORD": database.password,
                "HOST": database.host,
                "PORT": database.port,
                "OPTIONS": {**database.options, "pool": pool},
            }
        },
    )


def django_answer(_request: HttpRequest) -> HttpResponse:
    return answer(BODY)


def answer(body: bytes) -> HttpResponse:
    """Return the body with its length, which a middleware sets otherwise."""
    return HttpResponse(body, headers={"Content-Length": str(len(body))})


def one_row(_request: HttpRequest) -> HttpResponse:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(ROW)
        (name,) = cursor.fetchone()
    return answer(name.encode())


urlpatterns = [path("django", django_answer), path("row", one_row)]

configure()
by_django = get_wsgi_application()


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    if environ["PATH_INFO"] != "/wsgi":
        return by_django(environ, start_response)
    start_response("200 OK", [("Content-Type", "text/html"), ("Content-Length", str(len(BODY)))])
    return [BODY]
