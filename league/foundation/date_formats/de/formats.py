"""The month as a word."""

DATE_FORMAT = "D, j. F Y"
DATETIME_FORMAT = "D, j. F Y, H:i"
SHORT_DATE_FORMAT = "j. M Y"
SHORT_DATETIME_FORMAT = "j. M Y, H:i"
