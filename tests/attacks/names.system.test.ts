// Names that are not what they look like: sent to a running service, or stored by an earlier release that accepted them.
import { globSync, readFileSync } from 'node:fs';
import { WORK_CHANNEL } from '@onboarding/domain/waking';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { validBody, validPerson } from '../harness/bodies.ts';
import { cloneDatabase, type TestDatabase, type TestPartner } from '../harness/database.ts';
import { insistOn } from '../harness/insist.ts';
import { until } from '../harness/patience.ts';
import { type RunningApi, type RunningIssuer, runApi, runIssuer } from '../harness/process.ts';
import { type RunningWorker, runWorker } from '../harness/worker.ts';

const [upgrade = ''] = globSync('database/migrations/*_names_looked_at_again_by_unicode.sql');
/** Takes effect at once, because no processes of an older release are running. */
const UPGRADE = readFileSync(upgrade, 'utf8').replaceAll("interval '10 minutes'", "interval '0 minutes'");

let database: TestDatabase;
let issuer: RunningIssuer;
let api: RunningApi;
let worker: RunningWorker;
let partner: TestPartner;

beforeAll(async () => {
  database = await cloneDatabase();
  issuer = await runIssuer();
  partner = await database.addPartner();
  [api, worker] = await Promise.all([
    runApi({ databaseUrl: database.appUrl, issuerUrl: issuer.url }),
    runWorker({ database, smtpUrl: 'smtp://127.0.0.1:1', environment: { WORKER_ROLES: 'reviews,screening' } }),
  ]);
});
afterAll(async () => {
  await Promise.all([api?.kill(), worker?.kill()]);
  await issuer?.close();
  await database?.close();
});

async function call(method: string, path: string, body?: unknown) {
  const answer = await insistOn(async () =>
    fetch(`${api.url}/api/partner/v1/business-profiles${path}`, {
      method,
      headers: { authorization: `Bearer ${await issuer.issuer.token(partner)}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  return { status: answer.status, body: (await answer.json()) as Answer };
}

interface Answer {
  value: { customerId: string; companyName: string; ubos: { uboId: string }[] };
  error: { details: { pointer: string; code: string }[] };
}

/**
 * Shares nothing with other businesses unless specified: when two have something in common, the first is checked again a minute
 * later.
 */
async function create(overrides: Record<string, unknown>): Promise<string> {
  const unique = crypto.randomUUID().replaceAll('-', '');
  const own = { companyName: unique, tradingName: null, registrationNumber: unique.slice(0, 10) };
  const { status, body } = await call('POST', '', validBody({ ...own, ...overrides }));
  expect(status, JSON.stringify(body)).toBe(200);
  return body.value.customerId;
}

const person = (firstName: string, lastName = 'Listed') => [validPerson({ firstName, lastName })];

interface Judged {
  flag_codes: string[];
  flags: { code: string; facts: { others?: { customerId: string; score: number }[] } }[];
}

/** The flags once no work on the package is due. */
async function flagsOf(customerId: string): Promise<Judged> {
  let judged: Judged | undefined;
  await until(async () => {
    // Notifies repeatedly: otherwise the worker would find missed work only by its schedule, every minute.
    await database.owner.query(`notify ${WORK_CHANNEL}`);
    const { rows } = await database.owner.query(
      `select flag_codes, flags, screening_due_at is null and (flags_due_at is null or flags_due_at > now() + interval '1 hour')
         as done from reviews where customer_id = $1`,
      [customerId],
    );
    judged = rows[0];
    return rows[0].done;
  }, 'the package is screened and flagged');
  return judged as Judged;
}

describe('an invisible character', () => {
  const UNSEEN = {
    'a zero-width space': '\u200b',
    'a non-joiner between Latin letters': '\u200c',
    'a joiner between Latin letters': '\u200d',
    'a direction override': '\u202e',
    'an isolate': '\u2066',
    'a soft hyphen': '\u00ad',
    'a Hangul filler': '\u3164',
    'a Braille blank': '\u2800',
    'a variation selector': '\ufe0f',
    'a tag': '\u{e0041}',
    'a private-use character': '\ue000',
    'a line separator': '\u2028',
    'a line break': '\n',
    'a tab': '\t',
    'an unassigned code point': '\u0378',
  };

  test('is refused in every name of a business and its people', async () => {
    const answers = await Promise.all(
      Object.entries(UNSEEN).map(async ([what, character]) => {
        const name = `Sanc${character}tia`;
        const people = [validPerson({ firstName: name, lastName: name })];
        const body = validBody({ companyName: name, tradingName: name, businessPersonList: people });
        const { status, body: answer } = await call('POST', '', body);
        return [what, status, ...(answer.error?.details ?? []).map(({ pointer }) => pointer)];
      }),
    );
    const refused = [
      '/companyName',
      '/tradingName',
      '/businessPersonList/0/firstName',
      '/businessPersonList/0/lastName',
    ];
    expect(answers).toEqual(Object.keys(UNSEEN).map((what) => [what, 400, ...refused]));
  });

  test('is refused in an update too', async () => {
    const customerId = await create({ companyName: 'Lagos Trading Ltd' });
    expect((await call('PATCH', `/${customerId}`, { companyName: 'Sanc\u200btia Ltd' })).status).toBe(400);
    expect((await call('GET', `/${customerId}`)).body.value.companyName).toBe('Lagos Trading Ltd');
  });
});

test('accepts joiners in scripts that need them, and stores all names in composed form', async () => {
  const written = {
    'علی\u200cرضا': 'علی\u200cرضا',
    'ශ්\u200dරී': 'ශ්\u200dරී',
    'അലന്\u200d': 'അലന്\u200d',
    'র\u200d্যাচেল': 'র\u200d্যাচেল',
    'Zoe\u0308 Mu\u0308ller': 'Zoë Müller',
  };
  const stored = await Promise.all(
    Object.keys(written).map(async (companyName) => {
      const customerId = await create({ companyName });
      return (await call('GET', `/${customerId}`)).body.value.companyName;
    }),
  );
  expect(stored).toEqual(Object.values(written));
});

test('a disguised listed name that was stored and cleared is a hit after the upgrade', async () => {
  const disguises = [
    'Sanc\u200btia',
    '\u202eSanctia',
    'Sanc\u00adtia',
    'Sаnctia',
    'Ｓａｎｃｔｉａ',
    'Sanct\u3164ia',
    'Sᴀɴᴄᴛɪᴀ',
    'Sanc\u20ddtia',
  ];
  const customers = await Promise.all(disguises.map(() => create({ businessPersonList: person('Amara', 'Okafor') })));
  for (const customerId of customers) expect((await flagsOf(customerId)).flag_codes).not.toContain('ScreeningHit');
  for (const [index, customerId] of customers.entries()) {
    const name = [customerId, disguises[index]];
    await database.owner.query(`update people set first_name = $2, last_name = 'Listed' where customer_id = $1`, name);
  }
  await database.owner.query(UPGRADE);
  // A worker checks for work when it starts, or when it is notified.
  await create({});
  const found: unknown[] = [];
  for (const customerId of customers) {
    found.push((await flagsOf(customerId)).flag_codes.includes('ScreeningHit'));
  }
  expect(found).toEqual(disguises.map(() => true));
});

test('a listed name in lookalike letters is a hit, for a person and for a business', async () => {
  const people = [
    'Sаnсtiа',
    'SANCTlA',
    'Ꮪanctia',
    '𝓢𝓪𝓷𝓬𝓽𝓲𝓪',
    'Sᴀɴᴄᴛɪᴀ',
    'Ⓢⓐⓝⓒⓣⓘⓐ',
    '🅢🅐🅝🅒🅣🅘🅐',
    'Sⱥnȼŧɨⱥ',
    'S\u20ddanctia',
  ];
  const customers = await Promise.all([
    ...people.map((firstName) => create({ businessPersonList: person(firstName) })),
    create({ companyName: 'Sаnctiоned Trading Limited' }),
    create({ tradingName: 'SΑΝCTIONED TRADING LIMITED' }),
  ]);
  for (const customerId of customers) expect((await flagsOf(customerId)).flag_codes).toContain('ScreeningHit');
});

test('flags two businesses with lookalike names as having the same name', async () => {
  const one = await create({ companyName: 'Quartz Harbour Metals Ltd' });
  await flagsOf(one);
  const other = await create({ companyName: 'Quаrtz Hаrbоur Ｍｅｔａｌｓ Ltd' });
  const similar = (await flagsOf(other)).flags.find(({ code }) => code === 'SimilarName');
  expect(similar?.facts.others).toMatchObject([{ customerId: one, score: 1 }]);
});

test('ordinary names in many scripts are not hits', async () => {
  const names = ['Sanchia Lister', 'Иван Петров', 'علی رضا', '王小明', 'Zoë Müller', 'Νίκος Παππάς'];
  const customers = await Promise.all(
    names.map((name) => {
      const [firstName = '', lastName = '明'] = name.split(' ');
      return create({ businessPersonList: person(firstName, lastName) });
    }),
  );
  for (const customerId of customers) expect((await flagsOf(customerId)).flag_codes).not.toContain('ScreeningHit');
});
