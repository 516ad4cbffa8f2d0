export { createBuiltin } from './builtin.ts';
export {
  ScreeningFailure,
  type ScreeningFailureKind,
  type ScreeningHit,
  type ScreeningProvider,
  type ScreeningSubject,
} from './provider.ts';
export { openScreening, type ScreeningSettings } from './settings.ts';
export { createWatchman } from './watchman.ts';
export { createYente } from './yente.ts';
