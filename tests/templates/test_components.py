"""What the components promise to whoever fills them."""

import re
from pathlib import Path

from django import forms
from django.conf import settings
from django.template.loader import render_to_string

TEMPLATES = Path(settings.BASE_DIR) / "templates"
EVERY = sorted(TEMPLATES.rglob("*.html"))


def component(name: str, **context: object) -> str:
    return re.sub(r"\s+", " ", render_to_string(f"components/{name}.html", context))


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
    sprite = (Path(settings.BASE_DIR) / "deploy/site/static/site/icons.svg").read_text(
        encoding="utf-8"
    )
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


def test_a_wrong_field_is_named_at_the_field_and_in_the_summary_and_keeps_what_was_typed() -> None:
    html = component("form", form=Bid({"amount": "48"}))
    assert 'value="48"' in html
    assert 'href="#id_amount"' in html
    assert 'id="id_amount_error"' in html
    described = re.search(r'<input type="number"[^>]*aria-describedby="([^"]+)"', html)
    assert described
    assert set(described[1].split()) == {"id_amount_helptext", "id_amount_error"}
    assert html.count('aria-invalid="true"') >= 1
