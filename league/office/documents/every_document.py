"""Every kind of document there is; a test holds the API to it."""

from league.office.documents.blank_sheet_paper import BLANK_SHEET
from league.office.documents.bracket_paper import BRACKET
from league.office.documents.cash_paper import EVENT_CASH, TONIGHT_CASH
from league.office.documents.contacts_paper import CONTACTS
from league.office.documents.document_kind import DocumentKind
from league.office.documents.prepared_papers import DEAL_SHEETS, TRAVELLERS, WEEKLY_SHEET
from league.office.documents.round_list_paper import ROUND_LIST
from league.office.documents.round_papers import SCORE_SHEETS, SLIPS, TABLE_CARDS
from league.office.documents.season_paper import SEASON_TABLE
from league.office.documents.seating_paper import SEATING
from league.office.documents.standings_paper import STANDINGS

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
