"""Everything that changes what a table has played, and its result."""

from league.play.results.final_scores import (
    DealsAndFinalScores,
    DirectorSaysUnfinished,
    NoFinalScores,
)
from league.play.results.prepared_cards import CardsRefused
from league.play.results.services.checking_cards import NotFlagged, accept_cards, check_cards
from league.play.results.services.confirming import (
    DealDisputed,
    NotAtThisTable,
    OwnSubmission,
    confirm,
    confirm_for_all,
)
from league.play.results.services.correcting import (
    AlreadySubmitted,
    SurplusDeals,
    correct,
    enter,
    void,
)
from league.play.results.services.deciding import NothingToDecide, decide_level, is_level
from league.play.results.services.disputing import AlreadyDisputed, NothingToSettle, dispute, settle
from league.play.results.services.ending import BadAward, CannotEnd, award, end_table, resume_table
from league.play.results.services.entering_in_bulk import (
    MOST_DEALS_AT_ONCE,
    TableDeal,
    UnknownTable,
    enter_deals,
    journal_attempts,
)
from league.play.results.services.entering_sheets import (
    CheckedDeal,
    CheckedSheet,
    PaperDeal,
    SumsDiffer,
    Written,
    check_sheet,
    check_sums,
    enter_sheet,
)
from league.play.results.services.forfeiting import BadForfeit, forfeit, hold_match
from league.play.results.services.next_deal import DealMissing, TableFinished
from league.play.results.services.previewing import Preview, preview
from league.play.results.services.reasons import ReasonMissing
from league.play.results.services.submitting import (
    NoSuchSide,
    SettledByDirector,
    SubmittedDifferently,
    submit,
)
from league.play.results.services.table_locks import EventNotRunning, RoundNotOpen, TableGone
from league.play.results.services.taking_back import CannotTakeBack, take_back
from league.play.results.services.undo_entering import (
    Struck,
    entered_together,
    strike_out_together,
)
from league.play.results.services.working_out import recompute_table_result
from league.play.results.submitted_deals import DealRefused, WrongDealer, look_at_of

__all__ = [
    "MOST_DEALS_AT_ONCE",
    "AlreadyDisputed",
    "AlreadySubmitted",
    "BadAward",
    "BadForfeit",
    "CannotEnd",
    "CannotTakeBack",
    "CardsRefused",
    "CheckedDeal",
    "CheckedSheet",
    "DealDisputed",
    "DealMissing",
    "DealRefused",
    "DealsAndFinalScores",
    "DirectorSaysUnfinished",
    "EventNotRunning",
    "NoFinalScores",
    "NoSuchSide",
    "NotAtThisTable",
    "NotFlagged",
    "NothingToDecide",
    "NothingToSettle",
    "OwnSubmission",
    "PaperDeal",
    "Preview",
    "ReasonMissing",
    "RoundNotOpen",
    "SettledByDirector",
    "Struck",
    "SubmittedDifferently",
    "SumsDiffer",
    "SurplusDeals",
    "TableDeal",
    "TableFinished",
    "TableGone",
    "UnknownTable",
    "Written",
    "WrongDealer",
    "accept_cards",
    "award",
    "check_cards",
    "check_sheet",
    "check_sums",
    "confirm",
    "confirm_for_all",
    "correct",
    "decide_level",
    "dispute",
    "end_table",
    "enter",
    "enter_deals",
    "enter_sheet",
    "entered_together",
    "forfeit",
    "hold_match",
    "is_level",
    "journal_attempts",
    "look_at_of",
    "preview",
    "recompute_table_result",
    "resume_table",
    "settle",
    "strike_out_together",
    "submit",
    "take_back",
    "void",
]
