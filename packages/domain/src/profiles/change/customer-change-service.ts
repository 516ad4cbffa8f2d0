import type { KeyRing } from '@onboarding/platform/crypto';
import type { Tx } from '@onboarding/platform/postgres';
import { type AuditAction, prepareAudit } from '../../audit/index.ts';
import type { ChangingActor } from '../../context.ts';
import { type NewEvent, recordedEvents } from '../../events/index.ts';
import { wake } from '../../waking/index.ts';
import type { LockedCustomer } from '../access/customer-lock-store.ts';
import type { CustomerValues, WriteChange } from './customer-change-store.ts';

export interface CustomerChange<V> {
  /** Must be declared with `changingCustomer`. */
  write: WriteChange<V>;
  /** The values of this change, in addition to those that every change writes. */
  values: Omit<V, keyof CustomerValues>;
  /** The action of the audit entry. */
  action: AuditAction;
  facts: Record<string, unknown>;
  events?: readonly NewEvent[];
  /** Whether the partner can see the change. If not, version and updated_at do not change. Defaults to true. */
  visible?: boolean;
  now: Date;
}

/** The only way to change a customer: takes a locked one, and returns its new state, still locked. */
export async function changeCustomer<V>(
  tx: Tx,
  keys: Pick<KeyRing, 'mac'>,
  actor: ChangingActor,
  before: LockedCustomer,
  { write, values, action, facts, events = [], visible = true, now }: CustomerChange<V>,
): Promise<LockedCustomer> {
  const { customerId, partnerCustomerId } = before;
  const head = { sequence: before.auditSequence, hash: before.auditHash };
  const changed = {
    ...prepareAudit(keys, actor, customerId, head, action, facts, now),
    ...recordedEvents(actor, { customerId, partnerCustomerId }, before.eventSequence + 1, events, now),
    partnerId: actor.partnerId,
    customerId,
    versionBefore: before.version,
    version: before.version + (visible ? 1 : 0),
    eventSequence: before.eventSequence + events.length,
    changedAt: visible ? now : null,
  };
  // TypeScript cannot infer that together they are all the values of the statement.
  await write(tx, { ...values, ...changed } as CustomerValues & V);
  if (events.length > 0) wake(tx, 'Events');
  return {
    ...before,
    version: changed.version,
    eventSequence: changed.eventSequence,
    auditSequence: changed.auditSequence,
    auditHash: changed.auditHash,
    updatedAt: changed.changedAt ?? before.updatedAt,
  };
}
