"""The OpenAPI description, and the page to browse it."""

from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView


@cache
def description(language: str) -> Any:
    """Return the OpenAPI description; made once a process and language, it never changes."""
    return SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]


@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    """Serve the description as JSON, or as YAML to whoever asks for that."""
    wants_yaml = "yaml" in request.headers.get("Accept", "") or request.GET.get("format") == "yaml"
    renderer = OpenApiYamlRenderer() if wants_yaml else OpenApiJsonRenderer()
    body = renderer.render(description(get_language() or "en"))
    answer = HttpResponse(
        body, content_type="application/yaml" if wants_yaml else renderer.media_type
    )
    answer["Vary"] = "Accept, Accept-Language"
    return answer


class DocsPage(SpectacularSwaggerSplitView):
    """The browsable page. Its script has an address of its own, as the site's policy asks."""

    url_name = "api:schema"
    template_name = "api/docs.html"

    @extend_schema(exclude=True)
    def get(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        return super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
