"""Gets tokens by client_credentials with a private_key_jwt assertion."""

from __future__ import annotations

import json
import threading
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from ._signing import PrivateKey, signed_jwt, signer
from ._transport import Received, Request, Started, Transport
from ._waiting import RetryLimits, acceptable_wait, parse_date, retry_after
from .errors import ConnectionError, TokenRequestError

_ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
_ASSERTION_SECONDS = 60
_RENEW_BEFORE = 30.0
"""Renewed this long before it expires."""
_LAST_USE_BEFORE = 5.0
"""No longer sent this long before it expires: it might expire on the way."""
_CLOCK_TOLERANCE = 5.0
"""A clock that differs by more cannot be the cause of a delay on the way."""


@dataclass(frozen=True)
class TokenSettings:
    url: str
    audience: str
    client_id: str
    private_key: PrivateKey
    key_id: str | None
    scope: str | None
    timeout: float
    limits: RetryLimits
    backoff: float
    now: Callable[[], float]


@dataclass(frozen=True)
class _Held:
    token: str
    renew_at: float
    ends_at: float


@dataclass(frozen=True)
class _Refused:
    error: TokenRequestError
    least_wait: float | None
    """How long to wait at least before it can be repeated; None if it cannot."""
    server_time: float | None


class TokenSource:
    """One token, shared by all callers."""

    def __init__(self, transport: Transport, settings: TokenSettings) -> None:
        self._transport = transport
        self._settings = settings
        self._sign = signer(settings.private_key)
        self._held: _Held | None = None
        self._renewal: Started[_Held] | None = None
        self._guard = threading.Lock()
        self._clock_offset = 0.0

    async def token(self, cancel: threading.Event | None = None) -> str:
        """A token that is still valid for a while."""
        held = self._held
        if held is not None and self._settings.now() < held.renew_at:
            return held.token
        with self._guard:
            # It may have been renewed meanwhile.
            held = self._held
            if held is not None and self._settings.now() < held.renew_at:
                return held.token
            if self._renewal is None:
                self._renewal = self._transport.start(self._renew())
            renewal = self._renewal
        if held is not None and self._settings.now() < held.ends_at - _LAST_USE_BEFORE:
            # Still good for this call: nobody waits for the renewal, and the next call tries again if it fails.
            return held.token
        return (await renewal.wait(cancel)).token

    def forget(self, refused: str) -> None:
        """After a 401 of the API: the next call gets a new one, unless another than the refused is there already."""
        held = self._held
        if held is not None and held.token == refused:
            self._held = None

    async def _renew(self) -> _Held:
        try:
            held = await self._request()
            self._held = held
            return held
        finally:
            with self._guard:
                self._renewal = None

    async def _request(self) -> _Held:
        """With retries. It remembers by how much this machine's clock is wrong."""
        settings = self._settings
        next_retry = settings.limits.plan(settings.backoff)
        is_corrected = False
        while True:
            # Each with an assertion of its own: the one before may have been used.
            answer = await self._send(await self._assertion())
            if isinstance(answer, _Held):
                return answer
            offset = 0.0 if answer.server_time is None else answer.server_time - settings.now()
            is_off = answer.server_time is not None and abs(offset - self._clock_offset) > _CLOCK_TOLERANCE
            if answer.error.code == "invalid_client" and is_off and not is_corrected:
                is_corrected = True
                self._clock_offset = offset
                continue
            wait = None if answer.least_wait is None else next_retry(answer.least_wait)
            if wait is None:
                raise answer.error
            await self._transport.sleep(wait)

    async def _assertion(self) -> str:
        settings = self._settings
        now = int(settings.now() + self._clock_offset)
        claims = {
            "iss": settings.client_id,
            "sub": settings.client_id,
            "aud": settings.audience,
            "iat": now,
            "exp": now + _ASSERTION_SECONDS,
            "jti": str(uuid.uuid4()),
        }
        header = {"alg": "RS256", "typ": "JWT"} | ({} if settings.key_id is None else {"kid": settings.key_id})
        return await signed_jwt(header, claims, self._sign)

    async def _send(self, assertion: str) -> _Held | _Refused:
        settings = self._settings
        form = {
            "grant_type": "client_credentials",
            "client_assertion_type": _ASSERTION_TYPE,
            "client_assertion": assertion,
        } | ({} if settings.scope is None else {"scope": settings.scope})
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        try:
            answer = await self._transport.send(
                Request("POST", settings.url, headers, urlencode(form).encode(), settings.timeout)
            )
        except ConnectionError as cause:
            error = TokenRequestError(f"The token endpoint {settings.url} cannot be reached.")
            error.__cause__ = cause
            return _Refused(error, least_wait=0.0, server_time=None)
        body = _parse(answer.content)
        token = body.get("access_token")
        if answer.status == 200 and isinstance(token, str):
            life = float(body.get("expires_in", 0))
            ends_at = settings.now() + life
            return _Held(token, renew_at=ends_at - min(_RENEW_BEFORE, life / 2), ends_at=ends_at)
        return _refusal(answer, body, settings.url)


def _refusal(answer: Received, body: dict[str, Any], url: str) -> _Refused:
    said = ": ".join(str(body[name]) for name in ("error", "error_description") if name in body)
    message = f"The token endpoint {url} answered {answer.status}{f' ({said})' if said else ''}."
    # Our token endpoint says itself what to check.
    if answer.status == 401 and "log of token requests" in str(body.get("error_description")):
        message += " /docs/tokens explains each reason."
    elif answer.status == 401:
        message += (
            " Check the client id first: a request with an unknown one appears in no log. The portal shows any other"
            " reason under API credentials, in the log of token requests; /docs/tokens explains each."
        )
    return _Refused(
        TokenRequestError(
            message,
            status=answer.status,
            code=body.get("error"),
            request_id=body.get("request_id", answer.headers.get("x-request-id")),
            retry_after=retry_after(answer.headers),
        ),
        least_wait=acceptable_wait(answer.headers) if answer.status == 429 or answer.status >= 500 else None,
        server_time=parse_date(answer.headers.get("date", "")),
    )


def _parse(content: bytes) -> dict[str, Any]:
    try:
        read = json.loads(content)
    except ValueError:
        return {}
    return read if isinstance(read, dict) else {}
