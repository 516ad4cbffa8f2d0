// Repeated requests of a partner cannot grow its data without limit.
import { expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../harness/api.ts';
import { validPerson } from '../harness/bodies.ts';
import { insist } from '../harness/insist.ts';
import { createCustomer, patch, put, read } from '../harness/scenes/updates.ts';

let api: TestApi;
useTestApi((made) => {
  ({ api } = made);
});

const people = (count: number) => Array.from({ length: count }, () => validPerson({ percentageShare: undefined }));

test('a customer never gets more than 300 people, by PATCH or PUT, even with concurrent requests', async () => {
  const hundred = people(100);
  const customer = await createCustomer(api, { businessPersonList: hundred });
  const add = (list: unknown[]) => patch(api, customer, { businessPersonList: list });
  expect((await add(people(100))).statusCode).toBe(200);
  // Each one fits on its own, but not all together.
  const answers = await Promise.all([
    insist(() => add(people(60))),
    insist(() => add(people(60))),
    insist(() => put(api, customer, { businessPersonList: people(60) })),
  ]);
  const statuses = answers.map((answer) => answer.statusCode).sort();
  expect(statuses).toEqual([200, 400, 400]);
  const refused = answers.find((answer) => answer.statusCode === 400)?.json().error;
  expect(refused).toMatchObject({ code: 'ValidationControl.Error', details: [{ pointer: '/businessPersonList' }] });
  expect(refused.message).toContain('at most 300 are allowed. Add fewer');
  expect((await add(people(40))).statusCode).toBe(200);
  expect((await add(people(1))).statusCode).toBe(400);
  expect(
    (await add([{ ...hundred[0], firstName: 'Corrected' }])).statusCode,
    'existing people can still be corrected',
  ).toBe(200);
  expect((await read(api, customer)).businessPersonList).toHaveLength(300);
});
