"""What takes more than one request: uploads, waiting, and lists longer than a page. The same for both clients."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias, cast

from ._core import Core
from ._operations import (
    LIST_API_REQUESTS,
    LIST_BUSINESS_PROFILES,
    POST_UPLOAD_LINK,
    READ_AUDIT_TRAIL,
    READ_BUSINESS_PROFILE,
    READ_CHANGES,
    READ_VERIFICATION_STATUS,
)
from ._pages import Page, Reader
from ._transport import File, Request
from .errors import ConnectionError, DocumentRefusedError, UnknownFileTypeError, UploadError, WaitTimeoutError
from .models import (
    ApiRequest,
    AuditEntry,
    BusinessProfileCursorPage,
    BusinessProfileSummary,
    ContentTypeWord,
    DocumentRecord,
    UploadLink,
    VerificationStatus,
    WebhookEvent,
)
from .options import Answer

FileContent: TypeAlias = bytes | str | os.PathLike[str] | BinaryIO
"""The bytes, a path, or a file that is open for reading bytes."""

_UPLOAD_TIMEOUT = 300.0
_FOLLOW_INTERVAL = 2.0
_GROWTH = 1.5
"""How much longer each wait is than the one before."""
_DECIDED = ("Approved", "Rejected", "ChangesRequested")
_OPEN_DOCUMENT = ("LinkIssued", "Uploaded")
_LINK_EXPIRES = (
    " If the file was not sent before expiresAt of its link, the link has expired: get a new one with post_upload_link and"
    " send the file there."
)
"""The service does not report an expired link; it is a document without an outcome."""
_SHARED_OPTIONS = ("timeout", "max_retries", "retry_for", "on_answer", "cancel")
"""What every call takes: an option of another operation must not travel along."""


@dataclass(frozen=True)
class _Patience:
    max_wait: float
    poll_interval: float
    longest_interval: float


_DECISION = _Patience(max_wait=600, poll_interval=1, longest_interval=30)
_CONFIRMATION = _Patience(max_wait=120, poll_interval=0.25, longest_interval=5)


def business_profiles(
    core: Core, query: Mapping[str, Any], options: Mapping[str, Any]
) -> Reader[BusinessProfileSummary]:
    async def read(cursor: str | None) -> Page[BusinessProfileSummary]:
        # Without page and pageSize the answer has this form.
        page = cast(
            BusinessProfileCursorPage,
            await core.call(LIST_BUSINESS_PROFILES, {}, {**query, "cursor": cursor}, None, options),
        )
        return Page(page["items"], page["nextCursor"], has_more=page["nextCursor"] is not None)

    return Reader(query.get("cursor"), read)


def audit_trail(
    core: Core, customer_id: str, query: Mapping[str, Any], options: Mapping[str, Any]
) -> Reader[AuditEntry]:
    async def read(cursor: str | None) -> Page[AuditEntry]:
        path = {"customerId": customer_id}
        page = await core.call(READ_AUDIT_TRAIL, path, {**query, "cursor": cursor}, None, options)
        return Page(page["items"], page["nextCursor"], has_more=page["nextCursor"] is not None)

    return Reader(query.get("cursor"), read)


def api_requests(core: Core, query: Mapping[str, Any], options: Mapping[str, Any]) -> Reader[ApiRequest]:
    async def read(cursor: str | None) -> Page[ApiRequest]:
        page = await core.call(LIST_API_REQUESTS, {}, {**query, "cursor": cursor}, None, options)
        return Page(page["items"], page["nextCursor"], has_more=page["nextCursor"] is not None)

    return Reader(query.get("cursor"), read)


def changes(core: Core, query: Mapping[str, Any], options: Mapping[str, Any]) -> Reader[WebhookEvent]:
    interval = options.get("poll_interval", _FOLLOW_INTERVAL)

    async def read(cursor: str | None) -> Page[WebhookEvent]:
        # "since" applies to the first page only.
        asked = query if cursor is None else {**query, "since": None, "cursor": cursor}
        page = await core.call(READ_CHANGES, {}, asked, None, options)
        return Page(page["items"], page["nextCursor"], page["hasMore"])

    async def pause() -> None:
        await core.transport.sleep(interval, options.get("cancel"))

    return Reader(query.get("cursor"), read, pause if options.get("follow") else None)


async def upload_document(
    core: Core, customer_id: str, file: FileContent, options: Mapping[str, Any]
) -> DocumentRecord:
    content = _read(file)
    content_type = options.get("content_type") or _find_type(content)
    if content_type is None:
        raise UnknownFileTypeError("The file is neither a PDF nor a JPEG nor a PNG. If it is, pass content_type.")
    body = {"documentCategory": options["document_category"], "contentType": content_type}
    if options.get("ubo_id") is not None:
        body["uboId"] = options["ubo_id"]
    link = await core.call(POST_UPLOAD_LINK, {"customerId": customer_id}, {}, body, _shared(options))
    _refuse_hopeless(link, len(content))
    await _send_file(core, link, content, options)
    return await wait_for_document(core, customer_id, link["documentId"], options)


async def wait_for_document(
    core: Core, customer_id: str, document_id: str, options: Mapping[str, Any]
) -> DocumentRecord:
    # Cheaper to ask than the record, and lists a document as soon as it has an outcome.
    await _look(
        core,
        customer_id,
        options,
        _CONFIRMATION,
        f"Document {document_id}: no file has been checked",
        lambda status: any(
            one["documentId"] == document_id and one["status"] not in _OPEN_DOCUMENT for one in status["documents"]
        ),
        _LINK_EXPIRES,
    )
    record = await core.call(READ_BUSINESS_PROFILE, {"customerId": customer_id}, {}, None, _shared(options))
    found = next((one for one in record["documents"] if one["documentId"] == document_id), None)
    if found is not None and found["status"] == "Confirmed":
        return found
    status = "Rejected" if found is None else found["status"]
    refusal = (None if found is None else found["refusal"]) or status
    raise DocumentRefusedError(
        _explain(refusal),
        document_id=document_id,
        status=status,
        refusal=refusal,
    )


async def wait_for_decision(core: Core, customer_id: str, options: Mapping[str, Any]) -> VerificationStatus:
    return await _look(
        core,
        customer_id,
        options,
        _DECISION,
        f"Business {customer_id}: nothing was decided",
        lambda status: status["verificationStatus"] in _DECIDED,
    )


async def _look(
    core: Core,
    customer_id: str,
    options: Mapping[str, Any],
    usual: _Patience,
    pending: str,
    is_over: Callable[[VerificationStatus], bool],
    advice: str = "",
) -> VerificationStatus:
    max_wait: float = options.get("max_wait", usual.max_wait)
    interval: float = options.get("poll_interval", usual.poll_interval)
    longest = max(usual.longest_interval, interval)
    started = time.monotonic()
    etag: str | None = None

    def keep_etag(answer: Answer) -> None:
        nonlocal etag
        etag = answer.etag
        if "on_answer" in options:
            options["on_answer"](answer)

    while True:
        # Mostly 304: nothing has changed.
        asked = {**_shared(options), "on_answer": keep_etag, "if_none_match": etag}
        status = await core.call(READ_VERIFICATION_STATUS, {"customerId": customer_id}, {}, None, asked)
        if status is not None and is_over(status):
            return status
        left = max_wait - (time.monotonic() - started)
        if left <= 0:
            raise WaitTimeoutError(f"{pending} within {max_wait * 1000:.0f} ms.{advice}")
        await core.transport.sleep(min(interval, left), options.get("cancel"))
        interval = min(interval * _GROWTH, longest)


async def _send_file(core: Core, link: UploadLink, content: bytes, options: Mapping[str, Any]) -> None:
    request = Request(
        link["method"],
        link["uploadUrl"],
        # The storage needs the length in advance.
        {**cast(Mapping[str, str], link["headers"]), "Content-Length": str(len(content))},
        File(content, options.get("on_progress") or (lambda _sent, _total: None)),
        options.get("upload_timeout", _UPLOAD_TIMEOUT),
        options.get("cancel"),
    )
    next_retry = core.settings.limits.of(options).plan(core.settings.backoff)
    while True:
        failure: UploadError | ConnectionError
        try:
            answer = await core.transport.send(request)
            if 200 <= answer.status < 300:
                return
            failure = _refusal(answer.status, answer.content)
        except ConnectionError as lost:
            failure = lost
        # A link takes the file as often as it is sent, until it expires.
        is_passing = isinstance(failure, ConnectionError) or failure.status >= 500 or failure.status == 429
        wait = next_retry(0) if is_passing else None
        if wait is None:
            raise failure
        await core.transport.sleep(wait, request.cancel)


_ADVICE = {
    "SignatureDoesNotMatch": " Send exactly the headers of the link, and its URL unchanged.",
    "InvalidArgument": (
        " It was probably sent with an Authorization header, which your HTTP client or a proxy adds. Storage needs only the"
        " link. Remove the header."
    ),
    "AccessDenied": " The link has expired, or a header was sent that it does not allow. Request a new link.",
}


def _refusal(status: int, content: bytes) -> UploadError:
    match = re.search(rb"<Code>(\w+)</Code>", content)
    code = None if match is None else match[1].decode()
    said = f"The storage answered {status}{'' if code is None else f' ({code})'}."
    return UploadError(said + _ADVICE.get(code or "", ""), status=status, code=code)


def _read(file: FileContent) -> bytes:
    if isinstance(file, (bytes, bytearray, memoryview)):
        return bytes(file)
    return Path(file).read_bytes() if isinstance(file, (str, os.PathLike)) else file.read()


def _find_type(content: bytes) -> ContentTypeWord | None:
    """By the first bytes, as the service checks it."""
    if content.startswith(b"%PDF"):
        return "application/pdf"
    if content.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    return "image/png" if content.startswith(b"\x89PNG") else None


_REFUSALS = {
    "Empty": "The file is empty. Check how your code reads it.",
    "TooLarge": ("The file or image is too large. Scan it at a lower resolution (300 dpi is enough), or split it."),
    "ContentMismatch": (
        "The file does not match its type, is truncated, or is two formats at once. Upload a plain PDF, JPEG or PNG."
    ),
    "Infected": "A virus scanner found something in the file. Clean your copy before you retry.",
    "Unscannable": "A virus scanner could not finish the file. Upload a simpler one, such as a new scan or print.",
}


def _explain(refusal: str) -> str:
    return _REFUSALS.get(refusal, f"The file was refused: {refusal}.")


def _refuse_hopeless(link: UploadLink, size: int) -> None:
    """What would be refused after it has travelled."""
    if 0 < size <= link["maxSizeBytes"]:
        return
    if size == 0:
        refusal, message = "Empty", _explain("Empty")
    else:
        refusal = "TooLarge"
        message = (
            f"The file has {size} bytes, and {link['maxSizeBytes']} are allowed. "
            "Scan it at a lower resolution, or split it."
        )
    raise DocumentRefusedError(message, document_id=link["documentId"], status="Rejected", refusal=refusal)


def _shared(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: options[name] for name in _SHARED_OPTIONS if name in options}
