"""Pressing the button that takes back what was just done at the desk."""

import re

from django.urls import reverse

BUTTON = re.compile(r'<form method="post" action="([^"]+)" data-undo>(.*?)</form>', re.S)


def post(client, name, /, *at, **fields):
    return client.post(reverse(f"desk:{name}", args=at), fields)


def button_of(client, answer):
    """Follow to the page with the sentence; return what its button sends and where, if any."""
    assert answer.status_code == 302
    form = BUTTON.search(client.get(answer["Location"]).content.decode())
    if form is None:
        return None
    fields = {}
    for name, value in re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form[2]):
        fields.setdefault(name, []).append(value)
    fields.pop("csrfmiddlewaretoken")
    return form[1], fields


def undo(client, answer):
    """Follow to the page with the sentence and press the button beside it, if there is one."""
    button = button_of(client, answer)
    if button is None:
        return None
    done = client.post(*button)
    client.get(done["Location"])
    return done
