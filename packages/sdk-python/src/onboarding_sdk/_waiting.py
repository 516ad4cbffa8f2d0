"""How long to wait before a request is repeated."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

_LONGEST_BACKOFF = 30.0
_LONGEST_RETRY_AFTER = 60.0
"""A longer wait is the caller's to decide on."""


@dataclass(frozen=True)
class RetryLimits:
    """A minute outlasts a restart of the service; the count only limits retries that fail at once."""

    max_retries: int = 20
    retry_for: float = 60.0
    """Once this has passed since the first attempt, there is no further retry."""

    def of(self, options: Mapping[str, Any]) -> RetryLimits:
        return RetryLimits(options.get("max_retries", self.max_retries), options.get("retry_for", self.retry_for))

    def start(self) -> Callable[[int], bool]:
        """Call it at the first attempt. Returns whether the nth retry may start."""
        until = time.monotonic() + self.retry_for
        return lambda retry: retry <= self.max_retries and time.monotonic() < until


def backoff(retry: int, first: float) -> float:
    """Full jitter: any time up to a bound that doubles with each retry, so that clients that failed together do not return
    together."""
    return random.uniform(0, min(_LONGEST_BACKOFF, first * 2.0 ** (retry - 1)))


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The header, in seconds or as a date; dates are read by the server's own clock."""
    value = headers.get("retry-after", "").strip()
    if value.isascii() and value.isdigit():
        return float(value)
    until = parse_date(value)
    if until is None:
        return None
    now = parse_date(headers.get("date", ""))
    return max(0.0, until - (time.time() if now is None else now))


def acceptable_wait(headers: Mapping[str, str]) -> float | None:
    """The least wait that an answer asks for; None if it is too long."""
    asked = retry_after(headers) or 0.0
    return None if asked > _LONGEST_RETRY_AFTER else asked


def parse_date(value: str) -> float | None:
    """Seconds since 1970."""
    try:
        return parsedate_to_datetime(value).timestamp()
    except (ValueError, TypeError):
        return None
