// Object storage that speaks S3: links for those who bring bytes, and what we do with the bytes ourselves.

export { policyOf, type StorageUsers } from './policy.ts';
export { prepareStorage, type StoragePlan } from './prepare.ts';
export { linkSettings, storageOptions, storageSettings } from './settings.ts';
export {
  type ObjectFacts,
  type ObjectStore,
  type OpenedObject,
  openObjectStore,
  StorageAway,
  type StorageOptions,
} from './store.ts';
export { checkWalls, requireWalls, StorageOpen, type WallWatch } from './walls.ts';
