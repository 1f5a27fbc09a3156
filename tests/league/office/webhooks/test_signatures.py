"""Signatures as another implementation of the scheme reads them."""

import re
from contextlib import nullcontext
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone
from standardwebhooks import Webhook, WebhookVerificationError

from league.office.webhooks.message_bodies import headers_of, new_secret

BODY = '{"type": "table.confirmed", "data": {"club": "käse"}}'.encode()


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


def code_of(language, beginning):
    """Return a block of code of the documentation, by how it begins."""
    text = (Path(settings.BASE_DIR) / "docs" / "webhooks.md").read_text(encoding="utf-8")
    blocks = re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
    return next(block for block in blocks if block.startswith(beginning))


@pytest.mark.parametrize("is_forged", [False, True])
def test_the_documented_check_in_python_takes_what_is_ours_alone(is_forged):
    secret, at = new_secret(), timezone.now()
    headers = headers_of("msg_1", BODY, at=at, signed_with=[new_secret(), secret])
    names = {}
    exec(code_of("python", "import base64"), names)  # noqa: S102  our own documentation
    body = BODY.replace(b"confirmed", b"forfeited") if is_forged else BODY

    with pytest.raises(ValueError, match="not signed") if is_forged else nullcontext():
        assert names["verified"](secret, body, headers)["type"] == "table.confirmed"
