"""Forms of an import: what is brought, how it is read, what its columns are, whom names mean."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import services as games
from league.clubs.models import Club
from league.faces.desk.inputs import day_field
from league.office.imports.choices import NEW, Choices
from league.office.imports.kind import Kind, Option, Question
from league.office.imports.kinds import KINDS
from league.office.imports.services import Read
from league.play.events.models import EntryKind
from league.play.events.selectors import seasons_of

MOST_QUESTIONS = 100
ENCODING_CHOICES = [
    ("", gettext_lazy("detect automatically")),
    ("utf-8", "UTF-8"),
    ("cp1252", gettext_lazy("Western European (Windows)")),
    ("cp1250", gettext_lazy("Central European (Windows)")),
    ("cp932", gettext_lazy("Japanese (Shift_JIS)")),
    ("euc_jp", gettext_lazy("Japanese (EUC)")),
    ("iso2022_jp", gettext_lazy("Japanese (JIS)")),
    ("utf-16", "UTF-16"),
]
DELIMITER_CHOICES = [
    ("", gettext_lazy("detect automatically")),
    (",", gettext_lazy("comma")),
    (";", gettext_lazy("semicolon")),
    ("\t", gettext_lazy("tab")),
    ("|", gettext_lazy("vertical bar")),
]
NAMES = dict([*ENCODING_CHOICES[1:], *DELIMITER_CHOICES[1:]])


class FileForm(forms.Form):
    """What is imported: a file, or text; without a `kind` the user chooses it."""

    kind = forms.ChoiceField(
        label=gettext_lazy("What do you bring?"),
        choices=[(kind.name, kind.label) for kind in KINDS],
        widget=forms.RadioSelect,
        initial=KINDS[0].name,
    )
    file = forms.FileField(
        label=gettext_lazy("File"),
        required=False,
        help_text=gettext_lazy(
            "Excel (.xlsx), CSV, text or iCal. Formulas are not calculated; their last values "
            "are taken."
        ),
    )
    text = forms.CharField(
        label=gettext_lazy("Or paste the list"),
        required=False,
        strip=False,
        max_length=2_000_000,
        widget=forms.Textarea(attrs={"rows": 8, "autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy(
            "Rows copied from a spreadsheet can be pasted as they are. The first line names the "
            "columns; a list of names alone needs no such line."
        ),
    )

    def __init__(self, *args: Any, kind: Kind | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if kind is not None:
            del self.fields["kind"]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not data.get("file") and not data.get("text", "").strip() and not self.errors:
            self.add_error("text", _("The list is empty; paste it or choose a file."))
        return data

    @property
    def help_texts(self) -> list[tuple[str, str]]:
        return [(str(kind.label), str(kind.help)) for kind in KINDS]


class ReadingForm(forms.Form):
    """How the file is read, what its columns are, and what is asked besides."""

    encoding = forms.ChoiceField(
        label=gettext_lazy("File encoding"),
        required=False,
        choices=ENCODING_CHOICES,
        help_text=gettext_lazy("Choose one only if names look wrong."),
    )
    delimiter = forms.ChoiceField(
        label=gettext_lazy("Between the columns stands a"),
        required=False,
        choices=DELIMITER_CHOICES,
    )
    sheet = forms.ChoiceField(label=gettext_lazy("Sheet"), required=False)
    has_headings = forms.BooleanField(
        label=gettext_lazy("The first line names the columns"), required=False
    )

    def __init__(
        self,
        data: Any = None,
        *,
        club: Club,
        read: Read,
        choices: Choices,
        options: Mapping[str, str],
    ) -> None:
        super().__init__(
            data,
            initial={
                "encoding": choices.encoding,
                "delimiter": choices.delimiter,
                "sheet": read.grid.sheet,
                "has_headings": read.has_headings,
                **{f"column-{number}": name for number, name in read.columns.items()},
                **{f"option-{name}": value for name, value in options.items()},
            },
        )
        self.read = read
        grid = read.grid
        self.fields["sheet"].choices = [(name, name) for name in grid.sheets]  # type: ignore[attr-defined]
        if len(grid.sheets) < 2:
            del self.fields["sheet"]
        if not grid.encoding:
            del self.fields["encoding"]
        if not grid.delimiter:
            del self.fields["delimiter"]
        fields = [("", _("leave out")), *((field.name, field.label) for field in read.kind.fields)]
        for number in read.columns:
            self.fields[f"column-{number}"] = forms.ChoiceField(
                label=_("Column %(number)d") % {"number": number + 1},
                required=False,
                choices=fields,
            )
        for option in read.kind.options:
            self.fields[f"option-{option.name}"] = _field_of(option, club)

    def clean(self) -> dict[str, Any]:
        """Refuse a field that two columns are matched with."""
        data = super().clean() or {}
        seen: dict[str, int] = {}
        for number in self.read.columns:
            name = data.get(f"column-{number}", "")
            if name and (before := seen.setdefault(name, number)) != number:
                label = dict(self.fields[f"column-{number}"].choices)[name]  # type: ignore[attr-defined]
                self.add_error(
                    f"column-{number}",
                    _("Column %(before)d is matched with “%(field)s” already.")
                    % {"before": before + 1, "field": label},
                )
        return data

    def choices(self, before: Choices) -> Choices:
        """Return what was chosen; answers on names stay."""
        data = self.cleaned_data
        return Choices(
            encoding=data.get("encoding", ""),
            delimiter=data.get("delimiter", ""),
            sheet=data.get("sheet", ""),
            has_headings=data["has_headings"],
            columns={number: data[f"column-{number}"] for number in self.read.columns},
            options={
                option.name: _as_text(data[f"option-{option.name}"])
                for option in self.read.kind.options
            },
            people=before.people,
            language=before.language,
        )

    @property
    def reading_fields(self) -> list[forms.BoundField]:
        names = ("sheet", "encoding", "delimiter", "has_headings")
        return [self[name] for name in names if name in self.fields]

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [self[f"option-{option.name}"] for option in self.read.kind.options]


def _as_text(value: object) -> str:
    match value:
        case True:
            return "yes"
        case False | None:
            return ""
    return str(value)


def _field_of(option: Option, club: Club) -> forms.Field:
    usual: dict[str, Any] = {
        "label": option.label,
        "help_text": option.help,
        "required": option.needed,
    }
    match option.input:
        case "text":
            return forms.CharField(max_length=120, **usual)
        case "day":
            return day_field(**usual)
        case "check":
            return forms.BooleanField(**usual)
    return forms.ChoiceField(choices=_choices_of(option, club), **usual)


def _choices_of(option: Option, club: Club) -> list[tuple[str, Any]]:
    match option.input:
        case "season":
            seasons = [(str(season.pk), season.name) for season in seasons_of(club)]
            return [("", _("by the date")), ("none", _("no season")), *seasons]
        case "numbers":
            usual = _("as the file shows, else as in your language")
            return [("", usual), (".", "1,234.5"), (",", "1.234,5")]
        case "family":
            found = games.families().items()
            return [(name, games.render_sentence(family.label)) for name, family in found]
        case "game":
            return [(info.id, games.render_sentence(info.label)) for info in games.variants()]
        case "entry_kind":
            return list(EntryKind.choices)
    raise LookupError(option.input)


class PeopleForm(forms.Form):
    """Which of several players of one name is meant."""

    def __init__(self, data: Any = None, *, questions: list[Question]) -> None:
        super().__init__(data)
        self.keys: dict[str, str] = {}
        for number, question in enumerate(questions[:MOST_QUESTIONS]):
            name = f"person-{number}"
            self.keys[name] = question.key
            self.fields[name] = forms.ChoiceField(
                label=question.name,
                required=False,
                choices=[
                    ("", _("not decided: leave the line out")),
                    *((str(pk), words) for pk, words in question.candidates),
                    (str(NEW), _("somebody new of this name")),
                ],
            )
            self.fields[f"key-{number}"] = forms.CharField(
                widget=forms.HiddenInput, initial=question.key, required=False
            )

    def answers(self) -> dict[str, int]:
        """Return whom the names mean that were decided."""
        return {
            key: int(self.cleaned_data[name])
            for name, key in self.keys.items()
            # the questions may be others by now: an answer counts for the name it was given to
            if self.cleaned_data.get(name)
            and self.cleaned_data.get(name.replace("person", "key")) == key
        }
