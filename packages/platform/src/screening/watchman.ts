// The adapter for moov-io/watchman, version 2 of its search API.
import { z } from 'zod';
import { createAsker, pathUnder, within } from './ask.ts';
import { threeLettersOf } from './country-codes.ts';
import {
  NO_DETAILS,
  ScreeningFailure,
  type ScreeningHit,
  type ScreeningProvider,
  type ScreeningSubject,
} from './provider.ts';

export interface WatchmanOptions {
  url: string;
  /** The minimum score of a hit. */
  minScore: number;
  /** Lists that must be loaded; any list if omitted. */
  lists?: readonly string[];
  /** Timeout for one subject. */
  timeoutMs?: number;
}

// A search covers only one type of entry, and there are two types of company.
const TYPES = { Person: ['person'], Organisation: ['business', 'organization'] } as const;

// The default is ten, the maximum a hundred.
const LIMIT = 100;

const loadedSchema = z.object({
  lists: z.record(z.string(), z.number()).nullable(),
  listHashes: z.record(z.string(), z.string()).nullish(),
  endedAt: z.string().min(1),
});

// An entry with missing or malformed details is still a hit, so nothing here fails.
const listed = z.object({ altNames: z.array(z.string()).nullish(), birthDate: z.string().nullish() }).nullish();
const detailsSchema = z
  .object({
    person: listed,
    business: listed,
    organization: listed,
    addresses: z.array(z.object({ country: z.string().nullish() })).nullish(),
    sanctionsInfo: z.object({ programs: z.array(z.string()).nullish() }).nullish(),
  })
  .transform(({ person, business, organization, addresses, sanctionsInfo }) => ({
    // Watchman sends a timestamp, but only the day is meant.
    birthDates: person?.birthDate ? [person.birthDate.slice(0, 10)] : [],
    countries: threeLettersOf((addresses ?? []).map(({ country }) => country ?? '')),
    aliases: (person ?? business ?? organization)?.altNames ?? [],
    topics: sanctionsInfo?.programs ?? [],
  }))
  .catch(NO_DETAILS);

// Null means no results; if the field is missing, nothing was searched.
const foundSchema = z.object({
  entities: z
    .array(
      z.looseObject({
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
      .map(({ name, sourceList, sourceID, match, ...rest }) => ({
        listName: sourceList,
        entityId: sourceID,
        name,
        score: match,
        ...detailsSchema.parse(rest),
      }));
  }

  /** The loaded lists, and when they were loaded. */
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
      // Before its lists are loaded, it returns no results. So the loaded lists are compared before and after: the search
      // covered all of them only if nothing was loaded in between and it did not restart.
      const before = await loaded(limited);
      const found: ScreeningHit[] = [];
      for (const type of TYPES[subject.kind]) found.push(...(await search(subject, type, limited)));
      if ((await loaded(limited)) !== before) {
        throw new ScreeningFailure('NotLoaded', 'Watchman reloaded its lists during the search');
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
