export { createClient } from './client.ts';
export { ApiFailure, isAboutCursor } from './failure.ts';
export { type Notice, onNotice } from './notices.ts';
export type { Operation, OperationTable } from './operation.ts';
export { receive } from './receive.ts';
export { send } from './send.ts';
