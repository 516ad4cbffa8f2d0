"""When a retry is made, and when no longer."""

from __future__ import annotations

import unittest
from collections.abc import Callable
from unittest.mock import patch

from onboarding_sdk._waiting import RetryLimits


class Retries(unittest.TestCase):
    def setUp(self) -> None:
        self.now = 1_000.0
        for name, replacement in (("time.monotonic", lambda: self.now), ("random.uniform", lambda _, most: most)):
            patched = patch(f"onboarding_sdk._waiting.{name}", replacement)
            patched.start()
            self.addCleanup(patched.stop)

    def plan(self, limits: RetryLimits, first_backoff: float = 0.0) -> Callable[..., float | None]:
        """With the clock at a given time, and each random wait at its upper bound."""
        next_retry = limits.plan(first_backoff)

        def next_at(at: float, least: float = 0.0) -> float | None:
            self.now = 1_000.0 + at
            return next_retry(least)

        return next_at

    def test_they_wait_at_least_as_long_as_asked_plus_the_backoff(self) -> None:
        next_at = self.plan(RetryLimits(), 0.5)
        self.assertEqual([next_at(0), next_at(0, 7), next_at(0, 7)], [0.5, 8, 9])

    def test_they_are_limited_by_their_number(self) -> None:
        next_at = self.plan(RetryLimits(max_retries=2))
        self.assertEqual([next_at(0), next_at(0), next_at(0)], [0, 0, None])

    def test_they_start_within_the_time_with_their_wait_included(self) -> None:
        next_at = self.plan(RetryLimits())
        next_at(0)
        self.assertEqual([next_at(50, 9.5), next_at(50, 10), next_at(59.5)], [9.5, None, 0])
        self.assertEqual([next_at(60), next_at(90)], [None, None])
        self.assertIsNone(self.plan(RetryLimits(retry_for=59))(0, 59))
        self.assertIsNone(self.plan(RetryLimits(retry_for=0))(0))

    def test_they_are_timed_from_the_first_failure_however_long_the_first_attempt_took(self) -> None:
        next_at = self.plan(RetryLimits())
        self.assertEqual([next_at(300), next_at(359.5), next_at(360)], [0, 0, None])


if __name__ == "__main__":
    unittest.main()
