"""What every answer carries, and what a stranger gets."""

import pytest
from django.test import Client, override_settings

from league.clubs.models import User


def directives(response):
    header = response.headers["Content-Security-Policy"]
    return {
        name: sources.split()
        for name, _, sources in (part.strip().partition(" ") for part in header.split(";"))
    }


def test_scripts_and_styles_come_from_our_own_files_alone(client):
    found = directives(client.get("/livez"))

    assert found["script-src"] == ["'self'"]
    assert found["style-src"] == ["'self'"]
    assert found["default-src"] == found["frame-ancestors"] == ["'none'"]
    assert "unsafe" not in str(found)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/nowhere", "/livez", "/api/v1/x"])
def test_pages_may_use_what_ours_use_and_no_camera(client, path):
    response = client.get(path)
    response.close()
    policy = response.headers["Permissions-Policy"]

    assert "camera=()" in policy
    assert "microphone=()" in policy
    assert "fullscreen=(self)" in policy
    # Chromium on Linux would warn of these on every page
    assert "web-share" not in policy
    assert "bluetooth" not in policy


@override_settings(SECURE_SSL_REDIRECT=True, SECURE_HSTS_SECONDS=60)
def test_real_site_sends_people_to_tls_and_answers_probes_without(client):
    assert client.get("/nowhere").headers["Location"] == "https://testserver/nowhere"
    assert client.get("/livez").status_code == 200
    assert client.get("/livez", secure=True).headers["Strict-Transport-Security"]


@override_settings(ALLOWED_HOSTS=["club.example.org"])
def test_another_host_name_is_refused(client):
    assert client.get("/nowhere", headers={"host": "evil.example.org"}).status_code == 400


@pytest.mark.parametrize(
    ("given", "status"),
    [({}, 404), ({"authorization": "Bearer wrong"}, 404), ({"authorization": "Bearer m"}, 200)],
)
@pytest.mark.django_db
@override_settings(METRICS_TOKEN="m")
def test_figures_are_for_those_who_know_the_token(client, given, status):
    assert client.get("/metrics", headers=given).status_code == status


def test_figures_are_for_nobody_when_there_is_no_token(client):
    response = client.get("/metrics", headers={"authorization": "Bearer "})

    assert response.status_code == 404


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, "203.0.113.7", "192.0.2.1"),
        (1, "203.0.113.7", "203.0.113.7"),
        (1, "10.9.9.9, 203.0.113.7", "203.0.113.7"),
        (2, "10.9.9.9, 203.0.113.7, 198.51.100.2", "203.0.113.7"),
        (2, "203.0.113.7", "192.0.2.1"),
    ],
)
def test_only_entries_of_our_own_proxies_are_believed(rf, proxies, forwarded, expected):
    from deploy.site.address import ClientAddressMiddleware

    request = rf.get("/", headers={"x-forwarded-for": forwarded}, REMOTE_ADDR="192.0.2.1")
    with override_settings(PROXIES=proxies):
        ClientAddressMiddleware(lambda _request: None).process_request(request)

    assert request.META["REMOTE_ADDR"] == expected


@pytest.mark.django_db
def test_passwords_are_kept_by_argon2():
    user = User.objects.create_user("ann@example.org", "correct horse battery", name="Ann")

    assert user.password.startswith("argon2$argon2id$")


@pytest.mark.django_db
def test_sign_in_is_locked_after_five_wrong_passwords_for_that_address_alone(settings):
    from django.contrib.auth import authenticate

    user = User.objects.create_user("ann@example.org", "correct horse battery", name="Ann")

    def try_password(password, address):
        request = Client().get("/livez", REMOTE_ADDR=address).wsgi_request
        return authenticate(request, username=user.email, password=password)

    for _ in range(settings.AXES_FAILURE_LIMIT):
        assert try_password("wrong", "192.0.2.1") is None

    assert try_password("correct horse battery", "192.0.2.1") is None
    assert try_password("correct horse battery", "192.0.2.2") == user
