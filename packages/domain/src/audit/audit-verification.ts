import { AUDIT_ACTOR_KINDS } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import { type AuditContent, CHAIN_START, chainHash } from './audit-chain.ts';
import { type AuditRow, listChain } from './audit-store.ts';

/** Where a chain begins later than with its first entry, older ones were dropped with their partition. */
export type ChainVerdict =
  | { intact: true; entries: number; from: number }
  | { intact: false; brokenAt: number; why: string };

/** Recomputes a customer's chain; `head` is its end as the customer's row holds it, or the last entries could go unmissed. */
export async function verifyChain(
  tx: Tx,
  partnerId: string,
  customerId: string,
  head: { sequence: number; hash: Buffer },
): Promise<ChainVerdict> {
  return judgeChain(await listChain(tx, partnerId, customerId), head);
}

function judgeChain(chain: readonly AuditRow[], head: { sequence: number; hash: Buffer }): ChainVerdict {
  const from = chain[0]?.sequence ?? head.sequence + 1;
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
