// Logs whose rows contain the id of the transaction that wrote them: those that statements cover, and those that a security system
// outside receives.
import { type Part, part, type Tx } from '@onboarding/platform/postgres';

/** A row that statements cover. */
export interface AnchoredRow {
  partnerId: string;
  id: string;
  transactionId: string;
  /** Everything that must not change, as one line. */
  content: string;
}

/** A table that statements cover. */
export interface AnchoredTable {
  /** Partitioned by month. */
  name: string;
  /** In the order of transactions and ids; `below` is exclusive. */
  list(tx: Tx, after: Pick<AnchoredRow, 'transactionId' | 'id'>, below: string, limit: number): Promise<AnchoredRow[]>;
  /** Whether a row has the id of a future transaction. Statements would not cover it before it could be removed. */
  isAhead(tx: Tx): Promise<boolean>;
}

/** A position in a log: the transaction that wrote a row, and the id of the row. */
export interface StreamPosition {
  transactionId: string;
  id: string;
}

export interface StreamRange extends StreamPosition {
  /** Exclusive. */
  below: string;
  limit: number;
}

export interface StreamedRow extends StreamPosition {
  at: Date;
  /** Ids, fixed words and network addresses; nothing that an erasure would have to find again. */
  record: Record<string, string | number | null>;
}

/** A log that the security system receives. */
export interface StreamedLog {
  name: 'audit' | 'staff-reads' | 'operators' | 'accounts';
  /** In the order of transactions and ids. */
  list(tx: Tx, range: StreamRange): Promise<StreamedRow[]>;
}

/** The end of a query for such rows, given the column with their ids. Needs an index on the transaction and that column. */
export const streamRange = (id: string): Part<StreamRange> =>
  part(
    `where (transaction_id, ${id}) > (:transactionId::xid8, :id::uuid) and transaction_id < :below::xid8
     order by transaction_id, ${id} limit :limit`,
  );
