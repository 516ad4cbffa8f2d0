export { createClient } from './client.ts';
export { ApiFailure } from './failure.ts';
export { onNotice } from './notices.ts';
export type { Operation, OperationTable } from './operation.ts';
export { receive } from './receive.ts';
export { send } from './send.ts';
