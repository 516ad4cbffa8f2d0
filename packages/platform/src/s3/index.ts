// S3 object storage: links for uploaders, and our own access to the objects.

export { inspectStorage } from './inspect.ts';
export { storageMetrics } from './metrics.ts';
export { type BytePart, type ObjectFacts, type OpenedVersion, StorageReadOnly, StorageUnavailable } from './objects.ts';
export { StorageOpen } from './powerless.ts';
export { prepareStorage } from './prepare.ts';
export { createStorageProbe, type StorageProbe } from './probe.ts';
export { checkProtection, requireProtection } from './protection.ts';
export { type ObjectStore, type OpenedObject, openObjectStore, type StorageOptions } from './store.ts';
