"""The two questions a machine asks: is the process alive, and can it serve people?"""

import pytest
from django.db import connection
from django.test import override_settings

from deploy.ops.doctor import server_checks


def test_livez_answers_without_asking_any_part(client):
    response = client.get("/livez")

    assert response.status_code == 200
    assert response.json() == {"status": "ok"}


@pytest.mark.django_db
def test_readyz_names_every_part_when_all_are_there(client, embedded_servers):
    response = client.get("/readyz")

    assert response.status_code == 200
    assert response.json() == {
        "status": "ok",
        "missing": [],
        "parts": dict.fromkeys(
            ["static files", "catalogues", "disk", "database", "migrations", "broker"], "ok"
        ),
    }


@pytest.mark.django_db
def test_readyz_names_a_migration_that_was_not_applied(client, embedded_servers):
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'journal'")

    response = client.get("/readyz")

    assert response.status_code == 503
    assert response.json()["missing"] == ["migrations"]


@pytest.fixture
def uncollected(settings, tmp_path, monkeypatch):
    """A process that began before its files were collected."""
    from deploy.ops.doctor import server_checks
    from deploy.site.staticfiles import CollectedStorage

    settings.STATIC_COLLECTED = True
    settings.STATIC_ROOT = tmp_path
    monkeypatch.setattr(server_checks, "staticfiles_storage", CollectedStorage())


@pytest.mark.django_db
def test_readyz_says_that_pages_would_fail_without_collected_files(
    client, embedded_servers, uncollected
):
    response = client.get("/readyz")

    assert response.status_code == 503
    assert response.json()["missing"] == ["static files"]


@pytest.mark.django_db
def test_readyz_says_that_the_disk_is_full(client, embedded_servers, monkeypatch):
    monkeypatch.setattr(server_checks, "LEAST_BYTES", 10**18)

    response = client.get("/readyz")

    assert response.status_code == 503
    assert response.json()["missing"] == ["disk"]


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/livez", "/readyz"])
@pytest.mark.parametrize("host", ["10.0.0.7:8000", "web-3.internal", "no_name_at_all"])
@override_settings(
    ALLOWED_HOSTS=["club.example.org"],
    SITE_URL="https://club.example.org",
    SECURE_SSL_REDIRECT=True,
)
def test_probes_are_answered_whatever_name_they_ask_by(client, embedded_servers, path, host):
    assert client.get(path, headers={"host": host}).status_code == 200
