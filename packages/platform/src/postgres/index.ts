export { type ConnectionPool, openConnectionPool } from './connections.ts';
export { type DatabaseOptions, type Db, openDatabase, settled, type TransactionOptions, type Tx } from './database.ts';
export { AmbiguousCommit, failureCode, isTransient, leavesCommitOpen, StoreUnavailable } from './failure.ts';
export { type Listener, openListener } from './listen.ts';
export { type DatabaseMetrics, databaseMetrics } from './metrics.ts';
export { createNotifier, type Notifier } from './notify.ts';
export { declaredStatements, type Statement, statement } from './statement.ts';
