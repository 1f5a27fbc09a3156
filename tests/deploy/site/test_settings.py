"""The environment decides: nothing configured is the demo, anything else is a real site."""

import stat

import pytest

from tests.deploy.site.settings_of import run_settings, settings_of

REAL = {
    "SECRET_KEY": "the-shuffle-of-2026-knows-9-hands-and-a-kitty!",
    "DATABASE_URL": "postgresql://club:pw@db.example.org/club",
    "BROKER_URL": "redis://broker.example.org/0",
    "CACHE_URL": "redis://broker.example.org/1",
    "ALLOWED_HOSTS": "club.example.org",
    "SITE_URL": "https://club.example.org/",
    "PROXIES": "1",
    "EMAIL_HOST": "mail.example.org",
}
COOKIES = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE")
SAFETY = (*COOKIES, "SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS", "DEBUG", "DEMO")


def test_real_site_has_safe_cookies_tls_and_hsts():
    found = settings_of(*SAFETY, **REAL)

    assert found == {
        **dict.fromkeys(COOKIES, True),
        "SECURE_SSL_REDIRECT": True,
        "SECURE_HSTS_SECONDS": 31_536_000,
        "DEBUG": False,
        "DEMO": False,
    }


def test_demo_is_served_without_tls_and_never_debugs(tmp_path):
    found = settings_of(*SAFETY, DATA_DIR=str(tmp_path))

    assert found == {
        **dict.fromkeys(COOKIES, False),
        "SECURE_SSL_REDIRECT": False,
        "SECURE_HSTS_SECONDS": 0,
        "DEBUG": False,
        "DEMO": True,
    }


@pytest.mark.parametrize("missing", ["SECRET_KEY", "SITE_URL"])
def test_real_site_stops_without_what_it_cannot_make_up(missing):
    environment = {name: value for name, value in REAL.items() if name != missing}

    done = run_settings("DEBUG", **environment)

    assert done.returncode != 0
    assert f"{missing} is not set" in done.stderr


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("short", "SECRET_KEY has 5 characters and needs at least 32"),
        ("s" * 60, "SECRET_KEY is too regular"),
        ("0123456789" * 6, "SECRET_KEY is too regular"),
        ("django-insecure-" + "x7Q!p2#Lk9zR" * 5, "SECRET_KEY is an example"),
        ("50 random letters 50 random letters 50", "SECRET_KEY is an example"),
    ],
)
def test_key_that_can_be_guessed_stops_a_real_site_and_is_not_repeated(key, sentence):
    for environment in ({"SECRET_KEY": key}, {"SECRET_KEY_FALLBACKS": key}):
        done = run_settings("DEBUG", **REAL | environment)

        assert done.returncode != 0
        assert sentence.removeprefix("SECRET_KEY") in done.stderr
        assert key not in done.stderr


def test_demo_keeps_its_secret_key_where_only_its_owner_reads(tmp_path):
    first = settings_of("SECRET_KEY", DATA_DIR=str(tmp_path))
    second = settings_of("SECRET_KEY", DATA_DIR=str(tmp_path))

    assert first == second
    assert len(first["SECRET_KEY"]) > 50
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_a_lost_workers_task_comes_back_later_than_any_task_may_last():
    found = settings_of(
        "CELERY_BROKER_TRANSPORT_OPTIONS", "CELERY_TASK_TIME_LIMIT", **REAL, TASK_TIME_LIMIT="40"
    )

    options = found["CELERY_BROKER_TRANSPORT_OPTIONS"]
    assert options["visibility_timeout"] > found["CELERY_TASK_TIME_LIMIT"] == 40
    assert options["unacked_restore_interval"] == options["unacked_restore_throttle"] == 1
