"""What can be printed of a club, a season, an event, a stage or a round: each document a value.

From rows to paper: `league/office/paper` lays out what is worked out here. The desk, the public's
pages and the API answer with the same documents.
"""
