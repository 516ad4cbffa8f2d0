"""What every call can be told, as keyword arguments. Times are in seconds."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Required, TypedDict

from ._signing import PrivateKey
from .models import ContentTypeWord, DocumentCategoryWord, Warning


@dataclass(frozen=True)
class Answer:
    """What an answer says beside its value."""

    operation: str
    """The operationId."""
    status: int
    request_id: str | None
    etag: str | None
    """Pass it as if_none_match or if_match."""
    warnings: Sequence[Warning]
    is_replayed: bool
    """The write had been carried out before, by an earlier attempt or call with the same key."""
    attempts: int
    """How often the request was sent."""


class ClientOptions(TypedDict, total=False):
    base_url: Required[str]
    """The address of the API without /api, such as https://api.example.com."""
    client_id: Required[str]
    private_key: Required[PrivateKey]
    """The private key of a registered certificate: PEM, JWK, or a function that signs."""
    issuer: str
    """The issuer exactly as the portal shows it. Either this or token_url is needed."""
    token_url: str
    """The token endpoint; defaults to the issuer's /oauth2/token."""
    key_id: str
    """The certificate's thumbprint (x5t#S256); only needed to say which of several certificates signed."""
    scope: str
    """Defaults to all scopes of the client."""
    timeout: float
    """For each attempt of a request; defaults to 30 seconds, and to 10 for tokens."""
    max_retries: int
    """Defaults to 20."""
    retry_for: float
    """A retry is made only if it starts within this time of the first failure; defaults to a minute."""
    backoff: float
    """The upper bound of the first wait before a retry; it doubles with each. Defaults to 0.5."""
    user_agent: str
    """Put before this package's own name in the header User-Agent."""
    on_answer: Callable[[Answer], None]
    """Learns what each successful answer says beside its value: warnings, request ids, versions."""
    now: Callable[[], float]
    """Replaces the clock: seconds since 1970."""


class LookupOptions(TypedDict, total=False):
    """Of calls in which request_id is a filter."""

    timeout: float
    """For each attempt; defaults to that of the client."""
    max_retries: int
    """Defaults to that of the client."""
    retry_for: float
    """Defaults to that of the client."""
    on_answer: Callable[[Answer], None]
    """Learns what else the answer said."""
    cancel: threading.Event
    """Set it from another thread to end a call of the synchronous client with a CancelledError. A call of the asynchronous
    client ends with its task."""


class CallOptions(LookupOptions, total=False):
    request_id: str
    """Your own id for the request, in our logs and yours: up to 64 of A-Z a-z 0-9 . _ -"""


class WriteOptions(CallOptions, total=False):
    idempotency_key: str | Literal[False]
    """Made for each call and kept through its retries. Pass your own to make the call repeatable by your code as well; pass
    False to send none: then the call is not retried unless it certainly had no effect."""


class UpdateOptions(WriteOptions, total=False):
    if_match: str | int
    """The version that you have read, or its ETag: if the business has changed since, nothing is saved."""


class WaitOptions(CallOptions, total=False):
    max_wait: float
    """How long to wait at most."""
    poll_interval: float
    """How long to wait before the second look; waits grow from there."""


class UploadOptions(WaitOptions, total=False):
    document_category: Required[DocumentCategoryWord | str]
    """Also one that the service asks for and this version does not know."""
    content_type: ContentTypeWord
    """Found out by the first bytes if omitted."""
    ubo_id: str | None
    """The person whom the document concerns."""
    on_progress: Callable[[int, int], None]
    """Receives how many bytes were sent, and of how many."""
    upload_timeout: float
    """For sending the file; defaults to five minutes."""


class ChangesOptions(CallOptions, total=False):
    follow: bool
    """Continues waiting for events when all were read."""
    poll_interval: float
    """How often to look then; defaults to 2 seconds."""
