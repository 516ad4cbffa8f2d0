// Tests every field of PUT and PATCH; uses the table of create, with the differences in update-field-cases.ts.
import { describe, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { validBody, validPerson } from '../../harness/bodies.ts';
import { ACCEPTED, outcomeOf } from '../../harness/cases/create-answers.ts';
import { valueAt } from '../../harness/cases/json-pointer.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { updateFieldCases } from './update-field-cases.ts';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});

const { partnerCustomerId: _reference, ...STORED } = validBody({ businessPersonList: [] });

async function newCustomer(): Promise<string> {
  const created = await api.create(validBody({ ...STORED }));
  return `/partner/v1/business-profiles/${created.json().value.customerId}`;
}

/** All refused bodies are sent to one customer, which must be unchanged at the end. */
const victims = new Map<string, Promise<string>>();
function victimOf(kind: string): Promise<string> {
  const made = victims.get(kind) ?? newCustomer();
  victims.set(kind, made);
  return made;
}

describe.each(['PUT', 'PATCH'] as const)('%s with one field changed', (kind) => {
  const cases = updateFieldCases(kind, STORED);

  test('has at least 450 cases', () => {
    expect(cases.length).toBeGreaterThanOrEqual(450);
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  });

  for (const { name, change, faults, shown } of cases) {
    test(name, async () => {
      const path = faults.length > 0 ? await victimOf(kind) : await newCustomer();
      const body = change({ ...STORED, businessPersonList: [validPerson()] }) as Record<string, unknown>;
      const sent = kind === 'PUT' ? { ...body, customerId: path.split('/').at(-1) } : body;
      const answer = await api.call(kind, path, { body: sent });
      if (faults.length > 0) {
        expect(outcomeOf(answer)).toEqual({
          status: 400,
          problems: faults.map(({ pointer, code }) => [pointer, code]),
        });
        expect(answer.json().error).toMatchObject({
          code: faults[0]?.code,
          message: answer.json().error.details[0].message,
        });
        return;
      }
      expect(outcomeOf(answer)).toEqual(ACCEPTED);
      const read = await api.call('GET', path);
      expect(read.headers.etag).toBe(answer.headers.etag);
      if (shown !== undefined) expect(valueAt(read.json().value, shown.pointer)).toEqual(shown.value);
    });
  }

  test('wrote nothing for refused bodies', async () => {
    const path = await victimOf(kind);
    const record = (await api.call('GET', path)).json().value;
    expect(record).toMatchObject({ ...STORED, version: 1 });
    const { rows } = await database.owner.query(
      'select event_sequence, audit_sequence from customers where customer_id = $1',
      [record.customerId],
    );
    expect(rows).toEqual([{ event_sequence: '1', audit_sequence: '1' }]);
  });
});
