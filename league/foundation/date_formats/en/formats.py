"""The month as a word, in the order and by the clock of the club's country."""

from league.foundation.date_formats.by_country import english

DATE_FORMAT = english("DATE_FORMAT")
TIME_FORMAT = english("TIME_FORMAT")
DATETIME_FORMAT = english("DATETIME_FORMAT")
MONTH_DAY_FORMAT = english("MONTH_DAY_FORMAT")
SHORT_DATE_FORMAT = english("SHORT_DATE_FORMAT")
SHORT_DATETIME_FORMAT = english("SHORT_DATETIME_FORMAT")
