// Owns: every setting of every process, declared once. Refuses: to start with a setting that is missing, invalid or
// inconsistent with another.
export { ANCHOR_SETTINGS, toAnchorSettings } from './anchors.ts';
export { type ApiConfig, inspectApi, readApi } from './api.ts';
export { FAMILIES } from './catalogue/retention.ts';
export { GROUPS, SETTINGS } from './catalogue.ts';
export { checkSettings, type Finding, type GivenSettings } from './check.ts';
export { inspectCommand, readForCommand } from './command.ts';
export { type IdentityConfig, inspectIdentity, readIdentity } from './identity.ts';
export type { Environment } from './read.ts';
export { guardOptions, sharedLimitsAt, simulatesReviews, storageOptions } from './rules.ts';
export {
  IN_PRODUCTION,
  type Need,
  READERS,
  type Reader,
  SERVICES,
  type Service,
  type Setting,
  type WorkerRole,
} from './setting.ts';
export {
  DEFAULT_RETENTION,
  type DocumentSettings,
  inspectWorker,
  type Retention,
  readWorker,
  toScreeningSettings,
  type WorkerConfig,
} from './worker.ts';
