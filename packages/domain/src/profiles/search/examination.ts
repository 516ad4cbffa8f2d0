// Examines the candidates of a search, regardless of where they come from. One request examines a bounded number of them.
import type { Candidate } from './customer-search-store.ts';

/**
 * The maximum number of customers examined by one request when few of them match: enough to find something, and still fast.
 */
const MOST_EXAMINED = 500;

interface Examined {
  customerId: string;
  terms: string[];
}

interface Source<Found extends Candidate, Row extends Examined> {
  /** The candidates whose terms start with the word, in order, after the given one. */
  candidates(after: Candidate | undefined, most: number): Promise<Found[]>;
  /** The rows of the candidates that match the filters, by id. */
  rows(candidates: readonly Found[]): Promise<Map<string, Row>>;
}

interface Search {
  /** The word that is looked up, and the others that must match too. */
  word: string;
  others: readonly string[];
  /** Ids that were already found. */
  known: readonly string[];
  limit: number;
}

export const toCandidate = (position: readonly string[] | undefined): Candidate | undefined =>
  position === undefined ? undefined : { term: position[0] ?? '', customerId: position[1] ?? '' };

export interface Examination<Row> {
  rows: Row[];
  /** The candidate after which the next page starts; undefined if there are no more. */
  end: Candidate | undefined;
}

/** Returns the rows of one page. */
export async function examine<Found extends Candidate, Row extends Examined>(
  source: Source<Found, Row>,
  { word, others, known, limit }: Search,
  after: Candidate | undefined,
): Promise<Examination<Row>> {
  const rows: Row[] = [];
  let examined = after;
  /** The last candidate whose row is on the page. */
  let shown = after;
  // Usually the first step fills the page; the second one bounds a search with few matches.
  for (const size of [limit * 2 + 1, MOST_EXAMINED]) {
    const candidates = await source.candidates(examined, size);
    const found = await source.rows(candidates);
    for (const candidate of candidates) {
      const row = found.get(candidate.customerId);
      if (
        row !== undefined &&
        isFirstMatch(row, candidate, word) &&
        matchesAll(row, others) &&
        !known.includes(row.customerId)
      ) {
        if (rows.length === limit) return { rows, end: shown };
        rows.push(row);
        shown = candidate;
      }
      examined = candidate;
    }
    if (candidates.length < size) return { rows, end: undefined };
  }
  return { rows, end: examined };
}

/** A customer with several matching terms is shown only once, at the first of them. */
function isFirstMatch({ terms }: Examined, { term }: Candidate, word: string): boolean {
  const bytes = Buffer.from(term);
  return !terms.some((other) => other.startsWith(word) && Buffer.compare(Buffer.from(other), bytes) < 0);
}

const matchesAll = ({ terms }: Examined, words: readonly string[]) =>
  words.every((word) => terms.some((term) => term.startsWith(word)));
