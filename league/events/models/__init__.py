from league.events.models.entries import Entry, EntryMember, EntryState
from league.events.models.evenings import LARGEST_SIDE, Attendance, Evening
from league.events.models.events import (
    MOST_SEATS,
    TO_BE_PLAYED,
    EntryKind,
    EntryMode,
    Event,
    EventState,
    TablePlay,
    Visibility,
)
from league.events.models.partners import PartnerRequest
from league.events.models.qualifying import Qualifying, Takes
from league.events.models.seasons import Season
from league.events.models.stages import Stage, StageEntry
from league.events.models.struck import StruckDate
from league.events.models.substitutes import (
    MOST_SUBSTITUTED,
    Reserve,
    SubstitutePoints,
    Substitutes,
)

__all__ = [
    "LARGEST_SIDE",
    "MOST_SEATS",
    "MOST_SUBSTITUTED",
    "TO_BE_PLAYED",
    "Attendance",
    "Entry",
    "EntryKind",
    "EntryMember",
    "EntryMode",
    "EntryState",
    "Evening",
    "Event",
    "EventState",
    "PartnerRequest",
    "Qualifying",
    "Reserve",
    "Season",
    "Stage",
    "StageEntry",
    "StruckDate",
    "SubstitutePoints",
    "Substitutes",
    "TablePlay",
    "Takes",
    "Visibility",
]
