"""What a form says of a number that is out of its limits: for every form that asks for numbers."""

from django.utils.translation import gettext_lazy

# to be given to fields as `error_messages`; Django's own words are for those who write programs
NUMBER_LIMITS = {
    "min_value": gettext_lazy("This must be %(limit_value)s or more."),
    "max_value": gettext_lazy("This must be %(limit_value)s or less."),
    "max_decimal_places": gettext_lazy("Give %(max)s decimals at most."),
    "step_size": gettext_lazy("This must be a multiple of %(limit_value)s."),
}
