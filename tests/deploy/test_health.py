"""The two questions a machine asks: is the process alive, and can it serve people?"""

import pytest
from django.db import connection


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
        "parts": {"database": "ok", "broker": "ok", "migrations": "ok"},
    }


@pytest.mark.django_db
def test_readyz_names_a_migration_that_was_not_applied(client, embedded_servers):
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'journal'")

    response = client.get("/readyz")

    assert response.status_code == 503
    assert response.json()["missing"] == ["migrations"]
