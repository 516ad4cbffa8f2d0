"""Lists longer than a page, item by item or page by page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from ._transport import run_blocking

Item = TypeVar("Item")


@dataclass(frozen=True)
class Page(Generic[Item]):
    items: list[Item]
    next_cursor: str | None
    """None after the last page."""
    has_more: bool


class Reader(Generic[Item]):
    """Reads one page after the other. `pause` waits for more when everything was read; without it, that is the end."""

    def __init__(
        self,
        start: str | None,
        read: Callable[[str | None], Awaitable[Page[Item]]],
        pause: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self.cursor = start
        self._read = read
        self._pause = pause
        self._handled: Page[Item] | None = None

    async def next(self) -> Page[Item] | None:
        before = self._handled
        if before is not None:
            self.cursor = before.next_cursor
            self._handled = None
            if not before.has_more:
                if self._pause is None:
                    return None
                await self._pause()
        page = await self._read(self.cursor)
        self._handled = page
        return page


class _WithCursor(Generic[Item]):
    def __init__(self, reader: Reader[Item]) -> None:
        self._reader = reader

    @property
    def cursor(self) -> str | None:
        """Where to continue later: pass it as cursor.

        In the middle of a page it still names the page's beginning, so that nothing is lost; items of that page come again.
        None at the beginning of a list and after its end.
        """
        return self._reader.cursor


class Pages(_WithCursor[Item]):
    """Use it in one `for`, for items or for pages."""

    def pages(self) -> Iterator[Page[Item]]:
        """Page by page: save next_cursor when you have handled all items of a page."""
        while (page := run_blocking(self._reader.next())) is not None:
            yield page

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page.items


class AsyncPages(_WithCursor[Item]):
    """Use it in one `async for`, for items or for pages."""

    async def pages(self) -> AsyncIterator[Page[Item]]:
        """Page by page: save next_cursor when you have handled all items of a page."""
        while (page := await self._reader.next()) is not None:
            yield page

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            for item in page.items:
                yield item
