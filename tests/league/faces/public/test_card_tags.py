from django.template import Context, Template


def rendered(text: str, **context: object) -> str:
    return Template("{% load card_faces %}" + text).render(Context(context))


def test_what_is_no_card_is_shown_as_text_and_cannot_bring_in_markup() -> None:
    assert rendered("{% card word %}", word="<b>") == "<span>&lt;b&gt;</span>"
