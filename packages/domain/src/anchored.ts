import type { Tx } from '@onboarding/platform/postgres';

/** A row that statements cover. */
export interface AnchoredRow {
  partnerId: string;
  id: string;
  transactionId: string;
  /** Everything that must not change, as one line. */
  content: string;
}

/** A table that statements cover. Its rows contain the id of the transaction that wrote them. */
export interface AnchoredTable {
  /** Partitioned by month. */
  name: string;
  /** In the order of transactions and ids; `below` is exclusive. */
  list(tx: Tx, after: Pick<AnchoredRow, 'transactionId' | 'id'>, below: string, limit: number): Promise<AnchoredRow[]>;
  /** Whether a row has the id of a future transaction. Statements would not cover it before it could be removed. */
  isAhead(tx: Tx): Promise<boolean>;
}
