from django.apps import AppConfig


class RoundsConfig(AppConfig):
    name = "league.play.rounds"

    def ready(self) -> None:
        # imported here, because they need the models, which are loaded by now
        from league.foundation.jobs import kinds
        from league.foundation.records import rules as records
        from league.play.events import setup_problems
        from league.play.rounds import (
            happenings,
            merged_seats,
            permissions,
            setup_checks,
        )
        from league.play.rounds.models import ByeRequest
        from league.play.rounds.services.asked_byes import check_bye, hold_place_in_draw
        from league.play.rounds.services.draw_job import DRAW
        from league.play.rounds.services.withdrawals import Rounds

        happenings.register()
        records.register(
            ByeRequest,
            before_save=check_bye,
            before_remove=hold_place_in_draw,
            verbs={"added": "bye.asked_for", "revoked": "bye.request_taken_back"},
            topic="rounds",
        )
        kinds.register(DRAW)
        merged_seats.register_seats()
        setup_problems.use_rounds(Rounds())
        setup_problems.add_check(setup_checks.setup_problems)
