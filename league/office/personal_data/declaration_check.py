"""The check that no column with texts, and no table of a club, was left out."""

from typing import Any

from django.core.checks import CheckMessage, Error

from league.office.personal_data.club_rows import OWN_WAYS, NoWay, models_of_clubs, way_to_club
from league.office.personal_data.pii_columns import wrongly_declared


def all_texts_are_declared(**_what: Any) -> list[CheckMessage]:
    """Return an error for each column and table of which nobody said how it is forgotten."""
    errors: list[CheckMessage] = [
        Error(
            f"{column} is not declared, or is not there",
            hint="say in DECLARED of league/office/personal_data/pii_columns.py whether a name can"
            " stand in it, and how it is forgotten",
            id="personal_data.E001",
        )
        for column in wrongly_declared()
    ]
    for model in models_of_clubs():
        try:
            if model not in OWN_WAYS:
                way_to_club(model)
        except NoWay as error:
            errors.append(Error(str(error), id="personal_data.E002"))
    return errors
