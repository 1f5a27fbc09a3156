"""The checks, in the order in which they are looked at: the one list of them."""

import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass

from deploy.ops.doctor import server_checks, stored_data, work_checks
from deploy.ops.doctor.result import Result, fault

log = logging.getLogger(__name__)

DATABASE = "database"
MIGRATIONS = "migrations"


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing to look at.

    `needs` are checks without which it cannot be looked at. A `local` one is also part of /readyz:
    it takes a moment and is about this process and what it works with; a process that finds a
    fault in one that is `needed_to_serve` says that it is not ready.
    """

    name: str
    look: Callable[[], Result]
    needs: Collection[str] = ()
    local: bool = False
    needed_to_serve: bool = False


CHECKS: tuple[Check, ...] = (
    Check(name="settings", look=server_checks.look_at_settings),
    Check(name="static files", look=server_checks.look_quickly, local=True, needed_to_serve=True),
    Check(
        name="newest static files", look=server_checks.look_at_static_files, needs=["static files"]
    ),
    Check(name="catalogues", look=server_checks.look_at_catalogues, local=True),
    Check(name="disk", look=server_checks.look_at_disk, local=True, needed_to_serve=True),
    Check(name=DATABASE, look=stored_data.look_for_database, local=True, needed_to_serve=True),
    Check(
        name=MIGRATIONS,
        look=stored_data.look_for_migrations,
        needs=[DATABASE],
        local=True,
        needed_to_serve=True,
    ),
    Check(name="time limits", look=stored_data.look_for_time_limits, needs=[DATABASE]),
    Check(name="oldest transaction", look=stored_data.look_for_old_ones, needs=[DATABASE]),
    Check(name="notifications", look=work_checks.look_at_notifications, needs=[DATABASE]),
    Check(name="journal", look=work_checks.look_at_journal, needs=[MIGRATIONS]),
    Check(name="broker", look=work_checks.look_for_broker, local=True),
    Check(name="broker's memory", look=work_checks.look_for_policy, needs=["broker"]),
    Check(name="queues", look=work_checks.look_at_queues, needs=[MIGRATIONS, "broker"]),
    Check(name="cache", look=work_checks.look_at_cache, needs=[MIGRATIONS]),
    Check(name="mail", look=server_checks.look_at_mail),
    Check(name="backup", look=server_checks.look_at_backup, needs=[MIGRATIONS]),
)


def look_at_all(checks: Collection[Check] = CHECKS) -> dict[str, Result]:
    """Return what each check finds, by its name. Nothing that a check meets ends the others."""
    results: dict[str, Result] = {}
    for check in checks:
        results[check.name] = _look(check, results)
    return results


def _look(check: Check, before: dict[str, Result]) -> Result:
    for needed in check.needs:
        if needed in before and not before[needed].is_well:
            return fault(
                f"This could not be looked at without “{needed}”.", f"Mend “{needed}” first."
            )
    try:
        return check.look()
    except Exception as error:
        log.exception("doctor_check_failed", extra={"check": check.name})
        return fault(
            f"This could not be looked at: {type(error).__name__}.",
            "What went wrong stands in the log above; ask with it where the site comes from.",
        )
