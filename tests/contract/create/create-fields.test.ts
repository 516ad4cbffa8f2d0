// Tests every field of the create body; create-fields.ts is the table, create-field-cases.ts derives the cases.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { validBody } from '../../harness/bodies.ts';
import { FIELD_CASES, type FieldCase } from '../../harness/cases/create-field-cases.ts';
import { CREATE_FIELDS, type Fault } from '../../harness/cases/create-fields.ts';
import { valueAt } from '../../harness/cases/json-pointer.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';

let database: TestDatabase;
let api: TestApi;
const accepted = { customers: 0, people: 0 };

beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const pointerAndCode = ({ pointer, code }: Fault): Fault => ({ pointer, code });

async function expectRefusal(body: unknown, faults: readonly Fault[]): Promise<void> {
  const answer = await api.create(body);
  const { isSuccess, error } = answer.json();
  expect({ status: answer.statusCode, isSuccess, faults: error?.details?.map(pointerAndCode) }).toEqual({
    status: 400,
    isSuccess: false,
    faults,
  });
  expect({ code: error.code, message: error.message }).toEqual({
    code: faults[0]?.code,
    message: error.details[0].message,
  });
}

async function expectAcceptance(body: unknown, shown: FieldCase['shown']): Promise<void> {
  const answer = await api.create(body);
  const { isSuccess, value, error } = answer.json();
  expect({ status: answer.statusCode, isSuccess, error }).toEqual({ status: 200, isSuccess: true, error: undefined });
  accepted.customers += 1;
  accepted.people += value.ubos.length;
  const read = await api.call('GET', `/partner/v1/business-profiles/${value.customerId}`);
  expect(read.statusCode).toBe(200);
  if (shown !== undefined) expect(valueAt(read.json().value, shown.pointer)).toEqual(shown.value);
}

describe('the table of fields', () => {
  test('has every field of the specification and at least 450 cases', { tags: ['S-365'] }, () => {
    const pointers = new Set(CREATE_FIELDS.map(({ pointer }) => pointer));
    // 15 for a business, 6 for each of two addresses, 4 for financials, 11 for a person, 7 for an identity.
    expect(pointers.size).toBe(15 + 6 + 6 + 4 + 11 + 7);
    expect(FIELD_CASES.length).toBeGreaterThanOrEqual(450);
    expect(new Set(FIELD_CASES.map(({ name }) => name)).size).toBe(FIELD_CASES.length);
  });
});

describe('a create body with one field changed', () => {
  for (const { name, change, faults, shown } of FIELD_CASES) {
    test(name, async () => {
      const body = change(validBody());
      if (faults.length === 0) await expectAcceptance(body, shown);
      else await expectRefusal(body, faults);
    });
  }
});

describe('the database after all cases', () => {
  test('has a customer for every accepted body and no rows from refused ones', {
    tags: ['S-117', 'S-214'],
  }, async () => {
    const { customers, people, events, audit_entries: auditEntries } = await database.countRows();
    const written = accepted.customers + accepted.people;
    expect({ customers, people, events, auditEntries }).toEqual({
      ...accepted,
      events: written,
      auditEntries: accepted.customers,
    });
  });
});
