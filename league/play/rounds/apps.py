from django.apps import AppConfig


class RoundsConfig(AppConfig):
    name = "league.play.rounds"
    label = "rounds"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # imported here, because they need the models, which are loaded by now
        from league.foundation.jobs import kinds
        from league.play.events import setup_problems
        from league.play.rounds import (
            happenings,
            merged_seats,
            permissions,
            setup_checks,
        )
        from league.play.rounds.services.draw_job import DRAW
        from league.play.rounds.services.withdrawals import Rounds

        happenings.register()
        kinds.register(DRAW)
        merged_seats.register_seats()
        setup_problems.use_rounds(Rounds())
        setup_problems.add_check(setup_checks.setup_problems)
