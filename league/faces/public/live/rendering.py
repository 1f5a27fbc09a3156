"""Renders the parts of pages that open pages follow, from their templates."""

import json
from collections.abc import Callable
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone, translation

from league.clubs.models import Club, User
from league.faces.public.club.home_live import front_parts, further_parts, playing_now
from league.faces.public.club.wall import slides_of
from league.faces.public.events.event_facts import event_rounds
from league.faces.public.events.happening_now import happening_now
from league.faces.public.events.screen import board
from league.faces.public.events.why import outlook_context
from league.faces.public.live.admission import Followed, Part
from league.faces.public.live.rooms import Rendered
from league.faces.public.live_versions import OPEN_TO_ALL, access_of, states_of_clubs, version_of
from league.faces.public.pictures.leading_lines import leading_lines
from league.faces.public.rounds.live_tables import live_tables
from league.faces.public.rounds.rounds_shown import present_round, round_of_event, round_tables
from league.faces.public.standings.views import standings_table
from league.faces.public.visitors import EventPage, Visitor
from league.play.events.models import Event
from league.tables.standings.selectors import standings_page
from league.tables.standings.standings_shown import held_back_note, stages_of


def render_parts(followed: Followed, parts: frozenset[Part]) -> Rendered:
    """Return each part as a page of that language and audience shows it now.

    The version is read first: what changes while it renders comes with the next notification.
    """
    of = {"event": _parts_of_event, "club": _parts_of_club, "front": _parts_of_front}
    return of[followed.kind](followed.id, parts)


def _parts_of_front(page: int, parts: frozenset[Part]) -> Rendered:
    version, made = further_parts(page) if page else front_parts()
    texts: dict[Part, str] = {}
    for part in parts:
        kind, _, number = part.name.partition("-")
        if number == str(page) and kind in made:
            with translation.override(part.language):
                texts[part] = render_to_string(*made[kind])
    return Rendered(version, OPEN_TO_ALL, texts)


OF_CLUBS: dict[str, tuple[Callable[..., dict[str, Any]], str]] = {
    "club": (playing_now, "public/_playing_now.html"),
    "wall": (slides_of, "public/_wall.html"),
}

EVENING = "evening"


def _parts_of_club(club_id: int, parts: frozenset[Part]) -> Rendered:
    version, access = states_of_clubs([club_id]).get(club_id, (0, "gone"))
    club = Club.objects.filter(pk=club_id).first()
    texts: dict[Part, str] = {}
    if club is not None:
        with timezone.override(club.time_zone):
            for part in parts:
                kind, _, number = part.name.partition("-")
                if number == str(club_id) and kind == EVENING:
                    # that something changed: the desk asks for its own view of each event
                    texts[part] = json.dumps({"version": version})
                elif number == str(club_id) and kind in OF_CLUBS:
                    make, template = OF_CLUBS[kind]
                    with translation.override(part.language):
                        shown = make(club, full_names=part.full_names)
                        texts[part] = render_to_string(template, shown)
    return Rendered(version, access, texts)


def _parts_of_event(event_id: int, parts: frozenset[Part]) -> Rendered:
    version = version_of(event_id)
    event = Event.objects.select_related("club", "highlights").filter(pk=event_id).first()
    if event is None:
        return Rendered(version, "gone", {})
    texts: dict[Part, str] = {}
    with timezone.override(event.club.time_zone):
        for part in parts:
            with translation.override(part.language):
                text = _text_of(event, part, version)
            if text is not None:
                texts[part] = text
    return Rendered(version, access_of(event), texts)


def _text_of(event: Event, part: Part, version: int) -> str | None:
    kind, _, number = part.name.partition("-")
    # nobody in particular: a person only decides between the two kinds of names
    page = EventPage(event, Visitor(User(), sees_full_names=part.full_names))
    render = RENDERED.get(kind)
    return render(page, int(number), version) if render else None


def _standings(page: EventPage, stage_id: int, _version: int) -> str | None:
    stage = next((stage for stage in stages_of(page.event) if stage.pk == stage_id), None)
    if stage is None:
        return None
    standings = standings_page(stage, with_reasons=False, with_recent=True)
    context: dict[str, object] = {"found": standings, "held_back_note": held_back_note(stage)}
    context |= standings_table(page, standings) if standings else {}
    return render_to_string("public/_standings_table.html", context)


def _lines(page: EventPage, stage_id: int, _version: int) -> str | None:
    stage = next((stage for stage in stages_of(page.event) if stage.pk == stage_id), None)
    if stage is None:
        return None
    lines = leading_lines(page, standings_page(stage, with_reasons=False))
    return render_to_string("public/_leading_lines.html", {"lines": lines, "at": stage_id})


def _outlook(page: EventPage, stage_id: int, _version: int) -> str | None:
    stage = next((stage for stage in stages_of(page.event) if stage.pk == stage_id), None)
    if stage is None:
        return None
    return render_to_string("public/_outlook.html", outlook_context(page, stage))


def _round(page: EventPage, round_id: int, _version: int) -> str | None:
    round_ = round_of_event(page.event, round_id)
    if round_ is None:
        return None
    context = {"event": page.event, "round": round_, **round_tables(page, round_)}
    return render_to_string("public/_round_tables.html", context)


def _room(page: EventPage, round_id: int, version: int) -> str | None:
    """Say that something changed: the desk asks for its own view of the round."""
    if round_of_event(page.event, round_id) is None:
        return None
    return json.dumps({"version": version})


def _screen(page: EventPage, event_id: int, _version: int) -> str | None:
    if event_id != page.event.pk:
        return None
    return render_to_string("public/_screen.html", board(page))


def _now(page: EventPage, event_id: int, _version: int) -> str | None:
    if event_id != page.event.pk:
        return None
    return render_to_string("public/_now.html", happening_now(page))


def _rounds(page: EventPage, event_id: int, _version: int) -> str | None:
    if event_id != page.event.pk:
        return None
    return render_to_string("public/_event_rounds.html", event_rounds(page.event))


def _tables(page: EventPage, event_id: int, _version: int) -> str | None:
    round_ = present_round(page.event) if event_id == page.event.pk else None
    if round_ is None:
        return None
    return render_to_string("public/_live_tables.html", {"live": live_tables(page, round_)})


RENDERED = {
    "standings": _standings,
    "lines": _lines,
    "outlook": _outlook,
    "round": _round,
    "room": _room,
    "screen": _screen,
    "now": _now,
    "rounds": _rounds,
    "tables": _tables,
}
