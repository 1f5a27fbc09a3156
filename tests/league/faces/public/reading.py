"""What a person without scripts reads on the public pages."""

import re

from django.urls import reverse


def text_of(client, name, *args, **query):
    """Return what a reader without scripts sees of a page, in one line."""
    answer = client.get(reverse(f"public:{name}", args=args), query)
    assert answer.status_code == 200
    html = answer.content.decode()
    body = re.sub(r"<(script|style)\b.*?</\1>", "", html[html.index("<body") :], flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", body).split())


def base(stage):
    return (stage.event.club.slug, stage.event.slug)
