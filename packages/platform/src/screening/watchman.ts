// moov-io/watchman, by the second version of its search.
import { z } from 'zod';
import { createAsker, pathUnder, within } from './ask.ts';
import { ScreeningFailure, type ScreeningHit, type ScreeningProvider, type ScreeningSubject } from './provider.ts';

export interface WatchmanOptions {
  url: string;
  /** Of entries that count as hits. */
  minScore: number;
  /** Lists that must be loaded; whichever are loaded, if none are named. */
  lists?: readonly string[];
  /** For one subject. */
  timeoutMs?: number;
}

// It looks only among entries of the type that it is asked for, and keeps companies as two types.
const TYPES = { Person: ['person'], Organisation: ['business', 'organization'] } as const;

// More than ten must be asked for, and more than a hundred are not given.
const LIMIT = 100;

const loadedSchema = z.object({
  lists: z.record(z.string(), z.number()).nullable(),
  listHashes: z.record(z.string(), z.string()).nullish(),
  endedAt: z.string().min(1),
});

// What finds nothing says null; what does not say anything about entities has not searched.
const foundSchema = z.object({
  entities: z
    .array(
      z.object({
        name: z.string(),
        sourceList: z.string().min(1),
        sourceID: z.string().min(1),
        match: z.number().min(0),
      }),
    )
    .nullable(),
});

export function createWatchman({ url, minScore, lists = [], timeoutMs = 10_000 }: WatchmanOptions): ScreeningProvider {
  const asker = createAsker();

  async function search(subject: ScreeningSubject, type: string, signal: AbortSignal): Promise<ScreeningHit[]> {
    const { entities } = await asker.ask({ url: searchUrl(url, subject, type, minScore), schema: foundSchema }, signal);
    return (entities ?? [])
      .filter(({ match }) => match >= minScore)
      .map(({ name, sourceList, sourceID, match }) => ({
        listName: sourceList,
        entityId: sourceID,
        name,
        score: match,
      }));
  }

  /** Which lists it has loaded, and when. */
  async function loaded(signal: AbortSignal): Promise<string> {
    const state = await asker.ask({ url: pathUnder(url, 'v2/listinfo'), schema: loadedSchema }, signal);
    const entries = Object.entries(state.lists ?? {});
    const missing = lists.filter((list) => state.lists?.[list] === undefined);
    if (entries.length === 0) throw new ScreeningFailure('NotLoaded', 'Watchman has no list loaded');
    if (missing.length > 0 || entries.some(([, count]) => count <= 0)) {
      throw new ScreeningFailure('NotLoaded', 'Watchman has not loaded every list');
    }
    return JSON.stringify(state);
  }

  return {
    name: 'watchman',
    async screen(subject, signal) {
      const limited = within(timeoutMs, signal);
      // It answers searches while it has no lists yet, and finds nobody. So what was loaded is looked at before and after:
      // only if nothing was loaded in between, a restart included, the search is known to have had all of it.
      const before = await loaded(limited);
      const found: ScreeningHit[] = [];
      for (const type of TYPES[subject.kind]) found.push(...(await search(subject, type, limited)));
      if ((await loaded(limited)) !== before) {
        throw new ScreeningFailure('NotLoaded', 'Watchman has loaded its lists anew during the search');
      }
      return found;
    },
    close: () => asker.close(),
  };
}

function searchUrl(base: string, { name, birthDate }: ScreeningSubject, type: string, minScore: number): URL {
  const url = pathUnder(base, 'v2/search');
  url.searchParams.set('name', name);
  url.searchParams.set('type', type);
  if (birthDate !== null) url.searchParams.set('birthDate', birthDate);
  url.searchParams.set('minMatch', String(minScore));
  url.searchParams.set('limit', String(LIMIT));
  return url;
}
