// A server that answers as OpenSanctions documents yente: POST /match/{dataset} and GET /catalog.
import { type Answering, isHttpFault, type ScreeningServer, startScreeningServer } from './screening-server.ts';

export const YENTE_FAULTS = [
  'not-indexed',
  'dataset-unknown',
  'no-catalog',
  'query-failed',
  'response-missing',
  'responses-missing',
  'results-missing',
  'results-withheld',
  'score-missing',
  'match-missing',
  'name-dropped',
] as const;
type YenteFault = (typeof YENTE_FAULTS)[number];

interface Example {
  schema: string;
  properties: Record<string, string[]>;
}

/** The details of its entries besides their names. */
type Details = 'whole' | 'none' | 'odd';

export type YenteServer = ScreeningServer<YenteFault> & { examples: Example[]; paths: string[]; details: Details };

/** `listed` are the names that it finds, with their scores. */
export async function startYente(listed: Record<string, number> = {}): Promise<YenteServer> {
  const examples: Example[] = [];
  const paths: string[] = [];

  function match({ url, body, server }: Answering<YenteFault>) {
    const threshold = Number(url.searchParams.get('threshold') ?? 0.7);
    const { queries } = JSON.parse(body) as { queries: Record<string, Example> };
    const responses = Object.entries(queries).map(([key, example]) => {
      examples.push(example);
      server.asked.push(...(example.properties.name ?? []));
      return [key, responseTo(example, threshold, server.fault)] as const;
    });
    if (server.fault === 'responses-missing') return { limit: 5, matcher: {} };
    return {
      responses: server.fault === 'response-missing' ? {} : Object.fromEntries(responses),
      matcher: { name_literal_match: { description: 'Two entities have the same name' } },
      limit: 10,
    };
  }

  function responseTo(example: Example, threshold: number, fault: string | undefined) {
    const results = (example.properties.name ?? [])
      .filter((name) => listed[name] !== undefined)
      .map((name) => result(name, example.schema, listed[name] ?? 0, threshold, made.details));
    const total = { value: results.length, relation: 'eq' };
    const right = { status: 200, results, total, query: { id: null, ...example } };
    const odd = result('Someone', example.schema, 0.9, threshold, made.details);
    switch (fault) {
      case 'query-failed':
        return { ...right, status: 500, results: [], total: { value: 0, relation: 'eq' } };
      case 'results-missing':
        return { ...right, results: undefined };
      case 'results-withheld':
        return { ...right, results: [], total: { value: 3, relation: 'eq' } };
      case 'score-missing':
        return { ...right, results: [{ ...odd, score: undefined }] };
      case 'match-missing':
        return { ...right, results: [{ ...odd, match: undefined }] };
      case 'name-dropped':
        return { ...right, query: { schema: example.schema, properties: {} } };
      default:
        return right;
    }
  }

  const server = await startScreeningServer<YenteFault>((asking) => {
    const { url, request, server: own } = asking;
    paths.push(`${request.method} ${url.pathname}${url.search}`);
    if (url.pathname === '/catalog') return own.fault === 'no-catalog' ? undefined : catalog(own.fault);
    return request.method === 'POST' && url.pathname === '/match/sanctions' ? match(asking) : undefined;
  }, isHttpFault);
  const made: YenteServer = Object.assign(server, { examples, paths, details: 'whole' as Details });
  return made;
}

/** `sanctions` is part of the loaded collection `default`. */
function catalog(fault: string | undefined) {
  const version = '20261115060000-abc';
  const common = { url: 'https://www.opensanctions.org/', entities_url: null, version };
  const indexed = fault === 'not-indexed' ? null : version;
  const parts = [
    {
      name: 'us_ofac_sdn',
      title: 'OFAC',
      load: false,
      index_version: null,
      index_current: false,
      children: [],
      ...common,
    },
    {
      name: 'sanctions',
      title: 'Sanctions',
      load: false,
      index_version: null,
      index_current: false,
      children: ['us_ofac_sdn'],
      ...common,
    },
  ];
  return {
    datasets: [
      {
        name: 'default',
        title: 'Default',
        load: true,
        index_version: indexed,
        index_current: indexed !== null,
        children: ['sanctions', 'peps'],
        ...common,
      },
      ...(fault === 'dataset-unknown' ? [] : parts),
    ],
    current: indexed === null ? [] : ['default'],
    outdated: [],
    index_stale: false,
  };
}

const PROPERTIES = {
  whole: {
    birthDate: ['1961', '1961-03-04'],
    nationality: ['ir'],
    country: ['gb', 'ir', 'suhh'],
    alias: ['Abu Listed'],
    weakAlias: ['A. L.'],
    topics: ['sanction', 'role.pep'],
  },
  none: undefined,
  odd: { birthDate: '1961', alias: [7] },
};

function result(name: string, schema: string, score: number, threshold: number, details: Details) {
  return {
    id: 'NK-A7z',
    caption: name.toUpperCase(),
    schema,
    properties: details === 'none' ? undefined : { name: [name], ...PROPERTIES[details] },
    datasets: ['us_ofac_sdn'],
    referents: ['ofac-22790'],
    target: true,
    first_seen: '2026-01-01T00:00:00',
    last_seen: '2026-11-15T00:00:00',
    last_change: '2026-01-01T00:00:00',
    score,
    features: { name_literal_match: 1 },
    match: score >= threshold,
  };
}
