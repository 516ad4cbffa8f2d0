import { startWorker } from './worker.ts';

await startWorker();
