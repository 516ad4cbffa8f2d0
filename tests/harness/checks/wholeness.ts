// Checks the integrity of the database: as the owner, over all customers, acknowledged or not.
import type { AuditActorKind } from '@onboarding/contract';
import { openKeyRing } from '@onboarding/platform/crypto';
import type pg from 'pg';
import { type AuditContent, CHAIN_START, chainHash } from '../../../packages/domain/src/audit/audit-chain.ts';
import type { PlannedCreate } from '../load.ts';
import { TEST_KEY_RING } from '../values.ts';

const keys = openKeyRing(TEST_KEY_RING);

interface CustomerFacts {
  customer_id: string;
  partner_customer_id: string;
  event_sequence: string;
  audit_sequence: string;
  audit_hash: Buffer;
  people: number;
  identities: number;
  people_without_identity: number;
  sequences: string[] | null;
  types: string[] | null;
  handed_over: number;
}

const CUSTOMERS = `
  select c.customer_id, c.partner_customer_id, c.event_sequence, c.audit_sequence, c.audit_hash,
    coalesce(p.people, 0)::int as people, coalesce(p.identities, 0)::int as identities,
    coalesce(p.without, 0)::int as people_without_identity, e.sequences, e.types, coalesce(e.handed_over, 0)::int as handed_over
  from customers c
  left join (
    select p.customer_id, count(*) as people, sum(i.count) as identities, count(*) filter (where i.count = 0) as without
    from people p
    cross join lateral (select count(*) from identities i
      where i.partner_id = p.partner_id and i.customer_id = p.customer_id and i.ubo_id = p.ubo_id) i
    group by p.customer_id
  ) p using (customer_id)
  left join (
    select e.customer_id, array_agg(e.sequence order by e.sequence) as sequences,
      array_agg(e.event_type order by e.sequence) as types, count(o.event_id) as handed_over
    from events e left join event_outbox o using (event_id)
    group by e.customer_id
  ) e using (customer_id)`;

/**
 * Compares the database with the responses that callers got. Empty if it contains exactly the acknowledged creates, each once,
 * under its acknowledged id, complete and with everything that was sent.
 */
export async function findUnaccounted(
  owner: pg.Client,
  planned: readonly PlannedCreate[],
  acknowledged: ReadonlyMap<string, string>,
): Promise<string[]> {
  const { rows } = await owner.query<CustomerFacts>(CUSTOMERS);
  const stored = Map.groupBy(rows, (row) => row.partner_customer_id);
  const differences = planned.flatMap(({ reference, people, identities }) => {
    const customerId = acknowledged.get(reference);
    const [customer, ...others] = stored.get(reference) ?? [];
    if (customerId === undefined) return customer === undefined ? [] : [`${reference}: nobody was told about it`];
    if (customer === undefined) return [`${reference}: acknowledged, but missing`];
    if (others.length > 0) return [`${reference}: is there ${1 + others.length} times`];
    if (customer.customer_id !== customerId) return [`${reference}: acknowledged under another id`];
    const asSent = customer.people === people && customer.identities === identities;
    return asSent ? [] : [`${reference}: has not what was sent`];
  });
  const sent = new Set(planned.map(({ reference }) => reference));
  const unsent = [...stored.keys()].filter((reference) => !sent.has(reference));
  return [...differences, ...unsent.map((reference) => `${reference}: was never sent`), ...(await findBroken(owner))];
}

/** Lists everything that is incomplete, in words; empty if all is well. For customers that were only created so far. */
export async function findBroken(owner: pg.Client): Promise<string[]> {
  const customers = (await owner.query<CustomerFacts>(CUSTOMERS)).rows;
  const broken = customers.flatMap((customer) =>
    faultsOf(customer).map((fault) => `${customer.partner_customer_id}: ${fault}`),
  );
  return [...broken, ...(await findBrokenChains(owner, customers)), ...(await findStrays(owner))];
}

function faultsOf(customer: CustomerFacts): string[] {
  const faults: string[] = [];
  const events = 1 + customer.people;
  const sequences = Array.from({ length: events }, (_, index) => String(index + 1));
  const types = ['business.profile.created', ...Array.from({ length: customer.people }, () => 'business.person.added')];
  if (customer.people === 0) faults.push('has no people');
  if (customer.people_without_identity > 0) faults.push('has people without identities');
  if (customer.sequences?.join() !== sequences.join()) faults.push(`has the events ${customer.sequences?.join()}`);
  if (customer.types?.join() !== types.join()) faults.push('has other events than those of its creation');
  if (Number(customer.event_sequence) !== events) faults.push('counts other events than it has');
  if (customer.handed_over !== events) faults.push(`has ${customer.handed_over} outbox rows`);
  return faults;
}

interface AuditFacts {
  audit_id: string;
  partner_id: string;
  customer_id: string;
  sequence: string;
  action: string;
  actor_kind: AuditActorKind;
  actor_id: string;
  request_id: string;
  occurred_at: Date;
  details: string;
  previous_hash: Buffer;
  hash: Buffer;
}

/** Recomputes a chain from its start: returns the last hash, or where it is broken. */
function walkChain(chain: readonly AuditFacts[]): { end: Buffer } | { brokenAt: string } {
  let previous = CHAIN_START;
  for (const [index, row] of chain.entries()) {
    const hash = chainHash(keys, previous, toContent(row));
    const right = Number(row.sequence) === index + 1 && row.previous_hash.equals(previous) && row.hash.equals(hash);
    if (!right) return { brokenAt: row.sequence };
    previous = hash;
  }
  return { end: previous };
}

/**
 * How many audit entries a customer has, if they form an unbroken chain that ends with the hash in its row; otherwise a
 * fault.
 */
export async function checkChain(owner: pg.Client, customerId: string): Promise<number | string> {
  const { rows } = await owner.query<AuditFacts>(
    'select * from audit_entries where customer_id = $1 order by sequence',
    [customerId],
  );
  const walked = walkChain(rows);
  if ('brokenAt' in walked) return `broken at ${walked.brokenAt}`;
  const customer = await owner.query<Pick<CustomerFacts, 'audit_sequence' | 'audit_hash'>>(
    'select audit_sequence, audit_hash from customers where customer_id = $1',
    [customerId],
  );
  const [head] = customer.rows;
  if (head === undefined || !head.audit_hash.equals(walked.end)) return 'does not end where the customer says';
  return Number(head.audit_sequence) === rows.length ? rows.length : `counts ${head.audit_sequence} entries`;
}

/** Recomputes every chain and compares its end with the customer's row. */
async function findBrokenChains(owner: pg.Client, customers: CustomerFacts[]): Promise<string[]> {
  const { rows } = await owner.query<AuditFacts>('select * from audit_entries order by customer_id, sequence');
  const entries = Map.groupBy(rows, (row) => row.customer_id);
  return customers.flatMap((customer) => {
    const chain = entries.get(customer.customer_id) ?? [];
    const walked = walkChain(chain);
    if ('brokenAt' in walked) {
      return [`${customer.partner_customer_id}: its audit chain is broken at ${walked.brokenAt}`];
    }
    const [only] = chain;
    if (chain.length === 1 && only?.action === 'business.profile.created' && customer.audit_hash.equals(walked.end)) {
      return Number(customer.audit_sequence) === 1 ? [] : [`${customer.partner_customer_id}: counts other entries`];
    }
    return [`${customer.partner_customer_id}: has ${chain.length} audit entries, or not the one that it knows of`];
  });
}

function toContent(row: AuditFacts): AuditContent {
  return {
    auditId: row.audit_id,
    partnerId: row.partner_id,
    customerId: row.customer_id,
    sequence: Number(row.sequence),
    action: row.action,
    actorKind: row.actor_kind,
    actorId: row.actor_id,
    requestId: row.request_id,
    occurredAt: row.occurred_at,
    details: row.details,
  };
}

/** Rows without a customer; foreign keys prevent it for people and identities. */
async function findStrays(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ stray: string }>(`
    select 'event ' || event_id as stray from events where customer_id not in (select customer_id from customers)
    union all
    select 'audit entry ' || audit_id from audit_entries where customer_id not in (select customer_id from customers)
    union all
    select 'outbox row ' || event_id from event_outbox where event_id not in (select event_id from events)
    union all
    select 'stored answer ' || key from idempotency_keys
    where (answer::json -> 'value' ->> 'customerId')::uuid not in (select customer_id from customers)`);
  return rows.map((row) => `${row.stray} belongs to no customer`);
}
