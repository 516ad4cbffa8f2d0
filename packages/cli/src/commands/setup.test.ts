// The commands that set up a machine: init, completion, doctor and token.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { TokenRequestError } from '@onboarding/sdk';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type CliHome,
  type CliOptions,
  makeCliHome,
  runCli,
  serve,
  type TestServer,
} from '../../../../tests/harness/cli.ts';
import { isRefusal } from '../profiles/tokens.ts';

let home: CliHome;
let identity: TestServer;
let requests: URLSearchParams[];
let status: number;
beforeAll(async () => {
  home = makeCliHome();
  identity = await serve(async (request, response) => {
    requests.push(new URLSearchParams(await text(request)));
    const answer =
      status === 200 ? { access_token: 't-1', expires_in: 300, scope: 'all' } : { error: 'invalid_client' };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
});
beforeEach(() => {
  requests = [];
  status = 200;
});
afterAll(async () => {
  await identity.close();
  home.remove();
});

const run = (words: readonly string[], options: CliOptions = {}) =>
  runCli(words, {
    ...options,
    environment: { XDG_CONFIG_HOME: home.folder, ONBOARDING_ISSUER: identity.url, ...options.environment },
  });
const SETTINGS = ['--api', 'https://api.example', '--client-id', 'acme-1'];
const stored = () => JSON.parse(readFileSync(join(home.folder, 'onboarding', 'config.json'), 'utf8'));

test('init stores the profile with the given key, makes it the current one, and checks it with a token', async () => {
  await run(['init', '--env', 'other', ...SETTINGS, '--key', home.keyFile]);
  const { code, out, err } = await run(['init', '--env', 'mine', ...SETTINGS, '--key', home.keyFile]);
  expect([code, err]).toEqual([0, 'Requesting a first token\n']);
  const profile = { api: 'https://api.example', issuer: identity.url, clientId: 'acme-1', keyFile: home.keyFile };
  expect(stored()).toEqual({ current: 'mine', profiles: { other: profile, mine: profile } });
  expect(requests).toHaveLength(2);
  for (const [name, value] of [
    ['API', 'https://api.example'],
    ['Issuer', identity.url],
    ['Client', 'acme-1'],
    ['Key', home.keyFile],
  ])
    expect(out).toMatch(new RegExp(`^${name} +${value}$`, 'm'));
});

test('init asks on a terminal for what is missing, and for nothing else', async () => {
  const asked: string[] = [];
  const ask = async (question: string) => {
    asked.push(question);
    return ' acme-2 ';
  };
  const words = ['init', '--env', 'asked', '--api', 'https://api.example', '--key', home.keyFile, '--wait', '0s'];
  expect(await run(words, { ask })).toMatchObject({ code: 0 });
  expect(asked).toEqual(['Client id (the same page): ']);
  expect(stored().profiles.asked.clientId).toBe('acme-2');
});

test('init without a key creates one that only its owner can read, and never overwrites it', async () => {
  status = 401;
  const first = await run(['init', '--env', 'fresh', ...SETTINGS]);
  expect(first).toMatchObject({ code: 3, out: '', err: expect.stringContaining('-----BEGIN CERTIFICATE-----') });
  const { keyFile, certificateFile } = stored().profiles.fresh;
  const key = readFileSync(keyFile, 'utf8');
  expect([keyFile, certificateFile]).toEqual(
    ['fresh.key.pem', 'fresh.certificate.pem'].map((name) => join(home.folder, 'onboarding', name)),
  );
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  await run(['init', '--env', 'fresh', ...SETTINGS, '--new-key']);
  expect(stored().profiles.fresh.keyFile).toBe(join(home.folder, 'onboarding', 'fresh-2.key.pem'));
  expect(readFileSync(keyFile, 'utf8')).toBe(key);
  expect(existsSync(join(home.folder, 'onboarding', 'fresh-2.certificate.pem'))).toBe(true);
});

test('init refuses a key that is not in a file', async () => {
  expect(await run(['init', ...SETTINGS, '--key', '-'])).toMatchObject({ code: 2, out: '' });
  expect(requests).toEqual([]);
});

test('token asks for the given scope, and for none without the option', async () => {
  const words = ['token', ...SETTINGS, '--key', home.keyFile];
  await run(words);
  await run([...words, '--scope', 'partner.read']);
  expect(requests.map((sent) => sent.get('scope'))).toEqual([null, 'partner.read']);
});

test.each([
  [400, true],
  [401, true],
  [428, true],
  [429, false],
  [499, true],
  [500, false],
  [503, false],
  [undefined, false],
])('an answer %s of the token endpoint is a refusal: %s', (answered, expected) => {
  expect(isRefusal(new TokenRequestError('x', answered === undefined ? {} : { status: answered }))).toBe(expected);
  expect(isRefusal(Object.assign(new Error('x'), { status: 401 }))).toBe(false);
});

test('the doctor prints a line for each check, with the cure below a fault', async () => {
  const { code, out } = await run(['doctor', '--key', '/none', '--client-id', 'acme-1', '--api', identity.url]);
  expect(code).toBe(1);
  expect(out).toMatch(/^FAULT {4}key {10}\S.*\n {22}-> \S/m);
  expect(out).toMatch(/^skipped {2}certificate {2}\S/m);
});

/** In each shell: the names of the commands, how a place is named, and how an option that takes a value is marked. */
test.each([
  [
    'bash',
    /^ {4}case " (.*) " in$/m,
    "    'businesses list')\n      words='--search --status ",
    / valued=' --search --status /,
  ],
  [
    'zsh',
    /^ {4}case " (.*) " in$/m,
    "    'businesses list')\n      choices=('--search:only with words",
    / valued=' --search --status /,
  ],
  [
    'fish',
    /^ {4}contains -- \$word (.*); and/m,
    "-n '__onboarding_at businesses list' -l search -r -d ",
    / -l status -r -d /,
  ],
])('the completion of %s has every command once, with its options', async (shell, commands, place, valued) => {
  const { code, out } = await run(['completion', shell]);
  expect(code).toBe(0);
  const named = commands.exec(out)?.[1]?.split(' ') ?? [];
  expect(new Set(named).size).toBe(named.length);
  expect(named).toEqual(expect.arrayContaining(['init', 'businesses', 'list', 'events', 'tail', 'completion']));
  expect(out).toContain(place);
  expect(out).toMatch(valued);
  // A command without subcommands has no words but its options; a flag takes no value.
  expect(out).not.toMatch(/valued='[^']* --json /);
  expect(out).not.toMatch(/-l json -r/);
});
