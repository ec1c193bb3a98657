"""Tertulia: a host for table games that works by voice and offline."""

__version__ = "0.1.0"
