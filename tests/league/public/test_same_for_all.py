"""What is the same for everybody in a language is made once for each language."""

from django.template import engines
from django.template.loader import render_to_string
from django.utils.translation import override

from league.public.templatetags import same_for_all as tags

FOOT = "components/footer.html"
PAGE = engines["django"].from_string(f'{{% load same_for_all %}}{{% same_for_all "{FOOT}" %}}')


def test_it_is_what_the_template_says_in_each_language(db):
    for language in ("en", "ja", "en"):
        with override(language):
            assert PAGE.render() == render_to_string(FOOT)
    with override("ja"):
        japanese = PAGE.render()
    with override("en"):
        assert PAGE.render() != japanese


def test_it_is_made_once(monkeypatch):
    made = []
    monkeypatch.setattr(tags, "render_to_string", lambda name: made.append(name) or "the foot")
    tags._made.cache_clear()
    try:
        with override("en"):
            assert [PAGE.render(), PAGE.render()] == ["the foot", "the foot"]
        assert made == [FOOT]
    finally:
        tags._made.cache_clear()
