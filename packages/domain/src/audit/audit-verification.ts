import { AUDIT_ACTOR_KINDS } from '@onboarding/contract';
import type { KeyRing } from '@onboarding/platform/crypto';
import { settled, type Tx } from '@onboarding/platform/postgres';
import type { CustomerKey } from '../customer-keys.ts';
import { type AuditContent, CHAIN_START, chainHash, keyOf, unkeyedHash } from './audit-chain.ts';
import { type AuditRow, isKept, listChain } from './audit-store.ts';

/**
 * If a chain starts after its first entry, older ones were dropped with their partition. `unkeyed` counts the entries from
 * before keys were introduced, which prove nothing against the owner of the database.
 */
export type ChainVerdict =
  | { intact: true; entries: number; from: number; unkeyed: number }
  | { intact: false; brokenAt: number; why: string };

export interface VerificationTerms {
  keys: KeyRing;
  /**
   * When the last process that wrote without a key ended. Set by the operator, because the database cannot be trusted with
   * it.
   */
  unkeyedBefore?: Date | undefined;
}

export interface ChainEnds {
  /** When the customer, and with it the first entry, was created. */
  begunAt: Date;
  /** The end of the chain in the customer's row; without it, missing last entries would not be detected. */
  head: { sequence: number; hash: Buffer };
}

export async function verifyChain(
  tx: Tx,
  terms: VerificationTerms,
  { partnerId, customerId }: CustomerKey,
  { begunAt, head }: ChainEnds,
): Promise<ChainVerdict> {
  const [chain, kept] = await settled([listChain(tx, partnerId, customerId), isKept(tx, begunAt)]);
  return judgeChain(terms, chain, head, kept);
}

/** `fromTheFirst`: no month of the chain was dropped, so its first entry must exist. */
function judgeChain(
  terms: VerificationTerms,
  chain: readonly AuditRow[],
  head: ChainEnds['head'],
  fromTheFirst: boolean,
): ChainVerdict {
  const from = chain[0]?.sequence ?? head.sequence + 1;
  if (from !== 1 && fromTheFirst) return { intact: false, brokenAt: 1, why: 'an entry is missing' };
  let previous = from === 1 ? CHAIN_START : (chain[0]?.previousHash ?? head.hash);
  let unkeyed = 0;
  for (const [index, row] of chain.entries()) {
    const sequence = from + index;
    const why = faultOf(terms, row, sequence, previous);
    if (why !== undefined) return { intact: false, brokenAt: sequence, why };
    if (keyOf(row.hash) === undefined) unkeyed++;
    previous = row.hash;
  }
  if (from + chain.length - 1 !== head.sequence || !previous.equals(head.hash)) {
    return { intact: false, brokenAt: from + chain.length, why: 'the chain does not end where the customer says' };
  }
  return { intact: true, entries: chain.length, from, unkeyed };
}

function faultOf(
  { keys, unkeyedBefore }: VerificationTerms,
  row: AuditRow,
  sequence: number,
  previous: Buffer,
): string | undefined {
  if (row.sequence !== sequence) return 'an entry is missing';
  if (!row.previousHash.equals(previous)) return 'it does not continue the entry before it';
  const content = toContent(row);
  if (content === undefined) return 'it was changed';
  const keyId = keyOf(row.hash);
  if (keyId !== undefined && !keys.has(keyId)) return `it names the key ${keyId}, which is not in KEY_RING`;
  // Otherwise the owner of the database could write hashes without a key, which anyone can compute.
  if (keyId === undefined && !(unkeyedBefore !== undefined && row.occurredAt < unkeyedBefore)) {
    return 'it was written without a key';
  }
  const right = keyId === undefined ? unkeyedHash(previous, content) : chainHash(keys, previous, content, keyId);
  return row.hash.equals(right) ? undefined : 'it was changed';
}

/** Returns undefined for a row that our code cannot have written. */
function toContent(row: AuditRow): AuditContent | undefined {
  const actorKind = AUDIT_ACTOR_KINDS.find((kind) => kind === row.actorKind);
  return actorKind === undefined ? undefined : { ...row, actorKind };
}
