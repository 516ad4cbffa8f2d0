export { createBuiltin } from './builtin.ts';
export {
  ScreeningFailure,
  type ScreeningFailureKind,
  type ScreeningHit,
  type ScreeningProvider,
  type ScreeningSubject,
} from './provider.ts';
export { openScreening, readScreeningSettings, type ScreeningSettings } from './settings.ts';
export { createWatchman, type WatchmanOptions } from './watchman.ts';
export { createYente, type YenteOptions } from './yente.ts';
