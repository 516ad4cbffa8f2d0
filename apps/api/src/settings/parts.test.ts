// What the settings make of the API. They are checked when they are read, see config.test.ts.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { noScanner } from '@onboarding/platform/clamd';
import { openKeyRing } from '@onboarding/platform/crypto';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../tests/harness/temporary-folder.ts';
import { TEST_KEY_RING } from '../../../../tests/harness/values.ts';
import type { ApiConfig } from '../config.ts';
import { eventSecretsOf, partsFrom, ratesOf, sitesOf } from './parts.ts';

const SETTINGS = {
  ENVIRONMENT: 'production',
  REHEARSAL: false,
  OPERATORS_BOOK: false,
  TRUSTED_PROXIES: 2,
  TOKEN_ISSUER: 'https://tokens.test',
  WEBHOOK_PORTS: [443],
  PORTAL_URL: 'https://portal.test',
  PORTAL_CLIENT_SECRET: 'a secret of the portal',
  CONSOLE_URL: 'https://console.test',
  CONSOLE_CLIENT_SECRET: 'a secret of the console',
} as const;
const settings = (changes: Partial<ApiConfig> = {}) => ({ ...SETTINGS, ...changes }) as unknown as ApiConfig;

const given = { keys: openKeyRing(TEST_KEY_RING), clock: { now: () => new Date(0) } };
const sites = (changes: Partial<ApiConfig> = {}) => sitesOf(settings(changes), given);
const folder = temporaryFolder('built-sites');
for (const name of ['portal', 'console', 'docs', 'handbook']) {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'index.html'), `<h1>${name}</h1>`);
}
const partsOf = (changes: Partial<ApiConfig> = {}) => partsFrom(settings(changes), folder);
const placeOf = (changes: Partial<ApiConfig>) => sites(changes).partner?.place;

describe('the sites', () => {
  test('are those of both realms, each at its own address', () => {
    const { partner, staff } = sites();
    expect([partner?.realm, partner?.origin, partner?.issuer]).toEqual([
      'partner',
      'https://portal.test',
      'https://tokens.test',
    ]);
    expect([staff?.realm, staff?.origin, staff?.issuer]).toEqual([
      'staff',
      'https://console.test',
      'https://tokens.test',
    ]);
  });

  test.each<[Partial<ApiConfig>, string[]]>([
    [{ PORTAL_URL: undefined }, ['staff']],
    [{ PORTAL_CLIENT_SECRET: undefined }, ['staff']],
    [{ CONSOLE_URL: undefined }, ['partner']],
    [{ CONSOLE_CLIENT_SECRET: undefined }, ['partner']],
    [{ PORTAL_URL: undefined, CONSOLE_URL: undefined }, []],
    [{ CONSOLE_URL: undefined, OPERATORS_BOOK: true }, ['partner']],
  ])('lack the one that is not configured: with %o there are %o', (changes, realms) => {
    expect(Object.keys(sites(changes))).toEqual(realms);
  });

  test.each<[Partial<ApiConfig>, string]>([
    [{ ENVIRONMENT: 'development' }, 'development'],
    [{ ENVIRONMENT: 'development', SIMULATED_REVIEWS: true }, 'sandbox'],
    [{ ENVIRONMENT: 'sandbox' }, 'sandbox'],
    [{ ENVIRONMENT: 'production' }, 'production'],
    [{ ENVIRONMENT: 'production', REHEARSAL: true }, 'rehearsal'],
    [{ ENVIRONMENT: 'sandbox', REHEARSAL: true }, 'rehearsal'],
  ])('show the environment: with %o it is %s', (changes, environment) => {
    expect(placeOf(changes)?.environment).toBe(environment);
  });

  test('link to the account page of the provider where users sign in, or to the configured one', () => {
    expect(placeOf({})?.accountUrl).toBe('https://tokens.test/account');
    const SIGN_IN_ISSUER = 'https://people.test';
    expect(placeOf({ SIGN_IN_ISSUER })?.accountUrl).toBe('https://people.test/account');
    expect(sites({ SIGN_IN_ISSUER }).partner?.issuer).toBe('https://people.test');
    expect(placeOf({ ACCOUNT_URL: 'https://account.test/me' })?.accountUrl).toBe('https://account.test/me');
  });

  test('link to the other environment from the portal only, and to the operators’ book from the console only', () => {
    const { partner, staff } = sites({ OTHER_PORTAL_URL: 'https://sandbox.test', OPERATORS_BOOK: true });
    expect([partner?.place.otherEnvironmentUrl, partner?.place.handbookUrl]).toEqual([
      'https://sandbox.test/portal/',
      null,
    ]);
    expect([staff?.place.otherEnvironmentUrl, staff?.place.handbookUrl]).toEqual([
      null,
      'https://console.test/console/handbook/',
    ]);
    expect(sites().partner?.place.otherEnvironmentUrl).toBeNull();
    expect(sites().staff?.place.handbookUrl).toBeNull();
  });
});

describe('the app', () => {
  test.each<[Partial<ApiConfig>, object]>([
    [{ ENVIRONMENT: 'development' }, { encryptedOnly: false, sandbox: false, rehearsal: false }],
    [
      { ENVIRONMENT: 'development', SIMULATED_REVIEWS: true },
      { encryptedOnly: false, sandbox: true },
    ],
    [{ ENVIRONMENT: 'sandbox' }, { encryptedOnly: true, sandbox: true }],
    [{ ENVIRONMENT: 'production' }, { encryptedOnly: true, sandbox: false, rehearsal: false }],
    [{ REHEARSAL: true }, { encryptedOnly: true, rehearsal: true }],
    [{ TRUSTED_PROXIES: 3 }, { trustedProxies: 3 }],
  ])('with %o is %o', (changes, parts) => {
    expect(partsOf(changes)).toMatchObject(parts);
  });

  test('scans with the configured scanner, and without one with none', () => {
    expect(partsOf().scanner).toBe(noScanner);
    expect(partsOf({ CLAMD_HOST: '127.0.0.1', CLAMD_PORT: 3310 }).scanner).not.toBe(noScanner);
  });

  test('serves the operators’ book only where it is wanted', () => {
    expect(partsOf().handbook).toBeUndefined();
    expect(partsOf({ OPERATORS_BOOK: true }).handbook).toBeTypeOf('function');
  });

  test('serves each site from its own folder', () => {
    const { built, pages, handbook } = partsOf({ OPERATORS_BOOK: true });
    expect([built.partner()?.index, built.staff()?.index]).toEqual([
      expect.stringContaining('portal'),
      expect.stringContaining('console'),
    ]);
    const bodies = [pages, handbook].map((source) => String(source?.()?.files.get('index.html')?.body));
    expect(bodies).toEqual(['<h1>docs</h1>', '<h1>handbook</h1>']);
  });

  test('names the support contact, with its e-mail address if there is one', () => {
    expect(partsOf().contact).toStrictEqual({ name: 'Integration support' });
    expect(partsOf({ CONTACT_EMAIL: 'help@onboarding.test' }).contact).toEqual({
      name: 'Integration support',
      email: 'help@onboarding.test',
    });
  });

  test('tells partners the token endpoint of the issuer, or the configured one', () => {
    expect(partsOf().tokenAddresses).toEqual({
      issuer: 'https://tokens.test',
      tokenEndpoint: 'https://tokens.test/oauth2/token',
    });
    const TOKEN_ENDPOINT = 'https://other.test/token';
    expect(partsOf({ TOKEN_ENDPOINT }).tokenAddresses.tokenEndpoint).toBe(TOKEN_ENDPOINT);
  });
});

test('each rate limit is that of its own setting', () => {
  const limits = {
    ...{ RATE_LIMIT_READS: 1, RATE_LIMIT_WRITES: 2, RATE_LIMIT_UPLOAD_LINKS: 3 },
    ...{ RATE_LIMIT_SESSION: 4, RATE_LIMIT_STRANGERS: 5 },
  };
  expect(ratesOf(settings(limits))).toEqual({
    perSecond: { reads: 1, writes: 2, 'upload-links': 3, session: 4 },
    forgedCookiesPerMinute: 5,
  });
});

test.each<[string | undefined, string | undefined, string[]]>([
  [undefined, undefined, []],
  ['new', undefined, ['new']],
  ['new', 'old', ['new', 'old']],
  [undefined, 'old', []],
])('of the secrets %s and %s of storage events, %o are accepted', (current, previous, accepted) => {
  const secrets = { STORAGE_EVENTS_SECRET: current, STORAGE_EVENTS_SECRET_PREVIOUS: previous };
  expect(eventSecretsOf(settings(secrets as Partial<ApiConfig>))).toEqual(accepted);
});
