// Iterates lists longer than a page, by item or by page.
import { pause } from './waiting.ts';

export interface Page<Item, Cursor extends string | null = string | null> {
  items: Item[];
  /** Null after the last page of a list that ends. */
  nextCursor: Cursor;
  /** Only set by the change feed, because its cursor never ends. */
  hasMore?: boolean;
}

/** Use it in a single `for await`, for items or for pages. */
export interface Pages<Item, Cursor extends string | null = string | null> extends AsyncIterable<Item> {
  /** Iterates by page: save nextCursor after you have handled all items of a page. */
  pages(): AsyncGenerator<Page<Item, Cursor>, void, undefined>;
  /**
   * Pass it as cursor to continue later. In the middle of a page it still points to the start of that page, so that no item is
   * lost; items of that page are repeated. Undefined at the start of a list and after its end.
   */
  readonly cursor: string | undefined;
}

export interface Following {
  /** How long to wait for more after everything was read; if omitted, the iteration ends there. */
  everyMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

export function iteratePages<Item, Cursor extends string | null>(
  start: string | undefined,
  read: (cursor: string | undefined) => Promise<Page<Item, Cursor>>,
  { everyMs, signal }: Following = {},
): Pages<Item, Cursor> {
  let cursor = start;
  async function* pages(): AsyncGenerator<Page<Item, Cursor>, void, undefined> {
    for (;;) {
      const page = await read(cursor);
      yield page;
      cursor = page.nextCursor ?? undefined;
      if (page.hasMore ?? cursor !== undefined) continue;
      if (everyMs === undefined) return;
      await pause(everyMs, signal);
    }
  }
  async function* items(): AsyncGenerator<Item, void, undefined> {
    for await (const page of pages()) yield* page.items;
  }
  return {
    pages,
    [Symbol.asyncIterator]: items,
    get cursor() {
      return cursor;
    },
  };
}
