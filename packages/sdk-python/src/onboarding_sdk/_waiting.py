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
    """A retry is made only if it starts within this time of the first failure."""

    def of(self, options: Mapping[str, Any]) -> RetryLimits:
        return RetryLimits(options.get("max_retries", self.max_retries), options.get("retry_for", self.retry_for))

    def plan(self, first_backoff: float) -> Callable[[float], float | None]:
        """Call what it returns after each failure that can be retried, with the least wait: it returns how long to wait
        before the retry, or None if there must be none. The time counts from the first of these failures, because an
        attempt, such as the upload of a large file, may alone take longer."""
        retries = 0
        first_failure_at: float | None = None

        def next_retry(least: float) -> float | None:
            nonlocal retries, first_failure_at
            now = time.monotonic()
            if first_failure_at is None:
                first_failure_at = now
            retries += 1
            wait = least + backoff(retries, first_backoff)
            is_in_time = now - first_failure_at + wait < self.retry_for
            return wait if retries <= self.max_retries and is_in_time else None

        return next_retry


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
