"""What is pushed to phones: a push service on this machine that decrypts and checks signatures."""

import base64
import json
import os
from datetime import UTC, datetime, timedelta

import http_ece
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.urls import reverse

from league.foundation.journal.services import deliver_all
from league.foundation.outbox.models import MessageState, OutboxMessage, Way
from league.foundation.outbox.services import send_next
from league.office.notifications import services
from league.office.notifications.models import PushSubscription
from league.office.notifications.push_keys import encoded, new_private_key, public_key
from tests.league.office.notifications.notifying_club import NotifyingClub
from tests.league.office.webhooks.receivers import receiving

pytestmark = pytest.mark.django_db
EVENING = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)


class Phone:
    """A browser with its keys, which reads what its push service took for it."""

    def __init__(self, user, endpoint):
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        point = self.private.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        self.keys = {"p256dh": encoded(point), "auth": encoded(self.auth)}
        self.endpoint = endpoint
        self.row = services.add_phone(user=user, endpoint=endpoint, **self.keys, at=EVENING)

    def read(self, body):
        text = http_ece.decrypt(
            body, private_key=self.private, auth_secret=self.auth, version="aes128gcm"
        )
        return json.loads(text)


@pytest.fixture
def club(time_machine, settings):
    settings.VAPID_PRIVATE_KEY = new_private_key()
    settings.WEBHOOK_PRIVATE_ADDRESSES = True
    time_machine.move_to(EVENING, tick=False)
    return NotifyingClub(EVENING)


def open_round(club):
    club.open_round(EVENING)
    deliver_all(at=EVENING)


def claims_of(header):
    """Return the claims of a signature that is good for the site's key."""
    said = dict(part.strip().split("=", 1) for part in header.removeprefix("vapid ").split(","))
    assert said["k"] == public_key()
    head, claims, sign = said["t"].split(".")
    halves = [int.from_bytes(half, "big") for half in (padded(sign)[:32], padded(sign)[32:])]
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), padded(said["k"]))
    # raises where it is not signed with the site's key
    signed = f"{head}.{claims}".encode()
    key.verify(encode_dss_signature(*halves), signed, ec.ECDSA(hashes.SHA256()))
    assert json.loads(padded(head))["alg"] == "ES256"
    return json.loads(padded(claims))


def padded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@pytest.mark.long
def test_a_phone_is_notified_of_the_next_table_encrypted_and_signed(club, settings):
    ann = club.users[0]
    with receiving(201) as service:
        phone = Phone(ann, service.url)
        open_round(club)
        send_next(Way.PUSH, at=EVENING)
        assert send_next(Way.PUSH, at=EVENING) is None

    ((headers, body),) = service.got
    shown = phone.read(body)
    assert shown["title"].endswith("at table 1 (Harbour Cards)")
    page = reverse("public:table", args=["harbour-cards", "spring-cup", club.table(1).pk])
    assert shown["url"] == f"{settings.SITE_URL}{page}"
    assert headers["content-encoding"] == "aes128gcm"
    assert int(headers["ttl"]) == 86_400
    claims = claims_of(headers["authorization"])
    assert claims["aud"] == f"http://127.0.0.1:{service.port}"
    assert claims["sub"].startswith("mailto:")
    assert claims["exp"] <= (EVENING + timedelta(hours=24)).timestamp()
    assert OutboxMessage.objects.get().state == MessageState.SENT


@pytest.mark.long
def test_what_is_pushed_holds_no_link_that_opens_a_table(club):
    from league.play.rounds.links import link_of

    ann = club.users[0]
    with receiving(201) as service:
        phone = Phone(ann, service.url)
        open_round(club)
        send_next(Way.PUSH, at=EVENING)

    assert link_of(club.table(1)) not in json.dumps(phone.read(service.got[0][1]))


@pytest.mark.long
@pytest.mark.parametrize("status", [404, 410])
def test_a_phone_that_is_gone_is_forgotten(club, status):
    with receiving(status) as service:
        Phone(club.users[0], service.url)
        open_round(club)
        send_next(Way.PUSH, at=EVENING)

    assert not PushSubscription.objects.exists()
    assert OutboxMessage.objects.get().state == MessageState.GIVEN_UP


@pytest.mark.long
def test_only_the_phone_that_did_not_take_it_is_asked_again(club):
    ann = club.users[0]
    with receiving(201) as good, receiving(503) as busy:
        Phone(ann, good.url)
        Phone(ann, busy.url)
        open_round(club)
        send_next(Way.PUSH, at=EVENING)
        assert send_next(Way.PUSH, at=EVENING) is None
        busy.answer = 201
        send_next(Way.PUSH, at=EVENING + timedelta(seconds=31))

    assert (len(good.got), len(busy.got)) == (1, 2)
    assert OutboxMessage.objects.get().state == MessageState.SENT


def test_private_networks_are_not_pushed_to(club, settings):
    settings.WEBHOOK_PRIVATE_ADDRESSES = True
    with receiving(201) as service:
        Phone(club.users[0], service.url)
        settings.WEBHOOK_PRIVATE_ADDRESSES = False
        open_round(club)
        send_next(Way.PUSH, at=EVENING)

    assert service.got == []


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "endpoint",
    [
        "",
        "http://push.example/x",
        "ftp://a/x",
        "https://",
        "https://u:p@push.example/",
        "https://a b",
        "https://127.0.0.1/x",
        "https://10.0.0.1/x",
        "https://[::ffff:127.0.0.1]/x",
        "https://[fd00::1]/x",
        "https://169.254.169.254/x",
        "https://localhost/x",
        "https://db.internal./x",
        "https://2130706433/x",
        "https://0x7f.1/x",
        "https://127.1/x",
        "https://push.example:22/x",
        "https://push.example:99999/x",
    ],
)
def test_what_no_push_service_has_is_refused(club, settings, endpoint):
    settings.WEBHOOK_PRIVATE_ADDRESSES = False
    with pytest.raises(services.PreferenceInvalid):
        Phone(club.users[0], endpoint)


@pytest.mark.parametrize(
    "keys",
    [
        {"p256dh": "", "auth": ""},
        {"p256dh": encoded(b"\4" * 65), "auth": encoded(b"1" * 16)},
        {"p256dh": "ß", "auth": encoded(b"1" * 16)},
    ],
)
def test_keys_that_no_phone_has_are_refused(club, keys):
    with pytest.raises(services.PreferenceInvalid):
        services.add_phone(
            user=club.users[0], endpoint="https://push.example/x", **keys, at=EVENING
        )


@pytest.mark.long
def test_a_phone_of_two_accounts_is_the_last_ones(club):
    ann, bob = club.users[:2]
    Phone(ann, "https://push.example/1")
    Phone(bob, "https://push.example/1")

    assert PushSubscription.objects.get().user == bob
