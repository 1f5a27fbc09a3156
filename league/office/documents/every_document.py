"""Every kind of document there is; a test holds the API to it."""

from league.office.documents.club_papers import CONTACTS, EVENT_CASH, SEASON_TABLE, TONIGHT_CASH
from league.office.documents.document_kind import DocumentKind
from league.office.documents.event_papers import BLANK_SHEET, BRACKET, STANDINGS
from league.office.documents.prepared_papers import DEAL_SHEETS, TRAVELLERS, WEEKLY_SHEET
from league.office.documents.round_papers import (
    ROUND_LIST,
    SCORE_SHEETS,
    SEATING,
    SLIPS,
    TABLE_CARDS,
)

EVERY_DOCUMENT: tuple[DocumentKind, ...] = (
    TABLE_CARDS,
    SLIPS,
    SCORE_SHEETS,
    ROUND_LIST,
    SEATING,
    DEAL_SHEETS,
    TRAVELLERS,
    BRACKET,
    STANDINGS,
    BLANK_SHEET,
    EVENT_CASH,
    TONIGHT_CASH,
    CONTACTS,
    SEASON_TABLE,
    WEEKLY_SHEET,
)
