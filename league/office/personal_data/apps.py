from django.apps import AppConfig


class PersonalDataConfig(AppConfig):
    name = "league.office.personal_data"
    label = "personal_data"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # models must be loaded before a module that uses them
        from django.core import checks  # noqa: PLC0415

        from league.foundation.jobs import kinds  # noqa: PLC0415
        from league.office.personal_data import happenings  # noqa: PLC0415
        from league.office.personal_data.closing_mails import register_kinds  # noqa: PLC0415
        from league.office.personal_data.declaration_check import all_texts_are_declared  # noqa: PLC0415
        from league.office.personal_data.services.forgetting import FORGET  # noqa: PLC0415
        from league.office.personal_data.services.keeping import COPY  # noqa: PLC0415

        happenings.register()
        kinds.register(FORGET)
        kinds.register(COPY)
        register_kinds()
        checks.register(all_texts_are_declared)
