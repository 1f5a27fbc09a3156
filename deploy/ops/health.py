"""What a monitoring system asks: is the process alive, and can it serve people?"""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from deploy.ops.doctor.checks import CHECKS, look_at_all


@never_cache
@require_safe
def livez(_request: HttpRequest) -> JsonResponse:
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def readyz(_request: HttpRequest) -> JsonResponse:
    """Answer 200 when people can be served, else 503 naming the parts that are missing.

    A part that only makes things late (the broker, catalogues) is named as missing too, and the
    answer is 200: pages and submissions work without it.
    """
    results = look_at_all(LOCAL)
    missing = [name for name, result in results.items() if not result.is_well]
    is_ready = not NEEDED.intersection(missing)
    return JsonResponse(
        {
            "status": "ok" if is_ready else "missing",
            "missing": missing,
            "parts": {name: "missing" if name in missing else "ok" for name in results},
        },
        status=200 if is_ready else 503,
    )


LOCAL = [check for check in CHECKS if check.local]
NEEDED = {check.name for check in LOCAL if check.needed_to_serve}
