from league.standings.services.rebuilding import rebuild
from league.standings.services.wanting import hear, want

__all__ = ["hear", "rebuild", "want"]
