"""What is sent to an address: nothing, but where nothing would be refused for itself."""

import json
from collections.abc import Mapping
from typing import Any

from league.office.notifications.topics import Topic
from tests.league.play.results.factories import pinochle

CHOSEN = {"quiet_from": "22:00", "quiet_until": "07:00"} | {
    f"topic_{topic}": "daily" for topic in Topic.values
}
# what a browser would send of itself, but as a form
PHONE = {"endpoint": "x"}


def of_associations(county: Any) -> dict[str, Mapping[str, Any]]:
    """Return what programs send about a club and its associations."""
    sources = {"sources": [{"event": county.open.pk, "places": 1}]}
    return {
        "api:association": {"transfers": "never"},
        "api:associated_club_answer": {"accept": True},
        "api:association_answer": {"accept": True},
        "api:championship": sources,
        "api:championship_preview": sources,
        "api:club_entries": {"players": [county.entry.members.get().player_id]},
        "api:club_registrations": {"players": [county.spare.pk]},
        "api:club_transfers": {"player": county.east.player_id, "home_player": county.spare.pk},
        "api:transfer_answer": {"consent": True},
    }


def bodies_of(club) -> Mapping[str, Mapping[str, Any]]:
    """Return small bodies that mean something in this club, by the name of the address."""
    player, other = club.players[0], club.other.pk
    entry = club.done.placements.get(side=0).entry_id
    deal = {"data": pinochle()}
    return {
        "account:choices": CHOSEN,
        "account:phone_add": PHONE,
        "account:stand_in_answer": {"answer": "no"},
        "account:stand_in_own": {"take_back": "1"},
        "desk:stand_in_ask": {"take_back": "1"},
        "api:stand_in_answer": {"accept": False},
        "api:stand_in_request": {"players": [player]},
        **of_associations(club.county),
        "api:associated_clubs": {"club": "nowhere"},
        "api:associations": {"association": "nowhere"},
        "api:captain": {"player": player},
        "api:line_up": {"players": club.players},
        "api:match_rules": {"rest_days": 2},
        "api:match_ruling": {"begins_at": "2199-09-01T19:00:00Z"},
        "api:match_walkover": {"absent": []},
        "api:propose_dates": {"dates": ["2199-09-01T19:00:00Z"]},
        "api:match_result": {"table": club.done.pk, "final_score": [5, 0]},
        "api:event_messages": {"title": "Hello", "text": "Bring a pen"},
        "api:notification_choices": {
            "by_mail": True,
            "by_push": True,
            "quiet_from": "22:00",
            "quiet_until": "07:00",
            "daily": ["standings"],
            "never": [],
        },
        "desk:message_new": {"to": "event", "title": "Hello", "text": "Pens", "send": "1"},
        "public:my_answer": {"player": player, "day": "2199-01-01"},
        "api:my_availability": {
            "player": player,
            "event": None,
            "day": "2199-01-01",
            "answer": None,
        },
        "account:public_name": {"public_name": "initials"},
        "desk:association_registrations": {
            "action": "end",
            "row": club.county.registration.pk,
        },
        "desk:association_players": {
            "action": "take_back",
            "row": club.county.transfer_to_take_back.pk,
        },
        "desk:association_entries": {"action": "withdraw_all", "reason": "ill"},
        "desk:association_clubs": {"action": "invite", "slug": "nowhere"},
        "desk:associations": {"action": "ask", "slug": "nowhere"},
        "desk:club_close": {"typed": club.club.name},
        "desk:club_settings": {"name": "Another name"},
        "desk:entry_act": {"reason": "ill"},
        "desk:event_copy": {"name": "Next", "starts_on": "2026-09-12"},
        "desk:event_move": {"move": "finish"},
        "desk:kitty_cash_paid": {"player": player, "owes": 500},
        "desk:kitty_event_paid": {"player": player, "owes": 500},
        "desk:kitty_player": {"kind": "payment", "amount": "5"},
        "desk:kitty_settings": {"is_on": "on", "currency": "USD"},
        "desk:member_role": {"role": "owner"},
        "desk:members": {"email": "somebody@example.org", "role": "owner"},
        "desk:player_pairs": {"other": other},
        "desk:player_new": {"name": "Zoe"},
        "desk:round_move": {"move": "close"},
        "desk:table_award": {"points-0": "9", "points-1": "0", "reason": "away"},
        "desk:tonight_guest": {"name": "A guest"},
        "desk:tonight_tick": {"here": player},
        "api:entry_answer": {"agrees": True},
        "api:table_award": {"points": [1, 0], "reason": "away"},
        "api:table_enter": deal,
        "api:entries": {"players": [other, player]},
        "api:event": {"about": "x"},
        "api:event_copy": {"name": "Next", "starts_on": "2026-09-12"},
        "api:event_prizes": {"seen": "x"},
        "api:kitty": {"on": True, "currency": "USD"},
        "api:kitty_amounts": {"from_day": "2199-01-01", "evening_fee": 1, "set_amount": 0},
        "api:kitty_transactions": {"kind": "payment", "amount": 5, "player": player},
        "api:event_move": {"move": "finish"},
        "api:players": {"name": "Zoe"},
        "api:player": {"name": "Zoe"},
        "api:table_preview": deal,
        "api:prepared_look": {"first": 1, "last": 1, "reason": "x"},
        "api:player_apart": {"other": other},
        "api:clock": {"action": "end"},
        "api:calendar": {"starts_on": "2026-09-01", "ends_on": "2027-03-31"},
        "api:date": {"begins_at": "2026-09-01T19:00:00Z"},
        "api:homes": {"homes": []},
        "api:venue": {"name": "Mill"},
        "api:venues": {"name": "Another mill"},
        "api:club": {"name": "Another name"},
        "api:clubs": {"name": "A new club"},
        "api:entries_write": {"entries": [{"players": [other, player]}]},
        "api:house_rules": {"name": "Ours", "variant": "pitch", "preset": "standard"},
        "api:house_rule": {"name": "Theirs"},
        "api:invitations": {"email": "somebody@example.org", "role": "owner"},
        "api:player_may_meet": {"other": other},
        "api:member": {"role": "owner"},
        "api:player_merge": {"goes": other},
        "api:player_account": {"member": None},
        "api:players_import": {"text": "Zoe"},
        "api:invitations_list_send": {"people": [{"email": "somebody@example.org"}]},
        "api:players_write": {"players": [{"name": "Zoe"}]},
        "api:results_write": {"deals": [deal | {"table": club.waiting.pk}]},
        "api:tonight": {"minutes": 90},
        "api:tonight_guests": {"name": "A guest"},
        "api:tonight_together": {"players": [player, other]},
        "api:player_unmerge": {"goes": other},
        "api:weekly": {"club": club.club.slug, "table_name": "1", "data": deal["data"]},
        "api:seeds": {"entries": [entry]},
        "api:table_submit": deal | {"side": 0},
    }


def sent(face: str, method: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a client's request takes: JSON for the API, a form for a page."""
    if method in ("GET", "HEAD", "DELETE"):
        return {}
    if face == "api":
        return {"data": json.dumps(body), "content_type": "application/json"}
    text = "&".join(f"{name}={value}" for name, value in body.items())
    return {"data": text, "content_type": "application/x-www-form-urlencoded"}
