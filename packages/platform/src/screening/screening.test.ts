// Tests the adapters with servers that implement the documented APIs, correctly and incorrectly.

import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { HTTP_FAULTS } from '../../../../tests/harness/servers/screening-server.ts';
import {
  startWatchman,
  WATCHMAN_FAULTS,
  type WatchmanServer,
} from '../../../../tests/harness/servers/watchman-server.ts';
import { startYente, YENTE_FAULTS, type YenteServer } from '../../../../tests/harness/servers/yente-server.ts';
import { threeLettersOf, twoLettersOf } from './country-codes.ts';
import {
  createBuiltin,
  createWatchman,
  createYente,
  ScreeningFailure,
  type ScreeningProvider,
  type ScreeningSubject,
} from './index.ts';
import { NO_DETAILS } from './provider.ts';

const LISTED = { 'Ada Listed': 0.93, 'Bo Faint': 0.4, 'Listed Trading Ltd': 0.88 };
const person = (name: string, birthDate: string | null = null): ScreeningSubject => ({
  kind: 'Person',
  name,
  birthDate,
  countries: ['NGA', 'CYM'],
});
const company = (name: string): ScreeningSubject => ({
  kind: 'Organisation',
  name,
  birthDate: null,
  countries: ['NGA'],
});
const never = new AbortController().signal;

/** The number of hits, or the kind of failure. */
const outcomeOf = (provider: ScreeningProvider, subject: ScreeningSubject, signal = never) =>
  provider.screen(subject, signal).then(
    (hits) => hits.length,
    (error: unknown) => (error instanceof ScreeningFailure ? error.kind : `not a failure: ${error}`),
  );

describe('watchman', () => {
  let server: WatchmanServer;
  let provider: ScreeningProvider;
  let hasty: ScreeningProvider;
  beforeAll(async () => {
    server = await startWatchman(LISTED);
    const options = { url: server.url, minScore: 0.6, lists: ['us_ofac', 'us_csl'] };
    provider = createWatchman(options);
    hasty = createWatchman({ ...options, timeoutMs: 500 });
  });
  afterEach(async () => {
    server.fault = undefined;
    server.queries.length = 0;
    await server.comeUp();
  });
  afterAll(async () => {
    await Promise.all([provider.close(), hasty.close()]);
    await server.close();
  });

  test('a hit has list, entry, name and score; unlisted names are clear', async () => {
    expect(await provider.screen(person('Ada Listed', '1970-05-01'), never)).toEqual([
      {
        listName: 'us_ofac',
        entityId: '22790',
        name: 'ADA LISTED',
        score: 0.93,
        birthDates: ['1961-03-04'],
        countries: ['IRN', 'Somewhere'],
        aliases: ['Abu Listed'],
        topics: ['SDGT'],
      },
    ]);
    expect(server.queries).toEqual([
      { name: 'Ada Listed', type: 'person', birthDate: '1970-05-01', minMatch: '0.6', limit: '100' },
    ]);
    expect(await outcomeOf(provider, person('Nobody & Söhne?'))).toBe(0);
    expect(server.queries.at(-1)).toMatchObject({ name: 'Nobody & Söhne?' });
    expect(await outcomeOf(provider, person('Bo Faint'))).toBe(0);
  });

  test.each(['business', 'organization'] as const)('finds a company among entries of the type %s', async (type) => {
    server.organisationType = type;
    expect(await outcomeOf(provider, company('Listed Trading Ltd'))).toBe(1);
    expect(server.queries.map((query) => query.type)).toEqual(['business', 'organization']);
  });

  test.each([...HTTP_FAULTS, ...WATCHMAN_FAULTS])('%s: fails for listed and unlisted subjects', async (fault) => {
    server.fault = fault;
    const kind = expect.stringMatching(/^(Unreachable|Timeout|Status|TooLarge|NotUnderstood|NotLoaded)$/);
    expect(await outcomeOf(hasty, person('Nobody'))).toEqual(kind);
    expect(await outcomeOf(hasty, person('Ada Listed'))).toEqual(kind);
    expect(await outcomeOf(hasty, company('Nobody Ltd'))).toEqual(kind);
    server.fault = undefined;
    expect(await outcomeOf(provider, person('Nobody'))).toBe(0);
  });

  test('an entry with missing or malformed details is still a hit', async () => {
    for (const details of ['none', 'odd'] as const) {
      server.details = details;
      expect(await provider.screen(person('Ada Listed'), never)).toEqual([
        { listName: 'us_ofac', entityId: '22790', name: 'ADA LISTED', score: 0.93, ...NO_DETAILS },
      ]);
    }
    server.details = 'whole';
  });

  test('without required lists, accepts any loaded list but fails if none is loaded', async () => {
    const open = createWatchman({ url: server.url, minScore: 0.6 });
    server.fault = 'list-missing';
    expect(await outcomeOf(open, person('Nobody'))).toBe(0);
    server.fault = 'no-lists';
    expect(await outcomeOf(open, person('Nobody'))).toBe('NotLoaded');
    await open.close();
  });

  test('fails when the server is unreachable, times out or sends too much', async () => {
    await server.goDown();
    expect(await outcomeOf(provider, person('Nobody'))).toBe('Unreachable');
    await server.comeUp();
    server.fault = 'silent';
    expect(await outcomeOf(hasty, person('Nobody'))).toBe('Timeout');
    server.fault = 'oversized';
    expect(await outcomeOf(provider, person('Nobody'))).toBe('TooLarge');
  });

  test('reports Stopped when the caller aborts', async () => {
    server.fault = 'silent';
    const stopping = new AbortController();
    const outcome = outcomeOf(provider, person('Nobody'), stopping.signal);
    stopping.abort();
    expect(await outcome).toBe('Stopped');
  });
});

describe('yente', () => {
  let server: YenteServer;
  let provider: ScreeningProvider;
  let hasty: ScreeningProvider;
  beforeAll(async () => {
    server = await startYente(LISTED);
    const options = { url: `${server.url}/`, dataset: 'sanctions', minScore: 0.75, trustCatalogMs: 0 };
    provider = createYente(options);
    hasty = createYente({ ...options, timeoutMs: 500 });
  });
  afterEach(async () => {
    server.fault = undefined;
    server.examples.length = 0;
    server.paths.length = 0;
    await server.comeUp();
  });
  afterAll(async () => {
    await Promise.all([provider.close(), hasty.close()]);
    await server.close();
  });

  test('a match has list, entry, name, score and URL; others are clear', async () => {
    expect(await provider.screen(person('Ada Listed', '1970-05-01'), never)).toEqual([
      {
        listName: 'us_ofac_sdn',
        entityId: 'NK-A7z',
        name: 'ADA LISTED',
        score: 0.93,
        url: 'https://www.opensanctions.org/entities/NK-A7z/',
        birthDates: ['1961', '1961-03-04'],
        countries: ['IRN', 'GBR', 'SUHH'],
        aliases: ['Abu Listed', 'A. L.'],
        topics: ['sanction', 'role.pep'],
      },
    ]);
    expect(server.paths).toEqual(['GET /catalog', 'POST /match/sanctions?threshold=0.75&limit=10']);
    expect(await outcomeOf(provider, company('Listed Trading Ltd'))).toBe(1);
    expect(server.examples).toEqual([
      { schema: 'Person', properties: { name: ['Ada Listed'], birthDate: ['1970-05-01'], country: ['ng', 'ky'] } },
      { schema: 'Company', properties: { name: ['Listed Trading Ltd'], country: ['ng'] } },
    ]);
    expect(await outcomeOf(provider, person('Nobody'))).toBe(0);
    expect(await outcomeOf(provider, person('Bo Faint'))).toBe(0);
  });

  test.each([...HTTP_FAULTS, ...YENTE_FAULTS])('%s: fails for listed and unlisted subjects', async (fault) => {
    server.fault = fault;
    const kind = expect.stringMatching(/^(Unreachable|Timeout|Status|TooLarge|NotUnderstood|NotLoaded)$/);
    expect(await outcomeOf(hasty, person('Nobody'))).toEqual(kind);
    expect(await outcomeOf(hasty, person('Ada Listed'))).toEqual(kind);
    expect(await outcomeOf(hasty, company('Nobody Ltd'))).toEqual(kind);
    server.fault = undefined;
    expect(await outcomeOf(provider, person('Nobody'))).toBe(0);
  });

  test('an entry with missing or malformed details is still a hit', async () => {
    for (const details of ['none', 'odd'] as const) {
      server.details = details;
      expect(await provider.screen(person('Ada Listed'), never)).toMatchObject([{ entityId: 'NK-A7z', ...NO_DETAILS }]);
    }
    server.details = 'whole';
  });

  test('caches the catalogue, and fetches it again after NotLoaded', async () => {
    const trusting = createYente({ url: server.url, dataset: 'sanctions', minScore: 0.7 });
    server.fault = 'not-indexed';
    expect(await outcomeOf(trusting, person('Nobody'))).toBe('NotLoaded');
    server.fault = undefined;
    for (let time = 0; time < 3; time++) expect(await outcomeOf(trusting, person('Nobody'))).toBe(0);
    expect(server.paths.filter((path) => path === 'GET /catalog')).toHaveLength(2);
    await trusting.close();
  });

  test('no failure contains the name of a subject', async () => {
    for (const fault of [...HTTP_FAULTS, ...YENTE_FAULTS]) {
      server.fault = fault;
      const error: unknown = await hasty.screen(person('Ada Listed'), never).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ScreeningFailure);
      expect(String(error instanceof Error ? `${error.stack} ${error.cause}` : '')).not.toMatch(/Listed|LISTED/);
    }
  });
});

describe('the built-in list', () => {
  const provider = createBuiltin();

  test('matches entries regardless of blanks, accents and case, and nothing else', async () => {
    expect(await provider.screen(person('  sánctia   LISTED '), never)).toEqual([
      {
        listName: 'onboarding-sandbox',
        entityId: 'SBX-1',
        name: 'Sanctia Listed',
        score: 1,
        birthDates: [],
        countries: ['NGA'],
        aliases: [],
        topics: ['sanction'],
      },
    ]);
    expect(await outcomeOf(provider, company('Sanctia Listed'))).toBe(0);
    expect(await outcomeOf(provider, person('Sanctia Listed Junior'))).toBe(0);
    expect(await outcomeOf(provider, company('Sanctioned Trading, Limited'))).toBe(1);
  });

  test('distinguishes namesakes by birth date if it is known', async () => {
    expect(await outcomeOf(provider, person('Doro Namesake', '1970-01-01'))).toBe(1);
    expect(await outcomeOf(provider, person('Doro Namesake', '1970-01-02'))).toBe(0);
    expect(await outcomeOf(provider, person('Doro Namesake'))).toBe(1);
  });
});

test('every country of the reference data has a unique two-letter code', () => {
  const known = Object.keys(JSON.parse(readFileSync('database/reference/countries.json', 'utf8')) as object);
  const codes = known.map(twoLettersOf);
  expect(codes.every((code) => /^[A-Z]{2}$/.test(code ?? ''))).toBe(true);
  expect(new Set(codes).size).toBe(249);
  expect(twoLettersOf('XXX')).toBeUndefined();
  expect(threeLettersOf(['ng', 'NG', 'NGA', 'ky', ' ', 'Iran', 'suhh'])).toEqual(['NGA', 'CYM', 'Iran', 'SUHH']);
});
