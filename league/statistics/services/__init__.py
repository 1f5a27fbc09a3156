from league.statistics.services.ordered import order_anew
from league.statistics.services.recounting import recount

__all__ = ["order_anew", "recount"]
