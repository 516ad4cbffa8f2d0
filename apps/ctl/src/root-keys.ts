// How each value under a root key is sealed again under the current one. Each is bound to the same text as in the code that
// seals it.
import { randomBytes } from 'node:crypto';
import { IDENTITY_TYPES } from '@onboarding/contract';
import type { Replace, SealedName, SealedRow } from '@onboarding/database';
import { resealMail } from '@onboarding/domain/mails';
import { comparedText } from '@onboarding/domain/people';
import { resealSigningKey } from '@onboarding/domain/signing-keys';
import { decrypt, type KeyRing } from '@onboarding/platform/crypto';
import { z } from 'zod';

const bytes = z.instanceof(Buffer);
const wrapped = z.object({ customer_id: z.string(), data_key: bytes, data_key_id: z.string() });
const identity = wrapped.extend({
  identity_id: z.string(),
  issuing_country: z.string(),
  identity_type_code: z.enum(IDENTITY_TYPES),
  value_cipher: bytes,
});
const endpoint = z.object({ partner_id: z.string(), sealed: bytes });
const factor = z.object({ factor_id: z.string(), sealed: bytes });
const record = z.object({ model: z.string(), record_hash: bytes, sealed: bytes });
const signingKey = z.object({ key_id: z.string(), sealed: bytes });
const mail = z.object({ mail_id: z.string(), sealed: z.string() });

const dataKeyIn = (keys: KeyRing, row: z.infer<typeof wrapped>) =>
  keys.unwrapDataKey({ keyId: row.data_key_id, wrapped: row.data_key }, row.customer_id);
const reseal = (keys: KeyRing, purpose: Parameters<KeyRing['seal']>[0], sealed: Buffer, boundTo: string) => [
  keys.seal(purpose, keys.unseal(purpose, sealed, boundTo), boundTo),
];

function resealSecret(keys: KeyRing, row: SealedRow) {
  const { partner_id: partnerId, sealed } = endpoint.parse(row);
  return reseal(keys, 'webhook secret', sealed, `webhook-secret:${partnerId}`);
}

const MAKERS: Record<SealedName, (keys: KeyRing, row: SealedRow) => (Buffer | string)[]> = {
  'customers.data_key'(keys, row) {
    const customer = wrapped.parse(row);
    const { keyId, wrapped: again } = keys.wrapDataKey(dataKeyIn(keys, customer), customer.customer_id);
    return [again, keyId];
  },
  'identities.value_hash'(keys, row) {
    const one = identity.parse(row);
    const identityValue = decrypt(dataKeyIn(keys, one), one.value_cipher, one.identity_id).toString();
    const { issuing_country: issuingCountry, identity_type_code: identityTypeCode } = one;
    const { hash, keyId } = keys.keyedHash(comparedText({ issuingCountry, identityTypeCode, identityValue }));
    return [hash, keyId];
  },
  'webhook_endpoints.secret': resealSecret,
  'webhook_endpoints.previous_secret': resealSecret,
  'second_factors.secret'(keys, row) {
    const { factor_id: factorId, sealed } = factor.parse(row);
    return reseal(keys, 'second factor', sealed, factorId);
  },
  'oidc_records.payload'(keys, row) {
    const { model, record_hash: hash, sealed } = record.parse(row);
    return reseal(keys, 'provider record', sealed, `oidc ${model} ${hash.toString('hex')}`);
  },
  'signing_keys.private_key'(keys, row) {
    const { key_id: keyId, sealed } = signingKey.parse(row);
    return [resealSigningKey(keys, keyId, sealed)];
  },
  'job_common.data'(keys, row) {
    const { mail_id: mailId, sealed } = mail.parse(row);
    return [resealMail(keys, { mailId, sealed })];
  },
};

/** Keeps a value that cannot be opened, because its key is missing or it was tampered with. */
export function replaceWith(keys: KeyRing): Replace {
  return (name, row) => {
    try {
      return MAKERS[name](keys, row);
    } catch {
      return undefined;
    }
  };
}

export interface RingText {
  current: string;
  keys: Record<string, string>;
}

/** The two rings of a rotation: with the first, every process can read the new key; with the second, it uses it. */
export function ringsWith(ring: RingText, keyId: string): { added: RingText; used: RingText } {
  const keys = { ...ring.keys, [keyId]: randomBytes(32).toString('base64') };
  return { added: { current: ring.current, keys }, used: { current: keyId, keys } };
}
