"""The catalogues: what is marked is found, and what is wrong with a translation is named."""

import gettext
import re

import pytest

from deploy.messages import catalogues
from deploy.messages.__main__ import main
from deploy.messages.catalogues import ROOT

PYTHON = """
from django.utils.translation import gettext as _, ngettext, pgettext
def texts(n):
    # Translators: of one evening
    _("The round is closed.")
    ngettext("%(n)d deal", "%(n)d deals", n)
    pgettext("of cards", "hand")
    say("seat %(seat)s must bid %(low)d or more", seat=1, low=2)
    print("not marked")
"""
TEMPLATE = """{% load i18n %}<p>
  {% translate "Sign in" %}
    {% blocktranslate trimmed count n=rows|length with name=entry.name %}
      {{ name }} has one deal.
    {% plural %}
      {{ name }} has {{ n }} deals.
    {% endblocktranslate %}
 {{ _("Tables") }} it's 100% not marked (as it "stands
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    for source in catalogues.SOURCES:
        (tmp_path / source).mkdir()
    (tmp_path / "league" / "texts.py").write_text(PYTHON)
    (tmp_path / "templates" / "page.html").write_text(TEMPLATE)
    monkeypatch.setattr(catalogues, "ROOT", tmp_path)
    return tmp_path


def translate(project, **changes):
    """Write the translations (msgid to msgstr) into the catalogue by hand."""
    path = catalogues.catalogue_path("ja")
    catalogue = catalogues.read(path, "ja")
    for message in catalogue:
        if message.id:
            source = message.id[0] if isinstance(message.id, tuple) else message.id
            text = changes.get(source, source)
            message.string = (text,) if isinstance(message.id, tuple) else text
    path.write_bytes(catalogues.in_text(catalogue))
    return path


def test_marked_texts_of_code_and_templates_are_found_and_no_others(project):
    assert catalogues.update("ja") == (7, 7)
    path = catalogues.catalogue_path("ja").relative_to(catalogues.ROOT)
    assert list(catalogues.waiting_in("ja")) == [(path, 7)]

    text = catalogues.catalogue_path("ja").read_text()
    for marked in (
        'msgid "The round is closed."',
        'msgid_plural "%(n)d deals"',
        'msgctxt "of cards"',
        'msgid "seat %(seat)s must bid %(low)d or more"',
        'msgid "Sign in"',
        'msgid "%(name)s has one deal."',
        'msgid_plural "%(name)s has %(n)s deals."',
        'msgid "Tables"',
        "#. of one evening",
        "#: league/texts.py\n",
    ):
        assert marked in text
    assert "not marked" not in text


def test_updating_again_changes_nothing_and_keeps_translations(project):
    catalogues.update("ja")
    path = translate(project, **{"Sign in": "サインイン"})
    before = path.read_bytes()

    catalogues.update("ja")

    assert path.read_bytes() == before
    assert "サインイン" in path.read_text()


def test_a_text_that_moved_down_its_file_changes_nothing(project):
    catalogues.update("ja")
    before = catalogues.catalogue_path("ja").read_bytes()
    source = project / "league" / "texts.py"
    source.write_text("\n\n\n" + source.read_text())

    catalogues.update("ja")

    assert catalogues.catalogue_path("ja").read_bytes() == before


def test_a_text_that_is_gone_leaves_the_catalogue(project):
    catalogues.update("ja")
    (project / "templates" / "page.html").unlink()

    assert catalogues.update("ja") == (4, 4)
    assert "Sign in" not in catalogues.catalogue_path("ja").read_text()


def test_compiled_catalogue_is_read_by_gettext(project):
    catalogues.update("ja")
    path = translate(project, **{"Sign in": "サインイン", "%(n)d deal": "%(n)dディール"})

    assert main(["compile", str(path)]) == 0

    with path.with_suffix(".mo").open("rb") as file:
        read = gettext.GNUTranslations(file)
    assert read.gettext("Sign in") == "サインイン"
    assert read.ngettext("%(n)d deal", "%(n)d deals", 3) == "%(n)dディール"


def test_catalogue_that_cannot_be_read_is_named(project, capsys):
    path = project / "locale" / "ja" / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True)
    path.write_text('msgid "open\n')

    assert main(["compile", str(path)]) == 1
    assert str(path) in capsys.readouterr().err


def test_whole_catalogue_has_no_faults(project):
    catalogues.update("ja")
    translate(project)

    assert list(catalogues.faults("ja")) == []


@pytest.mark.parametrize(
    ("source", "translation", "fault"),
    [
        ("Sign in", "", "is not translated"),
        (
            "seat %(seat)s must bid %(low)d or more",
            "%(seat)s %(low)d %(high)d",
            "no blank named %(high)",
        ),
        ("seat %(seat)s must bid %(low)d or more", "%(seat)s", "leaves out one of its blanks"),
        ("%(n)d deal", "", "is not translated"),
    ],
)
def test_fault_of_a_translation_is_named(project, source, translation, fault):
    catalogues.update("ja")
    translate(project, **{source: translation})

    (found,) = catalogues.faults("ja")
    assert fault in found


def test_catalogue_that_is_missing_is_named(project):
    (found,) = catalogues.faults("ja")

    assert "django.po is missing: run 'make messages'" in found


def test_text_that_the_catalogue_lacks_is_named(project):
    catalogues.update("ja")
    translate(project)
    (project / "league" / "new.py").write_text('say("a new rule")')

    (found,) = catalogues.faults("ja")
    assert "lacks 'a new rule'" in found


def test_a_subject_keeps_its_own_texts_and_what_two_say_stands_once(project):
    for folder in ("league/faces/desk", "league/faces/table", "templates/desk"):
        (project / folder).mkdir(parents=True)
    (project / "league/faces/desk/draw.py").write_text('_("Draw") + _("Round")')
    page = project / "templates" / "desk" / "draw.html"
    page.write_text('{% load i18n %}{% translate "Seed" %}')
    (project / "league/faces/table/round.py").write_text('_("Round")')
    catalogues.update("ja")

    desk = catalogues.catalogue_path("ja", "league/faces/desk").read_text()
    whole = catalogues.catalogue_path("ja").read_text()
    assert 'msgid "Draw"' in desk
    assert 'msgid "Seed"' in desk
    assert 'msgid "Round"' in whole
    assert 'msgid "Round"' not in desk
    assert not catalogues.catalogue_path("ja", "league/faces/table").exists()


def test_a_translation_goes_with_its_text_to_another_subject(project):
    catalogues.update("ja")
    translate(project, **{"Sign in": "サインイン"})
    (project / "league/faces/table").mkdir(parents=True)
    (project / "templates" / "table").mkdir()
    page = project / "templates" / "page.html"
    page.rename(project / "templates" / "table" / "page.html")
    assert any("which is not its text" in fault for fault in catalogues.faults("ja"))

    catalogues.update("ja")

    assert "サインイン" in catalogues.catalogue_path("ja", "league/faces/table").read_text()


def test_no_text_stands_inside_of_an_f_string_where_nobody_finds_it():
    inside = re.compile(r"""\bf["'].*\{(?:_|n?gettext\w*|n?pgettext\w*|say)\(""")
    sources = (path for source in catalogues.SOURCES for path in ROOT.glob(f"{source}/**/*.py"))

    assert [str(path) for path in sources if inside.search(path.read_text())] == []
