export { bootstrapDatabase, type DatabaseUrls, type RolePasswords, urlFor } from './bootstrap.ts';
export { serveEveryCountry } from './for-trying.ts';
export { migrate } from './migrate.ts';
export { closeLogin, openLogin } from './roles.ts';
export {
  countByKey,
  type Holding,
  type Replace,
  type Rewrapped,
  rewrapAll,
  SEALED,
  type SealedName,
  type SealedRow,
} from './sealed.ts';
export { type DatabaseStatus, readStatus } from './status.ts';
