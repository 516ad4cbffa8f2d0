"""The Python SDK as a driver of tests/sdk: obeys one JSON object per line. The argument says which client: sync or async."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, TypeAlias

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa

import onboarding_sdk as sdk

Json: TypeAlias = dict[str, Any]

IS_SYNC = sys.argv[1] == "sync"
QUERIES = (
    "listBusinessProfiles",
    "readAuditTrail",
    "listIdentityRequirements",
    "readChanges",
    "listApiRequests",
    "iterateBusinessProfiles",
    "iterateAuditTrail",
    "iterateApiRequests",
    "iterateChanges",
)
"""Their last argument is a query, which is keywords in Python."""
RENAMED = {"waitMs": "max_wait", "pollMs": "poll_interval", "privateKey": "private_key"}
TOLD = ("status", "code", "details", "current", "request_id", "refusal", "document_id")
END = object()
MOST_AT_ONCE = 1100


@dataclass
class Clock:
    offset: float = 0.0

    def now(self) -> float:
        return time.time() + self.offset


@dataclass
class Iteration:
    pages: Any
    iterator: Any
    abort_at: float | None


@dataclass
class State:
    clients: dict[str, Any] = field(default_factory=dict)
    clocks: dict[str, Clock] = field(default_factory=dict)
    iterations: dict[str, Iteration] = field(default_factory=dict)


state = State()


async def open_client(command: Json) -> Json:
    options = dict(command["options"])
    key = in_form(options.pop("privateKey"), options.pop("keyForm", "pem"))
    clock = Clock(options.pop("clockOffsetMs", 0) / 1000)
    make: Any = sdk.OnboardingClient if IS_SYNC else sdk.AsyncOnboardingClient
    state.clients[command["client"]] = make(private_key=key, now=clock.now, **to_keywords(options))
    state.clocks[command["client"]] = clock
    return {"value": None}


async def set_clock(command: Json) -> Json:
    state.clocks[command["client"]].offset = command["offsetMs"] / 1000
    return {"value": None}


async def call(command: Json) -> Json:
    answers: list[sdk.Answer] = []
    progress: list[Json] = []
    method, arguments, keywords, abort_after = prepare(command)
    keywords["on_answer"] = answers.append
    if command["method"] == "uploadDocument":
        keywords["on_progress"] = lambda sent, total: progress.append({"sentBytes": sent, "totalBytes": total})
    if abort_after is not None:
        abort_by_event(keywords, abort_after)
    value = await run(lambda: method(*arguments, **keywords), abort_after)
    return {"value": value, "answer": to_answer(answers[-1]) if answers else None, "progress": progress}


async def many(command: Json) -> Json:
    method, arguments, keywords, _ = prepare(command)
    calls = (run(lambda: method(*arguments, **keywords), None) for _ in range(command["times"]))
    results = await asyncio.gather(*calls, return_exceptions=True)
    failures = [one for one in results if isinstance(one, BaseException)]
    values = [json.dumps(one) for one in results if not isinstance(one, BaseException)]
    errors = Counter(class_of(one) for one in failures)
    return {"value": {"succeeded": len(values), "distinct": len(set(values)), "errors": errors}}


async def iterate(command: Json) -> Json:
    method, arguments, keywords, abort_after = prepare(command)
    abort_at = None if abort_after is None else time.monotonic() + abort_after
    if abort_after is not None:
        abort_by_event(keywords, abort_after)
    pages = method(*arguments, **keywords)
    iterated = pages.pages() if command.get("pages") else pages
    iterator = iter(iterated) if IS_SYNC else aiter(iterated)
    state.iterations[command["iterator"]] = Iteration(pages, iterator, abort_at)
    return {"value": None}


async def step(command: Json) -> Json:
    held = state.iterations[command["iterator"]]
    advance: Callable[[], Any] = (lambda: next(held.iterator, END)) if IS_SYNC else (lambda: anext(held.iterator, END))
    items: list[Any] = []
    is_done = False
    while len(items) < command["count"] and not is_done:
        left = None if held.abort_at is None else max(0.0, held.abort_at - time.monotonic())
        item = await run(advance, left)
        is_done = item is END
        if not is_done:
            items.append(to_page(item) if isinstance(item, sdk.Page) else item)
    return {"value": {"items": items, "cursor": held.pages.cursor, "done": is_done}}


async def verify(command: Json) -> Json:
    body = base64.b64decode(command["bodyBase64"]) if "bodyBase64" in command else command["body"]
    more: Json = {}
    if "toleranceSeconds" in command:
        more["tolerance_seconds"] = command["toleranceSeconds"]
    if "receivedAt" in command:
        more["received_at"] = datetime.fromisoformat(command["receivedAt"])
    return {"value": sdk.verify_webhook(body, command["headers"], command["secrets"], **more)}


async def sign(command: Json) -> Json:
    delivery = {snake(name): value for name, value in command["delivery"].items()}
    if "sent_at" in delivery:
        delivery["sent_at"] = datetime.fromisoformat(delivery["sent_at"])
    return {"value": sdk.sign_delivery(**delivery)}


async def reset(_: Json) -> Json:
    for client in state.clients.values():
        if IS_SYNC:
            client.close()
        else:
            await client.aclose()
    state.clients.clear()
    state.clocks.clear()
    state.iterations.clear()
    return {"value": None}


COMMANDS: dict[str, Callable[[Json], Coroutine[Any, Any, Json]]] = {
    "open": open_client,
    "clock": set_clock,
    "call": call,
    "many": many,
    "iterate": iterate,
    "next": step,
    "verifyWebhook": verify,
    "signDelivery": sign,
    "reset": reset,
}


async def run(work: Callable[[], Any], abort_after: float | None) -> Any:
    """Blocks a thread of its own, or awaits in a task, which can be aborted."""
    if IS_SYNC:
        return await asyncio.to_thread(work)
    task = asyncio.ensure_future(work())
    if abort_after == 0:
        task.cancel()
    elif abort_after is not None:
        asyncio.get_running_loop().call_later(abort_after, task.cancel)
    return await task


def abort_by_event(keywords: Json, abort_after: float) -> None:
    if not IS_SYNC:
        return
    keywords["cancel"] = cancel = threading.Event()
    if abort_after == 0:
        cancel.set()
    else:
        asyncio.get_running_loop().call_later(abort_after, cancel.set)


def prepare(command: Json) -> tuple[Any, list[Any], Json, float | None]:
    """The method, its arguments, its keywords, and after how many seconds it is aborted."""
    arguments: list[Any] = [
        Path(one["path"]).read_bytes() if isinstance(one, dict) and "path" in one else one
        for one in command.get("args") or []
    ]
    options = dict(command.get("options") or {})
    abort_after = options.pop("abortAfterMs", None)
    keywords = to_keywords(options)
    if command["method"] in QUERIES and arguments and isinstance(arguments[-1], dict):
        query: Json = arguments.pop()
        keywords |= {snake(name): value for name, value in query.items()}
    method = getattr(state.clients[command["client"]], snake(command["method"]))
    return method, arguments, keywords, None if abort_after is None else abort_after / 1000


def to_keywords(options: Json) -> Json:
    return {
        RENAMED.get(name, snake(name.removesuffix("Ms"))): value / 1000 if name.endswith("Ms") else value
        for name, value in options.items()
        if value is not None
    }


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])[A-Z]", lambda letter: f"_{letter[0]}", name).lower()


def camel(name: str) -> str:
    return re.sub(r"_(\w)", lambda letter: letter[1].upper(), name)


def to_answer(answer: sdk.Answer) -> Json:
    names = ("status", "request_id", "etag", "warnings", "is_replayed", "attempts")
    return {camel(name): getattr(answer, name) for name in names}


def to_page(page: sdk.Page[Any]) -> Json:
    return {"items": page.items, "nextCursor": page.next_cursor, "hasMore": page.has_more}


def in_form(pem: str, form: str) -> sdk.PrivateKey:
    if form == "pem":
        return pem
    key = serialization.load_pem_private_key(pem.encode(), password=None)
    assert isinstance(key, rsa.RSAPrivateKey)
    numbers = key.private_numbers()
    public = numbers.public_numbers
    jwk = {"n": public.n, "e": public.e, "d": numbers.d, "p": numbers.p, "q": numbers.q}
    forms: dict[str, sdk.PrivateKey] = {
        "pkcs1": key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
        ),
        "jwk": {"kty": "RSA", **{name: base64url(number) for name, number in jwk.items()}},
        "native": key,
        "signer": lambda content: key.sign(content, padding.PKCS1v15(), hashes.SHA256()),
    }
    return forms[form]


def base64url(number: int) -> str:
    return base64.urlsafe_b64encode(number.to_bytes((number.bit_length() + 7) // 8, "big")).rstrip(b"=").decode()


def describe(error: BaseException) -> Json:
    told = {camel(name): getattr(error, name) for name in TOLD if getattr(error, name, None) is not None}
    if getattr(error, "retry_after", None) is not None:
        told["retryAfterMs"] = error.retry_after * 1000  # type: ignore[attr-defined]
    return {**told, "class": class_of(error), "message": str(error)}


def class_of(error: BaseException) -> str:
    if isinstance(error, (sdk.CancelledError, asyncio.CancelledError)):
        return "Aborted"
    if isinstance(error, (TypeError, ValueError, sdk.PrivateKeyError)) and not isinstance(error, sdk.OnboardingError):
        return "UsageError"
    return type(error).__name__


async def main() -> None:
    # Not the loop's own: a thousand blocking calls at once are one of the cases.
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(MOST_AT_ONCE))
    while line := await asyncio.to_thread(sys.stdin.readline):
        command = json.loads(line)
        started = time.monotonic()
        try:
            reply = await COMMANDS[command["command"]](command)
        except (Exception, asyncio.CancelledError) as error:
            reply = {"error": describe(error)}
        elapsed = (time.monotonic() - started) * 1000
        print(json.dumps({"id": command["id"], **reply, "elapsedMs": elapsed}), flush=True)


asyncio.run(main())
