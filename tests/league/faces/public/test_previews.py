"""The pictures beside links: what they say, that they fit, and how long they are kept."""

import pytest
from django.urls import reverse

from league.faces.public.people.player_shown import found_by_everybody
from league.faces.public.previews import drawing
from league.faces.public.previews.drawing import Style
from league.faces.public.previews.preview_cards import (
    card_of_club,
    card_of_event,
    card_of_player,
)
from league.office.paper.lettering import ELLIPSIS
from league.play.results.models import Submission
from tests.league.play.results.factories import make_table, pinochle
from tests.league.play.results.factories import play as play_deal
from tests.league.tables.standings.factories import NOW, build, make_round, make_stage, play

TEXT = Style(40, 500, "#000000")


class TestTexts:
    @pytest.mark.parametrize(
        "text", ["Ann Lee and Bob Ray and Cy Fox", "秋のスイス式ピノクル大会", "W" * 60, "a", ""]
    )
    @pytest.mark.parametrize("most", [1, 2, 3])
    def test_lines_fit_and_lose_nothing_but_the_end(self, text, most):
        lines = TEXT.lines(text, 300, most)

        assert len(lines) <= most
        assert all(TEXT.width(line) <= 300 for line in lines)
        shown = "".join(lines).removesuffix(ELLIPSIS).replace(" ", "")
        assert text.replace(" ", "").startswith(shown)
        if not (lines and lines[-1].endswith(ELLIPSIS)):
            assert shown == text.replace(" ", "")


@pytest.fixture
def stage(db):
    stage = make_stage("Ann Lee", "Bob Ray")
    stage.event.club.players.filter(name="Bob Ray").update(public_name="initials")
    play(make_round(stage), {"Ann Lee": 300, "Bob Ray": 100})
    build(stage)
    return stage


def picture_of(client, event, status=200, **query):
    answer = client.get(reverse("public:event_picture", args=[event.club.slug, event.slug]), query)
    assert answer.status_code == status
    return answer


def test_cards_say_who_leads_and_who_won_by_public_names(stage):
    event = stage.event
    card = card_of_event(event)
    assert (card.club, card.title, card.heading) == (
        "Harbour Cards",
        "Spring league",
        "Standings during round 1",
    )
    assert card.rows == [("1", "Ann Lee", "2"), ("2", "B. R.", "0")]

    event.state, event.finished_at = "finished", NOW
    event.save()
    assert card_of_event(event).heading == "Winners"
    assert card_of_club(event.club).rows == card.rows
    player = event.club.players.get(name="Ann Lee")
    ann, places = found_by_everybody(event.club.slug, player.pk)
    assert card_of_player(ann, ann.name, places).line == "1 event · 1 first place"


def test_a_program_that_comes_while_others_are_drawn_is_asked_to_come_again(
    client, stage, monkeypatch
):
    monkeypatch.setattr(drawing, "WAIT_SECONDS", 0.01)
    with drawing._drawing:
        answer = picture_of(client, stage.event, status=503)
    assert answer["Retry-After"] == "10"
    picture_of(client, stage.event)


class TestNewPages:
    """Pictures of rounds, deals, players and standings; hidden deals: `test_hidden_deals`."""

    @pytest.fixture
    def table(self, db):
        table = make_table()
        play_deal(table, pinochle())
        return table

    def addresses(self, event):
        """Each page that has a picture, with the picture's address."""
        club = event.club.slug
        args = {
            "standings": [club, event.slug],
            "round": [club, event.slug, 1, 1],
            "deal": [Submission.objects.get().pk],
            "player": [club, event.club.players.filter(entry_members__event=event).first().pk],
        }
        return {
            reverse(f"public:{name}", args=of): reverse(f"public:{name}_picture", args=of)
            for name, of in args.items()
        }

    @staticmethod
    def of_event(event):
        return [event.club.slug, event.slug]

    @pytest.mark.parametrize("visibility", ["members", "hidden"])
    def test_what_strangers_do_not_see_has_no_picture(self, client, table, visibility):
        event = table.round.stage.event
        pictures = self.addresses(event).values()
        event.visibility = visibility
        event.save()

        assert {client.get(picture).status_code for picture in pictures} == {404}

    def test_a_round_that_is_not_shown_has_none(self, client, stage):
        stage.rounds.update(state="drawn")
        address = reverse("public:round_picture", args=[*self.of_event(stage.event), 1, 1])
        assert client.get(address).status_code == 404

    def test_a_picture_says_at_once_what_somebody_is_called_now(self, client, stage):
        player = stage.event.club.players.get(name="Bob Ray")
        address = reverse("public:player_picture", args=[stage.event.club.slug, player.pk])
        before = client.get(address).content
        stage.event.club.players.filter(pk=player.pk).update(public_name="full")

        assert client.get(address).content != before
