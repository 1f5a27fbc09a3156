"""Pictures of results: plain numbers for templates that draw them, each with its text beside it."""
