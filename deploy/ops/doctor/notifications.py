"""Does a NOTIFY come back to who listens? Live pages know of a change by nothing else."""

from deploy.ops.doctor.result import Result, fault, well
from league.faces.public.live.listening import find_listening_fault


def look() -> Result:
    """Listen as live pages do, notify as the pages do, and wait for the word to come back."""
    why = find_listening_fault()
    if why is None:
        return well("A notification comes back, so live pages hear of changes.")
    return fault(why, "See “notifications” in docs/operations.md: LIVE_DATABASE_URL, connections.")
