"""What a call can fail with. Each class is for one way of handling it; `code` says exactly what happened.

ConnectionError and PermissionError are not the built-in ones of these names.
"""

from __future__ import annotations

from collections.abc import Sequence

from .models import CurrentState, DocumentRefusal, DocumentStatus, Problem


class OnboardingError(Exception):
    """Any failure of a call."""


def _located(message: str, details: Sequence[Problem]) -> str:
    """A message of the API names only the field, so that it can be shown to people. A log also needs to say whose it is."""
    first = details[0] if details else None
    is_nested = first is not None and first["message"] == message and first["pointer"].rfind("/") > 0
    return f"{message} ({first['pointer']})" if first is not None and is_nested else message


class ApiError(OnboardingError):
    """The API answered with an error."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        details: Sequence[Problem] = (),
        current: CurrentState | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(_located(message, details))
        self.status = status
        self.code = code
        """From the catalogue of errors; Http.<status> if the answer was not the API's, such as that of a proxy."""
        self.details = tuple(details)
        """All problems of the request, each with a pointer to its field, and a message that you can show beside it."""
        self.current = current
        """Of a conflict over a reference or a version: the business that has it, and its version now."""
        self.request_id = request_id
        """Quote it when you contact us."""
        self.retry_after = retry_after
        """How many seconds the API asks you to wait."""


class InvalidRequestError(ApiError):
    """400, 413, 414, 415, 422: correct the request; `details` names every field."""


class AuthenticationError(ApiError):
    """401 twice, with two tokens."""


class PermissionError(ApiError):
    """403: the scope is missing, or the business is another partner's."""


class NotFoundError(ApiError):
    """404 and 410."""


class ConflictError(ApiError):
    """409: the state does not allow it."""


class VersionMismatchError(ApiError):
    """412: someone changed the business since you read it."""


class RateLimitError(ApiError):
    """429, still after all retries."""


class ServiceError(ApiError):
    """5xx, still after all retries where it could be retried."""


class ConnectionError(OnboardingError):
    """No answer came: the connection failed or broke. The write may have taken effect if it was sent without a key."""


class RequestTimeoutError(ConnectionError):
    """No answer came within the timeout."""


class WaitTimeoutError(OnboardingError):
    """What was waited for did not happen in time; nothing is wrong with it yet."""


class CancelledError(OnboardingError):
    """The caller set the event that was passed as cancel."""


class TokenRequestError(OnboardingError):
    """The token endpoint refused, or could not be reached."""

    def __init__(
        self,
        message: str,
        *,
        status: int | None = None,
        code: str | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        """None if there was no answer."""
        self.code = code
        """The code of RFC 6749, such as invalid_client."""
        self.request_id = request_id
        self.retry_after = retry_after
        """How many seconds the token endpoint asks you to wait."""


class UploadError(OnboardingError):
    """The storage did not take the file."""

    def __init__(self, message: str, *, status: int, code: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        """The storage's own code, such as SignatureDoesNotMatch."""


class UnknownFileTypeError(OnboardingError, ValueError):
    """The type of the file cannot be detected, and none was given. Nothing was sent."""


class DocumentRefusedError(OnboardingError):
    """The document was not confirmed: its file was refused, or would be."""

    def __init__(
        self, message: str, *, document_id: str, status: DocumentStatus | str, refusal: DocumentRefusal | str
    ) -> None:
        super().__init__(message)
        self.document_id = document_id
        self.status = status
        self.refusal = refusal


class PrivateKeyError(Exception):
    """The private key cannot be used: a mistake in the caller's settings. The message does not contain the key."""


_BY_STATUS: dict[int, type[ApiError]] = {
    400: InvalidRequestError,
    401: AuthenticationError,
    403: PermissionError,
    404: NotFoundError,
    409: ConflictError,
    410: NotFoundError,
    412: VersionMismatchError,
    413: InvalidRequestError,
    414: InvalidRequestError,
    415: InvalidRequestError,
    422: InvalidRequestError,
    429: RateLimitError,
}


def error_class(status: int) -> type[ApiError]:
    return _BY_STATUS.get(status, ServiceError if status >= 500 else ApiError)
