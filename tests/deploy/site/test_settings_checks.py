"""A real site does not start with settings that are right one by one and wrong together."""

import subprocess
import sys

import pytest

from tests.deploy.site.settings_of import bare_environment, run_settings, settings_of

REAL = {
    "SECRET_KEY": "the-shuffle-of-2026-knows-9-hands-and-a-kitty!",
    "DATABASE_URL": "postgresql://club:pw@db.example.org/club",
    "BROKER_URL": "redis://broker.example.org/0",
    "CACHE_URL": "redis://broker.example.org/1",
    "ALLOWED_HOSTS": "club.example.org",
    "SITE_URL": "https://club.example.org",
    "PROXIES": "1",
    "EMAIL_HOST": "mail.example.org",
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"DATABASE_URL": None}, "DATABASE_URL: not set, and the embedded servers are for"),
        ({"BROKER_URL": None}, "BROKER_URL: not set, and the embedded servers are for"),
        ({"EMAIL_HOST": ""}, "EMAIL_HOST is not set"),
        ({"CACHE_URL": None}, "CACHE_URL is local, a cache inside each process"),
        ({"CACHE_URL": "local", "WEB_PROCESSES": "4"}, "WEB_PROCESSES is 4"),
        ({"CACHE_URL": "redis://broker.example.org"}, "name the same database"),
        (
            {
                "CACHE_URL": "unix:///run/valkey/valkey.sock",
                "BROKER_URL": "redis+socket:///run/valkey/valkey.sock?virtual_host=0",
            },
            "name the same database",
        ),
        ({"ALLOWED_HOSTS": None}, "ALLOWED_HOSTS is not set"),
        ({"ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS is *"),
        ({"SITE_URL": "club.example.org"}, "SITE_URL is 'club.example.org'"),
        ({"SITE_URL": "https://club.example.org/cards"}, "with nothing behind the name"),
        ({"SITE_URL": "https://cards.example.org"}, "Add cards.example.org to ALLOWED_HOSTS"),
        ({"SITE_URL": "http://club.example.org"}, "Write SITE_URL=https://club.example.org"),
        ({"PROXIES": None}, "every page would lead to itself for ever"),
        ({"STATIC_COLLECTED": "False"}, "STATIC_COLLECTED is False"),
        ({"TASK_VISIBILITY_TIMEOUT": "120"}, "would be given to a second worker"),
    ],
)
def test_contradicting_settings_stop_the_start_with_a_sentence(change, sentence):
    environment = {name: value for name, value in (REAL | change).items() if value is not None}

    done = run_settings("DEBUG", **environment)

    assert done.returncode != 0
    assert sentence in done.stderr


def test_everything_that_is_missing_is_named_at_once():
    done = run_settings("DEBUG", DEMO="False")

    for name in REAL:
        assert name in done.stderr, name


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "change",
    [
        {"CACHE_URL": "local", "WEB_PROCESSES": "1"},
        {"PROXIES": "0", "SSL_REDIRECT": "False", "SITE_URL": "http://club.example.org"},
        {"ALLOWED_HOSTS": ".example.org"},
        {"SITE_URL": "https://club.example.org:8443/"},
        {"BROKER_URL": "amqp://broker.example.org/0"},
    ],
)
def test_settings_that_are_unusual_and_can_be_meant_start(change):
    assert settings_of("DEMO", **REAL | change) == {"DEMO": False}


def test_a_command_ends_with_the_sentence_and_nothing_else():
    done = subprocess.run(
        [sys.executable, "manage.py", "doctor"],
        env=bare_environment() | REAL | {"PROXIES": "0"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1
    assert done.stderr.startswith("PROXIES is 0")
    assert "Traceback" not in done.stderr
