from django.apps import AppConfig


class EventsConfig(AppConfig):
    name = "league.play.events"

    def ready(self) -> None:
        # here, because they need the models
        from league.foundation.journal.subscribers import subscribe
        from league.play.events import (
            happenings,
            merged_entries,
            merged_partner_requests,
            partner_mails,
            permissions,
            setup_problems,
            subscriber,
        )
        from league.play.events.services import signing_up

        happenings.register()
        partner_mails.register_partner_mails()
        signing_up.register_kinds()
        # before the entries: who is asked into one is looked at as it was
        merged_partner_requests.register_requests()
        merged_entries.register_entries()
        subscribe(subscriber.NAME, subscriber.KINDS, subscriber.on_journal_entries)
        setup_problems.add_check(setup_problems.check_ruleset)
