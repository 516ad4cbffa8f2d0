"""Verifies deliveries, and signs them for tests: HMAC-SHA256 over "id.timestamp.body", as in Standard Webhooks 1.0."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Protocol, cast

from .models import WebhookEvent

_PREFIX = "whsec_"
_SHORTEST_BYTES = 16
_TOLERANCE_SECONDS = 300


class WebhookHeaders(Protocol):
    """The headers of Flask, Django, FastAPI and similar, or a dict; names are case-insensitive."""

    def items(self) -> Iterable[tuple[str, str | Sequence[str]]]: ...


class WebhookVerificationError(Exception):
    """Why a delivery was not accepted. Answer it with 400; the messages say what to do and contain nothing secret."""


class WebhookHeaderError(WebhookVerificationError):
    """A header is missing or malformed."""


class WebhookTimestampError(WebhookVerificationError):
    """It was sent too long ago, or its time is in the future."""


class WebhookSignatureError(WebhookVerificationError):
    """No signature matches any of the secrets."""


class WebhookBodyError(WebhookVerificationError):
    """The body is not the raw body, or not JSON."""


class WebhookSecretError(Exception):
    """A secret is missing, malformed or not a string: a mistake in the receiver's settings, so it is not a
    WebhookVerificationError."""


def verify_webhook(
    body: bytes | str,
    headers: WebhookHeaders,
    secrets: str | Iterable[str],
    *,
    tolerance_seconds: float = _TOLERANCE_SECONDS,
    received_at: datetime | None = None,
) -> WebhookEvent:
    """Returns the event of a delivery that was recently signed with one of the secrets.

    Pass the raw body, before any JSON parser, and while you rotate the new and the old secret. Raises a
    WebhookVerificationError otherwise, and a WebhookSecretError if a secret is missing, malformed or not a string, whatever
    was delivered. Event types newer than this package are returned as well: ignore those that you do not know.
    """
    # First, because a receiver with a wrong setting can verify no delivery: an error about the delivery would mislead.
    keys = _secret_keys(secrets)
    # The most common mistake is to pass a parsed body; type checkers see it, others do not.
    if not isinstance(body, (bytes, str)):
        raise WebhookBodyError(
            "The body must be the raw body, str or bytes, exactly as received. A framework that parses JSON changes it: "
            "read the body before that (in Flask: request.get_data(); in FastAPI: await request.body())."
        )
    raw = body.encode() if isinstance(body, str) else bytes(body)
    event_id, timestamp, signatures = _read_headers(headers)
    _check_timestamp(timestamp, tolerance_seconds, received_at or datetime.now(UTC))
    expected = [_signature(key, event_id, timestamp, raw).encode() for key in keys]
    # Compared in constant time, so that nobody can guess a signature byte by byte.
    if not any(hmac.compare_digest(one.encode(), other) for one in signatures for other in expected):
        raise WebhookSignatureError(
            "No signature matches. Either the secret is wrong (if it was rotated, pass the new and the old one), or the "
            "body is not byte for byte what was received (verify it before it is parsed or decoded), or the request is "
            "not ours."
        )
    try:
        # Signed by the service, which has checked it against its own schema.
        return cast(WebhookEvent, json.loads(raw))
    except ValueError:
        raise WebhookBodyError(
            "The signature is valid, but the body is not JSON. Contact us: the error is on our side."
        ) from None


def sign_delivery(
    body: bytes | str,
    secrets: str | Iterable[str],
    *,
    event_id: str,
    event_type: str,
    delivery_id: str,
    attempt: int = 1,
    is_replay: bool = False,
    sent_at: datetime | None = None,
) -> dict[str, str]:
    """All headers of a delivery as the service sends it: for testing a receiver."""
    raw = body.encode() if isinstance(body, str) else body
    timestamp = str(int((sent_at or datetime.now(UTC)).timestamp()))
    signature = " ".join(_signature(key, event_id, timestamp, raw) for key in _secret_keys(secrets))
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Onboarding-Webhooks/1.0",
        "Svc-Id": event_id,
        "Svc-Timestamp": timestamp,
        "Svc-Signature": signature,
        "webhook-id": event_id,
        "webhook-timestamp": timestamp,
        "webhook-signature": signature,
        "Svc-Event-Type": event_type,
        "Svc-Delivery-Id": delivery_id,
        "Svc-Attempt": str(attempt),
    }
    return {**headers, "Svc-Replay": "true"} if is_replay else headers


def _read_headers(headers: WebhookHeaders) -> tuple[str, str, list[str]]:
    by_name = {
        name.lower(): value if isinstance(value, str) else next(iter(value), "") for name, value in headers.items()
    }
    # Both sets of headers have the same content; a proxy may pass on only one.
    prefix = "webhook-" if "svc-signature" not in by_name and "webhook-signature" in by_name else "Svc-"

    def need(name: str) -> str:
        value = by_name.get(f"{prefix}{name}".lower(), "")
        if value == "":
            raise WebhookHeaderError(
                f"The header {prefix}{name} is missing. If you use a proxy, make it forward all headers that start with "
                "Svc-; if the request did not come from us, reject it."
            )
        return value

    return need("Id"), need("Timestamp"), need("Signature").split(" ")


def _check_timestamp(timestamp: str, tolerance_seconds: float, received_at: datetime) -> None:
    if re.fullmatch(r"[0-9]{1,12}", timestamp) is None:
        raise WebhookHeaderError(
            "The header Svc-Timestamp must be in Unix seconds. Reject the request: it is not ours."
        )
    age = int(received_at.timestamp() // 1) - int(timestamp)
    if abs(age) <= tolerance_seconds:
        return
    if age > 0:
        raise WebhookTimestampError(
            f"The delivery was signed {age} seconds ago and {tolerance_seconds:g} are allowed: it may be a replay attack. "
            "If it waited in one of your queues, pass received_at; we sign every retry again."
        )
    raise WebhookTimestampError(
        f"The delivery was signed {-age} seconds in the future and {tolerance_seconds:g} are allowed. "
        "Set the clock of this machine (NTP)."
    )


_WHAT_IT_IS = (
    "A secret is whsec_ followed by base64, all on one line. The portal shows it once, when the webhook is registered or "
    "its secret rotated; if it is lost, rotate it there."
)


def _secret_keys(secrets: object) -> list[bytes]:
    """Also checks what callers without types pass, such as a setting that is missing."""
    is_single = isinstance(secrets, (str, bytes, bytearray, memoryview)) or not isinstance(secrets, Iterable)
    listed: list[object] = [secrets] if is_single else list(cast(Iterable[object], secrets))
    if len(listed) == 0:
        raise WebhookSecretError(f"The list of webhook secrets is empty. {_WHAT_IT_IS}")
    return [_secret_key(secret, index + 1, len(listed)) for index, secret in enumerate(listed)]


def _secret_key(secret: object, number: int, count: int) -> bytes:
    which = "The webhook secret" if count == 1 else f"Webhook secret {number} of {count}"
    if secret is not None and not isinstance(secret, str):
        raise WebhookSecretError(
            f"{which} must be a string, and is of type {type(secret).__name__}: decode bytes, and read the text from an "
            f"object such as a SecretStr. {_WHAT_IT_IS}"
        )
    if secret is None or secret.strip() == "":
        raise WebhookSecretError(
            f"{which} is missing: check the setting from which you read it, and pass only secrets that exist. {_WHAT_IT_IS}"
        )
    text = secret.strip()
    try:
        key = base64.b64decode(text.removeprefix(_PREFIX), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if len(key) < _SHORTEST_BYTES:
        torn = re.search(r"[\s,;]", text) is not None
        hint = "It contains a space, a line break or a comma: pass several secrets as a list. " if torn else ""
        raise WebhookSecretError(f"{which} is malformed. {hint}{_WHAT_IT_IS}")
    return key


def _signature(key: bytes, event_id: str, timestamp: str, body: bytes) -> str:
    digest = hmac.digest(key, f"{event_id}.{timestamp}.".encode() + body, hashlib.sha256)
    return f"v1,{base64.b64encode(digest).decode()}"
