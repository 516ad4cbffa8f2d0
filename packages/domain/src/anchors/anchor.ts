// An anchor of the audit trails of all partners and the reads of our staff: what was written since the previous
// anchor. Signed, and linked to the previous one by its hash, so that a list of them, stored out of reach of the
// database's owner, reveals every later change. Pure.
import { createHash, type Hash } from 'node:crypto';
import type { KeyRing } from '@onboarding/platform/crypto';
import { z } from 'zod';
import type { AnchoredRow } from '../transaction-logs.ts';

const digestsSchema = z.array(z.object({ partnerId: z.string(), entries: z.number().int(), hash: z.string() }));
export type Digests = z.infer<typeof digestsSchema>;

const anchorSchema = z.object({
  version: z.literal(1),
  number: z.number().int().positive(),
  madeAt: z.iso.datetime(),
  /** The SHA-256 of the previous anchor, in hexadecimal; empty in the first. */
  previous: z.string(),
  /** Covers the audit entries of these transactions; `to` is exclusive. */
  from: z.string(),
  to: z.string(),
  partners: digestsSchema,
  /**
   * The reads of our staff, in a range of their own: older builds omit it, and the next anchor with it covers what they
   * omitted.
   */
  reads: z
    .object({
      /** Everything that it covers is newer. */
      since: z.iso.datetime(),
      from: z.string(),
      to: z.string(),
      partners: digestsSchema,
    })
    .optional(),
  /**
   * The id of the first transaction that had not begun at `madeAt`. Missing in anchors of older builds, like the next
   * field.
   */
  seen: z.string().optional(),
  /** Everything committed before this time is covered by this anchor or an earlier one. */
  coversUntil: z.iso.datetime().optional(),
});
export type Anchor = z.infer<typeof anchorSchema>;

const lineSchema = z.object({ statement: z.string(), keyId: z.string(), signature: z.base64() });

export interface SignedAnchor {
  /** Byte for byte as signed. */
  text: string;
  keyId: string;
  signature: Buffer;
}

/** An anchor with its signed text. */
export interface OpenedAnchor {
  text: string;
  anchor: Anchor;
}

export function signAnchor(keys: KeyRing, anchor: Anchor): SignedAnchor {
  const text = JSON.stringify(anchor);
  return { text, ...keys.sign('audit anchor', text) };
}

/** The published form: one line. */
export function toLine({ text, keyId, signature }: SignedAnchor): string {
  return JSON.stringify({ statement: text, keyId, signature: signature.toString('base64') });
}

export function fromLine(line: string): SignedAnchor | undefined {
  try {
    const { statement, keyId, signature } = lineSchema.parse(JSON.parse(line));
    return { text: statement, keyId, signature: Buffer.from(signature, 'base64') };
  } catch {
    return undefined;
  }
}

/** Returns undefined if it was not signed with a key of the ring. */
export function openAnchor(keys: KeyRing, signed: SignedAnchor | undefined): OpenedAnchor | undefined {
  if (signed === undefined || !keys.isSigned('audit anchor', signed.text, signed)) return undefined;
  return { text: signed.text, anchor: anchorSchema.parse(JSON.parse(signed.text)) };
}

export const hashOfAnchor = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Why an anchor does not follow another, or is not a first one. */
export function breakBetween(before: OpenedAnchor | undefined, { anchor }: OpenedAnchor): string | undefined {
  if (anchor.number !== (before?.anchor.number ?? 0) + 1) return 'it is missing';
  const previous = before === undefined ? '' : hashOfAnchor(before.text);
  return anchor.previous === previous ? undefined : 'it does not continue the one before it';
}

/** Digests the rows of each partner, in the order of their transactions. */
export function createDigests() {
  const partners = new Map<string, { hash: Hash; entries: number }>();
  return {
    add({ partnerId, content }: AnchoredRow): void {
      const digest = partners.get(partnerId) ?? { hash: createHash('sha256'), entries: 0 };
      digest.hash.update(`${content}\n`);
      digest.entries++;
      partners.set(partnerId, digest);
    },
    finish(): Digests {
      return [...partners]
        .map(([partnerId, { hash, entries }]) => ({ partnerId, entries, hash: hash.digest('hex') }))
        .sort((one, other) => (one.partnerId < other.partnerId ? -1 : 1));
    },
  };
}

/** The first partner with different hashes; `only`: compares only this partner. */
export function differingPartner(stated: Digests, found: Digests, only?: string): string | undefined {
  const hashIn = (list: Digests, id: string) => list.find((one) => one.partnerId === id)?.hash;
  const ids = [...new Set([...stated, ...found].map((one) => one.partnerId))].sort();
  return ids.find((id) => (only === undefined || id === only) && hashIn(stated, id) !== hashIn(found, id));
}

const INTERVALS_UNTIL_LATE = 2;
/** An anchor covers at least what was committed before the previous one, and one may fail. */
export const INTERVALS_UNTIL_HELD_BACK = 4;

/**
 * Why the newest external anchor no longer shows how the trails end; undefined if it does. `storedAt`: by the clock of the
 * external store, if it has one, so that a worker with a fast clock cannot make an anchor that always appears new.
 */
export function latenessOf(
  { madeAt, coversUntil = madeAt }: Anchor,
  storedAt: Date | undefined,
  now: Date,
  everyMs: number,
): string | undefined {
  const made = new Date(madeAt).getTime();
  const ageMs = now.getTime() - Math.min(made, storedAt?.getTime() ?? made);
  if (ageMs > INTERVALS_UNTIL_LATE * everyMs) return 'it is the newest one outside, and older than two intervals';
  if (ageMs < -everyMs) return 'its time is in the future: a clock is wrong';
  const uncoveredMs = now.getTime() - new Date(coversUntil).getTime();
  return uncoveredMs > INTERVALS_UNTIL_HELD_BACK * everyMs
    ? `it covers nothing since ${coversUntil}: a transaction has been open for too long`
    : undefined;
}

export interface AnchorFault {
  /** The first anchor that does not match: from then on, the trails cannot be trusted. */
  number: number;
  madeAt?: string | undefined;
  partnerId?: string | undefined;
  why: string;
  /** The anchor itself matches, but does not cover anything later. */
  itselfFits?: true;
}

export function describeFault({ number, madeAt, partnerId, why, itselfFits }: AnchorFault): string {
  const of = madeAt === undefined ? '' : ` of ${madeAt}`;
  const whose = partnerId === undefined ? '' : `, partner ${partnerId}`;
  const doubted = itselfFits === true ? 'Everything after it' : 'The records that it covers, and everything after it,';
  return `Statement ${number}${of}${whose}: ${why}. ${doubted} cannot be trusted.`;
}

/** Thrown when no anchor may be signed. */
export class AnchorRefusal extends Error {
  readonly fault: AnchorFault;

  constructor(fault: AnchorFault) {
    super(describeFault(fault));
    this.name = 'AnchorRefusal';
    this.fault = fault;
  }
}
