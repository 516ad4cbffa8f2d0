"""Sends a request until there is an answer worth returning: with a token, within a time, again where that is safe."""

from __future__ import annotations

import json
import logging
import re
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, Generic, TypeVar, cast
from urllib.parse import quote, urlencode

from ._tokens import TokenSource
from ._transport import Received, Request, Transport
from ._version import __version__
from ._waiting import RetryLimits, acceptable_wait, retry_after
from .errors import ApiError, ConnectionError, error_class
from .options import Answer

Value = TypeVar("Value")

_LOG = logging.getLogger("onboarding_sdk")
_NOT_MODIFIED = 304
_PASSING = (503, 502, 504)
"""The last two are a proxy's words for a connection that failed behind it."""


@dataclass(frozen=True)
class Operation(Generic[Value]):
    name: str
    method: str
    path: str
    keyed: bool = False
    """Takes an Idempotency-Key."""
    safe: bool = False
    """Changes nothing."""


@dataclass(frozen=True)
class CoreSettings:
    base_url: str
    timeout: float
    limits: RetryLimits
    backoff: float
    user_agent: str | None
    on_answer: Callable[[Answer], None] | None


class Core:
    def __init__(self, transport: Transport, tokens: TokenSource, settings: CoreSettings) -> None:
        self.transport = transport
        self.tokens = tokens
        self.settings = settings

    async def call(
        self,
        operation: Operation[Value],
        path: Mapping[str, str],
        query: Mapping[str, object],
        body: object,
        options: Mapping[str, Any],
    ) -> Value:
        """The value of the answer; None if what the caller has is still current."""
        request = self._request(operation, path, query, body, options)
        is_repeatable = operation.safe or (operation.keyed and options.get("idempotency_key") is not False)
        next_retry = self.settings.limits.of(options).plan(self.settings.backoff)
        attempts, is_renewed = 0, False
        while True:
            token = await self.tokens.token(request.cancel)
            attempts += 1
            outcome = await self._attempt(request, token)
            if isinstance(outcome, Received) and outcome.status == 401 and not is_renewed:
                self.tokens.forget(token)
                is_renewed = True
                continue
            least = _wait_before(outcome, is_repeatable)
            wait = None if least is None else next_retry(least)
            if wait is None:
                return self._conclude(operation, outcome, request, attempts, options)
            await self.transport.sleep(wait, request.cancel)

    def _request(
        self,
        operation: Operation[Any],
        path: Mapping[str, str],
        query: Mapping[str, object],
        body: object,
        options: Mapping[str, Any],
    ) -> Request:
        """Without the token; all attempts send the same."""
        agent = f"onboarding-sdk-python/{__version__}"
        headers = _headers(operation, options)
        headers["User-Agent"] = agent if self.settings.user_agent is None else f"{self.settings.user_agent} {agent}"
        if body is not None:
            headers["Content-Type"] = "application/json"
        return Request(
            operation.method,
            f"{self.settings.base_url}{_path(operation, path)}{_search(query)}",
            headers,
            None if body is None else json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode(),
            options.get("timeout", self.settings.timeout),
            options.get("cancel"),
        )

    async def _attempt(self, request: Request, token: str) -> Received | ConnectionError:
        try:
            headers = {**request.headers, "Authorization": f"Bearer {token}"}
            return await self.transport.send(replace(request, headers=headers))
        except ConnectionError as lost:
            return lost

    def _conclude(
        self,
        operation: Operation[Value],
        outcome: Received | ConnectionError,
        request: Request,
        attempts: int,
        options: Mapping[str, Any],
    ) -> Value:
        if isinstance(outcome, ConnectionError):
            raise outcome
        envelope = _parse(outcome.content)
        is_success = outcome.status < 300 and envelope.get("isSuccess") is True
        if not is_success and outcome.status != _NOT_MODIFIED:
            raise _error(outcome, envelope, request)
        answer = Answer(
            operation=operation.name,
            status=outcome.status,
            request_id=outcome.headers.get("x-request-id"),
            etag=outcome.headers.get("etag"),
            warnings=envelope.get("warnings", ()),
            is_replayed=outcome.headers.get("idempotent-replayed") == "true",
            attempts=attempts,
        )
        for warning in answer.warnings:
            _LOG.warning(
                "%s: %s at %s: %s", operation.name, warning["code"], warning["pointer"] or "/", warning["message"]
            )
        for listener in (options.get("on_answer"), self.settings.on_answer):
            if listener is not None:
                listener(answer)
        return cast(Value, envelope.get("value"))


def _path(operation: Operation[Any], parts: Mapping[str, str]) -> str:
    for value in parts.values():
        # One of these would lead to another path.
        if not isinstance(value, str) or value in ("", ".", ".."):
            raise TypeError(f"An id or a reference must be a str that is not empty, not {value!r}.")
    return operation.path.format(**{name: quote(value, safe="") for name, value in parts.items()})


def _search(query: Mapping[str, object]) -> str:
    pairs: list[tuple[str, str]] = []
    for name, value in query.items():
        values = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
        pairs += [(name, _text(one)) for one in values if one is not None]
    return f"?{urlencode(pairs)}" if pairs else ""


def _text(value: object) -> str:
    if isinstance(value, datetime) and value.tzinfo is None:
        raise TypeError("A datetime needs a time zone, such as datetime.now(UTC).")
    return value.isoformat() if isinstance(value, date) else str(value)


def _headers(operation: Operation[Any], options: Mapping[str, Any]) -> dict[str, str]:
    headers = {"Accept": "application/json"}
    if operation.keyed and options.get("idempotency_key") is not False:
        headers["Idempotency-Key"] = options.get("idempotency_key") or str(uuid.uuid4())
    for header, option in (("If-None-Match", "if_none_match"), ("X-Request-Id", "request_id")):
        if options.get(option) is not None:
            headers[header] = options[option]
    version = options.get("if_match")
    if version is not None:
        headers["If-Match"] = f'"{version}"' if isinstance(version, int) else version
    return headers


def _wait_before(outcome: Received | ConnectionError, is_repeatable: bool) -> float | None:
    """The least wait before the request may be repeated; None if it may not."""
    if isinstance(outcome, ConnectionError):
        return 0.0 if is_repeatable else None
    wait = acceptable_wait(outcome.headers)
    # Refused before anything was done.
    if outcome.status == 429:
        return wait
    if not is_repeatable:
        return None
    # A 409 with a time to come back: a request with the same key is still running, or the sandbox is not ready.
    is_early = outcome.status == 409 and retry_after(outcome.headers) is not None
    return wait if outcome.status in _PASSING or is_early else None


def _error(answer: Received, envelope: Mapping[str, Any], request: Request) -> ApiError:
    said = envelope.get("error")
    error: Mapping[str, Any] = said if isinstance(said, dict) else {}
    strange = f"{request.what} answered {answer.status}, but not in the API's form. Is base_url the address of the API?"
    return error_class(answer.status)(
        error.get("message", strange),
        status=answer.status,
        code=error.get("code", f"Http.{answer.status}"),
        details=error.get("details", ()),
        current=error.get("current"),
        request_id=error.get("requestId", answer.headers.get("x-request-id")),
        retry_after=retry_after(answer.headers),
    )


def _parse(content: bytes) -> dict[str, Any]:
    try:
        read = json.loads(content)
    except ValueError:
        return {}
    return read if isinstance(read, dict) else {}


def origin_of(base_url: str) -> str:
    prefix = base_url.rstrip("/")
    if re.fullmatch(r"https?://[^/?#]+(/[^?#]*)?", prefix) is None:
        raise ValueError(f"base_url is the address of the API, such as https://api.example.com, not {base_url!r}.")
    if re.search(r"/api(/|$)", prefix):
        raise ValueError(f"base_url is the address of the API without /api: {re.sub(r'/api(/.*)?$', '', prefix)}")
    return prefix
