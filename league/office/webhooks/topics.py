"""To which topic each kind of happening belongs, declared once: what is sent to other programs.

Every kind of the journal stands here exactly once, in a topic or among those that are sent to
nobody, unless it is of a plain thing that says its topic itself; a check of the site names one
that does not.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from django.core.checks import CheckMessage, Error
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.foundation.journal import kinds
from league.foundation.records.rules import topics_by_kind

TEST = "webhook.test"
STANDINGS_CHANGED = "standings.changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """What a club chooses to be sent: `open_kinds` strangers may learn too, `kinds` its own people.

    Strangers learn of what is open only in events that they find in lists.
    """

    name: str
    label: Promise
    open_kinds: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()

    @property
    def all_kinds(self) -> frozenset[str]:
        return self.open_kinds | self.kinds


def kinds_of(subject: str, *verbs: str) -> frozenset[str]:
    return frozenset(f"{subject}.{verb}" for verb in verbs)


TOPICS = (
    Topic(
        name="results",
        label=_("Results of tables: confirmed, awarded, forfeited, penalties"),
        open_kinds=kinds_of(
            "table",
            *("ended", "resumed", "confirmed", "awarded", "award_withdrawn", "forfeited"),
            *("forfeit_withdrawn", "decided", "decision_withdrawn"),
        )
        | kinds_of("adjustment", "made", "revoked"),
    ),
    Topic(
        name="deals",
        label=_("Deals: entered, confirmed, corrected, struck out"),
        open_kinds=kinds_of(
            "deal", "submitted", "entered", "confirmed", "corrected", "voided", "taken_back"
        ),
    ),
    Topic(
        name="disputes",
        label=_("Disputes: a deal is disputed, a dispute is settled"),
        kinds=kinds_of("deal", "contradicted", "disputed") | kinds_of("dispute", "settled"),
    ),
    Topic(
        name="standings",
        label=_("Standings: they changed; who goes through to the next stage"),
        # `standings.changed` is no happening: it follows those that change the standings
        open_kinds=kinds_of(
            "stage", "filled", "filled_again", "seeded_again", "lot_drawn", "played_off"
        )
        | kinds_of("play_off", "noted", "revoked"),
    ),
    Topic(
        name="rounds",
        label=_("Rounds: drawn, opened, closed; clocks, byes and substitutes"),
        open_kinds=kinds_of("round", "opened", "closed", "reopened")
        | kinds_of("clock", "started", "paused", "resumed", "extended", "ended"),
        # before a round is opened its draw is for those who run it
        kinds=kinds_of(
            "round",
            *("drawn", "undrawn", "draw_restored", "edited", "edit_undone", "replanned"),
            "deadline_set",
        )
        | kinds_of("seat", "substituted", "substituted_by_exception")
        | kinds_of("dates", "published")
        | kinds_of("match", "called_off", "dated", "moved", "postponed")
        | kinds_of("calendar", "demands_changed", "drafted")
        | kinds_of("homes", "changed"),
    ),
    Topic(
        name="matches",
        label=_("Matches of captains: line-ups, dates, walkovers"),
        open_kinds=kinds_of("match_date", "agreed", "ruled", "ruling_undone"),
        # who plays is hidden from the other side until both line-ups are in
        kinds=kinds_of("match_date", "proposed", "declined", "request_taken_back", "overdue")
        | kinds_of("captain", "named", "naming_undone")
        | kinds_of("line_up", "set", "set_undone")
        | kinds_of("walkover", "proposed", "by_rules", "decided", "dropped"),
    ),
    Topic(
        name="events",
        label=_("Events: opened, started, finished, changed"),
        open_kinds=kinds_of(
            "event",
            *("changed", "opened", "started", "finished", "resumed", "archived", "brought_back"),
        )
        | kinds_of("deals", "prepared", "more_prepared", "released", "released_early"),
        kinds=kinds_of(
            "event",
            *("created", "copied", "discarded", "setup_reopened"),
            *("reserves_changed", "substitutes_changed", "divided", "undivided"),
        )
        | kinds_of(
            "stage", "added", "removed", "restored", "changed", "qualifying_changed", "grouped"
        )
        | kinds_of("past_event", "imported", "changed", "removed"),
    ),
    Topic(
        name="entries",
        label=_("Entries: added, accepted, withdrawn"),
        open_kinds=kinds_of("entry", "accepted", "withdrawn", "reinstated"),
        kinds=kinds_of("entry", "added", "signed_up", "changed", "removed", "restored")
        | kinds_of("entry", "partner_asked", "partner_agreed", "partner_declined")
        | kinds_of("entries", "seeded")
        | kinds_of("championship", "filled", "filling_undone")
        | kinds_of("association", "club_withdrawn"),
    ),
    Topic(
        name="players",
        label=_("Players: added, changed, imported, merged"),
        kinds=kinds_of("player", "added", "changed", "linked", "unlinked", "merged", "merge_undone")
        | kinds_of("player", "forgotten", "words_erased")
        | kinds_of("players", "imported")
        | kinds_of("ratings", "imported")
        | kinds_of("registration", "made", "ended")
        | kinds_of("transfer", "asked", "done", "refused", "taken_back"),
    ),
    Topic(
        name="members",
        label=_("Members: joined, left, another role"),
        kinds=kinds_of("member", "joined", "role_changed", "removed", "left"),
    ),
    Topic(
        name="seasons",
        label=_("Seasons: divisions, handicaps, moves"),
        kinds=kinds_of(
            "season",
            *("added", "copied", "rules_changed", "divided", "placed", "handicap_set"),
            *("handicap_worked_out", "handicap_withdrawn", "move_decided", "move_left"),
            *("signed", "signature_taken_back"),
        ),
    ),
    Topic(
        name="evenings",
        label=_("Evenings: opened, started, who is present"),
        kinds=kinds_of("evening", "opened", "changed", "started")
        | kinds_of("presence", "noted", "by_phone", "taken_back", "together", "apart"),
    ),
    Topic(
        name="club",
        label=_("The club: its settings and house rules"),
        kinds=kinds_of(
            "club", "created", "changed", "logo_changed", "logo_removed", "closing", "stays"
        )
        | kinds_of("house_rules", "added", "changed", "archived", "brought_back")
        | kinds_of(
            "association",
            *("founded", "ended", "rules_changed", "club_invited", "club_asked"),
            *("club_joined", "club_declined", "club_left", "step_undone"),
        ),
    ),
)

# hidden cards, links that open something, money, who must not meet, who was asked to stand in,
# addresses of people, who was forgotten elsewhere, webhooks
SENT_TO_NOBODY = (
    kinds_of("deals", "looked_at", "compared", "flag_accepted", "entry_refused")
    | kinds_of("weekly", "entered")
    | kinds_of("table", "links_renewed")
    | kinds_of("place_codes", "renewed")
    | kinds_of("archive", "made", "made_with_addresses", "read")
    | kinds_of(
        "kitty",
        "switched_on",
        "switched_off",
        "event_amounts_changed",
        "payment",
        "payout",
        "waiver",
        "charge",
        "expense",
        "income",
        "prizes",
        "reversed",
    )
    | kinds_of("availability", "said", "taken_back")
    | kinds_of("evening", "link_renewed")
    | kinds_of("stand_in", "asked", "accepted", "declined", "taken_back")
    | kinds_of("player", "kept_apart", "may_meet", "address_not_kept")
    | kinds_of("registration", "forgotten_at_home")
    | kinds_of("member", "invited")
    | kinds_of("invitation", "withdrawn", "restored")
    | kinds_of("director_message", "sent")
    | kinds_of("joining", "changed", "code_renewed", "asked", "accepted", "refused")
    | kinds_of("webhook", "secret_rotated", "switched_on", "switched_off")
)

# the standings of a stage are sent again after these
CHANGES_STANDINGS = (
    kinds_of("deal", "entered", "confirmed", "corrected", "voided")
    | kinds_of("dispute", "settled")
    | kinds_of("deals", "released", "released_early")
    | kinds_of("bye", "asked_for", "request_taken_back")
    | kinds_of("round", "opened", "closed", "reopened")
    | TOPICS[0].open_kinds
    | kinds_of("play_off", "noted", "revoked")
)


class DeclaredTwice(ValueError):
    """A kind belongs to two topics."""


@cache
def known_topics() -> dict[str, Topic | None]:
    """Return the topic of each kind, those of plain things too, once all apps are ready."""
    plain = {kind: BY_NAME.get(topic) for kind, topic in topics_by_kind().items()}
    return {**by_kind(TOPICS, SENT_TO_NOBODY), **plain}


def by_kind(topics: Iterable[Topic], sent_to_nobody: Iterable[str]) -> dict[str, Topic | None]:
    """Return the topic of each kind, None for those sent to nobody. Raises DeclaredTwice."""
    found: dict[str, Topic | None] = dict.fromkeys(sent_to_nobody)
    for topic in topics:
        twice = sorted(found.keys() & topic.all_kinds)
        if twice:
            raise DeclaredTwice(f"{twice} stand in league/office/webhooks/topics.py twice")
        found |= dict.fromkeys(topic.all_kinds, topic)
    return found


BY_NAME = {topic.name: topic for topic in TOPICS}
NAMES = sorted(BY_NAME)
OPEN_KINDS = frozenset(kind for topic in TOPICS for kind in topic.open_kinds)


def choices() -> list[tuple[str, Promise]]:
    """Return the topics for a column; migrations name this function, not the labels."""
    return [(topic.name, topic.label) for topic in TOPICS]


def is_sent(kind: str) -> bool:
    """Say whether happenings of this kind are sent to other programs at all."""
    return known_topics().get(kind) is not None


def topic_of(kind: str) -> str:
    """Return the name of the topic of a kind that is sent; of a kind made here as well."""
    if kind == STANDINGS_CHANGED:
        return "standings"
    topic = known_topics().get(kind)
    return topic.name if topic else ""


def check_topics(**_kwargs: object) -> list[CheckMessage]:
    """Name the kinds of the journal that are not declared above (a check of Django's)."""
    return undeclared(kinds.known_kinds())


def undeclared(known: Iterable[str]) -> list[CheckMessage]:
    return [
        Error(
            f"The journal's kind {kind!r} belongs to no topic.",
            hint="Put it into a topic of league/office/webhooks/topics.py, or among"
            " SENT_TO_NOBODY; a plain thing says its topic where it is registered.",
            id="webhooks.E001",
        )
        for kind in known
        if kind not in known_topics()
    ]
