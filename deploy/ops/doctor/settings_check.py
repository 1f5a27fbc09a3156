"""Are the settings those of a real site, and can all of them be meant?"""

from django.conf import settings
from django.core.checks import WARNING, run_checks

from deploy.ops.doctor.result import Result, fault, well
from deploy.site.settings_checks import contradicting_settings


def look() -> Result:
    if settings.EMBEDDED_SERVERS:
        return fault(
            "These are the settings of a demo on the embedded servers, which are for 'make run' and"
            " the tests only.",
            "Set the variables of docs/operations.md before this command.",
        )
    found = [*contradicting_settings(settings), *_of_django()]
    if not found:
        return well("The settings are those of a real site.")
    return fault(
        " ".join(f"{sentence.rstrip('.')}." for sentence in found),
        "Change them in the environment, and start all processes again.",
    )


def _of_django() -> list[str]:
    """Return what Django says of a site that is about to be deployed."""
    said = run_checks(include_deployment_checks=True)
    return [
        " ".join(filter(None, [message.msg, message.hint]))
        for message in said
        if message.level >= WARNING and not message.is_silenced()
    ]
