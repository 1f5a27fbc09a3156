from django.apps import AppConfig


class RoundsConfig(AppConfig):
    name = "league.play.rounds"
    label = "rounds"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # imported here, because they need the models, which are loaded by now
        from league.foundation.jobs import kinds  # noqa: PLC0415
        from league.play.events import setup_problems  # noqa: PLC0415
        from league.play.rounds import (  # noqa: PLC0415
            happenings,
            merged_seats,
            permissions,  # noqa: F401
            setup_checks,
        )
        from league.play.rounds.services.draw_job import DRAW  # noqa: PLC0415
        from league.play.rounds.services.withdrawals import Rounds  # noqa: PLC0415

        happenings.register()
        kinds.register(DRAW)
        merged_seats.register_seats()
        setup_problems.use_rounds(Rounds())
        setup_problems.add_check(setup_checks.setup_problems)
