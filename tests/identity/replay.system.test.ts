// One assertion yields one token, even if sent many times concurrently to two processes.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAssertion, tokenForm } from '../harness/clients.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { addMachine, ask, type Machine, textWithoutId, watchRequests } from '../harness/scenes/asking.ts';
import { type Identity, NO_LIMITS, startIdentity } from '../harness/scenes/identity-process.ts';

const ROUNDS = 40;
const AT_ONCE = 20;

let database: TestDatabase;
let machine: Machine;
let identities: [Identity, Identity];

beforeAll(async () => {
  database = await cloneDatabase();
  machine = await addMachine(database);
  const first = await startIdentity(database, NO_LIMITS);
  identities = [first, await startIdentity(database, { ...NO_LIMITS, ISSUER: first.issuer })];
});
afterAll(async () => {
  for (const identity of identities) await identity.stop();
  await database.close();
});

const processOf = (round: number, index: number) => ((round + index) % 2 ? 1 : 0);

test('exactly one of twenty concurrent requests with the same assertion to two processes gets a token', async () => {
  const fresh = watchRequests(database);
  let winsOfSecond = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const assertion = await makeAssertion(identities[0].issuer, machine.partner, machine.certificate);
    const answers = await Promise.all(
      // Each process gets the first request in half of the rounds.
      Array.from({ length: AT_ONCE }, (_, index) => ask(identities[processOf(round, index)], tokenForm(assertion))),
    );
    const issued = answers.filter((answer) => answer.status === 200);
    const refused = answers.filter((answer) => answer.status === 401);
    expect([issued.length, refused.length], `round ${round}`).toEqual([1, AT_ONCE - 1]);
    expect(new Set(refused.map(textWithoutId)).size).toBe(1);
    expect(refused.every((answer) => answer.token === undefined)).toBe(true);
    winsOfSecond += processOf(
      round,
      answers.findIndex((answer) => answer.status === 200),
    );
    const rows = await fresh();
    expect(rows.filter((row) => row.outcome === 'Issued')).toHaveLength(1);
    const reasons = rows.filter((row) => row.outcome === 'Refused').map((row) => `${row.error}: ${row.reason}`);
    expect(reasons).toEqual(Array(AT_ONCE - 1).fill('invalid_client: the assertion has already been used'));
  }
  // If one process always won, there would have been no race.
  expect(winsOfSecond).toBeGreaterThan(0);
  expect(winsOfSecond).toBeLessThan(ROUNDS);
});
