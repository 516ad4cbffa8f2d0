import { createBuiltin } from './builtin.ts';
import type { ScreeningProvider } from './provider.ts';
import { createWatchman } from './watchman.ts';
import { createYente } from './yente.ts';

export { createBuiltin } from './builtin.ts';
export {
  ScreeningFailure,
  type ScreeningFailureKind,
  type ScreeningHit,
  type ScreeningProvider,
  type ScreeningSubject,
} from './provider.ts';
export { createWatchman } from './watchman.ts';
export { createYente } from './yente.ts';

export type ScreeningSettings =
  | { provider: 'watchman'; url: string; minScore: number; lists: string[] }
  | { provider: 'yente'; url: string; minScore: number; dataset: string }
  | { provider: 'builtin' };

export function openScreening(chosen: ScreeningSettings): ScreeningProvider {
  switch (chosen.provider) {
    case 'watchman':
      return createWatchman(chosen);
    case 'yente':
      return createYente(chosen);
    case 'builtin':
      return createBuiltin();
  }
}
