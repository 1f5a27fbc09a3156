"""Nobody learns of cards that are still to be played: not by a refusal, a preview or a flag.

The attack: guess hands, ask what they would score, and read from the refusals which card is wrong.
"""

import re
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction

from games import services as games
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of
from league.play.prepared import services as prepared
from league.play.prepared.models import PreparedSet
from league.play.prepared.selectors import deals_known_to
from league.play.prepared.stage_deals import deal_of
from league.play.results import services as results
from league.play.results.card_flags import flags_of
from league.play.results.models import CardCheck, Submission
from league.play.results.selectors import history_of
from league.play.results.sheet import read_sheet
from league.play.results.subscriber import KINDS, on_journal_entries
from league.play.rounds.selectors import table_with_names
from tests.league.faces.api.factories import V1, client_of, client_with_link, keyed
from tests.league.faces.table.phone import Phone
from tests.league.faces.table.typed import LAID, TYPED
from tests.league.factories import actor_of, make_member
from tests.league.play.events.factories import NOW
from tests.league.play.prepared.factories import (
    OTHER_SEED,
    SEED,
    make_mitchell,
    open_first,
    prepare,
)
from tests.league.play.results.factories import BOB, pinochle, submit

pytestmark = [pytest.mark.django_db, pytest.mark.long]

GUESSES = 28
TOO_MUCH = pinochle(melds=(300, 22))


@pytest.fixture
def sites():
    """Two events that differ in nothing but their seeds; the first table of each."""
    tables = []
    for seed in (SEED, OTHER_SEED):
        event = make_mitchell(3)
        prepare(event, seed)
        tables.append(open_first(event)[0])
    return tables


@pytest.fixture
def table():
    event = make_mitchell(3)
    prepare(event)
    return open_first(event)[0]


@pytest.fixture
def no_cards_dealt(monkeypatch):
    """Have it fail whenever the cards of a prepared deal are asked for."""

    def dealt(*_args):
        raise AssertionError("the cards of a hidden deal were dealt while somebody waited")

    monkeypatch.setattr(games, "prepared_deal", dealt)


def ruleset():
    return games.ruleset("double-deck-pinochle")


def guess(seed, number):
    """Return a whole record of the deal as another seed would have dealt it."""
    return games.play_prepared(ruleset(), games.prepared_deal(ruleset(), seed, number))


def guesses():
    """Return records of all hands of deal 1: those of 27 seeds that are wrong, and the true one."""
    wrong = [f"{n:064x}" for n in range(GUESSES - 1)]
    return [guess(seed, 1) for seed in (*wrong, SEED)]


def sheet_of(table):
    return read_sheet(table_with_names(table.pk))


def first_with_deal_1(table):
    assert table.deal_numbers[0] == 1
    return table


def staff(table, role):
    return actor_of(make_member(table.round.stage.event.club, role=role).user)


def compare():
    """Do what the worker does with what has happened so far."""
    on_journal_entries(list(Happening.objects.filter(kind__in=KINDS)))


def enter(table, data, actor, number=None):
    return results.enter(table=table, number=number, data=data, by=Act(actor, NOW), key=uuid4())


def look(table, actor_user, number, reason="a table asks"):
    made = PreparedSet.objects.get(stage=table.round.stage)
    prepared.look(
        prepared=made,
        user=actor_user.user,
        first=number,
        last=number,
        reason=reason,
        by=Act(actor_of(actor_user.user), NOW),
    )


def without_ids(answer):
    body = answer.json()
    return {
        name: value
        for name, value in body.items()
        if name not in ("id", "table", "submitted_at", "confirmed_at")
    }


def test_28_guessed_deals_are_answered_alike_whatever_the_cards(sites):
    answers = []
    for table in sites:
        phone = client_with_link(first_with_deal_1(table))
        at = f"{V1}/tables/{table.pk}/preview"
        answers.append([phone.post(at, {"number": 1, "data": data}) for data in guesses()])

    assert {one.status_code for row in answers for one in row} == {200}
    assert [answer.content for answer in answers[0]] == [answer.content for answer in answers[1]]


def test_28_guessed_deals_are_taken_alike_when_they_are_sent(sites):
    answers = []
    for table in sites:
        phone = client_with_link(first_with_deal_1(table))
        at = f"{V1}/tables/{table.pk}"
        row = []
        for data in guesses():
            body = {"side": 0, "number": 1, "data": data}
            row.append(phone.post(f"{at}/submit", body, **keyed()))
            compare()
            read = phone.get(f"{V1}/deals/{row[-1].json()['id']}")
            row += [read, phone.post(f"{at}/take-back", {"side": 0})]
        answers.append(row)

    assert {one.status_code for row in answers for one in row} == {201, 200}
    assert list(map(without_ids, answers[0])) == list(map(without_ids, answers[1]))
    # the true one was among them on the first site; who may know it is the journal's reader alone
    checks = [CardCheck.objects.filter(submission__table=table) for table in sites]
    assert [check.count() for check in checks] == [GUESSES, GUESSES]
    assert [check.filter(fits=True).count() for check in checks] == [1, 0]


def test_no_cards_are_dealt_while_a_table_or_a_scorer_waits(table, no_cards_dealt):
    phone, link = Phone(table, seat=0), client_with_link(table)
    at = f"{V1}/tables/{table.pk}"
    body = {"number": 1, "data": TOO_MUCH}

    assert link.post(f"{at}/preview", body).status_code == 200
    assert phone.check(TYPED | {"melds-0": "300", "melds-1": "22"}).status_code == 200
    assert link.post(f"{at}/submit", body | {"side": 0}, **keyed()).status_code == 201
    again = body | {"side": 1, "data": pinochle(melds=(310, 22))}
    assert link.post(f"{at}/submit", again, **keyed()).json()["state"] == "disputed"
    scorer = make_member(table.round.stage.event.club, role="scorer").user
    entered = {"number": 2, "data": TOO_MUCH}
    assert client_of(scorer).post(f"{at}/preview", entered).status_code == 200
    assert client_of(scorer).post(f"{at}/enter", entered, **keyed()).status_code == 201


def test_the_meld_picker_answers_alike_whatever_the_cards(sites):
    pages = []
    with connection.cursor() as cursor:
        # ids of submissions that no number of a deal is taken for
        cursor.execute("SELECT setval(pg_get_serial_sequence('results_submission', 'id'), 70000)")
    for table in sites:
        phone = Phone(table, seat=0)
        typed = TYPED | LAID | {"laid-0-run": "2", "laid-3-pinochle": "2"}
        picked = phone.client.get(phone.address + "laid/", typed)
        checked = phone.check(typed)
        sent = phone.send_checked(checked)
        assert (picked.status_code, checked.status_code, sent.status_code) == (200, 200, 303)
        compare()
        pages.append([same_page(page, phone) for page in (picked, checked, phone.get())])

    for one, other in zip(*pages, strict=True):
        assert one.splitlines() == other.splitlines()


def same_page(page, phone):
    """Return a page without what is another on each site or at each visit."""
    html = page.content.decode().replace(phone.address, "/t/…/")
    html = re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "key", html)
    html = re.sub(r"<svg.*?</svg>", "the code of the link", html, flags=re.DOTALL)
    html = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "csrf", html)
    html = re.sub(r'nonce="[^"]+"|X-CSRFToken[^}]+|data-table="\w+"', "", html)
    html = re.sub(r"Club \d+|club-\d+", "club", html)
    html = re.sub(r"\b\d{1,2}:\d\d(:\d\d)?( [ap]\.m\.)?|T[\d:.+]+", "time", html)
    return re.sub(r"\b\d{4,}\b", "id", html)


def test_what_does_not_fit_is_flagged_after_the_answer_and_the_journal_has_it(table):
    fits, other = submit(table), submit(table, TOO_MUCH)
    assert not CardCheck.objects.exists()

    compare()
    compare()

    assert list(CardCheck.objects.order_by("pk").values_list("submission", "fits")) == [
        (fits.pk, True),
        (other.pk, False),
    ]
    rows = Happening.objects.filter(kind="deals.compared").order_by("id")
    assert [row.data["fits"] for row in rows] == [True, False]
    assert "sent as deal 2" in sentence_of(rows[1])
    assert sentence_of(rows[1]).endswith("it cannot have been played with them")
    assert sentence_of(rows[0]).endswith("it can have been played with them")


def test_a_fit_and_a_misfit_leave_as_many_rows_and_the_same_states(table):
    counts = []
    for number, data in ((1, pinochle()), (2, TOO_MUCH)):
        before = Happening.objects.count(), CardCheck.objects.count()
        submission = submit(table, data, number=number)
        compare()
        results.confirm(table=table, side=1, by=Act(BOB, NOW))
        submission.refresh_from_db()
        counts.append(
            (Happening.objects.count() - before[0], CardCheck.objects.count() - before[1])
        )
        assert submission.state == "confirmed"

    # the second one is the table's last: its result is confirmed with it
    assert (counts[0][0] + 1, counts[0][1]) == counts[1]


def test_deals_that_are_not_prepared_are_compared_with_nothing():
    table = open_first(make_mitchell(3))[0]
    submit(table, TOO_MUCH)
    compare()

    assert not CardCheck.objects.exists()


def test_what_a_scorer_enters_is_taken_and_flagged(table):
    submission = enter(table, TOO_MUCH, staff(table, "scorer"))
    corrected = results.correct(
        submission=submission,
        data=pinochle(melds=(310, 22)),
        reason="a slip",
        by=Act(staff_again(table, "scorer"), NOW),
    )
    compare()

    assert list(CardCheck.objects.order_by("pk").values_list("submission", "fits")) == [
        (submission.pk, False),
        (corrected.pk, False),
    ]


def staff_again(table, role):
    return actor_of(table.round.stage.event.club.members.get(role=role).user)


@pytest.mark.parametrize("role", ["director", "owner"])
def test_a_director_who_has_not_looked_is_refused_without_the_cards_and_journalled(table, role):
    director = staff(table, role)
    records = [guess(OTHER_SEED, 1), guess("ab" * 32, 1)]
    sentences = set()
    for data in (*records, TOO_MUCH):
        # what it scores is shown: asking leaves no trace and gives nothing away
        results.preview(sheet=sheet_of(table), number=1, data=data, actor=director)
        with pytest.raises(results.CardsRefused) as refused:
            enter(table, data, director, number=1)
        sentences.add(str(refused.value))
        assert (refused.value.refusal.rule, refused.value.refusal.index) == (
            "not_as_prepared",
            None,
        )

    assert len(sentences) == 1
    assert not Submission.objects.exists()
    noted = Happening.objects.filter(kind="deals.entry_refused")
    assert [(row.actor_user_id, row.data["prepared"]) for row in noted] == [
        (director.user_id, 1)
    ] * 3
    assert sentence_of(noted[0]).endswith(
        "tried to enter deal 1 of table 1 in round 1 of Spring cup: refused, as it does not match "
        "prepared deal 1"
    )


def test_a_director_who_looked_with_a_reason_sees_the_seat_and_the_card(table):
    member = make_member(table.round.stage.event.club, role="director")
    director = actor_of(member.user)
    look(table, member, 1)

    with pytest.raises(results.DealRefused, match=r"In prepared deal 1 .* Lee was dealt the"):
        enter(table, guess(OTHER_SEED, 1), director, number=1)
    with pytest.raises(results.DealRefused, match=r"In prepared deal 1 .+ can meld \d+ at most"):
        results.preview(sheet=sheet_of(table), number=1, data=TOO_MUCH, actor=director)
    with pytest.raises(results.CardsRefused):
        enter(table, guess(SEED, 1), director, number=1) and enter(table, TOO_MUCH, director)
    assert Submission.objects.get().deal.form == "record"
    assert Happening.objects.filter(kind="deals.entry_refused").count() == 1


def test_rows_of_a_paper_sheet_are_marked_only_for_who_looked(table):
    member = make_member(table.round.stage.event.club, role="director")
    director = actor_of(member.user)
    sheet = sheet_of(table)

    def refused():
        checked = results.check_sheet(
            sheet=sheet,
            result=results.table_locks.result_of(table),
            summaries={1: TOO_MUCH["summary"], 2: TOO_MUCH["summary"]},
            up_to=2,
            actor=director,
        )
        return [number for number, deal in checked.deals.items() if deal.refused]

    assert refused() == []
    look(table, member, 2)
    assert refused() == [2]
    rows = [
        results.PaperDeal(number=1, summary=TOO_MUCH["summary"], key=uuid4()),
        results.PaperDeal(number=2, summary=pinochle()["summary"], key=uuid4()),
    ]
    written = results.enter_sheet(table=table, deals=rows, by=Act(director, NOW))
    assert (written.entered, written.stopped_at) == ([], 1)
    assert Happening.objects.filter(kind="deals.entry_refused").count() == 1


def test_once_a_deal_is_open_everybody_sees_the_card(table):
    made = PreparedSet.objects.get(stage=table.round.stage)
    assert deals_known_to(made, [1, 2], None) == set()
    PreparedSet.objects.filter(pk=made.pk).update(released_at=made.created_at)

    with pytest.raises(results.DealRefused, match=r"In prepared deal 1 .* Lee was dealt the"):
        submit(table, guess(OTHER_SEED, 1))
    with pytest.raises(results.DealRefused, match=r"can meld \d+ at most"):
        results.preview(sheet=sheet_of(table), number=1, data=TOO_MUCH)
    assert submit(table, games.play_prepared(ruleset(), deal_of(made, 1))).deal.form == "record"


def test_detail_of_a_flag_is_for_a_director_who_looked(table):
    submission = submit(table, TOO_MUCH)
    compare()
    member = make_member(table.round.stage.event.club, role="director")

    def flag():
        sheet = sheet_of(table)
        return flags_of(sheet, history_of(table, 1), actor=actor_of(member.user))[submission.pk]

    assert (flag().detail, flag().is_open, flag().prepared_number) == (None, True, 1)
    look(table, member, 1)
    assert "can meld" in flag().detail
    assert Happening.objects.filter(kind="deals.looked_at").count() == 1


def test_a_flag_is_accepted_once_for_a_reason(table):
    submission = submit(table, TOO_MUCH)
    compare()
    director = staff(table, "director")
    with pytest.raises(results.ReasonMissing):
        results.accept_cards(submission=submission, reason=" ", by=Act(director, NOW))

    for reason in ("they were dealt wrongly", "again"):
        results.accept_cards(submission=submission, reason=reason, by=Act(director, NOW))

    check = CardCheck.objects.get()
    assert (check.accepted_reason, check.accepted_by_id) == (
        "they were dealt wrongly",
        director.user_id,
    )
    noted = sentence_of(Happening.objects.get(kind="deals.flag_accepted"))
    assert noted.endswith("although it does not match the prepared cards: they were dealt wrongly")
    submission.refresh_from_db()
    assert submission.state == "submitted"


def test_what_fits_cannot_be_accepted(table):
    submission = submit(table)
    compare()
    with pytest.raises(results.NotFlagged):
        results.accept_cards(
            submission=submission, reason="x", by=Act(staff(table, "director"), NOW)
        )
    with pytest.raises(IntegrityError), transaction.atomic():
        CardCheck.objects.update(accepted_at=NOW)


def test_a_flagged_deal_struck_out_by_mistake_can_be_entered_again(table):
    submission = submit(table, TOO_MUCH)
    compare()
    director = staff(table, "director")
    results.void(submission=submission, reason="a slip", by=Act(director, NOW))

    again = enter(table, submission.deal.data, director, number=1)

    assert again.state == "confirmed"
    with pytest.raises(results.CardsRefused):
        enter(table, pinochle(melds=(310, 22)), director, number=2)


def test_a_dispute_settled_with_other_cards_is_refused_and_journalled(table):
    submission = submit(table, TOO_MUCH)
    submit(table, pinochle(melds=(310, 22)), side=1, number=1, actor=BOB)
    director = staff(table, "director")

    with pytest.raises(results.CardsRefused):
        results.settle(
            table=table, number=1, data=TOO_MUCH, reason="so it was", by=Act(director, NOW)
        )
    assert Happening.objects.filter(kind="deals.entry_refused").count() == 1
    settled = results.settle(
        table=table, number=1, choose=submission, reason="so it was", by=Act(director, NOW)
    )
    compare()
    assert (settled.state, settled.card_check.fits) == ("confirmed", False)
