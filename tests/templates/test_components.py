"""What the components promise to whoever fills them."""

import re
from pathlib import Path

import pytest
from django import forms
from django.conf import settings
from django.template.loader import render_to_string

from league.play.results.deal_words import SideNumbers

TEMPLATES = Path(settings.BASE_DIR) / "templates"
COMPONENTS = sorted((TEMPLATES / "components").glob("*.html"))
EVERY = sorted(TEMPLATES.rglob("*.html"))


def component(name: str, **context: object) -> str:
    return re.sub(r"\s+", " ", render_to_string(f"components/{name}.html", context))


@pytest.mark.long
@pytest.mark.parametrize("path", COMPONENTS, ids=lambda path: path.name)
def test_a_component_says_in_its_first_line_what_it_needs(path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith("{# Needs: ")


def test_no_template_but_that_of_a_mail_has_a_style_or_script_inside() -> None:
    inside = re.compile(
        r"\sstyle=|<style|\son[a-z]+=|<script(?![^>]*\bsrc=)(?![^>]*application/json)"
    )
    wrong = [
        (str(path.relative_to(TEMPLATES)), found[0])
        for path in EVERY
        if "emails" not in path.parts and (found := inside.search(path.read_text(encoding="utf-8")))
    ]

    assert wrong == []


def test_a_comment_ends_in_its_line_because_pages_would_show_it_otherwise() -> None:
    wrong = [
        (str(path.relative_to(TEMPLATES)), line)
        for path in EVERY
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.count("{#") != line.count("#}")
    ]

    assert wrong == []


def test_every_icon_that_templates_name_is_drawn() -> None:
    sprite = (Path(settings.BASE_DIR) / "deploy/static/site/icons.svg").read_text(encoding="utf-8")
    drawn = set(re.findall(r'<symbol id="([^"]+)"', sprite))
    named = {
        name
        for path in EVERY
        for name in re.findall(r'{% icon "([^"]+)"', path.read_text(encoding="utf-8"))
    }
    from league.faces.public.templatetags.icons import STATES, TONE_ICONS

    named |= {icon for _, icon in STATES.values()} | {icon for icon in TONE_ICONS.values() if icon}
    assert named <= drawn, named - drawn


class Bid(forms.Form):
    amount = forms.IntegerField(min_value=50, help_text="The opening bid is 50.")
    trump = forms.ChoiceField(choices=[("S", "S"), ("H", "H")], widget=forms.RadioSelect)
    alone = forms.BooleanField(required=False)


def test_a_wrong_field_is_told_at_the_field_and_in_the_summary_and_keeps_what_was_typed() -> None:
    html = component("form", form=Bid({"amount": "48"}))
    assert 'value="48"' in html
    assert 'href="#id_amount"' in html
    assert 'id="id_amount_error"' in html
    described = re.search(r'<input type="number"[^>]*aria-describedby="([^"]+)"', html)
    assert described
    assert set(described[1].split()) == {"id_amount_helptext", "id_amount_error"}
    assert html.count('aria-invalid="true"') >= 1


def test_a_summary_links_to_a_group_of_choices_that_exists() -> None:
    html = component("form", form=Bid({"amount": "50"}))
    assert 'href="#id_trump"' in html
    assert html.count('id="id_trump"') == 1


def test_radio_buttons_come_out_as_labelled_choices_with_suits_drawn() -> None:
    html = component("field", field=Bid()["trump"], kind="suit")
    assert html.count('<label class="choice"') == 2
    assert "cards.svg#H" in html
    assert html.count('type="radio"') == 2


def test_a_number_pad_is_a_plain_number_input_until_a_script_shows_the_keys() -> None:
    html = component(
        "number_pad", field=Bid()["amount"], quick=(50, 55), total=50, other_label="They"
    )
    assert '<input type="number"' in html
    assert html.count("data-pad-buttons") == html.count("hidden data-pad-buttons") == 2
    assert 'data-pad-set="55"' in html


@pytest.mark.parametrize("players", range(2, 9))
def test_a_table_of_any_size_has_a_place_for_every_seat_in_the_stylesheet(players: int) -> None:
    html = component("seats", seats=[{"name": f"P{seat}"} for seat in range(players)])
    css = (Path(settings.BASE_DIR) / "deploy/styles/12-cards-and-seats.css").read_text(
        encoding="utf-8"
    )
    assert f'class="seats seats-{players}"' in html
    assert html.count("<li") == players
    assert len(re.findall(rf"\.seats-{players} > :nth-child", css)) == players


def test_a_side_is_marked_only_where_there_are_sides() -> None:
    html = component("seats", seats=[{"name": "A", "side": 1}, {"name": "B"}])
    assert html.count("side-") == 1


def test_standings_show_shared_places_movement_and_reasons() -> None:
    rows = [
        {"rank": 1, "name": "A", "figures": [3, 1205], "movement": -2, "why": "A beat B 7 to 5."},
        {"rank": 2, "tied": True, "name": "B", "figures": [2, -4], "provisional": True},
    ]
    html = component("standings", columns=["Won", "Points"], rows=rows)
    assert "2=" in html
    assert 'data-label="Points">1,205<' in html
    assert "−4" in html
    assert "down by" in html
    assert "A beat B 7 to 5." in html
    assert "provisional" in html


def test_a_score_sheet_without_deals_says_so_and_with_deals_shows_running_totals() -> None:
    sheet = {"sides": ["We", "They"], "rows": [], "totals": [0, 0]}
    assert "No deal has been entered yet." in component("score_sheet", sheet=sheet)
    cells = [{"points": -60, "running": -60}, {"points": 48, "running": 48}]
    sheet |= {"rows": [{"number": 1, "contract": "60", "made": False, "cells": cells}]}
    html = component("score_sheet", sheet=sheet)
    assert "−60" in html
    assert "set" in html
    assert "+48" in html


def test_numbers_of_sides_stand_in_a_column_of_their_own() -> None:
    value = SideNumbers((("Ann & Bob", 300), ("Cy & Di", 22)))
    html = component("answer", value=value)
    assert re.findall(r"<span>([^<]+)</span> <span class=\"num\">(\d+)</span>", html) == [
        ("Ann &amp; Bob", "300"),
        ("Cy &amp; Di", "22"),
    ]
    assert component("answer", value="hearts").strip() == "Hearts"


def test_only_what_differs_between_two_phones_is_marked() -> None:
    html = component(
        "compare", columns=["A", "B"], rows=[("Bid", "55", "55"), ("Points", "31", "33")]
    )
    assert html.count('class="differs"') == 2


def test_an_unknown_state_is_shown_quietly() -> None:
    assert (
        component("badge", state="odd", label="odd").strip()
        == '<span class="badge quiet">odd</span>'
    )
