export { columns, type FieldsOf, type RowOf } from './columns.ts';
export { type ConnectionPool, openConnectionPool, TRANSACTION_LIMITS } from './connections.ts';
export { type DatabaseOptions, type Db, openDatabase, settled, type Tx } from './database.ts';
export { AmbiguousCommit, DatabaseUnavailable, failureCode, isTransient } from './failure.ts';
export { type Listener, openListener } from './listen.ts';
export { type DatabaseMetrics, databaseMetrics } from './metrics.ts';
export { toRecordset, toRows } from './names.ts';
export { createNotifier } from './notify.ts';
export {
  declaredStatements,
  type NoValues,
  type Part,
  part,
  type Statement,
  sql,
  statement,
  toQuery,
  type Values,
  type ValuesOf,
} from './statement.ts';
