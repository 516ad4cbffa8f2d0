// Shared by tests of PUT and PATCH: creates a customer, changes it, reads what is stored.
import type { LightMyRequestResponse } from 'fastify';
import type { TestApi } from '../api.ts';
import { validBody } from '../bodies.ts';
import type { TestDatabase } from '../database.ts';

export interface Customer {
  customerId: string;
  path: string;
  body: ReturnType<typeof validBody>;
  uboIds: string[];
}

export async function createCustomer(api: TestApi, overrides: Record<string, unknown> = {}): Promise<Customer> {
  const body = validBody(overrides);
  const { customerId, ubos } = (await api.create(body)).json().value;
  const uboIds = (ubos as { uboId: string }[]).map(({ uboId }) => uboId);
  return { customerId, path: `/partner/v1/business-profiles/${customerId}`, body, uboIds };
}

/** A PUT that changes nothing, apart from the given changes. */
export function putBody({ body, customerId }: Customer, changes: Record<string, unknown> = {}) {
  const { email, companyName, businessPersonList: _people, partnerCustomerId: _reference, ...rest } = body;
  return { ...rest, customerId, businessEmail: email, name: companyName, ...changes };
}

export const put = (api: TestApi, customer: Customer, changes = {}, headers: Record<string, string> = {}) =>
  api.call('PUT', customer.path, { body: putBody(customer, changes), headers });

export const patch = (
  api: TestApi,
  { path }: Customer,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> => api.call('PATCH', path, { body, headers });

export async function read(api: TestApi, { path }: Customer) {
  return (await api.call('GET', path)).json().value;
}

export interface Traces {
  version: number;
  attempt: number;
  event_sequence: string;
  verification_status: string;
  submitted_at: Date | null;
  status_changed_at: Date | null;
  events: { type: string; sequence: number; data: Record<string, unknown> }[];
  audit: { action: string; details: Record<string, unknown> }[];
  everything: string;
}

/** What is recorded about a customer: its row, its events and its audit entries. */
export async function tracesOf({ owner }: TestDatabase, { customerId }: Pick<Customer, 'customerId'>): Promise<Traces> {
  const customers = await owner.query('select * from customers where customer_id = $1', [customerId]);
  const events = await owner.query(
    'select event_type, sequence, body from events where customer_id = $1 order by sequence',
    [customerId],
  );
  const audit = await owner.query(
    'select action, details from audit_entries where customer_id = $1 order by sequence',
    [customerId],
  );
  return {
    ...customers.rows[0],
    events: events.rows.map((row) => ({
      type: row.event_type,
      sequence: Number(row.sequence),
      data: JSON.parse(row.body).data,
    })),
    audit: audit.rows.map((row) => ({ action: row.action, details: JSON.parse(row.details) })),
    everything: JSON.stringify([events.rows, audit.rows]),
  };
}

/** As left by an analyst's work. */
export async function setStatus({ owner }: TestDatabase, { customerId }: Customer, status: string): Promise<void> {
  await owner.query('update customers set verification_status = $2 where customer_id = $1', [customerId, status]);
}

/** All rows of the people of a customer, or of their identities, replaced ones included, in the order of their creation. */
export async function rowsOf(
  { owner }: TestDatabase,
  table: 'people' | 'identities',
  { customerId }: Pick<Customer, 'customerId'>,
): Promise<Record<string, unknown>[]> {
  const id = table === 'people' ? 'ubo_id' : 'ubo_id, identity_id';
  return (await owner.query(`select * from ${table} where customer_id = $1 order by ${id}`, [customerId])).rows;
}
