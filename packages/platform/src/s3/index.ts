// S3 object storage: links for uploaders, and our own access to the objects.

export { inspectStorage } from './inspect.ts';
export { storageMetrics } from './metrics.ts';
export { prepareStorage } from './prepare.ts';
export {
  type ObjectFacts,
  type ObjectStore,
  type OpenedObject,
  openObjectStore,
  type StorageOptions,
  StorageUnavailable,
} from './store.ts';
export { checkWalls, requireWalls, StorageOpen } from './walls.ts';
