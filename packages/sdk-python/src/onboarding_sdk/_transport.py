"""What differs between the two clients: how bytes are sent, how time passes, and how several callers share work.

Everything above is written once, as coroutines. The asynchronous client awaits them; in the synchronous one every step
below blocks, so a coroutine runs to its end without ever being suspended, and `run_blocking` returns its result.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import httpx

from .errors import CancelledError, ConnectionError, RequestTimeoutError

Result = TypeVar("Result")
Shared = TypeVar("Shared", covariant=True)
_CHUNK_BYTES = 64 * 1024
_CANCEL_POLL = 0.05
AT_ONCE = 50
"""Requests that one client sends at the same time; others wait for their turn."""


@dataclass(frozen=True)
class File:
    """Sent in pieces, so that the caller sees how far it has come."""

    content: bytes
    on_progress: Callable[[int, int], None]

    def pieces(self, cancel: threading.Event | None) -> Iterator[bytes]:
        total = len(self.content)
        self.on_progress(0, total)
        for start in range(0, total, _CHUNK_BYTES):
            _check(cancel)
            piece = self.content[start : start + _CHUNK_BYTES]
            yield piece
            # Control returns here when the piece was taken.
            self.on_progress(start + len(piece), total)


@dataclass(frozen=True)
class Request:
    method: str
    url: str
    headers: Mapping[str, str]
    content: bytes | File | None
    timeout: float
    cancel: threading.Event | None = None

    @property
    def what(self) -> str:
        # Without the query: that of an upload link is a secret.
        return f"{self.method} {self.url.partition('?')[0]}"


@dataclass(frozen=True)
class Received:
    status: int
    headers: Mapping[str, str]
    """Names in any case of letters."""
    content: bytes


class Started(Protocol[Shared]):
    """Work that continues for the others when one caller gives up."""

    async def wait(self, cancel: threading.Event | None) -> Shared: ...


class Transport(Protocol):
    async def send(self, request: Request) -> Received: ...
    async def sleep(self, seconds: float, cancel: threading.Event | None = None) -> None: ...
    def start(self, work: Coroutine[Any, Any, Result]) -> Started[Result]: ...


class BlockingTransport:
    def __init__(self, client: httpx.Client) -> None:
        self._client = client

    async def send(self, request: Request) -> Received:
        _check(request.cancel)
        if request.cancel is None:
            return self._send(request)
        # A blocking read cannot be interrupted, so it is left to itself.
        return _result_of(_in_thread(lambda: self._send(request)), request.cancel)

    def _send(self, request: Request) -> Received:
        content = request.content
        body = content.pieces(request.cancel) if isinstance(content, File) else content
        with (
            _named_failures(request),
            self._client.stream(
                request.method, request.url, headers=request.headers, content=body, timeout=_limits(request)
            ) as answer,
        ):
            return Received(answer.status_code, answer.headers, b"".join(_in_time(answer.iter_bytes(), request)))

    async def sleep(self, seconds: float, cancel: threading.Event | None = None) -> None:
        if cancel is None:
            time.sleep(seconds)
        else:
            cancel.wait(seconds)
            _check(cancel)

    def start(self, work: Coroutine[Any, Any, Result]) -> Started[Result]:
        return _StartedThread(_in_thread(lambda: run_blocking(work)))


class AsyncTransport:
    def __init__(self, client: httpx.AsyncClient) -> None:
        self._client = client
        # httpx has a queue of its own, which takes quadratic time.
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def send(self, request: Request) -> Received:
        content = request.content
        body = _asynchronous(content.pieces(None)) if isinstance(content, File) else content
        async with self._turn:
            with _named_failures(request):
                async with self._client.stream(
                    request.method, request.url, headers=request.headers, content=body, timeout=_limits(request)
                ) as answer:
                    async with asyncio.timeout(request.timeout):
                        return Received(answer.status_code, answer.headers, await answer.aread())

    async def sleep(self, seconds: float, cancel: threading.Event | None = None) -> None:
        await asyncio.sleep(seconds)

    def start(self, work: Coroutine[Any, Any, Result]) -> Started[Result]:
        task = asyncio.ensure_future(work)
        # So that a failure that nobody waits for is not reported as forgotten.
        task.add_done_callback(lambda done: None if done.cancelled() else done.exception())
        return _StartedTask(task)


def run_blocking(coroutine: Coroutine[Any, Any, Result]) -> Result:
    try:
        coroutine.send(None)
    except StopIteration as stopped:
        result: Result = stopped.value
        return result
    coroutine.close()
    raise TypeError(
        "The synchronous client cannot wait for an asynchronous function: pass one that returns its result."
    )


@dataclass(frozen=True)
class _StartedThread:
    future: Future[Any]

    async def wait(self, cancel: threading.Event | None) -> Any:
        return self.future.result() if cancel is None else _result_of(self.future, cancel)


@dataclass(frozen=True)
class _StartedTask:
    task: asyncio.Future[Any]

    async def wait(self, cancel: threading.Event | None) -> Any:
        return await asyncio.shield(self.task)


def _in_thread(work: Callable[[], Result]) -> Future[Result]:
    future: Future[Result] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return future


def _result_of(future: Future[Result], cancel: threading.Event) -> Result:
    while not cancel.is_set():
        try:
            return future.result(timeout=_CANCEL_POLL)
        except TimeoutError:
            if future.done():
                raise
    raise CancelledError("The call was cancelled.")


def _limits(request: Request) -> httpx.Timeout:
    # Calls beyond the size of the pool wait for their turn; that is not the server's fault.
    return httpx.Timeout(request.timeout, pool=None)


@contextmanager
def _named_failures(request: Request) -> Iterator[None]:
    try:
        yield
    except (httpx.TimeoutException, TimeoutError) as error:
        raise RequestTimeoutError(f"{request.what}: no answer within {request.timeout * 1000:.0f} ms.") from error
    except (httpx.LocalProtocolError, httpx.UnsupportedProtocol) as error:
        raise ValueError(f"{request.what}: {error}.") from error
    except httpx.RequestError as error:
        raise ConnectionError(f"{request.what}: {str(error) or type(error).__name__}.") from error


def _in_time(pieces: Iterator[bytes], request: Request) -> Iterator[bytes]:
    """httpx limits the wait for each piece, not for all of them."""
    end = time.monotonic() + request.timeout
    for piece in pieces:
        if time.monotonic() > end:
            raise TimeoutError
        yield piece


async def _asynchronous(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    for piece in pieces:
        yield piece


def _check(cancel: threading.Event | None) -> None:
    if cancel is not None and cancel.is_set():
        raise CancelledError("The call was cancelled.")
