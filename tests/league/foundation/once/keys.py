"""The key that the same form is sent under twice."""

KEY = "3f0c4c1e-6f57-4d0b-9a52-0b1c5a8f1f11"
