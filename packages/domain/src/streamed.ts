import { type Part, part, type Tx } from '@onboarding/platform/postgres';

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

/** A log that a security system outside receives. Its rows contain the id of the transaction that wrote them. */
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
