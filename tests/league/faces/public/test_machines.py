"""What only programs ask for: maps of the site, robots, structured data, oEmbed."""

import re

import pytest
from django.conf import settings
from django.urls import reverse

from tests.league.tables.standings.factories import make_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_stage("Ann Lee", "Bob Ray").event


def text_of(client, name, *args, status=200, **query):
    answer = client.get(reverse(f"public:{name}", args=args), query)
    assert answer.status_code == status
    return answer.content.decode()


def listed(text):
    return re.findall("<loc>([^<]*)</loc>", text)


def path_of(event):
    return reverse("public:event", args=[event.club.slug, event.slug])


def test_the_map_leads_to_every_public_event(client, event):
    club_map = f"{settings.SITE_URL}/clubs/{event.club.slug}/sitemap.xml"

    assert listed(text_of(client, "map_of_site")) == [club_map]
    pages = listed(text_of(client, "map_of_club", event.club.slug))
    assert f"{settings.SITE_URL}{path_of(event)}" in pages
    for page in pages:
        assert client.get(page.removeprefix(settings.SITE_URL)).status_code == 200, page


@pytest.mark.parametrize(
    "fields", [{"visibility": "unlisted"}, {"visibility": "hidden"}, {"visibility": "members"}]
)
def test_no_map_names_what_strangers_do_not_find(client, event, fields):
    type(event).objects.filter(pk=event.pk).update(**fields)

    assert listed(text_of(client, "map_of_site")) == []
    assert not [
        p for p in listed(text_of(client, "map_of_club", event.club.slug)) if "/events/" in p
    ]


def asked(client, path, **query):
    return client.get(reverse("public:oembed"), {"url": f"{settings.SITE_URL}{path}", **query})


def test_a_title_cannot_break_out_of_the_frame(client, event):
    type(event).objects.filter(pk=event.pk).update(name='"><script>x</script>')

    assert "<script>" not in asked(client, path_of(event)).json()["html"]


def test_a_hidden_event_has_no_frame(client, event):
    type(event).objects.filter(pk=event.pk).update(visibility="members")

    assert asked(client, path_of(event)).status_code == 404
