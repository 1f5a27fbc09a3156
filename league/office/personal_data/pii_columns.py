"""Every column with texts or JSON, and how a person who stands in it is forgotten.

A column that is missing here fails `manage.py check` and so every start of the site: whoever adds
one says here whether a name can stand in it. In a plain thing that is not named here all texts are
words that others typed.
"""

from collections.abc import Iterator, Mapping
from enum import Enum

from django.apps import apps
from django.contrib.postgres.fields import ArrayField
from django.db import models

from league.foundation.records.rules import registered


class Stands(Enum):
    """How the words of a person get out of a column."""

    # somebody else's row may name the person: other words are put there (replacing.py)
    WORDS = "words"
    # it is the row of the person: emptied, or deleted with the row (forgetting.py)
    OWN = "own"
    # it is deleted after hours or days anyway: rows that name the person go at once (forgetting.py)
    SOON = "soon"
    # codes, numbers, digests, addresses that an organiser chose: nobody's name
    NOBODY = "nobody"


def columns(*, words: str = "", own: str = "", soon: str = "", nobody: str = "") -> dict:  # type: ignore[type-arg]
    """Return the columns by name; each argument has names with spaces between them."""
    said = {
        Stands.WORDS: words,
        Stands.OWN: own,
        Stands.SOON: soon,
        Stands.NOBODY: nobody,
    }
    return {name: stands for stands, names in said.items() for name in names.split()}


DECLARED: Mapping[str, Mapping[str, Stands]] = {
    # an archive that is kept is deleted where somebody in it is forgotten
    "archives.ArchiveFile": columns(soon="name of stored_by_name", nobody="extent sha256"),
    "archives.ArchivePiece": columns(soon="content"),
    "archives.Origin": columns(nobody="kind digest"),
    "auth.Group": columns(nobody="name"),
    "auth.Permission": columns(nobody="name codename"),
    "axes.AccessAttempt": columns(
        soon="username get_data post_data user_agent ip_address http_accept path_info"
    ),
    "axes.AccessFailureLog": columns(soon="username user_agent ip_address http_accept path_info"),
    "axes.AccessLog": columns(
        soon="username user_agent ip_address http_accept path_info session_hash"
    ),
    "club_limits.ClubUse": columns(nobody="limit"),
    "clubs.ApiToken": columns(own="name", nobody="digest scopes"),
    "clubs.Club": columns(
        words="about where_we_play when_we_play name",
        nobody="main_colour accent_colour slug time_zone",
    ),
    # its words are gone when it is finished
    "availability.Availability": columns(own="note"),
    "captains.LineUp": columns(nobody="refused"),
    "clubs.Erasure": columns(soon="words", nobody="clubs"),
    "clubs.HouseRules": columns(words="name", nobody="variant preset options"),
    "clubs.Invitation": columns(own="email"),
    "clubs.JoinRequest": columns(own="name email"),
    "clubs.Joining": columns(nobody="code"),
    "clubs.KeptApart": columns(words="reason"),
    "clubs.Logo": columns(nobody="name content"),
    "clubs.Player": columns(
        own="name sort_name family_name told_apart_by sort_key member_number email phone"
    ),
    "clubs.User": columns(own="email name password"),
    "contenttypes.ContentType": columns(nobody="app_label model"),
    "deploy.DatabasePlace": columns(nobody="place"),
    "deploy.LastBackup": columns(nobody="file"),
    "doctor.SignOfLife": columns(nobody="queue"),
    "events.Entry": columns(words="name"),
    "events.Evening": columns(words="name", nobody="variant preset"),
    "events.Event": columns(
        words="name about", nobody="slug variant preset options method tiebreaks"
    ),
    "events.Qualifying": columns(words="filling"),
    "events.Season": columns(words="name", nobody="slug"),
    "events.Stage": columns(words="name", nobody="format options"),
    "events.StageEntry": columns(nobody="group"),
    "events.StruckDate": columns(words="name"),
    # a record has seats and cards, a summary numbers
    "games.Deal": columns(nobody="variant preset options data score lines detail engine_version"),
    "imports.Upload": columns(
        soon="name content workbook sheets choices reading plan", nobody="kind"
    ),
    # the files themselves are the site's, and kept by it as its backups are
    "journal.Asked": columns(nobody="what"),
    "journal.Happening": columns(
        words="actor_name data", nobody="actor_players kind subject_type via"
    ),
    "journal.Reader": columns(nobody="name"),
    "journal.Undelivered": columns(nobody="reader"),
    "kitty.EventAmounts": columns(nobody="prize_shares"),
    "kitty.Kitty": columns(nobody="currency"),
    "kitty.Transaction": columns(words="actor_name note", nobody="source"),
    "calendars.LeagueCalendar": columns(nobody="blocked wishes"),
    "match_dates.DateProposal": columns(words="reason"),
    "match_dates.EntryHome": columns(nobody="weekdays blocked"),
    "match_dates.Venue": columns(words="name address note", nobody="map_link closed_on"),
    # somebody may be named in what a director wrote
    "notifications.DirectorMessage": columns(words="title text"),
    "notifications.Notification": columns(nobody="about"),
    "notifications.Preference": columns(nobody="daily never"),
    "notifications.PushSubscription": columns(own="endpoint p256dh auth"),
    "notifications.StoppedAddress": columns(own="email", nobody="code"),
    "once.KeyedRequest": columns(soon="body location", nobody="scope digest"),
    "orders.Job": columns(soon="actor data step sentence result", nobody="kind apart language"),
    "orders.JobFile": columns(soon="name content"),
    "orders.Turn": columns(nobody="queue"),
    "orders.Worker": columns(nobody="name"),
    "outbox.OutboxMessage": columns(soon="data", nobody="body key kind reason together"),
    # numbers of entries and tables; the names are put in when it is shown
    "highlights.EventHighlights": columns(nobody="nights recap"),
    "highlights.SeasonTop": columns(nobody="first"),
    "outlook.EntryOutlook": columns(nobody="group mark chances likely passing"),
    "outlook.StageOutlook": columns(nobody="digest groups followed last_round"),
    "past_events.PastEvent": columns(words="name game source"),
    "past_events.PastPlace": columns(words="name team"),
    "prepared.PreparedLook": columns(words="reason"),
    "prepared.PreparedSet": columns(nobody="variant preset options purpose seed commitment"),
    "prepared.WeeklyDeal": columns(nobody="variant preset purpose seed commitment"),
    "prepared.WeeklyResult": columns(words="table_name"),
    "ratings.ClubRatings": columns(nobody="days"),
    "ratings.Rating": columns(nobody="family"),
    "ratings.StartingRating": columns(nobody="family"),
    "results.CardCheck": columns(words="accepted_reason"),
    "results.Confirmation": columns(words="by_name", nobody="by_players device"),
    "results.Dispute": columns(words="by_name reason settlement", nobody="by_players"),
    "results.Submission": columns(words="by_name reason", nobody="by_players device"),
    "results.TableResult": columns(words="award_reason decided_reason", nobody="totals awarded"),
    # entries by number in the reasons; their names are put in when it is shown
    "rounds.Round": columns(nobody="drawing"),
    "rounds.Table": columns(nobody="deal_numbers why"),
    "seasons.Competitor": columns(words="name", nobody="key"),
    "seasons.Division": columns(words="name"),
    "seasons.MoveDecision": columns(words="reason", nobody="key"),
    "seasons.OwnHandicap": columns(words="reason"),
    "seasons.SeasonRules": columns(nobody="rules"),
    "seasons.SignedMoves": columns(words="moves", nobody="digest"),
    "sessions.Session": columns(own="session_key session_data"),
    "standings.PlayOff": columns(words="note"),
    "standings.Snapshot": columns(nobody="digest"),
    # entries by number; their names are put in when it is shown
    "standings.SnapshotRow": columns(nobody="group tiebreaks why digest"),
    "standings.StageStandings": columns(nobody="held_back departures"),
    "statistics.Achievement": columns(nobody="variant kind"),
    "statistics.SeatCount": columns(nobody="partners variant bid_levels side_levels"),
    # what another program answered, for some days
    "webhooks.Attempt": columns(nobody="excerpt failure"),
    "webhooks.Change": columns(nobody="kind subject_type"),
    "webhooks.Webhook": columns(nobody="address secret previous_secret topics"),
}
# what can hold a text
TEXTS = (
    models.CharField,
    models.TextField,
    models.JSONField,
    models.BinaryField,
    models.GenericIPAddressField,
    ArrayField,
)


def texts_of(model: type[models.Model]) -> Iterator[str]:
    """Return the names of a table's columns that can hold texts; one with choices holds codes."""
    for field in model._meta.concrete_fields:
        if isinstance(field, TEXTS) and not field.choices:
            yield field.name


def declared() -> dict[str, Mapping[str, Stands]]:
    """Return what is said of each table above, and of the plain things."""
    plain = {
        model._meta.label: dict.fromkeys(texts_of(model), Stands.WORDS) for model in registered()
    }
    return {**plain, **DECLARED}


def wrongly_declared() -> list[str]:
    """Return the columns that are missing here, and those here that there are not."""
    there = {(model._meta.label, name) for model in apps.get_models() for name in texts_of(model)}
    here = {(label, name) for label, names in declared().items() for name in names}
    return sorted(f"{label}.{name}" for label, name in there ^ here)


def columns_with_words() -> Iterator[tuple[type[models.Model], list[str]]]:
    """Return the tables in which others may name a person, with the columns where they do."""
    for label, names in declared().items():
        found = [name for name, stands in names.items() if stands is Stands.WORDS]
        if found:
            yield apps.get_model(label), found
