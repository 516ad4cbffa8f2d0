import { AUDIT_ACTOR_KINDS } from '@onboarding/contract';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { type AuditContent, CHAIN_START, chainHash } from './audit-chain.ts';
import { type AuditRow, isKept, listChain } from './audit-store.ts';

/** Where a chain begins later than with its first entry, older ones were dropped with their partition. */
export type ChainVerdict =
  | { intact: true; entries: number; from: number }
  | { intact: false; brokenAt: number; why: string };

export interface ChainEnds {
  /** When the customer was made, and its first entry with it. */
  begunAt: Date;
  /** The end as the customer's row holds it, or the last entries could go unmissed. */
  head: { sequence: number; hash: Buffer };
}

export async function verifyChain(
  tx: Tx,
  partnerId: string,
  customerId: string,
  { begunAt, head }: ChainEnds,
): Promise<ChainVerdict> {
  const [chain, kept] = await settled([listChain(tx, partnerId, customerId), isKept(tx, begunAt)]);
  return judgeChain(chain, head, kept);
}

/** `fromTheFirst`: no month of the chain was dropped, so that its first entry must be there. */
function judgeChain(chain: readonly AuditRow[], head: ChainEnds['head'], fromTheFirst: boolean): ChainVerdict {
  const from = chain[0]?.sequence ?? head.sequence + 1;
  if (from !== 1 && fromTheFirst) return { intact: false, brokenAt: 1, why: 'an entry is missing' };
  let previous = from === 1 ? CHAIN_START : (chain[0]?.previous_hash ?? head.hash);
  for (const [index, row] of chain.entries()) {
    const sequence = from + index;
    const broken = (why: string): ChainVerdict => ({ intact: false, brokenAt: sequence, why });
    if (row.sequence !== sequence) return broken('an entry is missing');
    if (!row.previous_hash.equals(previous)) return broken('it does not build on the entry before it');
    const content = toContent(row);
    if (content === undefined || !row.hash.equals(chainHash(previous, content))) return broken('it was changed');
    previous = row.hash;
  }
  if (from + chain.length - 1 !== head.sequence || !previous.equals(head.hash)) {
    return { intact: false, brokenAt: from + chain.length, why: 'the chain does not end where the customer says' };
  }
  return { intact: true, entries: chain.length, from };
}

/** Undefined for what no process of ours would have written. */
function toContent(row: AuditRow): AuditContent | undefined {
  const actorKind = AUDIT_ACTOR_KINDS.find((kind) => kind === row.actor_kind);
  if (actorKind === undefined) return undefined;
  return {
    auditId: row.audit_id,
    partnerId: row.partner_id,
    customerId: row.customer_id,
    sequence: row.sequence,
    action: row.action,
    actorKind,
    actorId: row.actor_id,
    requestId: row.request_id,
    occurredAt: row.occurred_at,
    details: row.details,
  };
}
