// Every SDK passes the list of cases, against the real services.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { addMachine, type Machine } from '../harness/scenes/asking.ts';
import { openPartnerStack, type PartnerStack } from '../harness/scenes/partner-stack.ts';
import { type Case, runCase } from './case-host.ts';
import { differences } from './compare.ts';
import type { Driver } from './driver.ts';
import { startPythonDriver } from './python-driver.ts';
import { startTypeScriptDriver } from './typescript-driver.ts';
import type { Making } from './values.ts';

const { cases } = JSON.parse(readFileSync('tests/sdk/cases.json', 'utf8')) as { cases: Case[] };

/** Each SDK, and how to start its driver. */
const DRIVERS: Record<string, () => Driver | Promise<Driver>> = {
  TypeScript: startTypeScriptDriver,
  Python: () => startPythonDriver('sync'),
  'Python with asyncio': () => startPythonDriver('async'),
};

let stack: PartnerStack;
let making: Making;

beforeAll(async () => {
  stack = await openPartnerStack();
  const { database } = stack;
  const [other, inactive] = await Promise.all([addMachine(database), addMachine(database)]);
  await database.owner.query(`update partners set status = 'Inactive' where partner_id = $1`, [
    inactive.partner.partnerId,
  ]);
  making = {
    folder: await mkdtemp(join(tmpdir(), 'sdk-cases-')),
    values: {
      partner: credentialOf(stack.machine),
      other: credentialOf(other),
      inactive: credentialOf(inactive),
      stack: {
        baseUrl: stack.baseUrl,
        issuer: stack.issuer,
        tokenUrl: `${stack.issuer}/oauth2/token`,
        nowhere: `http://127.0.0.1:${await freePort()}`,
      },
    },
  };
});
afterAll(async () => {
  await stack.close();
  await rm(making.folder, { recursive: true });
});

const credentialOf = ({ partner, certificate }: Machine) => ({
  clientId: partner.clientId,
  privateKey: certificate.keyPem,
  thumbprint: certificate.thumbprint,
});

test('the list has enough cases and no duplicates', () => {
  expect(cases.length).toBeGreaterThanOrEqual(60);
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
});

test('detects replies that differ', () => {
  expect(differences({ value: { a: [1, 2], b: 'x' } }, { value: { a: [1, 2] } })).toEqual([]);
  for (const expected of [
    { value: { a: [1] } },
    { value: { c: 1 } },
    { error: {} },
    { value: { b: { $matches: '^y' } } },
  ])
    expect(differences({ value: { a: [1, 2], b: 'x' } }, expected)).not.toEqual([]);
});

describe.each(Object.entries(DRIVERS))('%s', (name, start) => {
  let driver: Driver;
  beforeAll(async () => {
    driver = await start();
  });
  afterAll(() => driver.close());

  test.each(cases.filter(({ only }) => only === undefined || only.includes(name)))('$name', async (one) => {
    expect(await runCase(one, driver, stack, making)).toEqual([]);
  });
});
