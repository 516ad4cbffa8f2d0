// Object storage that speaks S3: links for those who bring bytes, and what we do with the bytes ourselves.

export { prepareStorage, type StoragePlan } from './prepare.ts';
export { storageOptions, storageSettings } from './settings.ts';
export {
  type ObjectFacts,
  type ObjectStore,
  type OpenedObject,
  openObjectStore,
  StorageAway,
  type StorageOptions,
} from './store.ts';
