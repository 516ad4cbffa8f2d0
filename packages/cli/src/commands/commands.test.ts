// Runs the commands against an API in the same process: what they send and print, and their exit codes.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../../../tests/harness/api.ts';
import {
  type CliHome,
  type CliOptions,
  makeCliHome,
  runCli,
  serve,
  type TestServer,
} from '../../../../tests/harness/cli.ts';
import type { TestDatabase } from '../../../../tests/harness/database.ts';
import { until } from '../../../../tests/harness/patience.ts';
import { documentIn } from '../../../../tests/harness/scenes/documents.ts';
import { setStatus } from '../../../../tests/harness/scenes/updates.ts';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});
let home: CliHome;
let identity: TestServer;
let apiUrl: string;
let tokenStatus: number;
beforeAll(async () => {
  home = makeCliHome();
  identity = await serve((_, response) => {
    const body =
      tokenStatus === 200
        ? { access_token: api.token, token_type: 'Bearer', expires_in: 300, scope: 'partner.read partner.write' }
        : { error: 'invalid_client' };
    response.writeHead(tokenStatus, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  apiUrl = await api.app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(() => {
  tokenStatus = 200;
});
afterAll(async () => {
  await identity.close();
  home.remove();
});

const run = (words: string, options: CliOptions = {}) =>
  runCli(words.split(' '), {
    ...options,
    environment: {
      HOME: home.folder,
      ONBOARDING_API: apiUrl,
      ONBOARDING_ISSUER: identity.url,
      ONBOARDING_CLIENT_ID: 'acme-1',
      ONBOARDING_KEY: home.keyFile,
      ...options.environment,
    },
  });

async function json(words: string, options: CliOptions = {}) {
  const { code, out, err } = await run(`${words} --json`, options);
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out);
}
const create = async () =>
  (await json('businesses create --example')) as { customerId: string; partnerCustomerId: string };

describe('businesses create', () => {
  test('requires either a file or --example', async () => {
    for (const words of ['businesses create', 'businesses create x.json --example'])
      expect(await run(words)).toMatchObject({ code: 2, err: expect.stringContaining('or use --example') });
  });

  test('prints the body and sends nothing with --dry-run', async () => {
    const body = await json('businesses create --example --dry-run', { environment: { ONBOARDING_API: '' } });
    expect(body).toMatchObject({
      companyName: 'Sample Trading Ltd',
      partnerCustomerId: expect.stringMatching(/^sample-/),
    });
    const { out } = await run('businesses create --example --dry-run');
    expect(out.split('\n').length).toBeGreaterThan(10);
  });

  test('creates one business per idempotency key, and says if it already existed', async () => {
    const input = JSON.stringify(await json('businesses create --example --dry-run'));
    const key = crypto.randomUUID();
    const first = await run(`businesses create - --idempotency-key ${key}`, { input });
    expect(first).toMatchObject({ code: 0, out: expect.stringMatching(/^Created\.\nCustomer {3}/) });
    expect(first.out).toContain('Amara Sample');
    const second = await run(`businesses create - --idempotency-key ${key}`, { input });
    expect(second.out).toMatch(/^Already created, with the same key\.\n/);
    expect(second.out.split('\n').slice(1)).toEqual(first.out.split('\n').slice(1));
  });

  test('shows warnings on standard error', async () => {
    const body = await json('businesses create --example --dry-run');
    const input = JSON.stringify({ ...body, fax: '1' });
    expect(await run('businesses create - --json', { input })).toMatchObject({
      code: 0,
      err: 'Warning: /fax: fax is unknown and was ignored.\n',
    });
  });

  test('lists all validation errors, and exits with 1', async () => {
    const { code, out, err } = await run('businesses create -', { input: '{"companyName":""}' });
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('\n  /email\n    email is required.\n');
    expect(err).toMatch(/\nRequest id: \S+\n$/);
    const told = await run('businesses create - --json', { input: '{"companyName":""}' });
    const { error } = JSON.parse(told.err);
    expect(error.details.length).toBeGreaterThan(1);
    expect(error).not.toHaveProperty('exitCode');
  });

  test.each([
    ['[]', 2, 'Standard input must be one JSON object.'],
    ['null', 2, 'Standard input must be one JSON object.'],
    ['1', 2, 'Standard input must be one JSON object.'],
    [' ', 1, 'Standard input is not JSON: it is empty.'],
    ['{\n "a" 1}', 1, 'Standard input is not JSON: check line 2, column 6.'],
  ])('rejects %j as a body', async (input, code, message) => {
    expect(await run('businesses create -', { input })).toEqual({ code, out: '', err: `${message}\n` });
  });

  test('rejects an unreadable file', async () => {
    expect(await run('businesses create /none.json')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^\/none.json cannot be read/),
    });
  });
});

test('businesses validate stores nothing', async () => {
  const body = await json('businesses create --example --dry-run');
  const path = home.write('body.json', JSON.stringify(body));
  expect(await run(`businesses validate ${path}`)).toEqual({ code: 0, out: 'Valid: it would be created.\n', err: '' });
  expect(await run(`businesses get ${body.partnerCustomerId}`)).toMatchObject({ code: 1 });
});

test('businesses get finds a business by id and by partner reference', async () => {
  const { customerId, partnerCustomerId } = await create();
  for (const name of [customerId, partnerCustomerId])
    expect(await json(`businesses get ${name}`)).toMatchObject({ customerId });
  const { out } = await run(`businesses get ${customerId}`);
  expect(out).toMatch(/^Customer {3}/);
  expect(out).toContain('LLC, NGA, TradingIncome');
  expect(out).toContain('NAME AND ROLE');
  expect(out).toContain('Amara Sample, UBO and DIRECTOR');
  expect(out).not.toContain('CATEGORY');
});

test('the status of a business without documents is its facts and its people', async () => {
  const { customerId } = await create();
  const { out } = await run(`businesses status ${customerId}`);
  expect(out).toMatch(/^Customer(?: .*\n\w+)+ {7}None\n\nPERSON +STATUS\n\S+ +NotStarted\n$/);
});

test('every command about a business accepts the partner reference too', async () => {
  const { customerId, partnerCustomerId: reference } = await create();
  const file = home.write('certificate.pdf', '%PDF-1.7');
  expect(await json(`businesses status ${reference}`)).toMatchObject({ customerId });
  expect(await run(`businesses watch ${reference} --timeout 0s`)).toMatchObject({ code: 4 });
  expect(await json(`businesses patch ${reference} --set tradingName=x`)).toMatchObject({ customerId });
  const unknown = `${reference}-x`;
  for (const words of [
    `businesses status ${unknown}`,
    `businesses watch ${unknown}`,
    `businesses patch ${unknown} --set tradingName=x`,
    `documents upload ${unknown} ${file} --category BankStatement`,
    `simulate ${unknown} Approve`,
    `advance ${unknown} 1`,
  ])
    expect(await run(words), words).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^There is no such business\. .* \(404 Customer\.NotFound\)\n/),
    });
});

test('reports an unknown business in the words of the command', async () => {
  const { code, out, err } = await run(`businesses status ${crypto.randomUUID()}`);
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(/^There is no such business\. .* \(404 Customer\.NotFound\)\nRequest id: /);
});

describe('businesses patch', () => {
  test('requires a file or a field', async () => {
    expect(await run('businesses patch x')).toMatchObject({ code: 2, err: expect.stringContaining('or use --set') });
  });
  test.each(['tradingName', '=x', 'a-b=1'])('rejects the field %s', async (field) => {
    expect(await run(`businesses patch x --set ${field}`)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`not "${field}"`),
    });
  });
  test('sends fields as JSON or text, prefers them to the file, and rejects an outdated --if-version', async () => {
    const { customerId } = await create();
    const { out, code } = await run(
      `businesses patch ${customerId} - --set tradingName=Lagos=1 --set phoneNumber="+2348031234568" --if-version 1`,
      { input: '{"tradingName":"File","website":"https://file.example"}' },
    );
    expect([code, out]).toEqual([0, expect.stringMatching(/^Changed\.\nCustomer {2}\S+\nVersion {3}2\n/)]);
    expect(await json(`businesses get ${customerId}`)).toMatchObject({
      tradingName: 'Lagos=1',
      phoneNumber: '+2348031234568',
      website: 'https://file.example',
    });
    expect(await run(`businesses patch ${customerId} --set tradingName=x --if-version 1`)).toMatchObject({ code: 1 });
  });
  test('says if nothing changed, or if the same key had been sent before', async () => {
    const { customerId } = await create();
    const set = `businesses patch ${customerId} --set tradingName=Lagos`;
    const key = `--idempotency-key ${crypto.randomUUID()}`;
    expect((await run(`${set} ${key}`)).out).toMatch(/^Changed\.\n/);
    expect((await run(`${set} ${key}`)).out).toMatch(/^Already sent, with the same key\.\n/);
    expect((await run(set)).out).toMatch(/^Nothing changed\.\n/);
    expect(await run(`businesses patch ${customerId} --set fax=1`)).toMatchObject({
      out: expect.stringMatching(/^Nothing changed\.\n/),
      err: 'Warning: /fax: fax is unknown and was ignored.\n',
    });
    expect(await json(set)).toMatchObject({ customerId, version: 2 });
  });
});

describe('businesses list', () => {
  test.each(['0', '-1', '1.5', 'x'])('rejects a limit of %s', async (limit) => {
    expect(await run(`businesses list --limit ${limit}`)).toMatchObject({
      code: 2,
      err: '--limit must be a whole number of at least 1.\n',
    });
  });
  test('lists matching businesses, newest first, up to the limit', async () => {
    const made = [];
    for (let count = 0; count < 3; count++) made.push((await create()).customerId);
    const ids = async (words: string) =>
      ((await json(`businesses list ${words}`)) as { customerId: string }[]).map(({ customerId }) => customerId);
    expect(await ids('--limit 2')).toEqual([made[2], made[1]]);
    expect(await ids('--limit 1 --country nga')).toEqual([made[2]]);
    expect(await ids('--limit 1 --status Rejected')).toEqual([]);
    expect(await ids('--limit 1 --number nobody-has-it')).toEqual([]);
    await run(`businesses patch ${made[1]} -`, { input: '{"metadata":{"plan":"gold","region":"west"}}' });
    await run(`businesses patch ${made[2]} -`, { input: '{"metadata":{"plan":"gold"}}' });
    expect(await ids('--metadata plan:gold')).toEqual([made[2], made[1]]);
    expect(await ids('--metadata plan:gold region:west')).toEqual([made[1]]);
    expect((await run(`businesses get ${made[1]}`)).out).toMatch(
      /\nMetadata {3}plan: gold\nMetadata {3}region: west\n/,
    );
    expect(await run('businesses list --country GBR')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^No business matches/),
    });
    expect((await run('businesses list --limit 1')).out).toMatch(/^CUSTOMER +STATUS +REFERENCE +COMPANY\n/);
  });
});

describe('businesses watch', () => {
  test('exits with 4 on timeout', async () => {
    const { customerId } = await create();
    const { code, out, err } = await run(`businesses watch ${customerId} --timeout 0s`);
    expect([code, err]).toEqual([4, expect.stringMatching(/^The business is still \w+ after 0 s\.\n$/)]);
    expect(out).toMatch(/UTC {2}\w+\n$/);
  });
  test('exits with 0 and shows the business once it is decided', async () => {
    const { customerId, partnerCustomerId } = await create();
    await setStatus(database, { customerId, partnerId: api.partner.partnerId, partnerCustomerId } as never, 'Approved');
    const { code, out } = await run(`businesses watch ${customerId} --timeout 0s`);
    expect([code, out]).toEqual([0, expect.stringMatching(/UTC {2}Approved\n\nCustomer {3}/)]);
    expect(await json(`businesses watch ${customerId} --timeout 0s`)).toMatchObject({ verificationStatus: 'Approved' });
  });
});

test('requirements accepts a country in any case, and shows which dates are needed', async () => {
  const all = (await json('requirements nga')) as {
    identityTypeCode: string;
    isRequired: boolean;
    requiresIssueDate: boolean;
    requiresExpiryDate: boolean;
  }[];
  const [heading = '', ...rows] = (await run('requirements NGA')).out.trim().split('\n');
  expect(heading).toMatch(/^TYPE +REQUIRED +DATES +EXAMPLE +NAME$/);
  const dates = { 'false,false': '-', 'true,false': 'issue', 'false,true': 'expiry', 'true,true': 'issue, expiry' };
  const expected = all.map((one) => [
    one.identityTypeCode,
    one.isRequired ? 'yes' : 'no',
    dates[`${one.requiresIssueDate},${one.requiresExpiryDate}`],
  ]);
  expect(rows.map((row) => row.split(/ {2,}/).slice(0, 3))).toEqual(expected);
});

describe('documents upload', () => {
  test('requires a known file extension or --content-type, and a readable file', async () => {
    expect(await run('documents upload x file.txt --category BankStatement')).toMatchObject({
      code: 2,
      err: 'The name of file.txt does not show its type: pass --content-type.\n',
    });
    for (const words of ['/none.PDF', '/none.jpeg', '/none.txt --content-type image/png'])
      expect(await run(`documents upload x ${words} --category BankStatement`)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^\/none\.\w+ cannot be read/),
      });
    expect(await run('documents upload x /none.pdf --category BankStatement --timeout x')).toMatchObject({ code: 2 });
  });
});

describe('simulate', () => {
  test('is rejected where reviews cannot be simulated', async () => {
    const { customerId } = await create();
    expect(await run(`simulate ${customerId} Approve`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('(404 Route.NotFound)'),
    });
  });
  test('rejects a person without a verdict, and unknown outcomes', async () => {
    expect(await run('simulate x Approve --person y')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^--person takes a uboId/),
    });
    expect(await run('simulate x Explode')).toMatchObject({ code: 2 });
  });
});

test('trigger creates nothing outside a sandbox', async () => {
  const before = await json('businesses list --limit 1');
  expect(await run('trigger business.profile.created')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/This is not a sandbox/),
  });
  expect(await json('businesses list --limit 1')).toEqual(before);
});

describe('events list', () => {
  test('lists the latest events that match', async () => {
    const { customerId } = await create();
    const events = async (words: string) =>
      ((await json(`events list ${words}`)) as { eventType: string; correlation: { customerId: string } }[]).map(
        ({ eventType, correlation }) => [eventType, correlation.customerId],
      );
    const expected = [
      ['business.profile.created', customerId],
      ['business.person.added', customerId],
    ];
    await expect.poll(() => events(`--customer ${customerId}`)).toEqual(expected);
    expect(await events(`--customer ${customerId} --limit 1`)).toEqual([expected[1]]);
    expect(await events(`--customer ${customerId} --type business.profile.created`)).toEqual([expected[0]]);
    expect(await run('events list --type nothing')).toEqual({ code: 0, out: 'No event matches.\n', err: '' });
    expect((await run('events list --limit 1')).out).toMatch(/^TIME +TYPE +EVENT\n\d\d:\d\d:\d\d {2}/);
  });
  test.each(['0', 'x'])('rejects a limit of %s', async (limit) => {
    expect(await run(`events list --limit ${limit}`)).toMatchObject({ code: 2 });
  });
});

describe('token', () => {
  test('prints the token, and with --json also scope and lifetime', async () => {
    expect(await run('token')).toEqual({ code: 0, out: `${api.token}\n`, err: '' });
    expect(await json('token --scope partner.read')).toEqual({
      accessToken: api.token,
      scope: 'partner.read partner.write',
      expiresInSeconds: 300,
    });
  });
  test('exits with 3 if no token is issued, and suggests the doctor', async () => {
    tokenStatus = 401;
    expect(await run('token')).toMatchObject({
      code: 3,
      out: '',
      err: expect.stringContaining('Run "onboarding doctor"'),
    });
  });
});

describe('the program', () => {
  test('shows help without arguments, and its version', async () => {
    expect(await runCli([])).toMatchObject({ code: 0, out: expect.stringMatching(/^Usage: onboarding/), err: '' });
    expect(await runCli(['--version'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+ \(([0-9a-f]{40}|unknown)\)\n$/),
    });
  });
  test('exits with 2 on unknown commands', async () => {
    expect(await runCli(['nothing'])).toMatchObject({ code: 2, out: '', err: expect.stringContaining('--help') });
  });
  test('exits with 3 if the API cannot be reached', async () => {
    expect(await run('businesses list', { environment: { ONBOARDING_API: 'http://127.0.0.1:9' } })).toMatchObject({
      code: 3,
    });
  });
  test('exits with 130 and prints nothing if interrupted', async () => {
    const signal = AbortSignal.abort();
    expect(await run('businesses list', { signal })).toEqual({ code: 130, out: '', err: '' });
  });
  test('rejects an invalid key', async () => {
    const key = home.write('none.pem', 'x');
    expect(await run(`businesses list --key ${key}`)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^The private key is not in PEM format/),
    });
  });
  test('wraps and colours errors on a terminal', async () => {
    const { err } = await run('businesses list --limit 0', { errIsTerminal: true, width: 30 });
    expect(err).toBe('\u001b[31m--limit must be a whole number\u001b[39m\n\u001b[31mof at least 1.\u001b[39m\n');
  });
  test('prints JSON on several lines to a terminal', async () => {
    const { out } = await run('token --json', { outIsTerminal: true });
    expect(out).toMatch(/^\{\n {2}"accessToken"/);
  });
});

test('businesses get lists the people and the documents, each with its status', async () => {
  const { customerId } = await create();
  expect((await run(`businesses get ${customerId}`)).out).not.toContain('DOCUMENT');
  const path = `/partner/v1/business-profiles/${customerId}`;
  const refused = await documentIn(api, database, { path }, 'Rejected');
  const { out } = await run(`businesses get ${customerId}`);
  expect(out).toMatch(/\n\nPERSON +STATUS +NAME AND ROLE\n/);
  expect(out).toMatch(/\n\nDOCUMENT +STATUS +REFUSAL +CATEGORY\n/);
  const listed = new RegExp(`\n${refused} +Rejected +TooLarge +CertificateOfIncorporation\n$`);
  expect(out).toMatch(listed);
  expect((await run(`businesses status ${customerId}`)).out).toMatch(listed);
});

describe('requests', () => {
  const refuse = async () => {
    const { err } = await run('businesses create -', { input: '{"companyName":7}' });
    const [, requestId = ''] = /Request id: (\S+)/.exec(err) ?? [];
    expect(requestId).not.toBe('');
    let shown = await run(`requests get ${requestId}`);
    await until(async () => {
      shown = await run(`requests get ${requestId}`);
      return shown.code === 0;
    }, 'the request is in the log');
    return { requestId, shown: shown.out };
  };

  test('get shows the status, the code and the fields at fault', async () => {
    const { requestId, shown } = await refuse();
    expect(shown).toContain(`Request id  ${requestId}\n`);
    expect(shown).toContain('Request     POST /api/partner/v1/business-profiles\nCustomer    -\n');
    expect(shown).toMatch(
      /\nAnswered {4}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, after \d+ ms\nStatus {6}400\nCode {8}Validation\n/,
    );
    expect(shown).toContain('\nProblem     /companyName: Validation\n');
  });

  test('get says what the log covers if it does not have the request', async () => {
    expect(await run('requests get no-such-request')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /^The log has no request no-such-request\. .*requests without a valid token are not in it; .*one per second is\.\n$/,
      ),
    });
  });

  test('list has the latest first, and with --failed no others', async () => {
    const { requestId } = await refuse();
    const { customerId } = await create();
    await until(async () => {
      const [latest] = await json('requests list --limit 1');
      return latest?.customerId === customerId;
    }, 'the create is in the log');
    const [created, refused] = await json('requests list --since 1h');
    expect([created.status, refused.requestId]).toEqual([200, requestId]);
    const [failed, ...others] = await json('requests list --failed --limit 1');
    expect([failed.requestId, others]).toEqual([requestId, []]);
    const { out } = await run('requests list --limit 2');
    const [head, first, second] = out.split('\n');
    expect(head).toMatch(/^TIME \(UTC\) +STATUS +REQUEST ID +CODE AND PATH$/);
    expect(first).toMatch(/^\d\d-\d\d \d\d:\d\d {2}200 +\S+ +- POST \/api\/partner\/v1\/business-profiles$/);
    expect(second).toMatch(
      new RegExp(`^.{11} {2}400 +${requestId} +Validation POST /api/partner/v1/business-profiles$`),
    );
    expect((await run('requests list --since 1m --limit 0')).code).toBe(2);
    expect((await run('requests list --since soon')).code).toBe(2);
  });
});

test.each(['x', '1.5'])('advance refuses %s as a number of days before it sends anything', async (days) => {
  expect(await run(`advance ${crypto.randomUUID()} ${days}`)).toEqual({
    code: 2,
    out: '',
    err: `The days must be a whole number from 1 to 400, not "${days}".\n`,
  });
});
