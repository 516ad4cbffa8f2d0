// What `config check` says about the settings of several services together.
import { describe, expect, test } from 'vitest';
import { SETTINGS } from './catalogue.ts';
import { checkSettings, type Finding, type GivenSettings } from './check.ts';

const told = (findings: readonly Finding[]) =>
  findings.map(({ kind, name, problem, services }) => `${kind} ${name} ${problem} (${services.join()})`);
const check = (given: Partial<Record<GivenSettings['service'], Record<string, string>>>) =>
  told(
    checkSettings(
      Object.entries(given).map(([service, environment]) => ({
        service: service as GivenSettings['service'],
        environment,
      })),
    ),
  );
const about = (words: string, findings: string[]) => findings.filter((one) => one.includes(words));

describe('values that must agree', () => {
  test('every setting that services share is compared, and the value is not repeated', () => {
    const shared = [...SETTINGS].filter(([, setting]) => setting.shared === true);
    expect(shared.length).toBeGreaterThan(10);
    for (const [name, setting] of shared) {
      const readers = Object.keys(setting.readBy) as GivenSettings['service'][];
      expect(readers.length, name).toBeGreaterThan(1);
    }
    const secret = (letter: string) => ({ PORTAL_CLIENT_SECRET: letter.repeat(32) });
    expect(about('PORTAL_CLIENT_SECRET', check({ api: secret('a'), identity: secret('a') })).join()).not.toContain(
      'differs',
    );
    const findings = check({ api: secret('a'), identity: secret('b') });
    expect(about('differs', findings)).toEqual([
      'fault PORTAL_CLIENT_SECRET of the API differs from PORTAL_CLIENT_SECRET of identity (api,identity)',
    ]);
    expect(findings.join()).not.toContain('bbbb');
  });

  test('lists are compared by content, and a value that only one service has differs from none', () => {
    const ports = (text: string) => ({ WEBHOOK_PORTS: text });
    expect(about('differs', check({ api: ports('443,8443'), worker: ports('443, 8443') }))).toEqual([]);
    expect(about('differs', check({ api: ports('443'), worker: ports('444') }))).toEqual([
      'fault WEBHOOK_PORTS of the API differs from WEBHOOK_PORTS of the worker (api,worker)',
    ]);
    expect(about('differs', check({ api: { PORTAL_URL: 'https://a.example' }, identity: {} }))).toEqual([]);
  });

  test('the issuer is one setting under two names', () => {
    const given = (api: string, identity: string) => ({ api: { TOKEN_ISSUER: api }, identity: { ISSUER: identity } });
    expect(about('differs', check(given('https://id.example', 'https://id.example')))).toEqual([]);
    expect(about('differs', check(given('https://id.example', 'https://other.example')))).toEqual([
      'fault TOKEN_ISSUER of the API differs from ISSUER of identity (api,identity)',
    ]);
  });
});

describe('an unknown name', () => {
  const unknown = (environment: Record<string, string>, ownNames: string[] = []) =>
    checkSettings([{ service: 'api', environment, ownNames }])
      .filter(({ problem }) => problem.includes('unknown'))
      .map(({ name, cure }) => `${name}: ${cure}`);

  test.each([
    ['one letter away from ours', 'S3_BUCKEZ', 'S3_BUCKET'],
    ['a letter short', 'KEY_RIN', 'KEY_RING'],
    ['a letter long', 'WORKER_ROLESS', 'WORKER_ROLES'],
    ['two letters away', 'DATABASE_URRR', 'DATABASE_URL'],
    ['short and one letter away', 'HOSP', 'HOST'],
    ['with the prefix of several of ours', 'TOKEN_SOMETHING_ELSE', 'TOKEN_'],
    ['a file with a similar name', 'KEY_RONG_FILE', 'KEY_RING'],
    ['a file for a setting that is no secret', 'S3_BUCKET_FILE', 'S3_BUCKET'],
  ])('is reported with the nearest of ours if it is %s', (_, name, nearest) => {
    const [found, ...others] = unknown({ [name]: 'x' });
    expect(others).toEqual([]);
    expect(found).toContain(`${name}: Did you mean ${nearest}`);
  });

  test.each([
    ['KEY_RING'],
    ['KEY_RING_FILE'],
    ['SOMETHING_ELSE'],
    // Two of four letters differ.
    ['HOPE'],
    ['ONBOARDING_API_SERVICE_HOST'],
    ['ONBOARDING_API_PORT_8080_TCP_ADDR'],
    ['S3_SERVICE_PORT'],
    ['AWS_REGION'],
    ['LC_ALL'],
    ['PATH'],
  ])('is not reported: %s', (name) => {
    expect(unknown({ [name]: 'x' })).toEqual([]);
  });

  test('is reported in any case if it was set only for our services', () => {
    expect(unknown({ SOMETHING_ELSE: 'x' }, ['SOMETHING_ELSE'])).toHaveLength(1);
    expect(unknown({ SOMETHING_ELSE: 'x' }, ['OTHER'])).toEqual([]);
  });
});

describe('logins of the database', () => {
  test.each([
    ['STAFF_DATABASE_URL', 'api', 'onboarding_staff', 'the API'],
    ['DATABASE_URL', 'worker', 'onboarding_worker', 'the worker'],
    ['DATABASE_URL', 'api', 'onboarding_app', 'the API'],
    ['OPERATIONS_DATABASE_URL', 'ctl', 'onboarding_operations', 'onboardingctl'],
    ['MIGRATION_DATABASE_URL', 'ctl', 'onboarding_owner', 'onboardingctl'],
  ] as const)('%s of %s must sign in as %s', (name, service, role, called) => {
    const findings = (user: string) =>
      about('signs in', check({ [service]: { [name]: `postgres://${user}:secret@db.example/x` } }));
    expect([findings(role), findings(`${role}_2`)]).toEqual([[], []]);
    expect(findings('some%20one')).toEqual([
      `warning ${name} signs in as some one, but ${called} needs the role ${role} (${service})`,
    ]);
  });
});

test('a service outside development without proxies is reported, and in development it is not', () => {
  const findings = (ENVIRONMENT: string, TRUSTED_PROXIES: string) =>
    about('TRUSTED_PROXIES', check({ api: { ENVIRONMENT, TRUSTED_PROXIES } }));
  expect(findings('production', '0')).toHaveLength(1);
  expect(findings('sandbox', '0')).toHaveLength(1);
  expect([findings('development', '0'), findings('production', '1')]).toEqual([[], []]);
});

test('a finding that several services have is reported once, with all of them', () => {
  const findings = check({ api: { ENVIRONMENT: 'test' }, worker: { ENVIRONMENT: 'test' }, identity: {} });
  expect(about('fault ENVIRONMENT must', findings)).toEqual([
    'fault ENVIRONMENT must be one of development, sandbox, production (api,worker)',
  ]);
  expect(about('fault ENVIRONMENT is not set', findings)).toEqual(['fault ENVIRONMENT is not set (identity)']);
});

test('a command that lacks settings only gets warnings, except for what is removed after the preparation', () => {
  const findings = check({ ctl: {} });
  expect(findings.filter((one) => !one.startsWith('warning'))).toEqual([]);
  expect(about('OPERATIONS_DATABASE_URL is not set', findings)).toHaveLength(1);
  for (const name of ['SUPERUSER_DATABASE_URL', 'OWNER_PASSWORD', 'LOGIN_PASSWORD', 'STORAGE_LINK_USER'])
    expect(about(`${name} `, findings)).toEqual([]);
  const given = { OPERATIONS_DATABASE_URL_FILE: '/nowhere' };
  expect(about('OPERATIONS_DATABASE_URL is not set', check({ ctl: given }))).toEqual([]);
});
