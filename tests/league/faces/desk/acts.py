"""For each address of the desk that something is sent to: how what it does is taken back.

Whoever adds one says here what a director does about a mistake made there: the message has a
button, the way back stands on the page itself, the page says before that there is none, or
nothing is changed that anybody would take back.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Undo:
    """The message after it has a button that posts to this address."""

    by: str


@dataclass(frozen=True)
class SameForm:
    """The message after it has a button that sends the same form again with what it held before.

    `at` is the module of the page.
    """

    at: str


@dataclass(frozen=True)
class OnThePage:
    """The way back stands where it was done, without a button in the message.

    `by` is the address that it is sent to, where that is another one.
    """

    why: str
    by: str = ""


@dataclass(frozen=True)
class SaidBefore:
    """The page says before that it cannot be undone, in this sentence."""

    sentence: str


@dataclass(frozen=True)
class NothingToUndo:
    """It changes nothing that anybody would take back, for this reason."""

    why: str


IS_WAY_BACK = OnThePage("it is itself the way back of another act, which is done again")
SWITCH = OnThePage("the button that takes it back takes the place of the one that did it")
SHOWN_AGAIN = OnThePage("its form stays on the page with what was saved, and is saved again")
PAPER = NothingToUndo("it makes a file to print")
BUILT_AGAIN = NothingToUndo("it works out once more what follows from facts")
REMOVED_THERE = OnThePage("it leads to what was made, which can be removed or thrown away there")
LONG_WORK = OnThePage("a worker does it, which can be cancelled on the page it leads to")
INVALID_BEFORE = "A link in the wrong hands? A new one makes all earlier links invalid."

ACTS: dict[str, Undo | SameForm | OnThePage | SaidBefore | NothingToUndo] = {
    "archive": NothingToUndo("it makes a file, which is deleted by itself"),
    "association_clubs": Undo("desk:association_clubs"),
    "association_entries": Undo("desk:association_entries"),
    "association_match": Undo("desk:association_match"),
    "association_players": Undo("desk:association_players"),
    "association_registrations": Undo("desk:association_registrations"),
    "association_rules": SameForm("associations/views.py"),
    "associations": Undo("desk:associations"),
    "calendar_demands": Undo("desk:calendar_demands_undo"),
    "calendar_demands_undo": IS_WAY_BACK,
    "calendar_publish": SaidBefore("Published, everybody sees it, and its round is opened."),
    "championship": Undo("desk:championship_undo"),
    "championship_undo": IS_WAY_BACK,
    "club_close": OnThePage("every owner can cancel it for weeks", by="club_keep"),
    "club_keep": IS_WAY_BACK,
    "club_new": REMOVED_THERE,
    "club_privacy": SameForm("club/settings_pages.py"),
    "club_rebuild": BUILT_AGAIN,
    "club_settings": SameForm("club/settings_pages.py"),
    "club_settings_look": Undo("desk:club_settings_look"),
    "deal_accept": OnThePage("the deal can still be corrected or struck out", by="deal_void"),
    "deal_correct": Undo("desk:deal_restore"),
    "deal_enter": Undo("desk:deal_void"),
    "deal_look": SaidBefore("It is recorded in the journal, for directors to read."),
    "deal_restore": IS_WAY_BACK,
    "deal_settle": OnThePage("the deal can be corrected or struck out", by="deal_void"),
    "deal_void": Undo("desk:deal_restore"),
    "deals": SaidBefore("What is published now is its commitment;"),
    "deals_look": SaidBefore("Your name and the reason go into the journal."),
    "deals_release": SaidBefore("This cannot be undone, and it shows the cards of every deal."),
    "draw": Undo("desk:redraw"),
    "draw_restore": IS_WAY_BACK,
    "draw_stage": Undo("desk:redraw"),
    "entries": Undo("desk:entries_take_back"),
    "entries_take_back": IS_WAY_BACK,
    "entry": SameForm("events/entry_pages.py"),
    "entry_act": Undo("desk:entry_act"),
    "entry_new": Undo("desk:entries_take_back"),
    "entry_restore": IS_WAY_BACK,
    "event_copy": REMOVED_THERE,
    "event_discard": SaidBefore("It cannot be undone."),
    "event_move": Undo("desk:event_move"),
    "event_new": REMOVED_THERE,
    "event_rules_renew": Undo("desk:event_rules_undo"),
    "event_rules_undo": IS_WAY_BACK,
    "event_setup": SameForm("events/setup.py"),
    "homes": Undo("desk:homes_undo"),
    "homes_undo": IS_WAY_BACK,
    "house_rules_archive": Undo("desk:house_rules_bring_back"),
    "house_rules_bring_back": Undo("desk:house_rules_archive"),
    "house_rules_change": SameForm("house_rules/views.py"),
    "house_rules_new": OnThePage("it leads to them, where they are archived"),
    "import_columns": NothingToUndo("nothing is imported before its preview is confirmed"),
    "import_discard": NothingToUndo("the file is read again; nothing was imported from it"),
    "import_preview": SaidBefore("An import cannot be undone as a whole, only line by line."),
    "imports": NothingToUndo("the file is only read; its preview comes next"),
    "invitation_again": NothingToUndo("the same e-mail is sent once more, as the button says"),
    "invitation_restore": IS_WAY_BACK,
    "invitation_withdraw": Undo("desk:invitation_restore"),
    "invitations_import": NothingToUndo("the file is only read; its preview comes next"),
    "job_cancel": NothingToUndo("what was cancelled is asked for again where it was asked for"),
    "join_accept": OnThePage("“Refuse after all” stands beside who came", by="join_refuse"),
    "join_code_renew": SaidBefore("With a new code, the current one stops working for good."),
    "join_refuse": SaidBefore("Refusing cannot be undone; the person would have to sign up again."),
    "joining": SameForm("people/members.py"),
    "kitty_booking_again": IS_WAY_BACK,
    "kitty_booking_new": Undo("desk:kitty_booking_reverse"),
    "kitty_booking_reverse": Undo("desk:kitty_booking_again"),
    "kitty_cash_paid": SWITCH,
    "kitty_event_evening": SWITCH,
    "kitty_event_paid": SWITCH,
    "kitty_event_prizes": Undo("desk:kitty_prizes_undo"),
    "kitty_player": Undo("desk:kitty_booking_reverse"),
    "kitty_prizes_undo": IS_WAY_BACK,
    "match": Undo("desk:match"),
    "match_date": SameForm("match_dates/views.py"),
    "member_bring_back": IS_WAY_BACK,
    "member_remove": Undo("desk:member_bring_back"),
    "member_role": Undo("desk:member_role"),
    "members": Undo("desk:invitation_withdraw"),
    "message_new": SaidBefore("What is sent cannot be taken back."),
    "movement_pdf": PAPER,
    "past_event_remove": SaidBefore(
        "Removing cannot be undone; the event would have to be imported again."
    ),
    "place_codes_renew": SaidBefore("all those given out for this event end at once."),
    "play_off_revoke": Undo("desk:play_offs"),
    "play_offs": Undo("desk:play_off_revoke"),
    "player": SameForm("people/player_pages.py"),
    "player_active": Undo("desk:player_active"),
    "player_forget": SaidBefore("Forget this player for good"),
    "player_link": Undo("desk:player_unlink"),
    "player_merge": Undo("desk:player_unmerge"),
    "player_new": Undo("desk:player_active"),
    "player_unlink": Undo("desk:player_link"),
    "player_unmerge": IS_WAY_BACK,
    "players_import": NothingToUndo("the file is only read; its preview comes next"),
    "record": LONG_WORK,
    "redraw": Undo("desk:draw_restore"),
    "renew_link": SaidBefore(INVALID_BEFORE),
    "round_clock": Undo("desk:round_clock"),
    "round_edit": Undo("desk:round_undo"),
    "round_move": Undo("desk:round_move"),
    "round_scores": Undo("desk:round_scores_undo"),
    "round_scores_undo": IS_WAY_BACK,
    "round_undo": IS_WAY_BACK,
    "same_names": Undo("desk:same_names_undo"),
    "same_names_undo": IS_WAY_BACK,
    "score_enter": Undo("desk:deal_void"),
    "score_sheets_pdf": PAPER,
    "season_add": Undo("desk:season_people_undo"),
    "season_decide": Undo("desk:season_decide"),
    "season_divisions": Undo("desk:season_divisions_undo"),
    "season_divisions_undo": IS_WAY_BACK,
    "season_new": REMOVED_THERE,
    "season_next": REMOVED_THERE,
    "season_people": Undo("desk:season_people_undo"),
    "season_people_undo": IS_WAY_BACK,
    "season_rebuild": BUILT_AGAIN,
    "season_rules": SameForm("seasons/views.py"),
    "season_sign": Undo("desk:season_unsign"),
    "season_unsign": SWITCH,
    "seat": Undo("desk:seat_put_back"),
    "seat_put_back": IS_WAY_BACK,
    "seeds": SameForm("events/entry_pages.py"),
    "slips_pdf": PAPER,
    "stage": OnThePage("it is filled again from the results until it is drawn"),
    "stage_change": SameForm("stages/views.py"),
    "stage_groups": SameForm("stages/views.py"),
    "stage_new": Undo("desk:stage_remove"),
    "stage_rebuild": BUILT_AGAIN,
    "stage_remove": Undo("desk:stage_restore"),
    "stage_restore": IS_WAY_BACK,
    "stand_in_ask": Undo("desk:stand_in_ask"),
    "substitutes": SameForm("events/substitute_pages.py"),
    "substitution_end": Undo("desk:seat_put_back"),
    "table_award": Undo("desk:table_award"),
    "table_cards_pdf": PAPER,
    "table_decide": Undo("desk:table_decide"),
    "table_forfeit": SameForm("results/decisions.py"),
    "table_move": Undo("desk:table_move"),
    "table_sheet": Undo("desk:table_sheet_undo"),
    "table_sheet_undo": IS_WAY_BACK,
    "tonight_choose": SHOWN_AGAIN,
    "tonight_code_act": SaidBefore("Replace the code, and only the new one works."),
    "tonight_entry": Undo("desk:entry_act"),
    "tonight_guest": Undo("desk:tonight_tick"),
    "tonight_pairs": OnThePage("each pair is parted on Tonight", by="tonight_together"),
    "tonight_start": SaidBefore(
        "“Start” opens round 1 and tells players where they sit, so it cannot be undone."
    ),
    "tonight_tick": SWITCH,
    "tonight_together": SWITCH,
    "webhook_again": NothingToUndo("a message is sent once more, as the page says"),
    "webhook_new_secret": SaidBefore("For a day messages are signed with both,"),
    "webhook_switch": Undo("desk:webhook_switch"),
    "webhook_test": NothingToUndo("a test message is sent, which says that it is one"),
}
