"""Notifications of what happens: by mail and by push, at once or once a day."""
