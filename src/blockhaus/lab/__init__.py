"""Measuring: speed beside other libraries."""
