"""The list of a club's settings: no column is forgotten, and the faces follow it."""

import pytest

from league.clubs.club_settings import (
    NOT_SETTINGS,
    SETTINGS,
    Page,
    check_every_column_is_listed,
)
from league.clubs.models import Club
from league.faces.api.club.serializers import ClubSerializer
from league.faces.desk.club.look_pages import LookForm
from league.faces.desk.club.settings_pages import ClubForm, NewClubForm

COLUMNS = {column.name for column in Club._meta.fields}


@pytest.mark.parametrize("columns", [COLUMNS | {"motto"}, COLUMNS - {"about"}, COLUMNS - {"logo"}])
def test_a_column_that_is_not_listed_or_gone_is_named(columns):
    with pytest.raises(ValueError, match=f"^{(columns ^ COLUMNS).pop()}: each column of Club"):
        check_every_column_is_listed(columns)


def test_no_column_is_listed_twice():
    assert not SETTINGS.keys() & NOT_SETTINGS


def test_each_page_of_the_desk_has_its_settings():
    on = {page: {name for name, one in SETTINGS.items() if one.page == page} for page in Page}

    assert set(ClubForm().fields) == on[Page.SETTINGS]
    assert set(NewClubForm().fields) == on[Page.SETTINGS] | {"slug"}
    assert on[Page.LOOK] <= LookForm.base_fields.keys()


def test_programs_read_what_the_list_says():
    shown = [name for name, setting in SETTINGS.items() if setting.in_api]

    assert ClubSerializer.Meta.fields == ["id", "slug", *shown]
