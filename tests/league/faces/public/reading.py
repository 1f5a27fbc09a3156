"""What a person without scripts reads on the public pages."""

from django.urls import reverse

from tests.league.reading import text_in


def text_of(client, name, *args, **query):
    """Return what a reader without scripts sees of a page, in one line."""
    answer = client.get(reverse(f"public:{name}", args=args), query)
    assert answer.status_code == 200
    html = answer.content.decode()
    return text_in(html[html.index("<body") :])


def base(stage):
    return (stage.event.club.slug, stage.event.slug)
