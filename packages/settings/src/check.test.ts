import { expect, test } from 'vitest';
import { checkSettings } from './check.ts';

const warningsFor = (environment: Record<string, string>) =>
  checkSettings([{ service: 'identity', environment }])
    .filter(({ kind }) => kind === 'warning')
    .map(({ name, problem }) => `${name} ${problem}`);
const url = (login: string) => ({ DATABASE_URL: `postgres://${login}:secret@db.example/onboarding` });

test('both logins of the role of a service are accepted, and those of others are reported', () => {
  expect(warningsFor(url('onboarding_identity'))).toEqual([]);
  expect(warningsFor(url('onboarding_identity_2'))).toEqual([]);
  for (const login of ['onboarding_app', 'onboarding_app_2', 'onboarding_identity_3'])
    expect(warningsFor(url(login))).toEqual([
      `DATABASE_URL signs in as ${login}, but identity needs the role onboarding_identity`,
    ]);
});

test('in production, a sender with a domain of examples is reported', () => {
  const isReported = (MAIL_FROM: string, ENVIRONMENT = 'production') =>
    checkSettings([{ service: 'worker', environment: { ENVIRONMENT, MAIL_FROM } }]).some(
      ({ name, kind }) => name === 'MAIL_FROM' && kind === 'warning',
    );
  for (const from of ['no-reply@example.com', 'Us <us@mail.example.org>', 'us@acme.example'])
    expect(isReported(from), from).toBe(true);
  for (const from of ['no-reply@acme.com', 'Us <us@myexample.com>', 'example@acme.com'])
    expect(isReported(from), from).toBe(false);
  expect(isReported('no-reply@example.com', 'development')).toBe(false);
});

test('a secret that still has the dots of an example is a fault', () => {
  const placeholders = checkSettings([
    {
      service: 'worker',
      environment: {
        DATABASE_URL: 'postgres://onboarding_worker:...@db.internal/onboarding',
        S3_ACCESS_KEY: '...',
        S3_SECRET_KEY: 'a...b',
        MAIL_FROM: 'us...@acme.com',
      },
    },
  ]).filter(({ problem }) => problem.includes('"..."'));
  expect(placeholders.map(({ kind, name }) => [kind, name])).toEqual([
    ['fault', 'DATABASE_URL'],
    ['fault', 'S3_ACCESS_KEY'],
  ]);
});

test('a worker in production needs a place for statements, except in a rehearsal', () => {
  const isRefused = (REHEARSAL: string) =>
    checkSettings([{ service: 'worker', environment: { ENVIRONMENT: 'production', REHEARSAL } }]).some(
      ({ name, kind }) => name === 'AUDIT_ANCHORS' && kind === 'fault',
    );
  expect([isRefused('false'), isRefused('true')]).toEqual([true, false]);
});

test('variables of Node and of its libraries in a settings file are not reported, unlike an unknown one', () => {
  const names = ['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS', 'AWS_ROLE_ARN', 'TZ', 'https_proxy', 'NODES'];
  const environment = Object.fromEntries(names.map((name) => [name, 'x']));
  const reported = checkSettings([{ service: 'identity', environment, ownNames: names }])
    .filter(({ problem }) => problem.includes('unknown'))
    .map(({ name }) => name);
  expect(reported).toEqual(['NODES']);
});

test('an earlier secret that is still accepted is reported, without its value', () => {
  const earlier = 'the earlier secret of the portal, which is long';
  const reported = warningsFor({ PORTAL_CLIENT_SECRET_PREVIOUS: earlier });
  expect(reported).toEqual(['PORTAL_CLIENT_SECRET_PREVIOUS is set, so an earlier secret is still accepted']);
  expect(reported.join()).not.toContain(earlier);
});
