// A supervisor reassigns several packages at once: each is recorded like a single one, and a refused one does not affect the others.
import type { ReassignedMany } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { type Team, useTeam } from '../../harness/analysts.ts';
import { type Customer, createCustomer, tracesOf } from '../../harness/scenes/updates.ts';
import { outcomeOf, propose, setScreened } from '../../harness/scenes/verdicts.ts';

let team: Team;
useTeam((made) => {
  team = made;
});

async function claimedBy(analyst = team.ada): Promise<Customer> {
  const customer = await createCustomer(team.api);
  await setScreened(team.database, customer.customerId);
  expect(outcomeOf(await analyst.on(customer.customerId, 'claim'))).toBe('200');
  return customer;
}

const asked = (customers: readonly Customer[], holder = team.ada) =>
  customers.map(({ customerId }) => ({ customerId, claimedBy: holder.accountId }));

const reassign = (packages: object[], accountId: string | null, by = team.supervisor) =>
  by.call('POST', '/queue/reassign', { packages, accountId });

async function codes(packages: object[], accountId: string | null): Promise<(string | null)[]> {
  const answer = await reassign(packages, accountId);
  expect(answer.statusCode, answer.body).toBe(200);
  const { results }: ReassignedMany = answer.json().value;
  return results.map(({ error }) => error?.code ?? null);
}

const holderOf = async ({ customerId }: Customer) =>
  (await team.database.owner.query('select claimed_by from reviews where customer_id = $1', [customerId])).rows[0]
    .claimed_by;

test('gives all packages of an absent analyst to a colleague, each with its entry in the trail, and voids their proposals', async () => {
  const { ada, ben, database } = team;
  const customers = [await claimedBy(), await claimedBy(), await claimedBy()];
  const [first = customers[0]] = customers;
  if (first === undefined) throw new Error('There are three');
  await propose(ada, first.customerId, 'Reject');
  expect(await codes(asked(customers), ben.accountId)).toEqual([null, null, null]);
  for (const customer of customers) {
    expect(await holderOf(customer)).toBe(ben.accountId);
    expect((await tracesOf(database, customer)).audit.at(-1)).toEqual({
      action: 'review.package.reassigned',
      details: { from: ada.accountId, to: ben.accountId },
    });
  }
  const { rows } = await database.owner.query('select state, voided_by from review_decisions where customer_id = $1', [
    first.customerId,
  ]);
  expect(rows).toEqual([{ state: 'Voided', voided_by: 'Handover' }]);
});

test('without an account, returns packages to the queue as a release does', async () => {
  const { ada, ben, database } = team;
  const [customer, released] = [await claimedBy(), await claimedBy()];
  await ada.on(released.customerId, 'release');
  expect(await codes(asked([customer]), null)).toEqual([null]);
  expect(await holderOf(customer)).toBeNull();
  const last = async (one: Customer) => {
    const { audit, events } = await tracesOf(database, one);
    return [audit.at(-1)?.action, events.at(-1)?.type, audit.length, events.length];
  };
  expect(await last(customer)).toEqual(await last(released));
  expect(outcomeOf(await ben.on(customer.customerId, 'claim'))).toBe('200');
});

test('reports each package that is refused, leaves it unchanged and reassigns the others', async () => {
  const { ada, ben, database } = team;
  const [good, taken, free, own] = [await claimedBy(), await claimedBy(), await claimedBy(), await claimedBy(ben)];
  await ada.on(taken.customerId, 'release');
  await team.supervisor.on(taken.customerId, 'claim');
  await ada.on(free.customerId, 'release');
  const before = await Promise.all([taken, free, own].map((one) => tracesOf(database, one)));
  const packages = [
    ...asked([taken, free]),
    ...asked([own], ben),
    { customerId: crypto.randomUUID(), claimedBy: ada.accountId },
    ...asked([good, good]),
  ];
  const CONFLICT = 'Review.StateConflict';
  expect(await codes(packages, ben.accountId)).toEqual([
    CONFLICT,
    CONFLICT,
    CONFLICT,
    'Customer.NotFound',
    null,
    // Listed twice.
    CONFLICT,
  ]);
  expect(await holderOf(good)).toBe(ben.accountId);
  expect(await Promise.all([taken, free, own].map((one) => tracesOf(database, one)))).toEqual(before);
});

test('two supervisors who reassign the same packages in opposite orders do not block each other', async () => {
  const { ben, supervisor } = team;
  const customers = [await claimedBy(), await claimedBy(), await claimedBy(), await claimedBy()];
  const packages = asked(customers);
  const answers = await Promise.all([
    reassign(packages, ben.accountId),
    reassign(packages.toReversed(), supervisor.accountId),
  ]);
  expect(answers.map(outcomeOf)).toEqual(['200', '200']);
  const holders = new Set(await Promise.all(customers.map(holderOf)));
  // The first request had all of them.
  expect(holders.size).toBe(1);
});

test('is refused as a whole for an unsuitable colleague, and for too many packages or none', async () => {
  const { ada, auditor, ben } = team;
  const customer = await claimedBy();
  expect(outcomeOf(await reassign(asked([customer]), auditor.accountId))).toBe('400 Review.AssigneeUnsuitable');
  const many = Array.from({ length: 101 }, () => ({ customerId: crypto.randomUUID(), claimedBy: ada.accountId }));
  for (const packages of [[], many]) {
    expect(outcomeOf(await reassign(packages, ben.accountId))).toBe('400 ValidationControl.Error');
  }
  expect(outcomeOf(await reassign(asked([customer]), ben.accountId, ada))).toBe('403 Session.RoleMissing');
  expect(await holderOf(customer)).toBe(ada.accountId);
});
