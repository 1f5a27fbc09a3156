"""What the search of a desk leads to: every page, and everything that can be done on one.

A page is found by its label in every language of the site, and by `words`: what people usually
call it, in all these languages too, for whoever reads English may still think in German.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Role
from league.faces.desk.finding.nav import DIRECTORS, OWNERS, PLACES, SCORERS
from league.foundation import languages
from league.foundation.names import alike_key


class PageScope(Enum):
    """What a page is about, which its address names."""

    SITE = "site"
    CLUB = "club"
    EVENT = "event"
    ROUND = "round"
    SEASON = "season"


class Needs(Enum):
    """What a club must be or have for a page to be there."""

    NOTHING = "nothing"
    KITTY = "kitty"
    ASSOCIATION = "association"


@dataclass(frozen=True, slots=True, kw_only=True)
class Findable:
    """A page by the name of its address, or something that is done there.

    `more` ends the address' arguments (a step of the set-up), `anchor` is the place on the page.
    """

    name: str
    label: "str | Promise"
    words: str = ""
    roles: tuple[Role, ...] = SCORERS
    of: PageScope = PageScope.CLUB
    needs: Needs = Needs.NOTHING
    more: tuple[str, ...] = ()
    anchor: str = ""

    def is_called(self, word: str) -> bool:
        """Say whether one of its names begins with a folded word; where no spaces are, has it."""
        names = _names(self)
        return f" {word}" in names or (not word.isascii() and word in names)


@cache
def _names(findable: Findable) -> str:
    """Return all that a page is called, folded as what is typed is, with a space before each."""
    return " " + alike_key(" ".join([*names_of(findable), findable.words]))


def names_of(findable: Findable) -> Iterator[str]:
    """Yield the label in each language of the site."""
    for code, _own_name in languages.LANGUAGES:
        with translation.override(code):
            yield str(findable.label)


# what the bar on top shows is called more than one thing, too
WORDS_OF_PLACES = {
    "club": "home start dashboard waiting übersicht startseite wartet ホーム 待ち",
    "tonight": (
        "evening night check in attendance walk-in goes home leaves early sits out heute abend"
        " anwesend geht heim früher setzt aus 今日 受付 出席 早退 休み"
    ),
    "events": "tournaments leagues list turniere ligen liste 大会 リーグ 一覧",
    "house_rules": "rules options variants hausregeln regeln ルール",
    "people": (
        "players names addresses contacts telephone delete remove forget a player spieler namen"
        " adressen löschen vergessen 選手 名簿 削除"
    ),
    "members": "accounts roles directors scorers invite konten rollen einladen 権限 招待",
    "kitty": "money cash fees who owes debts kasse geld gebühren wer schuldet 会計 お金 未払い",
    "kitty_cash": "money cash desk fees kasse geld 会計 お金",
    "audit": "log history changes who protokoll verlauf 履歴 変更",
    "club_settings": "options preferences time zone einstellungen 設定",
    "event_new": "create tournament league turnier anlegen 大会 作成",
    "player_new": "new player spieler anlegen 新しい 選手",
    "house_rules_new": "create rules regeln anlegen ルール 作成",
    "players_import": "csv excel spreadsheet paste liste einfügen 取り込み",
    "associations": "federation region verband verbände 連盟",
    "imports": "csv excel spreadsheet trf dateien ファイル 取り込み",
    "season_new": "create season saison anlegen シーズン 作成",
    "record": "archive backup export download sicherung archiv 保存 書き出し",
    "tonight_code": "qr attendance anwesenheit 受付 コード",
}

_CLUB = (
    Findable(
        name="tonight_pairs",
        label=_("Even pairs"),
        words="partners ratings fair ausgeglichene paare 組み合わせ ペア",
    ),
    Findable(
        name="tonight",
        label=_("Tick who is here"),
        words="arrivals comes late comer guest gast anwesend kommt später 到着 遅刻 ゲスト",
        anchor="who",
    ),
    Findable(
        name="club_settings_look",
        label=_("Colours and logo"),
        words="design theme brand farben aussehen 色 ロゴ",
        roles=OWNERS,
    ),
    Findable(
        name="club_privacy",
        label=_("Privacy"),
        words="gdpr names public personal data datenschutz dsgvo 個人情報",
        roles=OWNERS,
    ),
    Findable(
        name="club_privacy",
        label=_("Delete the club"),
        words="close remove verein löschen schließen クラブ 削除",
        roles=OWNERS,
    ),
    Findable(
        name="club_status",
        label=_("Status"),
        words="health worker jobs backup limits zustand störung 状態",
        roles=OWNERS,
    ),
    Findable(
        name="club_website",
        label=_("Put it on your website"),
        words="embed widget iframe homepage einbetten 埋め込み",
    ),
    Findable(
        name="invitations_import",
        label=_("Invite a list of people"),
        words="members csv mails einladungen liste 招待 一覧",
        roles=OWNERS,
    ),
    Findable(
        name="members",
        label=_("Invite a member"),
        words="account director scorer add mitglied einladen 会員 招待",
        roles=OWNERS,
    ),
    Findable(
        name="past_events",
        label=_("Imported events"),
        words="old results history frühere turniere 過去 大会",
        roles=DIRECTORS,
    ),
    Findable(
        name="same_names",
        label=_("Players of the same name"),
        words="duplicates merge namesakes doppelt zusammenlegen 同姓同名 統合",
        roles=DIRECTORS,
    ),
    Findable(
        name="same_names",
        label=_("Merge duplicates"),
        words="players twice spieler doppelt 重複",
        roles=DIRECTORS,
    ),
    Findable(
        name="joining",
        label=_("Sign-up by link or code"),
        words="join requests registration beitreten anmeldung 申し込み 参加",
        roles=DIRECTORS,
    ),
    Findable(
        name="join_sheet",
        label=_("Sheet to hang up"),
        words="poster qr join aushang 掲示",
        roles=DIRECTORS,
    ),
    Findable(
        name="venues",
        label=_("Venues"),
        words="places halls addresses spielorte lokale 会場",
        roles=DIRECTORS,
    ),
    Findable(
        name="kitty_bookings",
        label=_("Bookings"),
        words="ledger payments undo buchungen zahlungen 帳簿 支払い",
        roles=DIRECTORS,
        needs=Needs.KITTY,
    ),
    Findable(
        name="kitty_booking_new",
        label=_("New booking"),
        words="payment expense income payout zahlung ausgabe 支出 収入",
        roles=DIRECTORS,
        needs=Needs.KITTY,
    ),
    Findable(
        name="kitty_cash",
        label=_("Cash desk"),
        words="who has paid fees collect kassieren bezahlt 集金 支払い",
        needs=Needs.KITTY,
    ),
    Findable(
        name="kitty_account",
        label=_("The account of the club"),
        words="treasurer balance statement kassenbericht 残高",
        roles=DIRECTORS,
        needs=Needs.KITTY,
    ),
    Findable(
        name="kitty_settings",
        label=_("Settings of the kitty"),
        words="currency switch money kasse währung 通貨 会計",
        roles=OWNERS,
    ),
    Findable(
        name="kitty_house_amounts",
        label=_("Amounts"),
        words="kitty fee evening set fine kasse beiträge startgeld 金額 参加費",
        roles=DIRECTORS,
        needs=Needs.KITTY,
    ),
    Findable(
        name="association_rules",
        label=_("Association"),
        words="federation found transfers verband gründen 連盟",
        roles=OWNERS,
    ),
    Findable(
        name="association_clubs",
        label=_("Clubs of the association"),
        words="join invite vereine 所属 クラブ",
        roles=DIRECTORS,
        needs=Needs.ASSOCIATION,
    ),
    Findable(
        name="association_registrations",
        label=_("Registered players"),
        words="licence transfer registrierung spielberechtigung 登録 移籍",
        roles=DIRECTORS,
        needs=Needs.ASSOCIATION,
    ),
    Findable(
        name="webhooks",
        label=_("Webhooks"),
        words="integration api programs schnittstelle 連携",
        roles=OWNERS,
    ),
    Findable(
        name="notifications",
        label=_("What was sent"),
        words="mails messages log nachrichten verschickt 通知 送信",
        roles=DIRECTORS,
    ),
)

_EVENT = (
    Findable(
        of=PageScope.EVENT,
        name="entries",
        label=_("Entries"),
        words="field participants add withdraw remove accept teilnehmer abmelden 参加者 棄権",
        roles=DIRECTORS,
    ),
    Findable(
        of=PageScope.EVENT,
        name="entry_new",
        label=_("New entry"),
        words="add pair team player nachmelden anmelden 追加",
        roles=DIRECTORS,
    ),
    Findable(
        of=PageScope.EVENT,
        name="seeds",
        label=_("Seeds"),
        words="ranking strength setzliste シード",
        roles=DIRECTORS,
    ),
    Findable(
        of=PageScope.EVENT,
        name="draw",
        label=_("Draw"),
        words="pairings next round pair up auslosung paarungen runde 抽選 組み合わせ",
        roles=DIRECTORS,
    ),
    Findable(
        of=PageScope.EVENT,
        name="event_copy",
        label=_("Make the next event from this one"),
        words="copy repeat again kopieren wiederholen 複製 次回",
        roles=DIRECTORS,
    ),
    Findable(
        of=PageScope.EVENT,
        name="event",
        label=_("Finish the event"),
        words="end archive close abschließen beenden 終了",
        roles=DIRECTORS,
        anchor="next",
    ),
    Findable(
        of=PageScope.EVENT,
        name="event_setup",
        more=("game",),
        label=_("Game"),
        words="set-up variant spiel einrichten 設定 ゲーム",
        roles=DIRECTORS,
    ),
    Findable(
        of=PageScope.EVENT,
        name="event_setup",
        more=("rules",),
        label=_("House rules"),
        words="set-up options einrichten ルール 設定",
        roles=DIRECTORS,
    ),
    Findable(
        of=PageScope.EVENT,
        name="event_setup",
        more=("people",),
        label=_("Who competes"),
        words="set-up visibility sign-up limit einrichten sichtbar 公開 設定",
        roles=DIRECTORS,
    ),
    Findable(
        of=PageScope.EVENT,
        name="event_setup",
        more=("scoring",),
        label=_("Scoring"),
        words="set-up points tie-breaks wertung feinwertung einrichten 得点 設定",
        roles=DIRECTORS,
    ),
    Findable(
        of=PageScope.EVENT,
        name="event_setup",
        more=("rounds",),
        label=_("Rounds"),
        words="set-up format number runden einrichten 形式 設定",
        roles=DIRECTORS,
    ),
    Findable(
        of=PageScope.EVENT,
        name="event_setup",
        more=("summary",),
        label=_("Summary"),
        words="set-up whole overview zusammenfassung 設定 まとめ",
        roles=DIRECTORS,
    ),
    Findable(
        of=PageScope.EVENT,
        name="stage_new",
        label=_("Add a stage"),
        words="final playoff phase finale ステージ 追加",
        roles=DIRECTORS,
    ),
    Findable(
        of=PageScope.EVENT,
        name="substitutes",
        label=_("Substitutes"),
        words="reserves stand-ins ersatz 代理 補欠",
    ),
    Findable(
        of=PageScope.EVENT,
        name="adjustments",
        label=_("Penalties and awards"),
        words="adjust points fine strafe punkte korrigieren 罰 加点",
        roles=DIRECTORS,
    ),
    Findable(
        of=PageScope.EVENT,
        name="bye_requests",
        label=_("Requested byes"),
        words="absent miss round freilos spielfrei 不戦 欠席",
        roles=DIRECTORS,
    ),
    Findable(
        of=PageScope.EVENT,
        name="play_offs",
        label=_("Play-offs"),
        words="tie extra deal stechen entscheidung 決定戦",
        roles=DIRECTORS,
    ),
    Findable(
        of=PageScope.EVENT,
        name="matches",
        label=_("Matches"),
        words="teams captains line-ups begegnungen kapitän aufstellung 対戦 キャプテン",
    ),
    Findable(
        of=PageScope.EVENT,
        name="calendar",
        label=_("Calendar"),
        words="dates fixtures schedule holiday closed days termine spielplan ferien 日程 休日",
    ),
    Findable(
        of=PageScope.EVENT,
        name="homes",
        label=_("Homes"),
        words="home evenings venues heimspiele ホーム 会場",
        roles=DIRECTORS,
    ),
    Findable(
        of=PageScope.EVENT,
        name="place_codes",
        label=_("Codes for the tables"),
        words="qr print tables drucken tischcodes コード 印刷",
    ),
    Findable(
        of=PageScope.EVENT,
        name="newsletter",
        label=_("Text for the newsletter"),
        words="report press recap bericht rundbrief 記事 報告",
    ),
    Findable(
        of=PageScope.EVENT,
        name="message_new",
        label=_("Write to the players"),
        words="mail message announce nachricht schreiben 連絡 メール",
        roles=DIRECTORS,
    ),
    Findable(
        of=PageScope.EVENT,
        name="kitty_event_cash",
        label=_("Cash desk"),
        words="fees paid collect kasse bezahlt 集金",
        needs=Needs.KITTY,
    ),
    Findable(
        of=PageScope.EVENT,
        name="kitty_event_amounts",
        label=_("Fee and prizes"),
        words="entry fee pot money startgeld preise 参加費 賞金",
        roles=DIRECTORS,
        needs=Needs.KITTY,
    ),
    Findable(
        of=PageScope.EVENT,
        name="championship",
        label=_("Fill the championship"),
        words="qualified clubs qualifizierte meisterschaft 選手権",
        roles=DIRECTORS,
        needs=Needs.ASSOCIATION,
    ),
)

_ROUND = (
    Findable(
        of=PageScope.ROUND,
        name="room",
        label=_("Room"),
        words=(
            "tables results progress clock change correct a result forfeit walkover raum tische uhr"
            " ergebnis ändern korrigieren kampflos 会場 時計 訂正 不戦勝"
        ),
    ),
    Findable(
        of=PageScope.ROUND,
        name="round",
        label=_("The round"),
        words="open close reopen deadline links öffnen schließen 開始 締切 終了",
    ),
    Findable(
        of=PageScope.ROUND,
        name="round_edit",
        label=_("Change the draw"),
        words="swap by hand seats tauschen auslosung 変更",
        roles=DIRECTORS,
    ),
    Findable(of=PageScope.ROUND, name="slips", label=_("Slips"), words="print players zettel 印刷"),
    Findable(
        of=PageScope.ROUND,
        name="table_cards",
        label=_("Table cards"),
        words="print qr tischkarten 印刷",
    ),
    Findable(
        of=PageScope.ROUND,
        name="round_sheets",
        label=_("Enter paper score sheets"),
        words="type results scores bögen eintragen 入力",
    ),
    Findable(
        of=PageScope.ROUND,
        name="round_scores",
        label=_("Enter final scores"),
        words="type results ergebnisse eintragen 入力",
    ),
)

_SEASON = (
    Findable(
        of=PageScope.SEASON,
        name="season",
        label=_("Season standings"),
        words="table tabelle saison 順位",
    ),
    Findable(
        of=PageScope.SEASON,
        name="season_rules",
        label=_("How it is counted"),
        words="best nights points rules wertung zählt 計算",
        roles=DIRECTORS,
    ),
    Findable(
        of=PageScope.SEASON,
        name="season_people",
        label=_("Divisions and guests"),
        words="guests status divisions ligen gäste 部",
        roles=DIRECTORS,
    ),
    Findable(
        of=PageScope.SEASON,
        name="season_handicaps",
        label=_("Handicaps"),
        words="vorgabe ハンデ",
        roles=DIRECTORS,
    ),
    Findable(
        of=PageScope.SEASON,
        name="season_moves",
        label=_("Up and down"),
        words="promotion relegation moves aufstieg abstieg 昇格 降格",
        roles=DIRECTORS,
    ),
)

_SITE = (
    Findable(of=PageScope.SITE, name="desk:home", label=_("My clubs"), words="switch vereine 一覧"),
    Findable(
        of=PageScope.SITE, name="desk:club_new", label=_("New club"), words="create verein 作成"
    ),
    Findable(
        of=PageScope.SITE, name="account:home", label=_("Account"), words="profile mich konto 自分"
    ),
    Findable(of=PageScope.SITE, name="account:password", label=_("Password"), words="kennwort"),
    Findable(
        of=PageScope.SITE, name="account:tokens", label=_("API tokens"), words="programs schlüssel"
    ),
    Findable(
        of=PageScope.SITE,
        name="account:own_data",
        label=_("Your data"),
        words="export close account konto schließen 退会",
    ),
    Findable(
        of=PageScope.SITE, name="account:matches", label=_("Your matches"), words="begegnungen 対戦"
    ),
)

HELP = (
    Findable(
        of=PageScope.SITE,
        name="public:games",
        label=_("Games and their rules"),
        words="help rulebook hilfe anleitung spielregeln ヘルプ 説明",
    ),
    Findable(
        of=PageScope.SITE,
        name="public:rule_codes",
        label=_("Rule codes"),
        words="help refused why hilfe 説明",
    ),
    Findable(
        of=PageScope.SITE,
        name="api:docs",
        label=_("Developers (API)"),
        words="help documentation programs hilfe 開発者",
    ),
)

_BAR = tuple(
    Findable(
        name=place.name,
        label=place.label,
        words=WORDS_OF_PLACES[place.name],
        roles=place.roles,
        needs=Needs.KITTY if place.is_of_kitty else Needs.NOTHING,
    )
    for place in PLACES
)

FINDABLE = (*_BAR, *_CLUB, *_EVENT, *_ROUND, *_SEASON, *_SITE)


def findable_for(role: str, *, has: frozenset[Needs]) -> Iterator[Findable]:
    """Yield what somebody of this role may open in a club that `has` these."""
    for one in FINDABLE:
        if role in one.roles and (one.needs is Needs.NOTHING or one.needs in has):
            yield one
