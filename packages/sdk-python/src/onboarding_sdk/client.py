"""The clients: every operation of the Partner API and the sandbox, and what takes more than one request."""

from __future__ import annotations

import ssl
import time
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from types import TracebackType
from typing import Any, Self, Unpack

import httpx

from . import _flows
from ._core import Core, CoreSettings, Operation, Value, origin_of
from ._flows import FileContent
from ._known import known
from ._operations import AsyncOperations, Operations
from ._pages import AsyncPages, Pages
from ._tokens import TokenSettings, TokenSource
from ._transport import AT_ONCE, AsyncTransport, BlockingTransport, Transport, run_blocking
from ._waiting import RetryLimits
from .models import (
    ApiRequest,
    AuditEntry,
    BusinessProfileSummary,
    DocumentRecord,
    VerificationStatus,
    WebhookEvent,
)
from .options import CallOptions, ChangesOptions, ClientOptions, LookupOptions, UploadOptions, WaitOptions

_TIMEOUT = 30.0
_TOKEN_TIMEOUT = 10.0
_BACKOFF = 0.5
_LIMITS = httpx.Limits(max_connections=AT_ONCE, max_keepalive_connections=AT_ONCE)


class OnboardingClient(Operations):
    """Blocks until the answer is there. Threads may share it: make one for the whole process, and close it at its end."""

    def __init__(self, *, http_client: httpx.Client | None = None, **options: Unpack[ClientOptions]) -> None:
        """Pass an http_client to replace how requests are sent; it stays yours to close."""
        self._http = http_client or httpx.Client(verify=_trust(), limits=_LIMITS)
        self._is_own_http = http_client is None
        self._core = _create_core(options, BlockingTransport(self._http))

    def close(self) -> None:
        if self._is_own_http:
            self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _call(
        self,
        operation: Operation[Value],
        path: Mapping[str, str],
        query: Mapping[str, object],
        body: object,
        options: Mapping[str, Any],
    ) -> Value:
        return run_blocking(self._core.call(operation, path, query, body, options))

    def token(self) -> str:
        """The token that calls use, for requests of your own."""
        return run_blocking(self._core.tokens.token())

    def iterate_business_profiles(
        self,
        *,
        q: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        verification_status: Sequence[str] | None = None,
        business_type_code: str | None = None,
        incorporation_country_iso3_code: str | None = None,
        registration_number: str | None = None,
        metadata: Sequence[str] | None = None,
        created_from: str | date | None = None,
        created_to: str | date | None = None,
        updated_from: str | date | None = None,
        updated_to: str | date | None = None,
        **options: Unpack[CallOptions],
    ) -> Pages[BusinessProfileSummary]:
        """All businesses, newest first."""
        query = {
            "q": q,
            "limit": limit,
            "cursor": cursor,
            "verificationStatus": verification_status,
            "businessTypeCode": business_type_code,
            "incorporationCountryIso3Code": incorporation_country_iso3_code,
            "registrationNumber": registration_number,
            "metadata": metadata,
            "createdFrom": created_from,
            "createdTo": created_to,
            "updatedFrom": updated_from,
            "updatedTo": updated_to,
        }
        return Pages(_flows.business_profiles(self._core, query, known(options, CallOptions)))

    def iterate_audit_trail(
        self, customer_id: str, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[CallOptions]
    ) -> Pages[AuditEntry]:
        """What was done to a business, newest first."""
        return Pages(
            _flows.audit_trail(self._core, customer_id, {"limit": limit, "cursor": cursor}, known(options, CallOptions))
        )

    def iterate_api_requests(
        self,
        *,
        request_id: str | None = None,
        outcome: str | None = None,
        occurred_from: str | date | None = None,
        occurred_to: str | date | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[LookupOptions],
    ) -> Pages[ApiRequest]:
        """The log of your API requests, newest first."""
        query = {
            "requestId": request_id,
            "outcome": outcome,
            "occurredFrom": occurred_from,
            "occurredTo": occurred_to,
            "limit": limit,
            "cursor": cursor,
        }
        return Pages(_flows.api_requests(self._core, query, known(options, LookupOptions)))

    def iterate_changes(
        self,
        *,
        cursor: str | None = None,
        since: str | date | None = None,
        limit: int | None = None,
        **options: Unpack[ChangesOptions],
    ) -> Pages[WebhookEvent]:
        """All events since a cursor or a time, in order."""
        return Pages(
            _flows.changes(
                self._core, {"cursor": cursor, "since": since, "limit": limit}, known(options, ChangesOptions)
            )
        )

    def upload_document(self, customer_id: str, file: FileContent, **options: Unpack[UploadOptions]) -> DocumentRecord:
        """Gets a link, sends the file and waits until it is Confirmed. Raises a DocumentRefusedError if it is not."""
        return run_blocking(_flows.upload_document(self._core, customer_id, file, known(options, UploadOptions)))

    def wait_for_document(self, customer_id: str, document_id: str, **options: Unpack[WaitOptions]) -> DocumentRecord:
        """Waits until an uploaded file is Confirmed. Raises a DocumentRefusedError if it is refused, or if none arrived
        before the link expired or was replaced."""
        return run_blocking(_flows.wait_for_document(self._core, customer_id, document_id, known(options, WaitOptions)))

    def wait_for_decision(self, customer_id: str, **options: Unpack[WaitOptions]) -> VerificationStatus:
        """Waits until a review ends with Approved, Rejected or ChangesRequested; ten minutes unless told otherwise."""
        return run_blocking(_flows.wait_for_decision(self._core, customer_id, known(options, WaitOptions)))


class AsyncOnboardingClient(AsyncOperations):
    """For asyncio. All tasks of a loop may share it."""

    def __init__(self, *, http_client: httpx.AsyncClient | None = None, **options: Unpack[ClientOptions]) -> None:
        """Pass an http_client to replace how requests are sent; it stays yours to close."""
        self._http = http_client or httpx.AsyncClient(verify=_trust(), limits=_LIMITS)
        self._is_own_http = http_client is None
        self._core = _create_core(options, AsyncTransport(self._http))

    async def aclose(self) -> None:
        if self._is_own_http:
            await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def _call(
        self,
        operation: Operation[Value],
        path: Mapping[str, str],
        query: Mapping[str, object],
        body: object,
        options: Mapping[str, Any],
    ) -> Value:
        return await self._core.call(operation, path, query, body, options)

    async def token(self) -> str:
        """The token that calls use, for requests of your own."""
        return await self._core.tokens.token()

    def iterate_business_profiles(
        self,
        *,
        q: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        verification_status: Sequence[str] | None = None,
        business_type_code: str | None = None,
        incorporation_country_iso3_code: str | None = None,
        registration_number: str | None = None,
        metadata: Sequence[str] | None = None,
        created_from: str | date | None = None,
        created_to: str | date | None = None,
        updated_from: str | date | None = None,
        updated_to: str | date | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncPages[BusinessProfileSummary]:
        """All businesses, newest first."""
        query = {
            "q": q,
            "limit": limit,
            "cursor": cursor,
            "verificationStatus": verification_status,
            "businessTypeCode": business_type_code,
            "incorporationCountryIso3Code": incorporation_country_iso3_code,
            "registrationNumber": registration_number,
            "metadata": metadata,
            "createdFrom": created_from,
            "createdTo": created_to,
            "updatedFrom": updated_from,
            "updatedTo": updated_to,
        }
        return AsyncPages(_flows.business_profiles(self._core, query, known(options, CallOptions)))

    def iterate_audit_trail(
        self, customer_id: str, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[CallOptions]
    ) -> AsyncPages[AuditEntry]:
        """What was done to a business, newest first."""
        return AsyncPages(
            _flows.audit_trail(self._core, customer_id, {"limit": limit, "cursor": cursor}, known(options, CallOptions))
        )

    def iterate_api_requests(
        self,
        *,
        request_id: str | None = None,
        outcome: str | None = None,
        occurred_from: str | date | None = None,
        occurred_to: str | date | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[LookupOptions],
    ) -> AsyncPages[ApiRequest]:
        """The log of your API requests, newest first."""
        query = {
            "requestId": request_id,
            "outcome": outcome,
            "occurredFrom": occurred_from,
            "occurredTo": occurred_to,
            "limit": limit,
            "cursor": cursor,
        }
        return AsyncPages(_flows.api_requests(self._core, query, known(options, LookupOptions)))

    def iterate_changes(
        self,
        *,
        cursor: str | None = None,
        since: str | date | None = None,
        limit: int | None = None,
        **options: Unpack[ChangesOptions],
    ) -> AsyncPages[WebhookEvent]:
        """All events since a cursor or a time, in order."""
        return AsyncPages(
            _flows.changes(
                self._core, {"cursor": cursor, "since": since, "limit": limit}, known(options, ChangesOptions)
            )
        )

    async def upload_document(
        self, customer_id: str, file: FileContent, **options: Unpack[UploadOptions]
    ) -> DocumentRecord:
        """Gets a link, sends the file and waits until it is Confirmed. Raises a DocumentRefusedError if it is not."""
        return await _flows.upload_document(self._core, customer_id, file, known(options, UploadOptions))

    async def wait_for_document(
        self, customer_id: str, document_id: str, **options: Unpack[WaitOptions]
    ) -> DocumentRecord:
        """Waits until an uploaded file is Confirmed. Raises a DocumentRefusedError if it is refused, or if none arrived
        before the link expired or was replaced."""
        return await _flows.wait_for_document(self._core, customer_id, document_id, known(options, WaitOptions))

    async def wait_for_decision(self, customer_id: str, **options: Unpack[WaitOptions]) -> VerificationStatus:
        """Waits until a review ends with Approved, Rejected or ChangesRequested; ten minutes unless told otherwise."""
        return await _flows.wait_for_decision(self._core, customer_id, known(options, WaitOptions))


@cache
def _trust() -> ssl.SSLContext:
    # Reading all authorities takes long, and clients can share them.
    return httpx.create_ssl_context()


def _create_core(options: ClientOptions, transport: Transport) -> Core:
    known(options, ClientOptions)
    issuer, token_url = options.get("issuer"), options.get("token_url")
    if issuer is None and token_url is None:
        raise ValueError("Set issuer, as the portal shows it under API credentials, or token_url.")
    if token_url is None and issuer is not None:
        issuer = issuer.removesuffix("/")
    endpoint = token_url or f"{issuer}/oauth2/token"
    limits = RetryLimits().of(options)
    backoff = options.get("backoff", _BACKOFF)
    tokens = TokenSettings(
        url=endpoint,
        audience=issuer or endpoint,
        client_id=options["client_id"],
        private_key=options["private_key"],
        key_id=options.get("key_id"),
        scope=options.get("scope"),
        timeout=options.get("timeout", _TOKEN_TIMEOUT),
        limits=limits,
        backoff=backoff,
        now=options.get("now", time.time),
    )
    settings = CoreSettings(
        base_url=origin_of(options["base_url"]),
        timeout=options.get("timeout", _TIMEOUT),
        limits=limits,
        backoff=backoff,
        user_agent=options.get("user_agent"),
        on_answer=options.get("on_answer"),
    )
    return Core(transport, TokenSource(transport, tokens), settings)
