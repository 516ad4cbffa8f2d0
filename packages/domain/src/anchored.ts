import type { Tx } from '@onboarding/platform/postgres';

/** A row that statements vouch for. */
export interface AnchoredRow {
  partnerId: string;
  id: string;
  transactionId: string;
  /** Everything that must not change, as one line. */
  content: string;
}

/** A table that statements vouch for. Its rows carry the number of the transaction that wrote them. */
export interface AnchoredTable {
  /** Partitioned by month. */
  name: string;
  /** In the order of transactions and ids; `below` is exclusive. */
  list(tx: Tx, after: Pick<AnchoredRow, 'transactionId' | 'id'>, below: string, limit: number): Promise<AnchoredRow[]>;
  /** Whether a row carries the number of a transaction to come. No statement would cover it before it could be removed. */
  isAhead(tx: Tx): Promise<boolean>;
}
