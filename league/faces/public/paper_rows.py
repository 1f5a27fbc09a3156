"""Documents as the public's pages answer with them: for whom, as a file."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from league.faces.public.visitors import Visitor
from league.office.documents.document_kind import DocumentKind, DocumentOptions, NothingToPrint


def wanted_by(request: HttpRequest, visitor: Visitor) -> DocumentOptions:
    """Return how this visitor wants a document, and by which names."""
    paper = request.GET.get("paper", "")
    return DocumentOptions(at=timezone.now(), paper=paper, full_names=visitor.sees_full_names)


def answer_with(
    kind: DocumentKind, subject: Any, options: DocumentOptions, **more: Any
) -> HttpResponse:
    """Answer with the document. Raises Http404 while there is nothing to print."""
    try:
        printing = kind.make(subject, options, **more)
    except NothingToPrint as missing:
        raise Http404(str(missing)) from None
    return HttpResponse(printing.to_bytes())
