"""An import at the desk: a file is brought, its columns are matched, it is looked at, imported."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from league.clubs.models import Club, User
from league.clubs.services import Fate
from league.faces.desk.access import act_of, club_page
from league.faces.desk.imports.forms import NAMES, FileForm, PeopleForm, ReadingForm
from league.foundation.jobs.selectors import unfinished
from league.foundation.refusal import Refused, add_retry_after, flash_errors, form_errors
from league.foundation.spreadsheets import Column, Sheet, format_asked, spreadsheet
from league.office.imports import services
from league.office.imports.choices import Choices
from league.office.imports.kind import Kind, Plan
from league.office.imports.kinds import KINDS
from league.office.imports.kinds.invitation_lists import INVITATIONS
from league.office.imports.kinds.player_lists import PLAYERS
from league.office.imports.models import LARGEST, Upload
from league.office.imports.reading.unreadable import FileUnreadable
from league.office.imports.services import LONG, Read
from league.tables.past_events.models import PastEvent
from league.tables.past_events.selectors import past_events_of
from league.tables.past_events.services import remove_past_event

MOST_SHOWN = 200  # lines of a preview, and of those of them that are left out
SAMPLES = 3
LARGEST_TYPED = 200_000  # bytes of a text that is shown to be corrected


@never_cache
@require_http_methods(["GET", "POST"])
@club_page("clubs.change_people")
def imports(request: HttpRequest, club: Club) -> HttpResponse:
    """The chooser of all that can be imported."""
    return _file_page(request, club, None)


@never_cache
@require_http_methods(["GET", "POST"])
@club_page("clubs.change_people")
def players_import(request: HttpRequest, club: Club) -> HttpResponse:
    """The import of a list of players, which most come for."""
    return _file_page(request, club, PLAYERS)


@never_cache
@require_http_methods(["GET", "POST"])
@club_page("clubs.change_members")
def invitations_import(request: HttpRequest, club: Club) -> HttpResponse:
    """The import of a list of people who are invited."""
    return _file_page(request, club, INVITATIONS)


def _file_page(request: HttpRequest, club: Club, kind: Kind | None) -> HttpResponse:
    form = FileForm(request.POST or None, request.FILES or None, kind=kind)
    refused: Refused | None = None
    if request.method == "POST" and form.is_valid():
        with form_errors(form) as shown:
            upload = _keep(request, club, form, kind)
            if upload.is_large:
                return _not_read(request, upload)
            name = "import_preview" if services.is_clear(upload) else "import_columns"
            return redirect(f"desk:{name}", club.slug, upload.pk)
        refused = shown.refused
    context = {
        "club": club,
        "form": form,
        "kind": kind,
        "kinds": KINDS,
        "waiting": list(_waiting(club)),
        "has_past_events": club.past_events.exists(),
    }
    return add_retry_after(render(request, "desk/imports/file.html", context), refused)


def _have_read(request: HttpRequest, upload: Upload) -> HttpResponse:
    """Have a worker read a large file; the page of the job shows how far that is."""
    job = services.request_reading(upload=upload, by=act_of(request))
    return redirect("desk:job", upload.club.slug, job.pk)


def _not_ready(request: HttpRequest, upload: Upload) -> HttpResponse:
    """Have a large file planned as it is chosen now, or show how far its reading is."""
    return (_have_read if services.is_read(upload) else _not_read)(request, upload)


def _not_read(request: HttpRequest, upload: Upload) -> HttpResponse:
    """Show how far the reading of a file is, or say that there is nothing to wait for."""
    job = unfinished(services.READING.name, upload.pk)
    if job is not None:
        return redirect("desk:job", upload.club.slug, job.pk)
    services.discard(upload)
    messages.info(request, _("The file was not read to its end; choose it once more."))
    return redirect("desk:imports", upload.club.slug)


def _waiting(club: Club) -> Any:
    """Return the files of the club that are on their way."""
    rows = club.uploads.filter(kept_until__gt=timezone.now()).order_by("-made_at")
    return rows.defer("content", "workbook", "reading", "plan")


def _keep(request: HttpRequest, club: Club, form: FileForm, kind: Kind | None) -> Upload:
    file = form.cleaned_data["file"]
    if file and file.size > LARGEST:
        raise FileUnreadable(
            _("The file has %(size)d kB; an import can have %(most)d at most.")
            % {"size": file.size // 1000, "most": LARGEST // 1000},
            field="file",
        )
    assert isinstance(request.user, User)  # noqa: S101  checked by `club_page`
    return services.keep_upload(
        club=club,
        user=request.user,
        kind=kind.name if kind else form.cleaned_data["kind"],
        content=file.read() if file else _typed(form.cleaned_data["text"]),
        name=file.name if file else "",
        is_typed=file is None,
        by=act_of(request),
    )


def _typed(text: str) -> bytes:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "").encode()


def _upload(request: HttpRequest, club: Club, pk: int) -> Upload | None:
    """Return a file that is on its way; says above the next page when it is not any more.

    Raises Http404 for a file of another club.
    """
    found = _of_club(club, pk)
    if found is None or found.kept_until <= timezone.now():
        messages.info(request, _("That file is imported, discarded or was kept for a day only."))
        return None
    _check_may(request, club, found)
    found.club = club
    return found


def _check_may(request: HttpRequest, club: Club, upload: Upload) -> None:
    """Raises PermissionDenied for an import that only others of the club may carry out."""
    if not request.user.has_perm(services.kind_of(upload).permission, club):
        raise PermissionDenied


def _of_club(club: Club, pk: int) -> Upload | None:
    upload = Upload.objects.filter(pk=pk).first()
    if upload is not None and upload.club_id != club.pk:
        raise Http404("the club has no such file")
    return upload


@never_cache
@require_http_methods(["GET", "POST"])
@club_page("clubs.change_people")
def columns(request: HttpRequest, club: Club, upload: int) -> HttpResponse:
    """How the file is read and what each of its columns is; a pasted text can be corrected."""
    found = _upload(request, club, upload)
    if found is None:
        return redirect("desk:imports", club.slug)
    if request.method == "POST" and "text" in request.POST:
        return _correct(request, found)
    if not services.is_read(found):
        return _not_read(request, found)
    try:
        read = services.read_upload(found)
    except Refused as refused:
        messages.error(request, str(refused))
        services.choose(found, Choices(language=services.choices_of(found).language))
        read = services.read_upload(found)
    form = _reading_form(request, found, read)
    if request.method == "POST" and form.is_valid():
        services.choose(found, form.choices(services.choices_of(found)))
        if not services.is_ready(found):
            return _have_read(request, found)
        if "again" in request.POST or _is_read_otherwise(form):
            return redirect("desk:import_columns", club.slug, found.pk)
        return redirect("desk:import_preview", club.slug, found.pk)
    return render(request, "desk/imports/columns.html", _columns_shown(found, read, form))


def _reading_form(request: HttpRequest, upload: Upload, read: Read) -> ReadingForm:
    return ReadingForm(
        request.POST or None,
        club=upload.club,
        read=read,
        choices=services.choices_of(upload),
        options=services.options_of(upload, read),
    )


def _is_read_otherwise(form: ReadingForm) -> bool:
    """Say whether something was changed by which the columns are others."""
    return bool({"encoding", "delimiter", "sheet"} & set(form.changed_data))


def _correct(request: HttpRequest, upload: Upload) -> HttpResponse:
    """Take a pasted text as it was corrected; what was chosen about it stays."""
    if upload.is_typed:
        with flash_errors(request):
            services.retype(upload, _typed(request.POST.get("text", "")[:LARGEST]))
            if upload.is_large:
                return _have_read(request, upload)
            return redirect("desk:import_preview", upload.club.slug, upload.pk)
    return redirect("desk:import_columns", upload.club.slug, upload.pk)


def _columns_shown(upload: Upload, read: Read, form: ReadingForm) -> dict[str, Any]:
    samples = [cells for _line, cells in read.grid.lines[int(read.has_headings) :][:SAMPLES]]
    unknown = [
        heading
        for number, heading in enumerate(read.headings)
        if heading and not read.columns[number]
    ]
    return {
        "club": upload.club,
        "upload": upload,
        "kind": read.kind,
        "form": form,
        "grid": read.grid,
        **_how_it_is_read(upload, read),
        "columns": [
            {
                "number": number + 1,
                "heading": read.headings[number],
                "samples": [cells[number] for cells in samples if number < len(cells)],
                "field": form[f"column-{number}"],
                "is_known": bool(read.columns[number]),
            }
            for number in read.columns
        ],
        "unknown": unknown,
        "missing": services.missing_columns(read),
        "lines": len(read.grid.lines) - int(read.has_headings),
    }


def _how_it_is_read(upload: Upload, read: Read) -> dict[str, Any]:
    """Return what of the file was guessed, or chosen, in words."""
    grid = read.grid
    return {
        "encoding": "" if upload.is_typed else NAMES.get(grid.encoding, grid.encoding),
        "delimiter": NAMES.get(grid.delimiter, ""),
        "sheet": grid.sheet,
        "titles": read.titles,
    }


@never_cache
@require_http_methods(["GET", "POST"])
@club_page("clubs.change_people")
def preview(request: HttpRequest, club: Club, upload: int) -> HttpResponse:
    """What would happen to each line, and what is to be decided; confirmed, it is imported."""
    found = _upload(request, club, upload)
    if found is None:
        return redirect("desk:imports", club.slug)
    if not services.is_ready(found):
        return _not_ready(request, found)
    try:
        read, plan = services.read_and_planned(found)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("desk:import_columns", club.slug, found.pk)
    form = PeopleForm(request.POST or None, questions=list(plan.questions))
    if request.method == "POST":
        if "import" in request.POST:
            if request.POST.get("seen") == services.mark_of(found):
                return _import(request, found, plan)
            messages.warning(request, _("The import was changed meanwhile: look at it once more."))
        elif form.is_valid():
            chosen = services.choices_of(found)
            services.choose(found, services.add_answers(chosen, form.answers()))
        return redirect("desk:import_preview", club.slug, found.pk)
    return render(request, "desk/imports/preview.html", _plan_shown(found, read, plan, form))


def _import(request: HttpRequest, upload: Upload, plan: Plan) -> HttpResponse:
    """Import the file; a long one is taken in by a worker, and the page shows how far that is."""
    by = act_of(request)
    club = upload.club
    with flash_errors(request):
        if plan.total > LONG:
            job = services.request_import(upload=upload, by=by)
            return redirect("desk:job", club.slug, job.pk)
        messages.success(request, services.import_now(upload=upload, by=by))
        return redirect(_page_after(services.kind_of(upload)), club.slug)
    return redirect("desk:import_preview", club.slug, upload.pk)


def _page_after(kind: Kind) -> str:
    if kind is INVITATIONS:
        return "desk:members"
    return "desk:people" if kind.fields == PLAYERS.fields else "desk:imports"


def _plan_shown(upload: Upload, read: Read, plan: Plan, form: PeopleForm) -> dict[str, Any]:
    bad = [row for row in plan.rows if row.fate == Fate.BAD]
    return {
        "club": upload.club,
        "upload": upload,
        "kind": services.kind_of(upload),
        "plan": plan,
        "form": form,
        "seen": services.mark_of(upload),
        "bad": bad[:MOST_SHOWN],
        "bad_count": plan.count(Fate.BAD),
        "rows": plan.rows[:MOST_SHOWN],
        "more": max(plan.total - MOST_SHOWN, 0),
        "adds": plan.count(Fate.ADD),
        "changes": plan.count(Fate.CHANGE),
        "same": plan.count(Fate.SAME),
        "questions": [form[name] for name in form.keys],
        "hidden": form.hidden_fields(),
        "text": _text_of(upload),
        **_how_it_is_read(upload, read),
    }


def _text_of(upload: Upload) -> str:
    """Return a pasted text that is short enough to be corrected on the page."""
    if not upload.is_typed or len(upload.content) > LARGEST_TYPED:
        return ""
    return bytes(upload.content).decode(errors="replace")


@require_POST
@club_page("clubs.change_people")
def discard(request: HttpRequest, club: Club, upload: int) -> HttpResponse:
    """Forget a file that is on its way."""
    found = _of_club(club, upload)
    if found is not None:
        _check_may(request, club, found)
        services.discard(found)
    messages.success(request, _("The file was discarded; nothing of it is kept."))
    return redirect("desk:imports", club.slug)


# --- The past events that a club has imported: looked through, and removed again ---

A_PAGE = 50
COLUMNS = (
    Column(gettext_lazy("Event"), lambda event: event.name),
    Column(gettext_lazy("Date"), lambda event: event.starts_on),
    Column(gettext_lazy("Game"), lambda event: event.game),
    Column(gettext_lazy("Season"), lambda event: event.season.name if event.season else ""),
    Column(gettext_lazy("Imported from"), lambda event: event.source),
)


@require_GET
@club_page("past_events.change_past_event")
def past_events(request: HttpRequest, club: Club) -> HttpResponse:
    if wanted := format_asked(request):
        title = " · ".join((club.name, _("Imported events")))
        sheet = Sheet(title=title, columns=COLUMNS, rows=past_events_of(club))
        return spreadsheet(sheet, wanted, club.slug, "past-events")
    page = Paginator(past_events_of(club), A_PAGE).get_page(request.GET.get("page"))
    return render(request, "desk/imports/past_events.html", {"club": club, "page": page})


@require_POST
@club_page("past_events.change_past_event")
def remove(request: HttpRequest, club: Club, event: int) -> HttpResponse:
    """Remove an imported event; it can be imported again from its file."""
    found = get_object_or_404(PastEvent, club=club, pk=event)
    with flash_errors(request):
        remove_past_event(event=found, by=act_of(request))
        sentence = _("The imported standings of %(event)s were removed.")
        messages.success(request, sentence % {"event": found.name})
    return redirect("desk:past_events", club.slug)
