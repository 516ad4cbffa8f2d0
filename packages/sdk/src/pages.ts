// Lists longer than a page, item by item or page by page.
import { pause } from './waiting.ts';

export interface Page<Item> {
  items: Item[];
  /** Null after the last page. */
  nextCursor: string | null;
  /** Only the change feed says it, since its cursor never ends. */
  hasMore?: boolean;
}

/** Use it in one `for await`, for items or for pages. */
export interface Pages<Item> extends AsyncIterable<Item> {
  /** Page by page: save nextCursor when you have handled all items of a page. */
  pages(): AsyncGenerator<Page<Item>, void, undefined>;
  /**
   * Where to continue later: pass it as cursor. In the middle of a page it still names the page's beginning, so that nothing is
   * lost; items of that page come again. Undefined at the beginning of a list and after its end.
   */
  readonly cursor: string | undefined;
}

export interface Following {
  /** How long to wait for more when everything was read; without it the iteration ends there. */
  everyMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

export function iteratePages<Item>(
  start: string | undefined,
  read: (cursor: string | undefined) => Promise<Page<Item>>,
  { everyMs, signal }: Following = {},
): Pages<Item> {
  let cursor = start;
  async function* pages(): AsyncGenerator<Page<Item>, void, undefined> {
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
