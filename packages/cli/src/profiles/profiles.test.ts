// How a command chooses its environment and credentials, and what it stores for the next one.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  changeProfile,
  isExposed,
  type ProfileFile,
  profilePath,
  readProfiles,
  writePrivately,
} from './profile-file.ts';
import { completeSettings, findSettings, isLocal, readPrivateKey, toUrl } from './settings.ts';
import { provideSecret } from './webhook-secret.ts';

let home: string;
let file: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'onboarding-'));
  file = profilePath({ HOME: home });
});
afterEach(() => rmSync(home, { recursive: true }));

function store(profiles: ProfileFile | string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof profiles === 'string' ? profiles : JSON.stringify(profiles));
}
const find = (given = {}, environment = {}) => findSettings(given, { HOME: home, ...environment });
const usage = (message: RegExp) => expect.objectContaining({ exitCode: 2, message: expect.stringMatching(message) });
const refusal = (message: RegExp) => expect.objectContaining({ exitCode: 1, message: expect.stringMatching(message) });

const KEPT = {
  api: 'https://kept.example',
  issuer: 'https://id.kept.example',
  clientId: 'kept-1',
  keyFile: '/kept.pem',
  certificateFile: '/kept.certificate.pem',
};

test.each([
  ['http://localhost', true],
  ['http://localhost.:80', true],
  ['http://app.localhost', true],
  ['http://127.0.0.1', true],
  ['http://127.9.9.9', true],
  ['http://[::1]', true],
  ['http://localhost.example', false],
  ['http://notlocalhost', false],
  ['http://127.0.0.1.example', false],
  ['http://128.0.0.1', false],
  ['http://[::2]', false],
])('%s is local: %s', (url, expected) => {
  expect(isLocal(new URL(url))).toBe(expected);
});

describe('profiles', () => {
  test.each([
    [{ HOME: '/h' }, '/h/.config/onboarding/config.json'],
    [{ HOME: '/h', XDG_CONFIG_HOME: '/x' }, '/x/onboarding/config.json'],
    [{ HOME: '/h', XDG_CONFIG_HOME: '' }, '/h/.config/onboarding/config.json'],
  ])('with %j are stored in %s', (environment, expected) => {
    expect(profilePath(environment)).toBe(expected);
  });

  test('are empty without a file', async () => {
    expect(await readProfiles(file)).toEqual({ profiles: {} });
  });

  test.each([
    '',
    '{}',
    'null',
    '[]',
    '{"profiles":null}',
    '{"profiles":{"a":null}}',
    '{"profiles":{"a":{"api":1}}}',
    '{',
  ])('are rejected if the file is damaged: %s', async (text) => {
    store(text);
    await expect(readProfiles(file)).rejects.toThrow(refusal(/is damaged/));
  });

  test('are rejected with the reason if the file is unreadable', async () => {
    mkdirSync(file, { recursive: true });
    await expect(readProfiles(file)).rejects.toThrow(refusal(/cannot be read \(EISDIR\)/));
  });

  test('are changed one at a time, in a file only its owner can read', async () => {
    await changeProfile(file, 'one', { api: 'a', clientId: 'c' });
    await changeProfile(file, 'two', { api: 'b' }, { makeCurrent: true });
    await changeProfile(file, 'one', { api: 'c' });
    expect(await readProfiles(file)).toEqual({
      current: 'two',
      profiles: { one: { api: 'c', clientId: 'c' }, two: { api: 'b' } },
    });
    expect([statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(readdirSync(dirname(file))).toEqual(['config.json']);
  });

  test.each([
    [0o600, false],
    [0o640, true],
    [0o604, true],
    [0o700, false],
  ])('with mode %o are exposed: %s', async (mode, expected) => {
    await writePrivately(file, '{}');
    chmodSync(file, mode);
    expect(await isExposed(file)).toBe(expected);
  });
});

describe('the profile in use', () => {
  const two = { profiles: { first: { api: 'https://1' }, second: { api: 'https://2' } } };
  test.each([
    ['named by the flag, before the environment', two, { env: 'second' }, { ONBOARDING_ENV: 'first' }, 'second'],
    [
      'named by the environment, before the current one',
      { ...two, current: 'first' },
      {},
      { ONBOARDING_ENV: 'second' },
      'second',
    ],
    ['the current one', { ...two, current: 'second' }, {}, { ONBOARDING_ENV: '' }, 'second'],
    ['the first one, if none is current', two, {}, {}, 'first'],
    ['sandbox, if there are no profiles', { profiles: {} }, {}, {}, 'sandbox'],
    ['named with up to 32 characters', two, { env: `a${'-'.repeat(31)}` }, {}, `a${'-'.repeat(31)}`],
  ])('is %s', async (_, profiles, given, environment, expected) => {
    store(profiles);
    expect(await find(given, environment)).toMatchObject({ profile: expected, file });
  });

  test.each(['', '../x', 'Upper', '-a', `a${'b'.repeat(32)}`, 'a b'])('cannot be called "%s"', async (env) => {
    await expect(find({ env })).rejects.toThrow(usage(/^--env must be a profile name/));
  });
});

describe('settings', () => {
  test('come from flags, then the environment, then the profile', async () => {
    store({ profiles: { sandbox: KEPT } });
    const environment = { ONBOARDING_API: 'https://env.example', ONBOARDING_CLIENT_ID: 'env-1', ONBOARDING_ISSUER: '' };
    expect(await find({ api: 'https://flag.example' }, environment)).toEqual({
      ...KEPT,
      profile: 'sandbox',
      file,
      api: 'https://flag.example',
      clientId: 'env-1',
    });
  });

  test('include the certificate of the profile only with the key of the profile', async () => {
    store({ profiles: { sandbox: KEPT } });
    expect((await find({ key: '/kept.pem' })).certificateFile).toBe('/kept.certificate.pem');
    expect((await find({ key: '/other.pem' })).certificateFile).toBeUndefined();
    expect((await find({}, { ONBOARDING_KEY: '/other.pem' })).certificateFile).toBeUndefined();
  });

  test('use the key from the environment unless a flag names a file', async () => {
    const environment = { ONBOARDING_PRIVATE_KEY: 'PEM' };
    expect((await find({}, environment)).privateKey).toBe('PEM');
    expect(await find({ key: '/a.pem' }, environment)).not.toHaveProperty('privateKey');
    expect(await find({}, { ONBOARDING_PRIVATE_KEY: '' })).not.toHaveProperty('privateKey');
  });

  test('prefer the secret from the environment to that of the profile', async () => {
    store({ profiles: { sandbox: { webhookSecret: 'kept' } } });
    expect((await find()).webhookSecret).toBe('kept');
    expect((await find({}, { ONBOARDING_WEBHOOK_SECRET: 'env' })).webhookSecret).toBe('env');
    expect(await find({ env: 'other' })).not.toHaveProperty('webhookSecret');
  });

  const found = {
    profile: 'sandbox',
    file: '/f',
    api: 'https://api.example/',
    issuer: 'https://id.example/',
    clientId: 'a',
  };
  test('drop the trailing slash of the API URL, and derive the token endpoint from the issuer', () => {
    expect(completeSettings(found)).toEqual({
      ...found,
      api: 'https://api.example',
      tokenEndpoint: 'https://id.example/oauth2/token',
    });
    expect(completeSettings({ ...found, tokenEndpoint: 'https://t.example' }).tokenEndpoint).toBe('https://t.example');
  });

  test.each([
    ['api', /^--api is missing.*init --env sandbox.*ONBOARDING_API/],
    ['issuer', /^--issuer is missing.*ONBOARDING_ISSUER/],
    ['clientId', /^--client-id is missing.*ONBOARDING_CLIENT_ID/],
  ] as const)('without %s are rejected with advice', (name, message) => {
    const { [name]: _, ...rest } = found;
    expect(() => completeSettings(rest)).toThrow(usage(message));
  });

  test('require https for other machines', () => {
    expect(() => completeSettings({ ...found, api: 'http://api.example' })).toThrow(usage(/must start with https/));
    expect(completeSettings({ ...found, api: 'http://localhost:3000' }).api).toBe('http://localhost:3000');
    expect(() => completeSettings({ ...found, issuer: 'id.example' })).toThrow(usage(/^--issuer must be an address/));
  });

  test.each(['x', 'ftp://x', 'javascript:1'])('reject an address like %s', (text) => {
    expect(() => toUrl('--api', text)).toThrow(usage(/^--api must be an address that starts with http/));
  });
});

describe('the private key', () => {
  const base = { profile: 'sandbox', file: '/f' };
  const input = async () => 'from input';
  test('is read from the environment, standard input or its file', async () => {
    writeFileSync(join(home, 'key.pem'), 'from file');
    expect(await readPrivateKey({ ...base, privateKey: 'given', keyFile: '-' }, input)).toBe('given');
    expect(await readPrivateKey({ ...base, keyFile: '-' }, input)).toBe('from input');
    expect(await readPrivateKey({ ...base, keyFile: join(home, 'key.pem') }, input)).toBe('from file');
  });
  test('exits with 2 if it is missing, and with 1 if it is unreadable', async () => {
    await expect(readPrivateKey(base, input)).rejects.toThrow(usage(/^There is no private key/));
    await expect(readPrivateKey({ ...base, keyFile: '/none' }, input)).rejects.toThrow(
      refusal(/\/none cannot be read/),
    );
  });
});

describe('the local stack', () => {
  const partners = [
    { name: 'Acme Payments', clientId: 'acme', privateKeyFile: '/acme.pem', certificateFile: '/acme.certificate.pem' },
    { name: 'Bolt', clientId: 'bolt', privateKeyFile: '/bolt.pem' },
  ];
  const at = { api: 'http://localhost:1', issuer: 'http://localhost:2', tokenEndpoint: 'http://localhost:3' };
  const stackAt = (...folder: string[]) => {
    mkdirSync(join(home, ...folder), { recursive: true });
    writeFileSync(join(home, ...folder, 'env.json'), JSON.stringify({ ...at, partners }));
  };
  const ofStack = (given = {}) => find({ stack: true, ...given }, { ONBOARDING_STACK_DIR: home });

  test('uses its first partner, and ignores the stored profile', async () => {
    stackAt();
    store({ current: 'sandbox', profiles: { development: { ...KEPT, tokenEndpoint: 'https://kept' } } });
    expect(await ofStack()).toEqual({
      ...at,
      profile: 'development',
      file,
      clientId: 'acme',
      keyFile: '/acme.pem',
      certificateFile: '/acme.certificate.pem',
    });
  });
  test('uses the sandbox with --env sandbox, and matches --partner with the start of a name', async () => {
    stackAt('sandbox');
    const found = await ofStack({ env: 'sandbox', partner: 'BO' });
    expect(found).toMatchObject({ profile: 'sandbox', clientId: 'bolt' });
    expect(found).not.toHaveProperty('certificateFile');
    await expect(ofStack({ env: 'sandbox', partner: 'olt' })).rejects.toThrow(
      usage(/choose one of Acme Payments, Bolt/),
    );
  });
  test('has only development and sandbox, and must have been started', async () => {
    await expect(ofStack({ env: 'production' })).rejects.toThrow(usage(/development or sandbox, not "production"/));
    await expect(ofStack()).rejects.toThrow(refusal(/npm run stack -- up --env development/));
  });
});

describe('the signing secret', () => {
  const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  test('is created once and stored in the profile', async () => {
    const made = await provideSecret(await find());
    expect(made).toEqual({ secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/), isNew: true });
    expect(await provideSecret(await find())).toEqual({ secret: made.secret, isNew: false });
    expect(readFileSync(file, 'utf8')).toContain(made.secret);
  });
  test('is used unchanged if configured, and rejected if it cannot sign', async () => {
    expect(await provideSecret({ profile: 'a', file, webhookSecret: SECRET })).toEqual({
      secret: SECRET,
      isNew: false,
    });
    await expect(provideSecret({ profile: 'a', file, webhookSecret: 'short' })).rejects.toThrow(
      usage(/ONBOARDING_WEBHOOK_SECRET/),
    );
  });
  test('is not created if it cannot be stored', async () => {
    mkdirSync(file, { recursive: true });
    await expect(provideSecret({ profile: 'a', file })).rejects.toThrow(refusal(/cannot be stored in/));
  });
});
