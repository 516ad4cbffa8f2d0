// Long lists of the database, page by page.
import type { Db, Tx } from '@onboarding/platform/postgres';

interface Listing<Row, Place> {
  /** The place before the first row. */
  after: Place;
  size: number;
  /** The next rows after a place, at most `limit`. */
  list(tx: Tx, after: Place, limit: number): Promise<Row[]>;
  placeOf(row: Row): Place;
}

/** Reads each page in a transaction of its own, when it is needed; a page with fewer rows than `size` is the last. */
export async function* inPages<Row, Place>(
  db: Db,
  { after, size, list, placeOf }: Listing<Row, Place>,
): AsyncGenerator<Row[]> {
  for (let place = after; ; ) {
    const from = place;
    const rows = await db.transaction((tx) => list(tx, from, size), { readOnly: true });
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < size) return;
    place = placeOf(last);
  }
}
