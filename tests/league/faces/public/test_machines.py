"""What only programs ask for: maps of the site, robots, structured data, oEmbed."""

import json
import re
from urllib.parse import quote

import pytest
from django.conf import settings
from django.urls import reverse

from league.play.results.models import Submission
from tests.league.faces.public.evenings import Evening
from tests.league.play.results.factories import pinochle
from tests.league.tables.standings.factories import make_stage

pytestmark = pytest.mark.django_db

METHOD = {"name": "match_points", "win": 2, "draw": 1, "loss": 0}


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


def test_robots_are_led_to_the_map_and_kept_from_the_desk(client):
    text = text_of(client, "robots")

    assert "Disallow: /desk/\n" in text
    assert f"Sitemap: {settings.SITE_URL}/sitemap.xml\n" in text


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


def data_of(text):
    found = re.findall(r'<script type="application/ld\+json">(.*?)</script>', text)
    return [json.loads(one) for one in found]


@pytest.mark.long
def test_the_page_of_an_event_describes_it_without_its_players(client, event):
    type(event).objects.filter(pk=event.pk).update(about="</script><b>Bring & share")

    (data,) = data_of(text_of(client, "event", event.club.slug, event.slug))

    assert (data["@type"], data["name"], data["startDate"]) == (
        "SportsEvent",
        "Spring league",
        "2026-03-07",
    )
    assert data["description"] == "</script><b>Bring & share"
    assert data["location"]["address"]
    assert data["organizer"]["name"] == event.club.name
    assert "Ann" not in json.dumps(data)


def test_an_event_that_is_not_listed_describes_itself_to_nobody(client, event):
    type(event).objects.filter(pk=event.pk).update(visibility="unlisted")

    assert data_of(text_of(client, "event", event.club.slug, event.slug)) == []


def asked(client, path, **query):
    return client.get(reverse("public:oembed"), {"url": f"{settings.SITE_URL}{path}", **query})


def test_the_page_of_an_event_names_where_its_frame_is_described(client, event):
    page = text_of(client, "event", event.club.slug, event.slug)
    address = re.search(
        r'<link rel="alternate" type="application/json\+oembed"[^>]*href="([^"]*)"', page
    )

    described = client.get(address[1].removeprefix(settings.SITE_URL)).json()

    assert quote(path_of(event), safe="") in address[1]
    assert (described["version"], described["type"], described["title"]) == (
        "1.0",
        "rich",
        "Spring league",
    )
    frame = re.search('src="([^"]*)"', described["html"])[1]
    assert client.get(frame.removeprefix(settings.SITE_URL)).status_code == 200


def test_a_frame_is_no_larger_than_was_asked(client, event):
    answer = asked(client, path_of(event), maxwidth=300, maxheight=200)

    assert (answer.json()["width"], answer.json()["height"]) == (300, 200)
    assert answer["Access-Control-Allow-Origin"] == "*"


def test_a_title_cannot_break_out_of_the_frame(client, event):
    type(event).objects.filter(pk=event.pk).update(name='"><script>x</script>')

    assert "<script>" not in asked(client, path_of(event)).json()["html"]


@pytest.mark.parametrize(
    "path", ["/", "/desk/", "/nowhere/", "/deals/999999/", "/clubs/a/events/b/"]
)
def test_what_has_no_frame_is_not_there(client, path):
    assert asked(client, path).status_code == 404


@pytest.mark.parametrize("url", ["", "https://elsewhere.example/", "//", "http://[", "x" * 9000])
def test_addresses_that_are_none_of_ours_are_not_there(client, url):
    assert client.get(reverse("public:oembed"), {"url": url}).status_code == 404


def test_other_forms_than_json_are_not_spoken(client, event):
    assert asked(client, path_of(event), format="xml").status_code == 501


def test_a_hidden_event_has_no_frame(client, event):
    type(event).objects.filter(pk=event.pk).update(visibility="members")

    assert asked(client, path_of(event)).status_code == 404


@pytest.fixture
def evening():
    evening = Evening(METHOD, ["head_to_head"])
    evening.begin("00000074" * 8)
    evening.play([pinochle(), pinochle()])
    return evening


def test_a_deal_has_a_frame_with_what_each_side_scored_unless_it_is_hidden(client, evening):
    shown = hidden = None
    for sent in Submission.objects.filter(state__in=("confirmed", "submitted")).order_by("pk"):
        page = client.get(reverse("public:deal", args=[sent.pk])).content.decode()
        if "application/json+oembed" in page:
            shown = sent
        else:
            hidden = sent
    frame = reverse("public:embed_deal", args=[shown.pk, "frame"])
    described = asked(client, reverse("public:deal", args=[shown.pk])).json()

    assert frame in described["html"]
    read = json.loads(text_of(client, "embed_deal", shown.pk, "json"))
    assert [row["points"].replace("\N{MINUS SIGN}", "-") for row in read["rows"]] == [
        str(points) for points in shown.deal.score
    ]
    assert client.get(frame).status_code == 200
    assert hidden is not None
    text_of(client, "embed_deal", hidden.pk, "json", status=404)
    assert asked(client, reverse("public:deal", args=[hidden.pk])).status_code == 404
