/**
 * How long a transaction's statements may take, wait for a lock, and leave it idle. The bootstrap sets the same limits for the
 * roles of processes; these are for transactions of a role without limits, or with longer limits for other work.
 */
export const TRANSACTION_LIMITS = {
  statement_timeout: '5s',
  lock_timeout: '4s',
  idle_in_transaction_session_timeout: '10s',
};
