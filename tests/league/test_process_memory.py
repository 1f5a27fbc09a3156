"""What processes remember is emptied in all of them, by a mark in the cache that they share."""

from threading import enumerate as threads

import pytest
from django.core.cache import cache

from league import process_memory
from league.process_memory import KEY, Watch, empty_everywhere, remembers


@pytest.fixture
def remembered(embedded_servers, monkeypatch):
    monkeypatch.setattr(process_memory, "_memories", {})
    cache.delete(KEY)
    pages = ["a name"]
    remembers("pages", pages.clear)
    return pages


def test_it_is_emptied_here_at_once(remembered):
    empty_everywhere()

    assert remembered == []


def test_another_process_empties_it_when_it_looks_and_only_then(remembered):
    other = Watch()
    other.look()
    empty_everywhere()
    remembered.append("of the other process")

    other.look()
    assert remembered == []

    remembered.append("of later")
    other.look()
    assert remembered == ["of later"]


def test_a_process_begins_to_look_once(remembered, monkeypatch):
    monkeypatch.setattr(process_memory, "LOOK_EVERY_S", 0.01)
    other = Watch()
    before = len(threads())
    other.begin()
    other.begin()
    (looking,) = threads()[before:]
    empty_everywhere()
    remembered.append("of the other process")
    try:
        for _ in range(500):
            if not remembered:
                break
            looking.join(0.01)
        assert remembered == []
    finally:
        other.end()
        looking.join(5)
    assert not looking.is_alive()


def test_everything_a_web_process_remembers_of_pages_is_named():
    from deploy.kept_answers import KeptAnswers
    from league.public import keeping
    from league.public.templatetags import same_for_all

    KeptAnswers(lambda _environ, _start: [])
    assert {keeping.forget_all, same_for_all.forget_parts} <= set(process_memory._memories.values())
    assert process_memory._memories.keys() == {"pages", "parts of pages", "answers"}
