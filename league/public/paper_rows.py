"""Documents as the public's pages answer with them: for whom, kept for strangers, as a file."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from league.documents.document_kind import DocumentKind, NothingToPrint, Wanted
from league.paper.answers import as_pdf
from league.public.keeping import is_stranger, kept_page, with_etag
from league.public.visitors import Visitor

QUERY = ("stage", "round", "paper")


def wanted_by(request: HttpRequest, visitor: Visitor) -> Wanted:
    """Return how this visitor wants a document, and by which names."""
    paper = request.GET.get("paper", "")
    return Wanted(at=timezone.now(), paper=paper, full_names=visitor.sees_full_names)


def kept_pdf(
    request: HttpRequest, stamp: str | None, answer: Callable[[], HttpResponse], *names: str
) -> HttpResponse:
    """Answer strangers with the file kept for this stamp; everybody else with one of their own."""
    if stamp and is_stranger(request):
        return as_pdf(kept_page(request, stamp, QUERY, answer), *names)
    return as_pdf(with_etag(request, answer()), *names)


def answer_with(kind: DocumentKind, subject: Any, wanted: Wanted, **more: Any) -> HttpResponse:
    """Answer with the document. Raises Http404 while there is nothing to print."""
    try:
        printing = kind.make(subject, wanted, **more)
    except NothingToPrint as missing:
        raise Http404(str(missing)) from None
    return HttpResponse(printing.to_bytes())
