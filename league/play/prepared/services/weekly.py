"""The deal of the week: one a game for all clubs, committed to in the week before."""

import secrets
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games import services as games
from games.engine.errors import Refusal
from league.clubs.models import Club, User
from league.foundation.journal import services as journal
from league.foundation.journal.actor import Act
from league.foundation.names import clean_name
from league.foundation.refusal import Refused
from league.play.prepared.models import WeeklyDeal, WeeklyResult

WEEK = timedelta(days=7)
USUAL_PLAYERS = 4


class WeeklyRefused(Refused):
    """The rules of the game do not allow the deal as it was entered."""

    code = "deal_refused"

    def __init__(self, refusal: Refusal, sentence: str) -> None:
        super().__init__(sentence, field=refusal.field)
        self.refusal = refusal


class AlreadyEntered(Refused):
    """The table has entered this deal before, with other numbers."""

    code = "weekly_already_entered"


class OtherDealer(Refused):
    """A record that begins with another dealer than the deal has."""

    code = "weekly_other_dealer"


class WeekOver(Refused):
    code = "week_over"


def week_of(at: datetime) -> date:
    """Return the Monday of the week, in the world's common time."""
    return at.date() - timedelta(days=at.weekday())


def fresh_seed() -> str:
    return secrets.token_hex(32)


def make_weekly_deals(*, at: datetime, seed: Callable[[], str] = fresh_seed) -> None:
    """Make the deals of this week and of the next one that are missing.

    Two who do it at once make the same: the first seed that is written stays.
    """
    week = week_of(at)
    rows = WeeklyDeal.objects.filter(week__in=[week, week + WEEK])
    known = set(rows.values_list("week", "variant"))
    missing = [
        _made(day, info, seed(), at)
        for day in (week, week + WEEK)
        for info in games.variants()
        if (day, info.id) not in known
    ]
    if missing:
        WeeklyDeal.objects.bulk_create(missing, ignore_conflicts=True)


def _made(week: date, info: games.VariantInfo, seed: str, at: datetime) -> WeeklyDeal:
    preset = next(preset for preset in info.presets if preset.id == info.default_preset)
    players = USUAL_PLAYERS if USUAL_PLAYERS in preset.seats else max(preset.seats)
    purpose = f"week {week.isoformat()} {info.id} {players}"
    return WeeklyDeal(
        week=week,
        variant=info.id,
        preset=preset.id,
        players=players,
        purpose=purpose,
        seed=seed,
        commitment=games.commitment_of(seed, purpose),
        created_at=at,
    )


def enter_weekly(
    *,
    weekly: WeeklyDeal,
    club: Club,
    table_name: str,
    data: Mapping[str, Any],
    user: User,
    by: Act,
) -> WeeklyResult:
    """Write down what a table of a club made of the deal; the same entered again is the same row.

    `data` is a summary or the record of every card. Raises WeeklyRefused (the game's own reason),
    OtherDealer, AlreadyEntered, or WeekOver outside its week.
    """
    if week_of(by.at) != weekly.week:
        raise WeekOver(
            _("The deal of the week of %(week)s can be entered from that Monday to Sunday only.")
            % {"week": weekly.week.isoformat()}
        )
    ruleset = games.ruleset(weekly.variant, weekly.preset, {}, weekly.players)
    deal = games.prepared_deal(ruleset, weekly.seed, 1)
    full = {"dealer": deal.dealer, **data}
    try:
        result = games.score_deal(ruleset, full)
        games.check_cards_prepared(ruleset, deal, full)
    except Refusal as refusal:
        sentence = games.whole_sentence(games.render_sentence(refusal.sentence))
        raise WeeklyRefused(refusal, sentence) from refusal
    if full["dealer"] != deal.dealer:
        raise OtherDealer(
            _("Seat %(dealer)d is the dealer this week, but your record says seat %(written)d.")
            % {"dealer": deal.dealer + 1, "written": full["dealer"] + 1},
            field="record",
        )
    name = clean_name(table_name)[:80] or "1"
    try:
        with transaction.atomic():
            entered = WeeklyResult.objects.create(
                weekly=weekly,
                club=club,
                table_name=name,
                deal=games.store_deal(ruleset, full, result),
                entered_by=user,
                entered_at=by.at,
            )
            journal.append(
                kind="weekly.entered",
                by=by,
                club_id=club.pk,
                subject=entered,
                data={"table": name, "game": weekly.variant},
            )
    except IntegrityError:
        return _entered_before(weekly, club, name, full)
    return entered


def _entered_before(
    weekly: WeeklyDeal, club: Club, name: str, data: Mapping[str, Any]
) -> WeeklyResult:
    entered = WeeklyResult.objects.select_related("deal").get(
        weekly=weekly, club=club, table_name=name
    )
    if entered.deal.data == dict(data):
        return entered
    raise AlreadyEntered(
        _(
            "%(table)s of %(club)s has already entered this deal. For another table, use "
            "another name; what was entered stays as it is."
        )
        % {"table": name, "club": club.name},
        field="table_name",
    )
