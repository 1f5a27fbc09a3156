"""What search engines read of an event: a SportsEvent of schema.org, as JSON-LD.

It says what a stranger reads on the page of the event, and names no player.
"""

import json
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString

from league.faces.public.events.event_cards import game_name
from league.foundation.embedding import absolute
from league.play.events.models import Event, EventState, Visibility

# characters that could end the element it stands in, as JSON writes them
ESCAPES = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def structured_data(event: Event, picture: str) -> SafeString | str:
    """Return the element for the head of an event's page; "" for one that is not listed.

    `picture` is the path of its picture, "" without one.
    """
    if event.visibility != Visibility.PUBLIC or event.state == EventState.DRAFT:
        return ""
    text = json.dumps(sports_event(event, picture), ensure_ascii=False).translate(ESCAPES)
    # a block of data is run by nobody, so the policy of the site's scripts lets it stand
    return SafeString(f'<script type="application/ld+json">{text}</script>')


def sports_event(event: Event, picture: str) -> dict[str, Any]:
    """Return the event as schema.org describes one."""
    club = event.club
    where = club.where_we_play or club.name
    organizer = {
        "@type": "SportsOrganization",
        "name": club.name,
        "url": absolute(reverse("public:club", args=[club.slug])),
    }
    return {
        "@context": "https://schema.org",
        "@type": "SportsEvent",
        "name": event.name,
        "url": absolute(reverse("public:event", args=[club.slug, event.slug])),
        "startDate": (event.beginning or event.starts_on).isoformat(),
        "eventStatus": "https://schema.org/EventScheduled",
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
        "sport": game_name(event),
        "location": {"@type": "Place", "name": club.name, "address": where},
        "organizer": organizer,
        **({"image": [absolute(picture)]} if picture else {}),
        **({"description": event.about} if event.about else {}),
    }
