"""The settings of a club, each listed once; service, forms of the desk and API are made of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.db.models import Field
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club
from league.clubs.models.clubs import LONGEST_KEPT_MONTHS
from league.foundation.names import clean_name

Choices = list[tuple[str, str]]


class Page(Enum):
    """The page of the desk on which owners change a setting."""

    SETTINGS = "settings"
    LOOK = "look"  # a form laid out by hand, see desk/club/look_form.py
    PRIVACY = "privacy"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A column of `Club` that owners change. The journal calls it by its `verbose_name`.

    `tidy` turns what was typed into what is stored, before the column validates it; it may raise
    ValidationError. `form` has further arguments for the form's field.
    """

    name: str
    page: Page
    in_api: bool
    label: "str | Promise"
    help: "str | Promise" = ""
    choices: Callable[[], Choices] | None = None
    form: Mapping[str, Any] = field(default_factory=dict)
    tidy: Callable[[Any], Any] = lambda value: value

    @property
    def column(self) -> "Field[Any, Any]":
        return Club._meta.get_field(self.name)  # type: ignore[return-value]

    @property
    def field_options(self) -> dict[str, Any]:
        """Return the arguments with which the field of a form is made."""
        return {"label": self.label, "help_text": self.help, **self.form}

    def cleaned(self, value: Any) -> Any:
        """Return the value as it is stored. Raises ValidationError."""
        return self.column.clean(self.tidy(value), None)


def _name(typed: str) -> str:
    name = clean_name(typed)
    if not name:
        raise ValidationError(gettext("A club needs a name."))
    return name


def _time_zones() -> Choices:
    """Return the time zones that are named after a city, without old names and offsets."""
    names = (name for name in available_timezones() if "/" in name and not name.startswith("Etc/"))
    return [("UTC", "UTC"), *((name, name.replace("_", " ")) for name in sorted(names))]


MONTHS = {"min_value": 1, "max_value": LONGEST_KEPT_MONTHS, "required": False}

SETTINGS = {
    setting.name: setting
    for setting in (
        Setting(
            name="name",
            page=Page.SETTINGS,
            in_api=True,
            label=_("Name of the club"),
            tidy=_name,
        ),
        Setting(
            name="about",
            page=Page.SETTINGS,
            in_api=True,
            label=_("About the club"),
            help=_(
                "Shown on the club’s public page: who you are, and who can join. Plain text: an "
                "empty line begins a new paragraph, and addresses such as https://example.org "
                "become links."
            ),
            form={"max_length": 5_000},
        ),
        Setting(
            name="where_we_play",
            page=Page.SETTINGS,
            in_api=True,
            label=_("Where you play"),
            help=_(
                "An address that people find, for example Sailors’ Hall, 3 Quay Street. It appears "
                "on the club’s page and in its calendar."
            ),
        ),
        Setting(
            name="when_we_play",
            page=Page.SETTINGS,
            in_api=True,
            label=_("When you play"),
            help=_("For example Thursdays at 7 p.m., from September to May."),
        ),
        Setting(
            name="time_zone",
            page=Page.SETTINGS,
            in_api=True,
            label=_("Time zone"),
            help=_("Times on the club’s pages are shown in it."),
            choices=_time_zones,
        ),
        Setting(
            name="language",
            page=Page.SETTINGS,
            in_api=True,
            label=_("Language of the club’s mails"),
        ),
        Setting(
            name="names_sorted_by",
            page=Page.SETTINGS,
            in_api=True,
            label=_("Lists of players"),
            help=_(
                "In what order players stand on pages, in print and in files. The family name is "
                "taken from the name and can be changed for each player."
            ),
        ),
        Setting(
            name="main_colour",
            page=Page.LOOK,
            in_api=True,
            label=_("Main colour"),
            help=_("The bar on top, the big screen and the card table."),
            tidy=str.lower,
        ),
        Setting(
            name="accent_colour",
            page=Page.LOOK,
            in_api=True,
            label=_("Colour of links and buttons"),
            tidy=str.lower,
        ),
        Setting(
            name="keep_addresses_months",
            page=Page.PRIVACY,
            in_api=False,
            label=_("Addresses of players who no longer play, in months"),
            help=_(
                "So long after somebody was last at a table and is off the lists, the e-mail "
                "address and the member number are deleted. The name and the results stay. Leave "
                "it empty to keep them until the person asks."
            ),
            form=MONTHS,
        ),
        Setting(
            name="keep_sign_ups_months",
            page=Page.PRIVACY,
            in_api=False,
            label=_("Sign-ups and invitations that are over, in months"),
            help=_(
                "Who asked whom to be a partner, who checked in on an evening, and which address "
                "was invited. Who played stays. Leave it empty to keep them."
            ),
            form=MONTHS,
        ),
        Setting(
            name="keep_devices_months",
            page=Page.PRIVACY,
            in_api=False,
            label=_("Which phone sent a result, in months"),
            help=_(
                "The mark of the phone that sent or confirmed a deal. The deal and who entered it "
                "stay. Leave it empty to keep it."
            ),
            form=MONTHS,
        ),
    )
}
# the address stands in links and on printed cards; the logo is a picture with services of its own
NOT_SETTINGS = frozenset({"id", "slug", "created_at", "logo", "closes_at"})


def check_every_column_is_listed(columns: set[str]) -> None:
    """Raise ValueError for a column that is not listed here, and for a listed one that is gone."""
    if wrong := columns ^ (SETTINGS.keys() | NOT_SETTINGS):
        raise ValueError(
            f"{', '.join(sorted(wrong))}: each column of Club stands in SETTINGS or in "
            "NOT_SETTINGS of league/clubs/club_settings.py, and nothing else does"
        )


check_every_column_is_listed({column.name for column in Club._meta.fields})
