"""What of an archive is about the club itself: its settings, its logo, accounts, weekly deals."""

from datetime import date
from io import BytesIO
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from PIL import Image

from games.models import Deal
from league.clubs import services as clubs
from league.clubs.logos import MOST_BYTES, LogoPicture, LogoUnusable, read_logo
from league.clubs.models import Club, User
from league.foundation.journal.actor import Act
from league.office.archives.archive_format import ACCOUNTS, CLUB, LOGO, WEEKLY
from league.office.archives.archived import Line
from league.office.archives.archived_lines import deal_from_the_door
from league.office.archives.opened_archive import OpenedArchive
from league.office.archives.reading_report import Report
from league.office.archives.references import References, next_ids
from league.office.archives.row_reader import check_deals, insert, unreadable
from league.office.archives.row_values import BadLine, from_json, number_of, to_json
from league.play.prepared.models import WeeklyDeal, WeeklyResult

# settings that a club which is here keeps: its address stands in links and on printed cards
ADDRESS = "slug"
SITE_OF_NOBODY = "archive.invalid"
LARGEST_CLUB = 256 * 1024


def club_settings(archive: OpenedArchive) -> dict[str, Any]:
    """Return the settings of the archive's club by column. Raises NotAnArchive."""
    lines = list(archive.lines(CLUB))
    try:
        if len(lines) != 1:
            raise BadLine("it has one line")
        return {
            one.attname: from_json(one, lines[0][one.name])
            for one in Club._meta.concrete_fields
            if one.name in lines[0] and one.name not in ("id", "logo")
        }
    except (BadLine, ValidationError) as bad:
        raise unreadable(CLUB, str(bad)) from bad


def read_club(
    archive: OpenedArchive, club: Club, report: Report, *, is_new: bool, is_empty: bool
) -> None:
    """Give an empty club the archive's settings; another one keeps its own, and it is said."""
    settings = {name: value for name, value in club_settings(archive).items() if name != ADDRESS}
    differs = {
        name: value
        for name, value in settings.items()
        if to_json(getattr(club, name)) != to_json(value)
    }
    counts = report.of("club")
    if is_new or not differs:
        counts.made += is_new
        counts.same += not is_new
    elif is_empty:
        Club.objects.filter(pk=club.pk).update(**differs)
        counts.updated += 1
    else:
        counts.kept += 1
        report.note(
            _("The settings of the club are not the same in the archive, and stay as they are.")
        )


def read_logo_of(archive: OpenedArchive, club: Club, by: Act) -> None:
    """Give a club without a logo the archive's, as it is if this site made the archive."""
    content = archive.content(LOGO, most=MOST_BYTES)
    club.refresh_from_db()
    if content is None or club.logo_id is not None:
        return
    try:
        picture = _as_it_was(content) if archive.is_sealed else read_logo(content)
        clubs.set_logo(club=club, picture=picture, by=by)
    except LogoUnusable as unusable:
        raise unreadable(LOGO, str(unusable)) from unusable


def _as_it_was(content: bytes) -> LogoPicture:
    """Return a picture that this site has made small and clean before."""
    with Image.open(BytesIO(content), formats=["WEBP"]) as picture:
        return LogoPicture(content, *picture.size)


def read_accounts(archive: OpenedArchive, references: References) -> None:
    """Find out who the accounts are that rows name.

    In an archive of this very club those that are here are themselves. Everybody else becomes an
    account that nobody can sign in to: a name for what was done, without any right.
    """
    for line in archive.lines(ACCOUNTS):
        try:
            number, name = number_of(line), line.get("name")
        except BadLine as bad:
            raise unreadable(ACCOUNTS, str(bad)) from bad
        if line.get("is_named_in_rows") and isinstance(name, str):
            references.accounts[number] = _account(references, number, name)


def _account(references: References, number: int, name: str) -> int:
    if references.is_own and User.objects.filter(pk=number).exists():
        return number
    email = f"{references.source}.{number}.{references.club.pk}@{SITE_OF_NOBODY}"
    there = User.objects.filter(email=email).first()
    if there is None:
        there = User(email=email, name=name.replace("\0", "")[:120], is_active=False)
        there.set_unusable_password()
        there.save()
    return there.pk


def read_weekly_results(archive: OpenedArchive, club: Club, report: Report) -> None:
    """Bring back what tables made of deals of the week, where this site had the same deals."""
    counts = report.of("weekly_results")
    for line in archive.lines(WEEKLY):
        weekly = _same_weekly(line)
        name = str(line.get("table_name"))[:80]
        if weekly is None:
            counts.kept += 1
            report.note(_("Results of deals of the week of another site were left out."))
        elif WeeklyResult.objects.filter(weekly=weekly, club=club, table_name=name).exists():
            counts.same += 1
        else:
            _make_weekly(line, weekly, club, name, is_sealed=archive.is_sealed)
            counts.made += 1


def _same_weekly(line: Line) -> WeeklyDeal | None:
    try:
        week = date.fromisoformat(str(line.get("week")))
    except ValueError:
        return None
    rows = WeeklyDeal.objects.filter(week=week, variant=str(line.get("variant")))
    return rows.filter(commitment=str(line.get("commitment"))).first()


def _make_weekly(line: Line, weekly: WeeklyDeal, club: Club, name: str, *, is_sealed: bool) -> None:
    try:
        deal = deal_from_the_door(line["deal"])
        check_deals([deal], is_sealed=is_sealed)
        fields = [one for one in Deal._meta.concrete_fields if not one.primary_key]
        values = {one.attname: from_json(one, deal.get(one.name)) for one in fields}
        entered = from_json(WeeklyResult._meta.get_field("entered_at"), line["entered_at"])
    except (BadLine, KeyError, AttributeError) as bad:
        raise unreadable(WEEKLY, str(bad)) from bad
    number = next_ids(Deal, 1)[0]
    insert(Deal, [values | {"id": number}])
    WeeklyResult.objects.create(
        weekly=weekly, club=club, table_name=name, deal_id=number, entered_at=entered
    )
