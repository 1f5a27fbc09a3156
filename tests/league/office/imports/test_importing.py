"""Imports: what each kind plans and does, done once, all of it or nothing."""

from dataclasses import replace
from datetime import date
from io import BytesIO
from operator import itemgetter
from tempfile import TemporaryFile

import openpyxl
import pytest
from django.utils import translation

from league.clubs.models import Player
from league.clubs.services import Fate
from league.faces.desk.people.player_pages import players_sheet
from league.foundation.jobs import services as jobs
from league.foundation.jobs.apart import Cancelled, SharedProgress
from league.foundation.jobs.models import JobState
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.refusal import OutOfDate
from league.foundation.spreadsheets import Column, Sheet, csv_lines, fill
from league.office.imports import services
from league.office.imports.choices import Choices
from league.office.imports.models import Upload
from league.office.imports.services import ColumnsMissing, import_now, keep_upload, plan_of
from league.play.events.models import Event
from league.tables.past_events.models import PastEvent
from league.tables.past_events.selectors import places_of
from league.tables.ratings.models import StartingRating
from tests.league.factories import (
    NOW,
    actor_of,
    make_club,
    make_member,
    make_player,
    make_players,
    make_user,
)

pytestmark = pytest.mark.django_db
RESULTS = (
    "Event,Date,Place,Name,Partner,Points\n"
    "Spring Cup,2019-03-14,1,Ann Lee,Bob Ray,58.5\n"
    "Spring Cup,2019-03-14,2,Cy Fox & Di Orr,,41.5\n"
    "Autumn Cup,2019-10-01,1,Ann Lee,Cy Fox,12\n"
)


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def owner(club):
    return make_member(club, make_user("Olive"), role="owner").user


def kept(club, owner, kind, text, **choices):
    content = text if isinstance(text, bytes) else text.encode()
    by = Act(actor_of(owner), NOW)
    upload = keep_upload(club=club, user=owner, kind=kind, content=content, name="file.csv", by=by)
    if choices:
        options = services.options_of(upload, services.read_upload(upload))
        chosen = choices.pop("options", {})
        services.choose(upload, Choices(options=options | chosen, **choices))
    return upload


def done(upload, owner):
    return import_now(upload=upload, by=Act(actor_of(owner), NOW))


def test_a_column_that_is_not_known_is_left_out_until_it_is_matched(club, owner):
    upload = kept(club, owner, "players", "Wer,Hobby\nAnn Lee,chess\n")
    read = services.read_upload(upload)
    assert services.missing_columns(read) == ["Name"]
    with pytest.raises(ColumnsMissing):
        plan_of(upload)
    services.choose(upload, Choices(columns={0: "name", 1: ""}, has_headings=True))
    assert [row.title for row in plan_of(upload).rows] == ["Ann Lee"]


def test_of_namesakes_it_is_asked_who_is_meant(club, owner):
    first, second = make_player(club, "Ann Lee"), make_player(club, "Ann Lee")
    upload = kept(club, owner, "players", "name,email\nAnn Lee,a@example.org\n")
    plan = plan_of(upload)
    assert not plan.is_possible
    (question,) = plan.questions
    assert [pk for pk, _words in question.candidates] == [first.pk, second.pk]
    chosen = services.add_answers(services.choices_of(upload), {question.key: second.pk})
    services.choose(upload, chosen)
    assert plan_of(upload).questions == []
    done(upload, owner)
    assert Player.objects.get(pk=second.pk).email == "a@example.org"
    assert Player.objects.get(pk=first.pk).email == ""


def test_of_names_that_are_alike_it_is_asked_whether_they_are_one_person(club, owner):
    jose = make_player(club, "José Núñez")
    text = "Event,Date,Place,Name\nCup,2019-03-14,1,Jose Nunez\nCup,2019-03-14,2,Zoë\n"
    upload = kept(club, owner, "past_results", text + "Late,2020-03-14,1,Zoe\n")

    plan = plan_of(upload)
    assert [row.fate for row in plan.rows] == [Fate.BAD, Fate.ADD, Fate.BAD]
    assert plan.rows[0].words.startswith("Jose Nunez looks like José Núñez: say below")
    assert plan.rows[2].words.startswith("Zoe looks like Zoë")
    asked = [(question.name, [pk for pk, _ in question.candidates]) for question in plan.questions]
    assert asked == [("Jose Nunez", [jose.pk]), ("Zoe", [])]

    answers = {"jose nunez": jose.pk, "zoe": 0}
    services.choose(upload, services.add_answers(services.choices_of(upload), answers))
    done(upload, owner)
    assert sorted(club.players.values_list("name", flat=True)) == ["José Núñez", "Zoe", "Zoë"]


@pytest.mark.long
def test_past_results_become_events_as_they_were_given(club, owner):
    make_player(club, "Ann Lee")
    upload = kept(club, owner, "past_results", RESULTS)
    plan = plan_of(upload)
    assert plan.count(Fate.ADD) == 3
    assert "3 new players are added to the club: Bob Ray, Cy Fox, Di Orr." in plan.also
    sentence = done(upload, owner)
    assert sentence == "Standings of 2 events imported, with 3 places."
    spring = PastEvent.objects.get(name="Spring Cup")
    assert spring.starts_on == date(2019, 3, 14)
    assert [(p.rank, p.name, str(p.points)) for p in places_of(spring, full=True)] == [
        (1, "Ann Lee & Bob Ray", "58.5"),
        (2, "Cy Fox & Di Orr", "41.5"),
    ]
    assert club.players.count() == 4
    assert not Event.objects.exists()


def test_imported_again_nothing_is_there_twice(club, owner):
    done(kept(club, owner, "past_results", RESULTS), owner)
    happened = Happening.objects.count()
    done(kept(club, owner, "past_results", RESULTS), owner)
    assert Happening.objects.count() == happened
    done(kept(club, owner, "past_results", RESULTS.replace("58.5", "60")), owner)
    assert PastEvent.objects.count() == 2
    assert club.players.count() == 4
    spring = places_of(PastEvent.objects.get(name="Spring Cup"), full=True)
    assert [str(place.points) for place in spring] == ["60", "41.5"]


def test_each_bad_line_says_what_is_wrong_with_it(club, owner):
    text = (
        "place,name,points,date,event\n"
        "1,,3,2019-03-14,Cup\n"
        "one,Ann,3,2019-03-14,Cup\n"
        "1,Bob,x,2019-03-14,Cup\n"
        "1,Cy,3,someday,Cup\n"
        "1,Di,3,2019-03-14,\n"
        ",Ed,,2019-03-14,Cup\n"
        "1,Flo,3,2019-03-14,Cup\n"
        "2,flo,3,2019-03-14,Cup\n"
    )
    plan = plan_of(kept(club, owner, "past_results", text))
    assert [(row.line, row.words) for row in plan.rows if row.fate == Fate.BAD] == [
        (2, "The name is missing; write one or remove the line."),
        (3, "“one” is not a number (Place)."),
        (4, "“x” is not a number (Points)."),
        (5, "“someday” is not a date; write it like 2026-03-14."),
        (6, "The event has no name: choose its column, or write one above."),
        (7, "Neither a place nor points are given."),
        (9, "flo is already in line 8 of this event."),
    ]


def test_places_follow_from_points_where_none_are_given(club, owner):
    text = "name,points\nAnn,7\nBob,9\nCy,7\n"
    upload = kept(club, owner, "past_results", text, options={"event": "Cup", "day": "2019-03-14"})
    done(upload, owner)
    rows = places_of(PastEvent.objects.get(), full=True)
    assert [(row.rank, row.name, row.is_tied) for row in rows] == [
        (1, "Bob", False),
        (2, "Ann", True),
        (2, "Cy", True),
    ]


def test_names_of_nobody_stay_names_where_nobody_is_to_be_added(club, owner):
    upload = kept(club, owner, "past_results", RESULTS, options={"add_people": ""})
    done(upload, owner)
    assert not club.players.exists()
    assert [place.name for place in places_of(PastEvent.objects.get(name="Spring Cup"), full=False)]


@pytest.mark.parametrize(
    ("language", "options", "points", "is_asked"),
    [
        ("en", {}, 1.234, True),
        ("de", {}, 1234, True),
        ("de", {"numbers": "."}, 1.234, False),
        ("en", {"numbers": ","}, 1234, False),
    ],
)
def test_a_number_is_read_by_the_language_and_asked_about(
    club, owner, language, options, points, is_asked
):
    text = "Event,Date,Place,Name,Points\nCup,2019-03-14,1,Ann,1.234\n"
    with translation.override(language):
        upload = kept(club, owner, "past_results", text)
    chosen = services.choices_of(upload)
    services.choose(upload, replace(chosen, options=options | {"add_people": "yes"}))

    plan = plan_of(upload)
    done(upload, owner)

    assert any("“1.234” is read as" in sentence for sentence in plan.also) == is_asked
    assert float(places_of(PastEvent.objects.get(), full=True)[0].points) == points


def test_ratings_are_what_players_begin_with(club, owner):
    ann = make_player(club, "Ann Lee")
    text = "name,rating,margin\nAnn Lee,1620,60\nNobody,1500,\nAnn Lee,9999,\n"
    upload = kept(club, owner, "ratings", text, options={"family": "pitch"})
    plan = plan_of(upload)
    assert [row.fate for row in plan.rows] == [Fate.ADD, Fate.BAD, Fate.BAD]
    done(upload, owner)
    row = StartingRating.objects.get()
    assert (row.player, row.mu, row.sigma) == (ann, 28.0, 1.5)
    again = kept(club, owner, "ratings", text, options={"family": "pitch"})
    assert plan_of(again).count(Fate.SAME) == 1


def test_dates_of_a_calendar_are_drafts_and_planned_once(club, owner):
    text = (
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\n"
        "DTSTART;VALUE=DATE:20270314\r\nSUMMARY:Spring Cup\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    )
    for kind in ("individual", "pair"):
        upload = kept(club, owner, "calendar", text, options={"game": "pitch", "entry_kind": kind})
        done(upload, owner)
    event = Event.objects.get()
    assert (event.name, event.starts_on, event.state) == ("Spring Cup", date(2027, 3, 14), "draft")


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "text", "names"),
    [
        (
            "acblscore",
            "CLUB PAIRS March 14, 2025\n 1  58.33  70.00  1  1  Ann Lee - Bob Ray\n"
            " 2  41.67  50.00        Cy Fox - Di Orr\n",
            ["Ann Lee & Bob Ray", "Cy Fox & Di Orr"],
        ),
        (
            "pianola",
            "Rank,Player 1,Player 2,Percentage\n1,Ann Lee,Bob Ray,58.33\n2,Cy Fox,Di Orr,41.67\n",
            ["Ann Lee & Bob Ray", "Cy Fox & Di Orr"],
        ),
        (
            "tabbycat_teams",
            "Rank,Team,Wins,Speaker 1,Speaker 2\n1,Narnia A,3,Ann Lee,Bob Ray\n"
            "2,Galma B,1,Cy Fox,Di Orr\n",
            ["Narnia A", "Galma B"],
        ),
    ],
)
def test_files_of_other_programs_become_past_results(club, owner, kind, text, names):
    upload = kept(club, owner, kind, text, options={"event": "Cup", "day": "2025-03-14"})
    assert services.missing_columns(services.read_upload(upload)) == []
    done(upload, owner)
    assert [place.name for place in places_of(PastEvent.objects.get(), full=True)] == names
    assert club.players.count() == 4


@pytest.mark.parametrize(
    "text",
    [
        "institution,reference,speaker1_name,speaker1_email,speaker2_name\n"
        "Narnia,A,Ann Lee,a@example.org,Bob Ray\n",
        "name,institution,team_name\nAnn Lee,Narnia,A\nBob Ray,Narnia,A\n",
    ],
)
def test_teams_and_speakers_of_tabbycat_become_players(club, owner, text):
    done(kept(club, owner, "tabbycat_people", text), owner)
    assert sorted(club.players.values_list("name", flat=True)) == ["Ann Lee", "Bob Ray"]


def test_a_file_is_gone_when_it_is_imported_and_cannot_be_imported_twice(club, owner):
    upload = kept(club, owner, "players", "name\nAnn\n")
    done(upload, owner)
    assert not Upload.objects.exists()
    with pytest.raises(OutOfDate):
        done(upload, owner)
    assert club.players.count() == 1


@pytest.fixture
def no_broker(monkeypatch):
    monkeypatch.setattr(jobs, "queue", lambda _job_id: None)


def test_a_job_imports_what_was_confirmed_and_nothing_else(club, owner, no_broker):
    upload = kept(club, owner, "players", "name\nAnn\n")
    job = services.request_import(upload=upload, by=Act(actor_of(owner), NOW))
    assert services.request_import(upload=upload, by=Act(actor_of(owner), NOW)) == job
    services.choose(upload, Choices(has_headings=False, columns={0: "name"}))
    ended = jobs.carry_out(job_id=job.pk, at=NOW)
    assert ended.state == JobState.REFUSED
    assert not club.players.exists()
    job = services.request_import(upload=upload, by=Act(actor_of(owner), NOW))
    ended = jobs.carry_out(job_id=job.pk, at=NOW)
    assert ended.state == JobState.DONE
    assert ended.data == {}
    assert ended.sentence.startswith("List imported: 2 players added")


def test_cancelled_nothing_is_stored_and_the_file_is_still_there(club, owner):
    upload = kept(club, owner, "past_results", RESULTS)

    class CancelledInTheMiddle(SharedProgress):
        def report(self, done):
            self.cancel()
            super().report(done)

    with pytest.raises(Cancelled):
        import_now(upload=upload, progress=CancelledInTheMiddle(), by=Act(actor_of(owner), NOW))
    assert not PastEvent.objects.exists()
    assert not club.players.exists()
    assert Upload.objects.exists()


def test_a_club_has_so_many_files_on_their_way(club, owner, monkeypatch):
    monkeypatch.setattr(services, "MOST_UPLOADS", 1)
    kept(club, owner, "players", "name\nAnn\n")
    with pytest.raises(services.TooManyUploads):
        kept(club, owner, "players", "name\nAnn\n")


@pytest.mark.long
def test_the_names_of_a_file_are_not_in_the_journal(club, owner):
    make_players(club, "Ann Lee", "Bob Ray", "Cy Fox", "Di Orr")
    before = Happening.objects.count()
    done(kept(club, owner, "past_results", RESULTS), owner)
    rows = Happening.objects.order_by("pk")[before:]
    assert rows
    assert "Ann Lee" not in str([row.data for row in rows])


def workbook(**sheets):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        page = book.create_sheet(title)
        for row in rows:
            page.append(row)
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def test_a_workbook_is_read_once_and_another_sheet_when_it_is_chosen(club, owner, monkeypatch):
    content = workbook(
        Men=[["name", "number"], [], ["Bob, Ray", 7]], Women=[["number", "name"], [8, "Ann Lee"]]
    )
    upload = kept(club, owner, "players", content)
    with monkeypatch.context() as nothing_unpacked:
        nothing_unpacked.setattr(services, "sheet_as_csv", None)
        read = services.read_upload(upload)
        assert (read.grid.sheet, list(read.grid.sheets)) == ("Men", ["Men", "Women"])
        assert [(row.line, row.title) for row in plan_of(upload).rows] == [(3, "Bob, Ray")]
        services.choose(upload, Choices(sheet="Men", columns={0: "name"}, has_headings=True))
    services.choose(upload, Choices(sheet="Women", columns={0: "name"}, has_headings=True))
    upload.refresh_from_db()
    done(upload, owner)
    assert list(club.players.values_list("name", "member_number")) == [("Ann Lee", "8")]


def test_what_a_spreadsheet_has_damaged_is_no_member_number(club, owner):
    make_player(club, "Ann", member_number="00417")
    book = openpyxl.Workbook()
    rows = [["Ann", 417], ["Bob", 1.9143100000101e18], ["Cy", date(2026, 10, 5)], ["Di", True]]
    for row in [["Club list 2026"], ["Name", "Member number"], *rows]:
        book.active.append(row)
    book.active["B3"].number_format = "00000"
    file = BytesIO()
    book.save(file)

    upload = kept(club, owner, "players", file.getvalue())
    read = services.read_upload(upload)
    plan = plan_of(upload)

    assert not services.is_clear(upload)
    assert (read.titles, [one.line for one in read.grid.lost]) == (("Club list 2026",), [4])
    assert [row.fate for row in plan.rows] == [Fate.SAME, Fate.BAD, Fate.BAD, Fate.BAD]
    assert ["15 digits" in row.words for row in plan.rows[1:]] == [True, False, False]
    assert ["is no member number" in row.words for row in plan.rows[1:]] == [False, True, True]


@pytest.mark.long
def test_a_list_that_the_site_wrote_is_read_back_as_it_was(club, owner):
    names = ['=HYPERLINK("http://x","y")', "+SUM(1)", "-2+3 x", "@cmd", "＝1 x", "Zoë O'Brien"]
    for number, name in enumerate(names):
        seen = "initials" if number % 2 else "full"
        make_player(club, name, member_number=f"00{number}", public_name=seen)
    players = club.players.order_by("id")
    there = list(players.values_list("pk", "name", "member_number"))
    places = {"id": 0, "number": 0, "name": 1, "member_number": 2}
    columns = [Column(heading, itemgetter(place)) for heading, place in places.items()]
    listed = b"".join(csv_lines(Sheet(title="players", columns=columns, rows=there)))

    for language in ("en", "de", "ja"):
        with translation.override(language):
            sheets = [as_file(players_sheet(club, players), wanted) for wanted in ("csv", "xlsx")]
            for content in (*sheets, listed):
                plan = plan_of(kept(club, owner, "players", content))
                assert [row.fate for row in plan.rows] == [Fate.SAME] * len(names), plan


def as_file(sheet, wanted):
    with TemporaryFile() as file:
        fill(sheet, wanted, file)
        file.seek(0)
        return file.read()
