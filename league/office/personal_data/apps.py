from django.apps import AppConfig


class PersonalDataConfig(AppConfig):
    name = "league.office.personal_data"

    def ready(self) -> None:
        # models must be loaded before a module that uses them
        from django.core import checks

        from league.foundation.jobs import kinds
        from league.office.personal_data import happenings
        from league.office.personal_data.closing_mails import register_kinds
        from league.office.personal_data.declaration_check import all_texts_are_declared
        from league.office.personal_data.services.forgetting import FORGET
        from league.office.personal_data.services.keeping import COPY

        happenings.register()
        kinds.register(FORGET)
        kinds.register(COPY)
        register_kinds()
        checks.register(all_texts_are_declared)
