"""The day and the month are marked by their signs."""

DATE_FORMAT = "Y年n月j日(D)"
DATETIME_FORMAT = "Y年n月j日(D) G:i"
SHORT_DATE_FORMAT = "Y年n月j日"
SHORT_DATETIME_FORMAT = "Y年n月j日 G:i"
