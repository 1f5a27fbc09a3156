"""A list of players at the desk: read, looked at line by line, stored when confirmed."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.clubs.models import Club, Player
from league.clubs.services import (
    LONG_LIST,
    Fate,
    PlannedLine,
    import_players,
    imported_in_words,
    mark_of,
    plan_import,
    request_import,
)
from league.clubs.services.player_list import NotText, PlayerLine, decode, read_players_csv
from league.desk.access import actor_of, club_page
from league.desk.people.forms import ListForm
from league.refusal import Refused

LARGEST_FILE = 1_000_000  # bytes
LABELS = {field.name: field.verbose_name for field in Player._meta.fields}


@require_http_methods(["GET", "POST"])
@club_page("clubs.change_people")
def players_import(request: HttpRequest, club: Club) -> HttpResponse:
    """Read a list, show what each line will do, and store it after that was confirmed."""
    form = ListForm(request.POST or None, request.FILES or None)
    context: dict[str, Any] = {"club": club, "form": form}
    if request.method == "POST" and form.is_valid():
        try:
            text = _text(form)
            lines = read_players_csv(text)
        except Refused as refused:
            form.add_error("file" if form.cleaned_data["file"] else "text", str(refused))
        else:
            is_seen = "import" in request.POST and form.cleaned_data["seen"] == mark_of(text)
            try:
                if is_seen:
                    return _import(request, club, text, lines)
            except Refused as refused:
                # the list is shown again as it was sent
                messages.error(request, str(refused))
            changed = "import" in request.POST and not is_seen
            context |= _preview(club, text, lines, changed=changed)
    return render(request, "desk/people/import.html", context)


class FileUnreadable(Refused):
    """The file is no list of players in text."""

    code = "file_unreadable"


def _text(form: ListForm) -> str:
    """Return the list, from the file if there is one, with plain line ends."""
    file = form.cleaned_data["file"]
    if file is None:
        text = str(form.cleaned_data["text"])
    elif file.size > LARGEST_FILE:
        raise FileUnreadable(
            _("The file has %(size)d kB; a list of players has %(most)d at most.")
            % {"size": file.size // 1000, "most": LARGEST_FILE // 1000}
        )
    else:
        try:
            text = decode(file.read(), form.cleaned_data["encoding"])
        except NotText:
            raise FileUnreadable(
                _(
                    "The file cannot be read in this encoding. Save it from your spreadsheet "
                    "as CSV, or choose another encoding."
                )
            ) from None
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")


def _preview(club: Club, text: str, lines: list[PlayerLine], *, changed: bool) -> dict[str, Any]:
    planned = plan_import(club, lines)
    fates = [row.fate for row in planned]
    return {
        # a form of its own, with the text in it to be corrected; the file is not asked for again
        "form": ListForm(initial={"text": text, "seen": mark_of(text)}),
        "rows": [(row, _words(row)) for row in planned],
        "bad": [row for row in planned if row.fate == Fate.BAD],
        "adds": fates.count(Fate.ADD),
        "changes": fates.count(Fate.CHANGE),
        "same": fates.count(Fate.SAME),
        "list_changed": changed,
    }


def _words(planned: PlannedLine) -> str:
    """Return in words what a line of the list will do."""
    match planned.fate:
        case Fate.ADD:
            return _("added")
        case Fate.SAME:
            return _("already in the list")
        case Fate.CHANGE:
            return _("; ").join(
                _("%(field)s: %(before)s → %(after)s")
                % {"field": LABELS[field], "before": before or "–", "after": after}
                for field, before, after in planned.changes
            )
    return planned.problem


def _import(request: HttpRequest, club: Club, text: str, lines: list[PlayerLine]) -> HttpResponse:
    """Store the list; a long one is taken in by a worker, and the page shows how far that is."""
    who: dict[str, Any] = {"actor": actor_of(request), "at": timezone.now()}
    if len(lines) > LONG_LIST:
        job = request_import(club=club, text=text, **who)
        return redirect("desk:job", club.slug, job.pk)
    done = import_players(club=club, rows=lines, **who)
    messages.success(request, imported_in_words(done))
    return redirect("desk:people", club.slug)
