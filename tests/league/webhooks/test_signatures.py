"""Signatures as another implementation of the scheme reads them."""

import pytest
from django.utils import timezone
from standardwebhooks import Webhook, WebhookVerificationError

from league.webhooks.signatures import headers_of, new_secret

BODY = '{"type": "table.confirmed", "data": {"club": "käse"}}'.encode()


def test_the_library_of_the_scheme_takes_them():
    secret, at = new_secret(), timezone.now()

    headers = headers_of("msg_1", BODY, at=at, signed_with=[secret])

    assert Webhook(secret).verify(BODY, headers)["type"] == "table.confirmed"


def test_while_two_secrets_are_good_either_of_them_is_enough():
    new, old, at = new_secret(), new_secret(), timezone.now()

    headers = headers_of("msg_1", BODY, at=at, signed_with=[new, old])

    assert all(Webhook(secret).verify(BODY, headers) for secret in (new, old))
    with pytest.raises(WebhookVerificationError):
        Webhook(new_secret()).verify(BODY, headers)


@pytest.mark.parametrize("changed", ["body", "webhook-id", "webhook-timestamp"])
def test_whatever_is_changed_on_the_way_is_found_out(changed):
    secret, at = new_secret(), timezone.now()
    headers = headers_of("msg_1", BODY, at=at, signed_with=[secret])
    body = BODY + b" " if changed == "body" else BODY
    if changed == "webhook-id":
        headers[changed] = "msg_2"
    if changed == "webhook-timestamp":
        headers[changed] = str(int(headers[changed]) - 1)

    with pytest.raises(WebhookVerificationError):
        Webhook(secret).verify(body, headers)
