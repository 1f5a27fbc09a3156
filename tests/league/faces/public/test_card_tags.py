from django.template import Context, Template


def rendered(text: str, **context: object) -> str:
    return Template("{% load card_faces %}" + text).render(Context(context))


def test_a_card_is_drawn_with_its_name_for_those_who_do_not_see_it() -> None:
    html = rendered('{% card "QS" %}')
    assert 'aria-label="queen of spades"' in html
    assert "cards.svg#QS" in html
    assert "suit-s" in html


def test_a_large_card_is_another_drawing_of_the_same_card() -> None:
    html = rendered('{% card "TD" size="large" %}')
    assert 'aria-label="10 of diamonds"' in html
    assert "cards.svg#TD-large" in html


def test_a_hidden_card_tells_nothing() -> None:
    assert "a card face down" in rendered('{% card "back" %}')


def test_what_is_no_card_is_shown_as_text_and_cannot_bring_in_markup() -> None:
    assert rendered("{% card word %}", word="<b>") == "<span>&lt;b&gt;</span>"


def test_a_hand_is_a_list_with_one_card_each_whether_text_or_list() -> None:
    assert rendered('{% hand "AS AS 9C" %}').count("<li>") == 3
    assert rendered("{% hand cards %}", cards=["AS", "9C"]).count("<li>") == 2


def test_a_suit_always_says_its_name_on_paper_or_aloud() -> None:
    assert '<span class="visually-hidden">hearts</span>' in rendered('{% suit "H" %}')
    assert '<span class="">hearts</span>' in rendered('{% suit "H" named=True %}')
    assert rendered('{% suit "NT" named=True %}') == '<span class="suit">no trump</span>'


def test_names_of_cards_and_suits_leave_other_words_alone() -> None:
    assert rendered('{{ "AH"|card_name }}, {{ "H"|suit_name }}') == "ace of hearts, hearts"
    assert rendered('{{ "pass"|card_name }}, {{ "X"|suit_name }}') == "pass, X"
