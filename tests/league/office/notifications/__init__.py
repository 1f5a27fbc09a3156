"""Tests of what people are told."""
