"""What is printed in the walk: every document of a club, an event, a stage and a round."""

from django.utils import timezone

from league.foundation.jobs.services import carry_out
from tests.league.faces.api.client.year import CLUB, GAME
from tests.league.office.paper.reading import text_of


def print_everything(year):
    _of_a_round(year)
    _of_prepared_deals(year)
    _of_events_and_seasons(year)


def _of_a_round(year):
    owner, nobody = year.owner, year.nobody
    event, stage, round_ = year.started(
        "Printed", "Ann", "Bob", "Cy", "Di", visibility="public", stage={"format": "knockout"}
    )
    nobody("documents_round", round_=round_, fails=404)  # it is only drawn
    owner("rounds_open", round_=round_, body={})
    assert "Ann" in text_of(nobody("documents_round", round_=round_))
    nobody("documents_slips", round_=round_, fails=401)
    for name in ("table_cards", "slips", "score_sheets", "seating"):
        at_once = owner(f"documents_{name}", round_=round_)
        assert "Ann" in text_of(at_once)
        job = owner(f"documents_{name}_request", round_=round_)
        carry_out(job_id=job["id"], at=timezone.now())
        year.bea("jobs_file", club=CLUB, job=job["id"], fails=404)  # somebody else's
        assert text_of(owner("jobs_file", club=CLUB, job=job["id"])) == text_of(at_once)
    assert "Final" in text_of(nobody("documents_bracket", stage=stage))
    assert text_of(nobody("documents_score_sheet", event=event))
    nobody("documents_standings", event=event, fails=404)  # nothing is played
    year.printed = event


def _of_prepared_deals(year):
    owner = year.owner
    event, stage = year.event("Prepared and printed", visibility="public")
    year.move(event, "open")
    owner("prepared_make", stage=stage, body={})
    owner("documents_deal_sheets", stage=stage, first=1, last=1, fails=404)  # not asked for
    look = {"first": 1, "last": 1, "reason": "to print them"}
    owner("prepared_look", stage=stage, body=look)
    assert text_of(owner("documents_deal_sheets", stage=stage, first=1, last=1))
    owner("documents_deal_sheets", stage=stage, first=2, last=1, fails=400)
    assert text_of(owner("documents_travellers", stage=stage))
    assert text_of(year.nobody("documents_weekly_deal", variant=GAME))


def _of_events_and_seasons(year):
    owner, nobody = year.owner, year.nobody
    assert "Ann" in text_of(owner("documents_standings", event=year.cup))
    assert text_of(owner("documents_event_cash", event=year.cup))
    assert text_of(owner("documents_cash", club=CLUB))
    assert text_of(owner("documents_contacts", club=CLUB))
    news = owner("documents_newsletter", event=year.cup)
    assert "Cup" in news["text"]
    assert news["html"].startswith("<p>")
    season = nobody("seasons_list", club=CLUB)["results"][0]["id"]
    assert text_of(nobody("documents_season", season=season))
