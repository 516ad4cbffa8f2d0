// A statement about the trails of all partners: the entries each has written since the previous statement. Signed, and linked
// to the previous one by its hash, so that a list of them, stored out of reach of the database's owner, reveals every later
// change. Pure.
import { createHash, type Hash } from 'node:crypto';
import type { KeyRing } from '@onboarding/platform/crypto';
import { z } from 'zod';

const statementSchema = z.object({
  version: z.literal(1),
  number: z.number().int().positive(),
  madeAt: z.iso.datetime(),
  /** The SHA-256 of the previous statement, in hexadecimal; empty in the first. */
  previous: z.string(),
  /** Covers the entries of these transactions; `to` is exclusive. */
  from: z.string(),
  to: z.string(),
  partners: z.array(z.object({ partnerId: z.string(), entries: z.number().int(), hash: z.string() })),
});
export type AnchorStatement = z.infer<typeof statementSchema>;

const lineSchema = z.object({ statement: z.string(), keyId: z.string(), signature: z.base64() });

export interface SignedStatement {
  /** Byte for byte as signed. */
  text: string;
  keyId: string;
  signature: Buffer;
}

export function signStatement(keys: KeyRing, statement: AnchorStatement): SignedStatement {
  const text = JSON.stringify(statement);
  return { text, ...keys.sign('audit anchor', text) };
}

/** As published: one line. */
export function toLine({ text, keyId, signature }: SignedStatement): string {
  return JSON.stringify({ statement: text, keyId, signature: signature.toString('base64') });
}

export function fromLine(line: string): SignedStatement | undefined {
  try {
    const { statement, keyId, signature } = lineSchema.parse(JSON.parse(line));
    return { text: statement, keyId, signature: Buffer.from(signature, 'base64') };
  } catch {
    return undefined;
  }
}

/** Undefined when the ring did not sign it. */
export function openStatement(keys: KeyRing, signed: SignedStatement): AnchorStatement | undefined {
  if (!keys.isSigned('audit anchor', signed.text, signed)) return undefined;
  return statementSchema.parse(JSON.parse(signed.text));
}

export const hashOfStatement = (text: string): string => createHash('sha256').update(text).digest('hex');

export interface AnchoredEntry {
  partner_id: string;
  audit_id: string;
  hash: Buffer;
}

/** Digests the entries of each partner, in the order of their transactions. */
export function createDigests() {
  const partners = new Map<string, { hash: Hash; entries: number }>();
  return {
    add({ partner_id: partnerId, audit_id: auditId, hash }: AnchoredEntry): void {
      const digest = partners.get(partnerId) ?? { hash: createHash('sha256'), entries: 0 };
      digest.hash.update(`${auditId} ${hash.toString('hex')}\n`);
      digest.entries++;
      partners.set(partnerId, digest);
    },
    finish(): AnchorStatement['partners'] {
      return [...partners]
        .map(([partnerId, { hash, entries }]) => ({ partnerId, entries, hash: hash.digest('hex') }))
        .sort((one, other) => (one.partnerId < other.partnerId ? -1 : 1));
    },
  };
}
