// A server that answers as moov-io/watchman documents: GET /v2/search and GET /v2/listinfo.
import { type Answering, isHttpFault, type ScreeningServer, startScreeningServer } from './screening-server.ts';

export const WATCHMAN_FAULTS = [
  'no-lists',
  'empty-lists',
  'list-missing',
  'refreshed-meanwhile',
  'no-listinfo',
  'entities-missing',
  'entities-odd',
  'match-missing',
  'id-missing',
] as const;
type WatchmanFault = (typeof WATCHMAN_FAULTS)[number];
type Details = 'whole' | 'none' | 'odd';
export type WatchmanServer = ScreeningServer<WatchmanFault> & {
  /** The queries of its searches. */
  queries: Record<string, string>[];
  /** The type under which organisations are listed; `person` always works. */
  organisationType: 'business' | 'organization';
  /** The details of its entries besides their names. */
  details: Details;
};

const SETTINGS: Pick<WatchmanServer, 'organisationType' | 'details'> = {
  organisationType: 'business',
  details: 'whole',
};

/** `listed` are the names that it finds, with their scores. */
export async function startWatchman(listed: Record<string, number> = {}): Promise<WatchmanServer> {
  const queries: Record<string, string>[] = [];
  let looks = 0;

  function listinfo(fault: string | undefined) {
    looks += 1;
    if (fault === 'no-listinfo') return undefined;
    const startedAt = '2026-11-15T06:00:00Z';
    const endedAt = fault === 'refreshed-meanwhile' ? `2026-11-15T06:00:${10 + (looks % 50)}Z` : '2026-11-15T06:00:09Z';
    if (fault === 'no-lists')
      return { lists: null, listHashes: null, startedAt, endedAt: '0001-01-01T00:00:00Z', version: 'v0.60.0' };
    const lists: Record<string, number> = { us_ofac: fault === 'empty-lists' ? 0 : 17646 };
    if (fault !== 'list-missing') lists.us_csl = 442;
    return { lists, listHashes: { us_ofac: '0629eae4', us_csl: 'b3f20d24' }, startedAt, endedAt, version: 'v0.60.0' };
  }

  function search(url: URL, server: ScreeningServer<WatchmanFault>) {
    const query = Object.fromEntries(url.searchParams);
    const { name = '', type = '', minMatch = '0' } = query;
    queries.push(query);
    server.asked.push(name);
    const score = listed[name];
    const known = type === 'person' || type === made.organisationType;
    const found =
      score !== undefined && known && score >= Number(minMatch) ? [entity(name, type, score, made.details)] : null;
    switch (server.fault) {
      case 'entities-missing':
        return { results: [] };
      case 'entities-odd':
        return { entities: {} };
      case 'match-missing':
        return { entities: [{ ...entity(name, type, 0.9, made.details), match: undefined }] };
      case 'id-missing':
        return { entities: [{ ...entity(name, type, 0.9, made.details), sourceID: '' }] };
      default:
        // Null instead of an empty list if nothing is found, as Go writes it.
        return { entities: found };
    }
  }

  const server = await startScreeningServer<WatchmanFault>(({ url, server: own }: Answering<WatchmanFault>) => {
    if (url.pathname === '/v2/listinfo') return listinfo(own.fault);
    return url.pathname === '/v2/search' ? search(url, own) : undefined;
  }, isHttpFault);
  const made: WatchmanServer = Object.assign(server, { queries, ...SETTINGS });
  return made;
}

const ABOUT = {
  whole: { altNames: ['Abu Listed'], birthDate: '1961-03-04T00:00:00Z' },
  none: { altNames: null, birthDate: null },
  odd: { altNames: [7], birthDate: 1961 },
};

function entity(name: string, type: string, match: number, details: Details) {
  const about = { name, ...ABOUT[details] };
  return {
    name: name.toUpperCase(),
    entityType: type,
    sourceList: 'us_ofac',
    sourceID: '22790',
    person: type === 'person' ? { ...about, gender: 'unknown' } : null,
    business: type === 'business' ? about : null,
    organization: type === 'organization' ? about : null,
    addresses: details === 'whole' ? [{ country: 'IR' }, { country: 'Somewhere' }, { country: '' }] : null,
    sanctionsInfo: details === 'whole' ? { programs: ['SDGT'] } : null,
    sourceData: { entityID: '22790' },
    match,
  };
}
